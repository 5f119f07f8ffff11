/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What checks that passed did not use, seen when they ran on the device under test alone, with the
 * chosen address. */
#ifndef VCT_LINKLESS_H
#define VCT_LINKLESS_H

#include "../../record/results.h"

/* A check came to a verdict. */
void vct_apart_heed(const struct vct_plan *plan, const struct vct_outcome *o);
/* The check makes no link that can be apart. */
bool vct_apart_is_linkless(const struct vct_plan *plan, const struct vct_case *c);
/* The check uses nothing of the address in which the case's column differs. */
bool vct_apart_is_independent(const struct vct_plan *plan, const struct vct_case *c);

#endif
