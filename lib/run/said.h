/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What the kernel says while a check runs many processes: its complaint, or else what it said
 * during the last of them. It is in memory that all processes share, because the lines that one has
 * read the others do not get.
 */
#ifndef VCT_SAID_H
#define VCT_SAID_H

#include <stdbool.h>

/* Before the processes are forked. */
void vct_said_forget(void);
/* In any of them: true if the kernel has complained since the last call in any of them. */
bool vct_said_complaint(void);
/* When they have ended. */
const char *vct_said_lines(void);

#endif
