// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* perf_event_open(2) */
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cycles.h"

int bench_cycles_open(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t bench_cycles_read(int counter)
{
	uint64_t cycles;

	return counter >= 0 && read(counter, &cycles, sizeof(cycles)) == sizeof(cycles) ? cycles
											: 0;
}
