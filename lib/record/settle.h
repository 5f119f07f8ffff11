/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What follows from the verdicts of a run: what became of each promise, profiles, and groups. */
#ifndef VCT_SETTLE_H
#define VCT_SETTLE_H

#include <libxml/tree.h>

/* Whether a promise is kept: what comes later outweighs what comes earlier. */
enum vct_kept {
	VCT_KEPT_SKIPPED,
	VCT_KEPT_UNKNOWN,
	VCT_KEPT,
	VCT_KEPT_WAIVED,
	VCT_KEPT_BROKEN,
	VCT_KEPTS,
};
const char *vct_kept_name(enum vct_kept kept); /* the attribute `outcome` of a <promise> */

/*
 * Sets the outcome of each promise, from the checks that cite it. It is "broken" if a check failed
 * at it; else "waived" if a waiver lists that; else "kept" if a check that cites it passed. Else it
 * is "unknown" if one came to no verdict on it; else "skipped". Then adds the profiles (profile.h)
 * and the groups of red checks (groups.h).
 */
void vct_settle(xmlNode *results);

/*
 * What the reports of several runs say of one, as attributes: `known`, the checks that are WAIVED,
 * and `until`, when the first of their waivers ends; of the promises those that are `kept`, those
 * that are `broken`, waived or not, and of these those of level `must`; `ends`, the checks in which
 * the kernel died. Without promises in a record of an older version.
 */
void vct_settle_answers(xmlNode *to, const xmlNode *results);

#endif
