/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The memory of the results of a round. It has for each device the verdicts of each check and the
 * outcomes of each promise, as sets of bits, and for each check and verdict the first evidence.
 */
#ifndef VCT_FLEET_TALLY_H
#define VCT_FLEET_TALLY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "../check/judge.h"
#include "../record/settle.h"
#include "names.h"

struct fleet_device {
	char *name; /* of its folder: the target of the plan */
	char **tasks;
	size_t n_tasks;
	unsigned int results, conforming, incomplete, missing;
	char *driver, *fw, *kernel, *rdma_core; /* of its first result; NULL: it has none */
	uint16_t *verdicts;                     /* of each check: a bit for each verdict */
	uint8_t *outcomes;                      /* of each promise: a bit for each outcome */
	size_t n_verdicts, n_outcomes;
};

/* A record that is missing or cannot be read. */
struct fleet_gap {
	char *path, *why;
};

struct fleet_tally {
	struct fleet_names *checks, *promises; /* several rounds have the same ones */
	struct fleet_device *devices;          /* in the order of their names */
	size_t n_devices;
	pthread_mutex_t mutex; /* held by the thread that adds a file */
	struct fleet_gap *gaps;
	size_t n_gaps;
	unsigned int round;
	bool judged; /* the evidence is kept, too; else only the verdicts */
	char *folder;
};

void fleet_tally_free(struct fleet_tally *tally);
void fleet_tally_gap(struct fleet_tally *tally, const char *device, const char *task,
		     const char *why);
/* Add bits of a check or promise. */
void fleet_add_verdicts(struct fleet_device *device, size_t check, unsigned int verdicts);
void fleet_add_outcome(struct fleet_device *device, size_t promise, enum vct_kept outcome);
/* Beside the bits of verdicts: the waiver of WAIVED says that the deviation comes and goes. */
enum { FLEET_SOMETIMES = 1U << 15 };
_Static_assert(1U << VCT_VERDICTS <= FLEET_SOMETIMES, "a verdict has this bit");
/* The set of verdicts; 0: the device has none */
unsigned int fleet_verdicts_of(const struct fleet_device *device, size_t check);
/* How many checks came to a verdict on the device: the others were skipped, or did not run. */
unsigned int fleet_judged(const struct fleet_device *device);
/* The same for comparisons: a deviation that comes and goes is PASS in place of WAIVED. */
unsigned int fleet_compared_of(const struct fleet_device *device, size_t check);
/* The worst verdict of a set; VCT_VERDICTS: the set is empty. */
enum vct_verdict fleet_worst(unsigned int verdicts);
/* The outcome that outweighs the others; VCT_KEPTS: there is none. */
enum vct_kept fleet_outcome_of(const struct fleet_device *device, size_t promise);
/* The verdicts that the page shows: all others. */
enum {
	FLEET_SHOWN =
		(1U << VCT_VERDICTS) - 1 - (1U << VCT_PASS | 1U << VCT_SKIP | 1U << VCT_NOTRUN)
};

#endif
