/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Counters of messages that found no receive: hw_counters of a port in sysfs. */
#ifndef BENCH_COUNTER_H
#define BENCH_COUNTER_H

#include <stdint.h>

#include "../check/device.h"

/* The counter's name, "send_rnr_err"; NULL: the driver has none. */
const char *bench_rnr_counter(const struct vct_device *dev);
int64_t bench_rnr_read(const struct vct_device *dev); /* -1: there is no counter */

#endif
