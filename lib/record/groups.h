/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The groups of red checks: a device with many faults has hundreds of red checks and few causes.
 *
 * What a check may have in common with others is in groups.c; one that is BLOCKED has what the
 * check has that blocks it. The trait that most of the checks have is the first group, and explains
 * them; the trait that most of the rest have is the next, and so on (a greedy set cover), until
 * each check is in one group. Checks that prevent conformance come first; deviations from promises
 * that are not of level must are grouped after them; last come those of both that a waiver knows
 * from another version, by the waiver.
 */
#ifndef VCT_GROUPS_H
#define VCT_GROUPS_H

#include <libxml/tree.h>

/*
 * Adds to a <results> its elements <group>, the largest first, and to each red check the number of
 * its group. Replaces those that it has.
 */
void vct_group_reds(xmlNode *results);

#endif
