/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Objects that were there before those of a check: a PD, a CQ, a region, a SRQ and a QP, on each of
 * which the plain verbs have been called. The objects of such a check are the second ones of their
 * kind, and what a device keeps in one place for all shows. About half of the checks have them, by
 * their names, if the device has plenty. Nothing judges them, and no trace has them.
 */
#ifndef VCT_NEIGHBOUR_H
#define VCT_NEIGHBOUR_H

#include "../check.h"

/* The check that this process is about to run: they come when it opens the device. */
void vct_neighbours_of(const struct vct_case *c);
/* Before the device is closed. */
void vct_neighbours_go(void);

#endif
