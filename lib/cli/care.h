/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The options of verbs-cts run that say how it treats the device and its machine. */
#ifndef VCT_CARE_H
#define VCT_CARE_H

#include <argp.h>

#include "../check/device.h"
#include "../run/settings.h"

extern const struct argp care_argp; /* a child parser; its input is a struct vct_care */

/*
 * Ends the program with exit code 2 if others use the device and --shared was not given. Prints who
 * they are, or that the kernel could not be asked.
 */
void refuse_if_others_use(const struct vct_device *dev, const struct vct_care *care);
/*
 * Ends the program with exit code 2 if the environment does not let the device reach itself, and
 * says why. Prints a note if the device itself fails at it: the run finds out more.
 */
void refuse_if_unreachable(const struct vct_device *dev, double seconds);

#endif
