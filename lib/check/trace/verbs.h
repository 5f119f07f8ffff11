/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The verbs that a check may call, each under its own name with vct_ in place of ibv_. Arguments,
 * return value and errno are those of the verb (section 3 of the manual). In addition, the call and
 * its result are written to the evidence, and an object that was made and is not released by the
 * check is released at its end. lib/verbs/table.h describes each verb.
 */
#ifndef VCT_VERBS_H
#define VCT_VERBS_H

#include <infiniband/verbs.h>
#include <stdbool.h>

#include "../../verbs/row.h"

/* Declares vct_name() for each verb of the table that has a wrapper. */
#define VCT_DECLARE(verb_) VERB_PICK(VCT_DECLARE_, verb_)
#define VCT_DECLARE_(verb_, place_, way_, extra_, type_, arguments_)                               \
	VCT_DECLARE_##way_(type_ vct_##verb_(VERB_PARAMETERS(arguments_));)
#define VCT_DECLARE_MAKES(...)           __VA_ARGS__
#define VCT_DECLARE_ENDS(...)            __VA_ARGS__
#define VCT_DECLARE_ENDS_MUTELY(...)     __VA_ARGS__
#define VCT_DECLARE_ERRNO(...)           __VA_ARGS__
#define VCT_DECLARE_FAR_ERRNO(...)       __VA_ARGS__
#define VCT_DECLARE_EXPORTS(...)         __VA_ARGS__
#define VCT_DECLARE_MINUS(...)           __VA_ARGS__
#define VCT_DECLARE_NUMBER(...)          __VA_ARGS__
#define VCT_DECLARE_NUMBER_OR_MINUS(...) __VA_ARGS__
#define VCT_DECLARE_MUTE(...)            __VA_ARGS__
#define VCT_DECLARE_BUILDS(...)          __VA_ARGS__
#define VCT_DECLARE_READS(...)           __VA_ARGS__
#define VCT_DECLARE_TELLS_TIME(...)      __VA_ARGS__
#define VCT_DECLARE_BY_HAND(...)         __VA_ARGS__
#define VCT_DECLARE_UNTRACED(...)
ALL_VERBS(VCT_DECLARE)

/* The CQ of which ibv_start_poll has begun a batch that has not ended; or NULL. */
struct ibv_cq_ex *vct_in_batch(void);
/* Traces these bytes, as the check found them. */
void vct_trace_memory(const void *at, size_t n);
/* True if the memory has the expected bytes; traces what it has if not. */
bool vct_memory_is(const void *at, const void *expected, size_t n);

/*
 * For the library: the CQ and the address handle of a far sender (far.h). All that uses this CQ is
 * made on the far side, too.
 */
struct ibv_cq *vct_create_far_cq(int cqe);
struct ibv_ah *vct_create_far_ah(struct ibv_ah_attr *attr);

/* For the library: traces that this event, or a completion, was waited for in vain. */
void vct_trace_no_event(struct ibv_context *context, enum ibv_event_type type, const void *object);
void vct_trace_no_completion(struct ibv_cq *cq);
/* For the library, after the end of a check: acknowledges all events that the check got and did not
 * acknowledge, because the release of their objects would wait for that. */
void vct_ack_outstanding(void);
void vct_ack_outstanding_cq_events(void);

#endif
