/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Words for what a judgement compares, made of the text of its C expressions. Private to the
 * library. */
#ifndef VCT_SAY_H
#define VCT_SAY_H

#include <stddef.h>

/*
 * The name of a value: "srq_limit" of "srq_query(l.srq).srq_limit", "what ibv_poll_cq returned" of
 * "vct_poll_cq(cq, 1, wc)".
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
/* The object or address: "srq0", "NULL", "another address". */
const char *vct_say_pointer(const void *pointer);

#endif
