/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a device and its ports say of themselves, by the tables of members.h. */
#ifndef VCT_CLAIMS_H
#define VCT_CLAIMS_H

#include <stdbool.h>

#include "members.h"

/*
 * Whether two answers agree in it. A number of objects may change from one answer to the next, but
 * both have one: the memory of the second was filled with bytes `fill` before.
 */
bool vct_claim_agrees(const struct vct_member *claim, const void *first, const void *second,
		      int fill);

#endif
