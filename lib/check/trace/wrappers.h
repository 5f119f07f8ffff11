/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the files that call verbs share: how an object is added, released and shown in the trace.
 * Private to the library. */
#ifndef VCT_WRAPPERS_H
#define VCT_WRAPPERS_H

#include <stdatomic.h>

#define IBV_XRC_NO_OLD_NAMES
#include "../../legacy/infiniband/verbs_xrc.h"
#include "../../verbs/row.h"
#include "../far/far.h"
#include "few.h"
#include "text.h"
#include "track.h"

#define ERR(ret_) vct_errno_text(ret_)

/* Release an object, which may be a far one. The wrappers of all verbs that release have these. */
int vct_undo_destroy_qp(void *object);
int vct_undo_destroy_cq(void *object);
int vct_undo_destroy_ah(void *object);

#define TRACK(object_, kind_, undo_, verb_)                                                        \
	do {                                                                                       \
		if (object_)                                                                       \
			vct_track(object_, kind_, verb_, undo_);                                   \
		else                                                                               \
			vct_few_refused(verb_, errno);                                             \
	} while (0)

/* Notes whether the driver lacks a verb: before the line of the call is added to the trace. */
#define ANSWERS(verb_, error_)                                                                     \
	do {                                                                                       \
		static atomic_bool vct_has_worked;                                                 \
		int vct_error = (error_);                                                          \
                                                                                                   \
		if (!atomic_load_explicit(&vct_has_worked, memory_order_relaxed)) {                \
			if (vct_error)                                                             \
				vct_lacks(verb_, vct_error);                                       \
			else                                                                       \
				atomic_store_explicit(&vct_has_worked, true,                       \
						      memory_order_relaxed);                       \
		}                                                                                  \
	} while (0)

/* The legacy verbs: of libibverbs if it still has them, else of lib/legacy. */
extern struct vct_old_verbs {
#define OLD_VERB(verb_) VERB_PICK(OLD_VERB_, verb_)
#define OLD_VERB_(verb_, place_, way_, extra_, type_, arguments_)                                  \
	type_ (*verb_)(VERB_PARAMETERS(arguments_));
	VERBS_OF_OLD(OLD_VERB)
} vct_old_verbs;

/* Ends the line of a builder or setter of ibv_wr_*: with the members of the QP that are new. */
void vct_trace_built(struct vct_text *t, const struct ibv_qp_ex *qp);

#endif
