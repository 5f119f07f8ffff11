/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* For checks that would harm the machine of the person who runs them: they are for guests only. */
#ifndef CHECKS_GUEST_H
#define CHECKS_GUEST_H

#include <stdio.h>
#include <string.h>

#include "../../suites/vct.h"

/* The command line of a guest's kernel says so (fixtures/guest); a variable could be left over. */
static inline bool is_guest(void)
{
	FILE *f = fopen("/proc/cmdline", "re");
	char line[4096] = "";
	bool is;

	if (!f)
		return false;
	line[fread(line, 1, sizeof(line) - 1, f)] = '\0'; /* it may have line breaks */
	is = strstr(line, " VCT_GUEST=");
	fclose(f);
	return is;
}

/* The first line of such a check. Elsewhere it is BROKEN. */
#define ONLY_IN_A_GUEST() SETUP(is_guest())

#endif
