/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* How long limit events take with one message under way at a time. */
#ifndef BENCH_LONE_H
#define BENCH_LONE_H

#include "sender.h"

/* For about `ns`; no thread of the receiver or of the sender runs. */
void bench_lone_events(struct receiver *r, struct sender *s, double ns);

#endif
