/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * What a check has made and what it has called. Private to the library: verbs.c writes to it,
 * judge.c releases by it.
 */
#ifndef VCT_TRACK_H
#define VCT_TRACK_H

#include "judge.h"

/* Where the trace goes; set once, before the first verb. */
void vct_trace_to(struct vct_evidence *evidence);
/* One verb, as it is to be read: "ibv_query_srq(srq0) = 0 {...}". Any thread may call it. */
void vct_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* `object`, called kind0, kind1, ... in the trace, was made and is undone by `undo`, named `verb`.
 */
void vct_track(void *object, const char *kind, const char *verb, int (*undo)(void *));
void vct_untrack(void *object);
const char *vct_name(const void *object); /* "srq0"; "NULL"; "?" */

/* How much was made so far; and, in a process that has none of it, that nothing was. */
size_t vct_tracked(void);
void vct_forget_tracked(void);

/*
 * Undoes what is left, latest first. Returns the number of releases that failed and describes the
 * first in `what`.
 */
unsigned int vct_release_all(char *what, size_t size);

#endif
