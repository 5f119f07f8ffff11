/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The machine, and the CPUs that the benchmark may use. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_CPUS = 1024 };

struct bench_machine {
	char cpu[128];                         /* "Intel(R) Xeon(R) Processor" */
	char governor[32];                     /* "performance"; "unknown" */
	bool is_virtual;                       /* the CPU reports a hypervisor */
	double load;                           /* 1 minute load average at the start */
	unsigned int cpus[BENCH_CPUS], n_cpus; /* those that may be used, in the order of --pin */
	bool pinned;
};

/* `pin`: a list of CPUs as for taskset(1) ("0,2-3"), or NULL. Returns NULL, or what is wrong with
 * it.
 */
const char *bench_machine_look(struct bench_machine *machine, const char *pin);

/*
 * Binds the calling thread, number `who` of `of` measuring threads, to its CPU. Without --pin,
 * several threads are bound to different CPUs, too, because they spin, and a scheduler may leave
 * two of them on one CPU for longer than a measurement takes. A single thread may use all of them.
 */
void bench_pin(const struct bench_machine *machine, unsigned int who, unsigned int of);

#endif
