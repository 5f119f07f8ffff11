/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Which promise the verdict of a check concerns. */
#ifndef VCT_STAKE_H
#define VCT_STAKE_H

#include <libxml/tree.h>

/* The promise that a check failed at: that of its reason, else that of its waiver; "": none. */
const char *vct_promise_at_stake(const xmlNode *check);

#endif
