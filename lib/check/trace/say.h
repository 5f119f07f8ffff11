/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Words for what a judgement compares, made of the text of its C expressions. Private to the
 * library. */
#ifndef VCT_SAY_H
#define VCT_SAY_H

#include <stdbool.h>
#include <stddef.h>

/* The words of NAMED("words", value); false: it has none. */
bool vct_say_named(const char *expression, char *name, size_t size);
/* The name of `ret`, with the verb. */
#define VCT_RETURNED "what %s returned"
/*
 * The name of a value: "srq_limit" of "srq_query(l.srq).srq_limit", "what ibv_poll_cq returned" of
 * "vct_poll_cq(cq, 1, wc)", the words of NAMED("words", value). "the value" of all else: the name
 * has no C, and harness/test_evidence.py finds the judgements that need NAMED.
 */
void vct_say_name(const char *expression, char *name, size_t size);
/*
 * The value, and its identifier where it has one: "5 IBV_WC_WR_FLUSH_ERR". Which enum the
 * identifier is of is seen from `expected`, with which the value is compared, or from the name.
 */
void vct_say_value(long long value, const char *name, const char *expected, char *text,
		   size_t size);
/* The verb that was the last to return this, "ibv_modify_srq"; "the call" if that is not known. */
void vct_say_verb(const char *returned, char *verb, size_t size);
/* "IBV_EVENT_SRQ_LIMIT_REACHED". */
const char *vct_say_event(int type);
/* "after ibv_modify_qp returned 22 EINVAL": the last call of the trace. */
void vct_say_when(char *text, size_t size);
/* The name of the object, "srq0"; or these words if it has none. */
const char *vct_say_object(const void *object, const char *otherwise);
/* The object or address: "srq0", "NULL", "another address". */
const char *vct_say_pointer(const void *pointer);

#endif
