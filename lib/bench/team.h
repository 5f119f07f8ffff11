/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Threads that start the same work at the same time, over and over. The caller is one of them. */
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <stdint.h>

#include "machine.h"

struct bench_team;

struct bench_team *bench_team_make(unsigned int threads, const struct bench_machine *machine);
/* All do work(argument, who), who being 0..threads-1. Returns the ticks from the first one's begin
 * to the last one's end. */
uint64_t bench_team_do(struct bench_team *team, void (*work)(void *argument, unsigned int who),
		       void *argument);
unsigned int bench_team_size(const struct bench_team *team);
/* Times that one of them was preempted so far. */
uint64_t bench_team_switches(struct bench_team *team);
void bench_team_free(struct bench_team *team);

/* Between two looks at what another thread is to change: the CPU is left to it where there are not
 * enough for all. */
void bench_relax(const struct bench_machine *machine, unsigned int threads);

#endif
