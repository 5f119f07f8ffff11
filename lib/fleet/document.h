/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Makes fleet.xml (reports/fleet.rng) from the tallies of rounds. */
#ifndef VCT_FLEET_DOCUMENT_H
#define VCT_FLEET_DOCUMENT_H

#include <libxml/tree.h>

#include "tally.h"

/* `before`: the round before; NULL: there is none. `folder`: of all rounds, for their benchmarks.
 */
xmlDoc *fleet_document(const struct fleet_tally *now, const struct fleet_tally *before,
		       const char *folder);

#endif
