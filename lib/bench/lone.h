/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Measures the delay of limit events with a single message in flight at a time. */
#ifndef BENCH_LONE_H
#define BENCH_LONE_H

#include "sender.h"

/* Measures for about `ns`, while no thread of the receiver or of the sender runs. */
void bench_lone_events(struct receiver *r, struct sender *s, double ns);

#endif
