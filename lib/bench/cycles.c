// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* perf_event_open(2) */
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cycles.h"

static int counter_open(uint64_t what)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = what,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

int bench_cycles_open(void)
{
	return counter_open(PERF_COUNT_HW_CPU_CYCLES);
}

int bench_instructions_open(void)
{
	return counter_open(PERF_COUNT_HW_INSTRUCTIONS);
}

uint64_t bench_counter_read(int counter)
{
	uint64_t count;

	return counter >= 0 && read(counter, &count, sizeof(count)) == sizeof(count) ? count : 0;
}
