// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sets of verdicts and outcomes. */
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "tally.h"

enum { STEP = 1024 };

static void free_device(struct fleet_device *d)
{
	for (size_t i = 0; i < d->n_tasks; i++)
		free(d->tasks[i]);
	free(d->tasks);
	free(d->name);
	free(d->driver);
	free(d->fw);
	free(d->kernel);
	free(d->rdma_core);
	free(d->verdicts);
	free(d->outcomes);
}

void fleet_tally_free(struct fleet_tally *tally)
{
	for (size_t i = 0; i < tally->n_devices; i++)
		free_device(&tally->devices[i]);
	for (size_t i = 0; i < tally->n_gaps; i++) {
		free(tally->gaps[i].path);
		free(tally->gaps[i].why);
	}
	free(tally->devices);
	free(tally->gaps);
	free(tally->folder);
	pthread_mutex_destroy(&tally->mutex);
}

void fleet_tally_gap(struct fleet_tally *tally, const char *device, const char *task,
		     const char *why)
{
	tally->gaps = vct_resize(tally->gaps, tally->n_gaps + 1, sizeof(*tally->gaps));
	tally->gaps[tally->n_gaps++] =
		(struct fleet_gap){ vct_format("%s/%s", device, task), vct_copy(why) };
}

/* Makes room for an index, and zeroes it. */
static void *grown(void *list, size_t *n, size_t index, size_t size)
{
	size_t wanted = (index / STEP + 1) * STEP;

	if (index < *n)
		return list;
	list = vct_resize(list, wanted, size);
	memset((char *)list + *n * size, 0, (wanted - *n) * size);
	*n = wanted;
	return list;
}

void fleet_add_verdicts(struct fleet_device *device, size_t check, unsigned int verdicts)
{
	device->verdicts =
		grown(device->verdicts, &device->n_verdicts, check, sizeof(*device->verdicts));
	device->verdicts[check] |= (uint16_t)verdicts;
}

void fleet_add_outcome(struct fleet_device *device, size_t promise, enum vct_kept outcome)
{
	device->outcomes =
		grown(device->outcomes, &device->n_outcomes, promise, sizeof(*device->outcomes));
	device->outcomes[promise] |= (uint8_t)(1U << outcome);
}

unsigned int fleet_verdicts_of(const struct fleet_device *device, size_t check)
{
	return check < device->n_verdicts ? device->verdicts[check] & ~FLEET_SOMETIMES : 0;
}

unsigned int fleet_judged(const struct fleet_device *device)
{
	unsigned int n = 0;

	for (size_t i = 0; i < device->n_verdicts; i++)
		n += (fleet_verdicts_of(device, i) & ~(1U << VCT_SKIP | 1U << VCT_NOTRUN)) != 0;
	return n;
}

unsigned int fleet_compared_of(const struct fleet_device *device, size_t check)
{
	unsigned int set = check < device->n_verdicts ? device->verdicts[check] : 0;

	return set & FLEET_SOMETIMES
		       ? (set & ~(FLEET_SOMETIMES | 1U << VCT_WAIVED)) | 1U << VCT_PASS
		       : set;
}

enum vct_verdict fleet_worst(unsigned int verdicts)
{
	static const enum vct_verdict order[] = {
		VCT_KERNEL, VCT_CRASH,  VCT_TIMEOUT, VCT_FAIL, VCT_BROKEN, VCT_BLOCKED,
		VCT_XPASS,  VCT_WAIVED, VCT_PASS,    VCT_SKIP, VCT_NOTRUN,
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (verdicts & 1U << order[i])
			return order[i];
	return VCT_VERDICTS;
}

enum vct_kept fleet_outcome_of(const struct fleet_device *device, size_t promise)
{
	unsigned int set = promise < device->n_outcomes ? device->outcomes[promise] : 0;

	for (unsigned int i = VCT_KEPTS; i--;)
		if (set & 1U << i)
			return i;
	return VCT_KEPTS;
}
