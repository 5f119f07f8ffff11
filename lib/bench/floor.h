/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The floor: the least time that posting can take. A list is passed by one indirect call, as in
 * every verb, to a function that writes as many bytes of WQEs as the device's driver into a ring of
 * the same size, and announces them by a store after a barrier. There are no locks, no checks and
 * no device.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <infiniband/verbs.h>

struct bench_floor;

/* `queue`: the number of WRs that the ring holds. */
struct bench_floor *bench_floor_make(const char *driver, unsigned int queue, unsigned int sges);

/* Posts the list `calls` times. */
void bench_floor_fill(struct bench_floor *ring, struct ibv_recv_wr *list, unsigned int calls);

#endif
