/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What of the checks of a fleet is worth a line: deviations, changes, verdicts that are not stable.
 */
#ifndef VCT_FLEET_DIFFER_H
#define VCT_FLEET_DIFFER_H

#include <libxml/tree.h>

#include "tally.h"

/* A <deviation> for each check and verdict that is not good, those of most devices first. */
void fleet_add_deviations(xmlNode *root, const struct fleet_tally *now);
/* A <change> for each check and kind of change since the round before, the worst kind first. */
void fleet_add_changes(xmlNode *root, const struct fleet_tally *now,
		       const struct fleet_tally *before);
/* An <unstable> for each check that has several verdicts on one device in one round. */
void fleet_add_unstable(xmlNode *root, const struct fleet_tally *now);

#endif
