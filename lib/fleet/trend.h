/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* How the rates of the benchmark change from round to round. */
#ifndef VCT_FLEET_TREND_H
#define VCT_FLEET_TREND_H

#include <libxml/tree.h>

/*
 * Adds a <trend> for each point that a bench.xml of the rounds has, up to the round `last`: the
 * median over the devices in each round; and a <rate> for each device and point.
 */
void fleet_add_trends(xmlNode *root, const char *results, unsigned int last);

#endif
