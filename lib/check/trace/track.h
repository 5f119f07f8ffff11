/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The objects that a check has made, and the trace of the verbs that it has called. Private to the
 * library: verbs.c adds to both, body.c releases the objects.
 */
#ifndef VCT_TRACK_H
#define VCT_TRACK_H

#include <errno.h>

#include "../judge.h"
#include "line.h"

/* Sets the evidence that the trace is written to; call it before the first verb. */
void vct_trace_to(struct vct_evidence *evidence);
/*
 * In the process from which those of the checks are forked: they inherit how long a tick is, and so
 * do not read the clock for each of their longest steps.
 */
void vct_trace_learn_rate(void);
/* Adds a line to the trace: "ibv_query_srq(srq0) = 0 {...}". Safe in any thread; keeps errno. */
void vct_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));
/*
 * Calls a verb that sets errno when it fails. No verb sets errno to 0, so what an earlier call has
 * left is never taken for the answer of this one.
 */
#define ANEW(call_) (errno = 0, (call_))
/* "22 EINVAL" or "was not set": errno after such a call that failed; valid as vct_errno_text(). */
const char *vct_errno_said(void);
/* The lines of this thread end with "  [what]" from now on; NULL: no longer. */
void vct_trace_as(const char *what);
const char *vct_traced_as(void);

/*
 * Adds an object that was made. The trace calls it kind0, kind1, ...; `undo` releases it and
 * returns 0 or an errno value, and `verb` is the name of `undo` in the trace.
 */
void vct_track(void *object, const char *kind, const char *verb, int (*undo)(void *));
/* The number of objects that are there and that `verb` releases. */
unsigned int vct_tracked_of(const char *verb);
/* The object has been released. */
void vct_untrack(void *object);
/* The verb that made an object that is there; NULL if it is not there, or is not plain. */
const char *vct_made_by(const void *object);
/* What the verb made is used in another way than others: a region whose addresses begin at 0. */
void vct_is_not_plain(const void *object);
/* The name of an object: "srq0"; "NULL"; "?" if it was never added. */
const char *vct_name(const void *object);

/* The number of objects added so far; and, for a new process after fork(), forgetting them all. */
size_t vct_tracked(void);
void vct_forget_tracked(void);

/*
 * Undoes what is left, latest first. Returns the number of releases that failed and describes the
 * first in `what`, and as a building block in *block (if not NULL).
 */
unsigned int vct_release_all(char *what, size_t size, enum vct_block *block);

#endif
