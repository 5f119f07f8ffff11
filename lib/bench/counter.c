// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads counters in sysfs. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "counter.h"

/* Counters of the side that lacks the receive come first. */
static const char *const names[] = {
	"send_rnr_err",      /* rxe: RNR NAKs sent */
	"out_of_buffer",     /* mlx5: messages that found no WQE */
	"rcvd_rnr_err",      /* rxe: RNR NAKs received */
	"rnr_nak_retry_err", /* mlx4, mlx5: RNR NAKs received */
	"rnr_naks_rcvd",     /* bnxt_re */
};

static int64_t read_one(const struct vct_device *dev, const char *name)
{
	char path[192];
	int64_t value = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s/ports/%u/hw_counters/%s", dev->name,
		 dev->port, name);
	f = fopen(path, "re");
	if (!f)
		return -1;
	if (fscanf(f, "%" SCNd64, &value) != 1)
		value = -1;
	fclose(f);
	return value;
}

const char *bench_rnr_counter(const struct vct_device *dev)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!dev->user_space && read_one(dev, names[i]) >= 0)
			return names[i];
	return NULL;
}

int64_t bench_rnr_read(const struct vct_device *dev)
{
	const char *name = bench_rnr_counter(dev);

	return name ? read_one(dev, name) : -1;
}
