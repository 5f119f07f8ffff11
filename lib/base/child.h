/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Runs other programs, and other commands of this program, each as a process of its own. */
#ifndef VCT_CHILD_H
#define VCT_CHILD_H

/* The path of this program. */
#define VCT_THIS_PROGRAM "/proc/self/exe"

/*
 * Runs the program, which is looked for as the shell does, and waits until it ends. `words`: its
 * name and its arguments. The descriptors become its standard input, output and error; -1: those of
 * this process. Signals that end this process are passed on. Returns the exit status; -1: it could
 * not be started, or died; errno is 0 if it died.
 */
int vct_child_run(const char *program, char *const *words, int in, int out, int error);

#endif
