/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A function in a process (and process group) of its own, with a deadline. The group is killed when
 * the deadline passes; a process that cannot be killed is reported and left behind.
 */
#ifndef VCT_PROCESS_H
#define VCT_PROCESS_H

#include <stdbool.h>

enum vct_ending {
	VCT_ENDED,    /* it returned */
	VCT_EXITED,   /* it left by exit() with a status other than 0 */
	VCT_SIGNALED, /* a signal ended it */
	VCT_LATE,     /* killed at its deadline */
	VCT_UNKILLABLE,
	VCT_STOPPED, /* killed because a signal told the program to stop */
};

struct vct_process {
	enum vct_ending ending;
	int code; /* exit status, or the signal */
};

/* Runs function(argument) to its end or for `seconds`. */
struct vct_process vct_process_watch(void (*function)(void *), void *argument, double seconds);
/* The same where only the ending matters: did it end before the deadline? */
bool vct_process_run(void (*function)(void *), void *argument, double seconds);

/* From here on SIGINT, SIGTERM and SIGHUP are only noted: see vct_stop_signal. */
void vct_catch_signals(void);
int vct_stop_signal(void); /* the signal that told the program to stop, or 0 */

#endif
