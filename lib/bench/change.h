/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The instructions per WR of two stacks. */
#ifndef BENCH_CHANGE_H
#define BENCH_CHANGE_H

#include <libxml/tree.h>

/*
 * Adds <instructions old="" new="" ratio="" verdict=""/>, unless one of them was not counted (below
 * 0). They repeat exactly, therefore 1 % is a change.
 */
void bench_add_change(xmlNode *parent, double old, double new);

#endif
