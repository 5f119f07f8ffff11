/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The machine it runs on, and what it may use of it. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_CPUS = 1024 };

struct bench_machine {
	char cpu[128];                         /* "Intel(R) Xeon(R) Processor" */
	char governor[32];                     /* "performance"; "unknown" */
	bool is_virtual;                       /* the CPU tells of a hypervisor */
	bool counts_cycles;                    /* perf_event_open() has CPU cycles */
	double load;                           /* 1 minute load average, when asked */
	unsigned int cpus[BENCH_CPUS], n_cpus; /* those that may be used, in the order of --pin */
	bool pinned;
};

/* `pin`: a list as taskset(1) takes it ("0,2-3"), or NULL. Returns NULL, or what is wrong with it.
 */
const char *bench_machine_look(struct bench_machine *machine, const char *pin);

/*
 * Puts the calling thread, the `who`-th of `of` that measure, on its CPU. Threads that spin get one
 * each also where they are not pinned, for a scheduler may leave two on one CPU for longer than a
 * measurement takes; a single one goes where it likes.
 */
void bench_pin(const struct bench_machine *machine, unsigned int who, unsigned int of);

/* The time of all CPUs that a hypervisor has taken so far, and all of it, in some unit. */
struct bench_time {
	double stolen, all;
};
struct bench_time bench_machine_time(void);

#endif
