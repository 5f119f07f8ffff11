/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Threads that repeatedly start the same work at the same time. The caller is one of them. */
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <stdint.h>

#include "machine.h"

struct bench_team;

struct bench_team *bench_team_make(unsigned int threads, const struct bench_machine *machine);
/* All threads call work(argument, who), with who from 0 to threads-1. Returns the ns from the
 * first begin to the last end. */
uint64_t bench_team_do(struct bench_team *team, void (*work)(void *argument, unsigned int who),
		       void *argument);
void bench_team_free(struct bench_team *team);

/* Waits a moment for another thread; it gives up the CPU if there are fewer CPUs than threads. */
void bench_relax(const struct bench_machine *machine, unsigned int threads);

#endif
