/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Where a process of a check was when a signal ended it: the functions that it was in, each with
 * its library, are written to the evidence before the process ends by that signal.
 */
#ifndef VCT_CRASH_H
#define VCT_CRASH_H

/*
 * Handles SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT in this process and in those that are forked
 * from it, on a stack of its own, because the stack may be what has run out. A signal that is
 * handled already, for example by a sanitizer, is left alone.
 */
void vct_crash_watch(void);
/* A stack of its own for this thread. */
void vct_crash_watch_thread(void);
/* Ends this process by the signal that has ended another process of the check, with its evidence.
 */
struct vct_evidence;
void vct_crash_as(const struct vct_evidence *evidence, int signal);

/*
 * The evidence has a line for each function that was called, the innermost first:
 * "mlx5_poll_cq+0x1c of libmlx5.so.1". Returns the first line that is not of the C library, or
 * NULL.
 */
const char *vct_crash_culprit(const char *lines);

#endif
