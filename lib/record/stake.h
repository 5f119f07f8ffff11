/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Which promises the verdict of a check concerns. */
#ifndef VCT_STAKE_H
#define VCT_STAKE_H

#include <libxml/tree.h>

/* The promise that a check failed at: that of its reason, else that of its waiver; "": none. */
const char *vct_promise_at_stake(const xmlNode *check);
/*
 * Calls heed(context, check, id, failed) for each promise that the check judged; failed is the
 * promise at stake. Random use judges only some of the promises that it cites.
 */
typedef void vct_judged_fn(void *context, const xmlNode *check, const char *id, const char *failed);
void vct_each_judged(const xmlNode *check, vct_judged_fn *heed, void *context);

#endif
