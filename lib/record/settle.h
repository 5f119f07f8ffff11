/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What became of each promise in a run: the attribute outcome of <promise> in results.xml. */
#ifndef VCT_SETTLE_H
#define VCT_SETTLE_H

#include <libxml/tree.h>

/*
 * Sets the outcome of each promise, from the checks that cite it: "broken" if a check failed at it;
 * else "waived" if a waiver lists that; else "kept" if a check that cites it passed; else "unknown"
 * if one came to no verdict on it; else "skipped". Then adds the profiles (profile.h).
 */
void vct_settle_promises(xmlNode *results);

#endif
