/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Makes fleet.xml (reports/fleet.rng) of the tallies of two rounds. */
#ifndef VCT_FLEET_DOCUMENT_H
#define VCT_FLEET_DOCUMENT_H

#include <libxml/tree.h>

#include "tally.h"

enum { FLEET_ON_A_PAGE = 200 }; /* devices on each page of them */

/* All of fleet.xml but its devices. `before`: the round before; NULL: there is none. */
xmlDoc *fleet_document(const struct fleet_tally *now, const struct fleet_tally *before);
/* Adds a <device> element for each device from `first` to `end`. */
void fleet_add_devices(xmlNode *parent, const struct fleet_tally *now, size_t first, size_t end);
/* All results of the device conform, and none is missing. */
bool fleet_conforms(const struct fleet_device *device);

#endif
