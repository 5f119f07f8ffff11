/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* For which profiles (lib/check/profile.h) a run has evidence. */
#ifndef VCT_RECORD_PROFILE_H
#define VCT_RECORD_PROFILE_H

#include <libxml/tree.h>

/* Adds to results.xml a <profile> element for each profile, in place of those that it has. */
void vct_settle_profiles(xmlNode *results);

#endif
