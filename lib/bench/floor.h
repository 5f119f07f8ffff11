/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The floor: what posting cannot be cheaper than. A list goes through one indirect call, as every
 * verb does, to a function that writes WQEs of the bytes that the device's driver writes into a
 * ring of the same size and tells of them by a store behind a barrier. No lock, no check, no
 * device.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <infiniband/verbs.h>

struct bench_floor;

struct bench_floor *bench_floor_make(const char *driver, unsigned int queue, unsigned int sges);
void bench_floor_free(struct bench_floor *ring);
/* Bytes of a WQE with that many SGEs. */
unsigned int bench_floor_bytes(const char *driver, unsigned int sges);

/* `calls` lists. */
void bench_floor_fill(struct bench_floor *ring, struct ibv_recv_wr *list, unsigned int calls);

#endif
