// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include <stdio.h>
#include <string.h>

#include "../../base/file.h"
#include "own_kernel.h"

/* What follows the mark in the first line of a file; "": the file or the mark is missing. */
static const char *marked(const char *path, const char *mark)
{
	static char line[2048];
	char *own = vct_first_line(path, line, sizeof(line)) ? strstr(line, mark) : NULL;

	if (!own)
		return "";
	own += strlen(mark);
	own[strcspn(own, ")\n")] = '\0';
	return own;
}

/* Linux version 7.3.4 (verbs-cts@arch/um/Kconfig) (gcc ... */
const char *vct_own_kernel(void)
{
	const char *own = marked("/proc/version", "(verbs-cts@");

	return *own ? own : marked("/sys/module/rdma_rxe/version", "verbs-cts@");
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
