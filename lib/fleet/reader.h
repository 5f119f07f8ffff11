/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Reads a results.xml once, from its beginning to its end, into a tally. */
#ifndef VCT_FLEET_READER_H
#define VCT_FLEET_READER_H

#include "tally.h"

/* Adds the results of a task of a device to the tally; a file that is damaged becomes a gap. */
void fleet_read(struct fleet_tally *tally, size_t device, size_t task);

#endif
