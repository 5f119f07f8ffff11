/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Runs a function in a process and process group of its own, with a deadline. At the deadline the
 * group is killed; a process that cannot be killed is reported and left behind.
 */
#ifndef VCT_PROCESS_H
#define VCT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

enum vct_ending {
	VCT_ENDED,      /* the function returned */
	VCT_EXITED,     /* the process exited with a status other than 0 */
	VCT_SIGNALED,   /* a signal ended it */
	VCT_LATE,       /* killed at its deadline */
	VCT_UNKILLABLE, /* still there 2 s after it was killed at its deadline */
	VCT_STOPPED,    /* killed because a signal told the program to stop */
	VCT_UNBORN,     /* the system could not make a process */
};

struct vct_process {
	enum vct_ending ending;
	int code;       /* the exit status, the number of the signal, or the errno of fork() */
	double late_ms; /* how late the machine was meanwhile (lateness.h) */
	double seconds; /* after which it was killed, if it was */
};

/* Runs function(argument) for at most `seconds`. */
struct vct_process vct_process_watch(void (*function)(void *), void *argument, double seconds);

/*
 * vct_process_watch() that does not kill a process that goes on: at the deadline it has as long
 * again if progress(argument) gives another number than a moment ago, four times at most. A machine
 * that does much else makes a process slow, and not only late.
 */
struct vct_process vct_process_follow(void (*function)(void *), void *argument, double seconds,
				      unsigned long (*progress)(const void *));

/*
 * As vct_process_watch(), again if it was killed at its deadline while the machine was late. So
 * `argument` must be as good for the next process.
 */
struct vct_process vct_process_retry(void (*function)(void *), void *argument, double seconds);

/*
 * From now on SIGINT, SIGTERM and SIGHUP only set the return value of vct_stop_signal(), or, if the
 * process that is watched has sent them, that of vct_refused_signal().
 */
void vct_catch_signals(void);
/* Passes them on to this process, too; 0: to none. */
void vct_pass_signals_to(pid_t pid);
int vct_stop_signal(void);    /* the signal that told the program to stop, or 0 */
int vct_refused_signal(void); /* the last one since the last call, or 0 */

#endif
