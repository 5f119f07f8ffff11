/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Runs other commands of this program, each as a process of its own. */
#ifndef VCT_CHILD_H
#define VCT_CHILD_H

/*
 * Runs this program with the words, of which the first is "verbs-cts", and waits until it ends.
 * Standard output goes to the file `out`, if that is not NULL; signals that end this process are
 * passed on. Returns the exit status, or -1 if the process could not be started or died.
 */
int vct_child_run(char *const *words, const char *out);

#endif
