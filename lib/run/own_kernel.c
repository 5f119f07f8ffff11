// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include <stdio.h>
#include <string.h>

#include "own_kernel.h"

/* Linux version 7.3.4 (verbs-cts@arch/um/Kconfig) (gcc ... */
const char *vct_own_kernel(void)
{
	static const char mark[] = "(verbs-cts@";
	static char line[1024];
	FILE *version = fopen("/proc/version", "re");
	char *own = version && fgets(line, sizeof(line), version) ? strstr(line, mark) : NULL;

	if (version)
		fclose(version);
	if (!own)
		return "";
	own += strlen(mark);
	own[strcspn(own, ")\n")] = '\0';
	return own;
}

const char *vct_edit_of_what_is_judged(const char *own)
{
	static const char *const machine[] = { "arch/um/", "arch/x86/um/" };
	static char file[256];

	while (*own) {
		int n = (int)strcspn(own, ",");

		if (strncmp(own, machine[0], strlen(machine[0])) &&
		    strncmp(own, machine[1], strlen(machine[1]))) {
			snprintf(file, sizeof(file), "%.*s", n, own);
			return file;
		}
		own += n + (own[n] == ',');
	}
	return NULL;
}
