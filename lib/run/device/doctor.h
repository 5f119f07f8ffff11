/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* verbs-cts doctor: all that a run needs of a device and its machine, a line each. */
#ifndef VCT_DOCTOR_H
#define VCT_DOCTOR_H

#include "choose.h"

/*
 * Prints the lines. The device is asked in processes of their own, each with a deadline of
 * `seconds`. True: a run can start.
 */
bool vct_doctor(const struct vct_wish *wish, double seconds);

#endif
