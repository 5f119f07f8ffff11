/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The plan is the same in every certification, so that nothing is left to whoever makes it. */
#ifndef VCT_CERTIFY_PLAN_H
#define VCT_CERTIFY_PLAN_H

enum { VCT_PASSES = 3, VCT_ORDER_SEED = 15, MOST_RUNS = 12 };
/* On an HCA that is a program, whose guest may have emulated CPUs. */
#define VCT_MORE_TIME "--slow=4"

#endif
