/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A process that measures what it is asked to: a side of a duel, or a repetition of a benchmark. It
 * reads a request from each line of standard input, and answers on standard output; the words of
 * its first lines are separated by tabs:
 *
 *   (at its start)     side 2 DEVICE DRIVER KERNEL RDMA-CORE    2 is the version of this protocol
 *                      point NAME WHAT                          for each point, with its parameters
 *                      lacks NAME REASON                        for each point that it cannot
 * measure ready measure NAME NS    ns 3.1416                                time per WR, from a
 * block of NS ns floor NAME NS      ns 1.618                                 the same, of the floor
 *   count              counted perf|callgrind, or: uncounted REASON
 *                      instructions NAME 12.5                   per WR, for each point
 *                      ready
 *   again              ready                                    from a new process in its place
 *
 * A verb that fails is answered by `failed REASON`; the side then ends with exit code 1.
 */
#ifndef BENCH_SIDE_H
#define BENCH_SIDE_H

#include "plan.h"

#define BENCH_SIDE_VERSION 2

struct bench_side {
	const struct vct_device *dev;
	struct bench_machine machine;
	struct bench_plan plan;
	bool again; /* this is a process in the place of another one */
};

/* Serves until the end of standard input. Returns an exit code. */
int bench_side_serve(struct bench_side *side);

#endif
