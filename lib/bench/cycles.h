/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* CPU cycles and instructions of this thread in user space, if the kernel and the CPU count them.
 */
#ifndef BENCH_CYCLES_H
#define BENCH_CYCLES_H

#include <stdint.h>

int bench_cycles_open(void); /* -1: there is no counter */
int bench_instructions_open(void);
uint64_t bench_counter_read(int counter); /* 0 if `counter` is -1 */

#endif
