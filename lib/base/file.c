// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads small files, and removes folders. */
#include <ftw.h>
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

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

void vct_remove_folder(const char *path)
{
	nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
