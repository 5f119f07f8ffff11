// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads small files. */
#include <stdio.h>
#include <string.h>

#include "file.h"

bool vct_first_line(const char *path, char *line, size_t size)
{
	FILE *f = fopen(path, "re");

	if (!f || !fgets(line, (int)size, f))
		line[0] = '\0';
	if (f)
		fclose(f);
	line[strcspn(line, "\n")] = '\0';
	return line[0] != '\0';
}
