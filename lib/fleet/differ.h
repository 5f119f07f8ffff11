/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What deviates, what changed since the round before, and what is not the same in all results. */
#ifndef VCT_FLEET_DIFFER_H
#define VCT_FLEET_DIFFER_H

#include <libxml/tree.h>

#include "tally.h"

/*
 * Adds a <deviation> for each check and verdict that is not good, those of most devices first; a
 * <change> for each check and kind of change, the worst kind first; an <unstable> for each check
 * that has several verdicts on one device in this round. `before`: NULL: there is none.
 */
void fleet_add_rows(xmlNode *root, const struct fleet_tally *now, const struct fleet_tally *before);

#endif
