/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The pages of the report of a fleet: a short one, and those with the details that it links to. */
#ifndef VCT_FLEET_PAGES_H
#define VCT_FLEET_PAGES_H

#include <libxml/tree.h>

#include "tally.h"

/*
 * Writes index.html; devices-N.html, with a part of the devices each; checks-SUITE.html, with what
 * is known of the checks of a suite; rates.html. `doc` has no devices yet. -1: errno
 */
int fleet_pages(const struct fleet_tally *now, xmlDoc *doc, const char *out);

#endif
