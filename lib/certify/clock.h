/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The clocks of the machine during a certification: the file "clock" of a bundle, with a line for
 * the begin and the end of each run,
 *
 *	run-1 begin TAB seconds since 1970 TAB seconds since the boot
 *
 * If the difference of the two clocks changes, somebody has set the clock, or the machine was
 *booted again: then a line "resumed" precedes what follows, with the same values.
 */
#ifndef VCT_CERTIFY_CLOCK_H
#define VCT_CERTIFY_CLOCK_H

#include <stdio.h>

enum { VCT_CLOCK_SLACK = 2 }; /* seconds; the daemons that adjust clocks change less */

struct vct_moment {
	double real, up; /* seconds since 1970, and since the boot */
};
struct vct_span {
	struct vct_moment begin, end;
	unsigned int boots[2]; /* how often the machine had been booted again before each */
};

/* `what`: "begin" or "end" */
void vct_clock_tell(FILE *f, size_t run, const char *what);
void vct_clock_tell_resumed(FILE *f);
/* Finds the times of a run. -1: they are not there. */
int vct_clock_find(const char *clock, size_t run, struct vct_span *span);

#endif
