/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What random use is to do: filled from the command line. */
#ifndef VCT_RANDOM_SETTINGS_H
#define VCT_RANDOM_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "../check/sequence.h"

struct vct_random {
	uint64_t seed;               /* of the first sequence; the next has the next number */
	unsigned int steps;          /* of each sequence */
	unsigned int sequences;      /* at most; 0: no limit */
	double seconds;              /* at most; 0: no limit */
	unsigned int jobs;           /* sequences that run at the same time */
	struct vct_sequence *replay; /* run only this one, and leave it as it is; NULL: make them */
	double deadline;             /* seconds for one sequence */
	const char *seed_file;       /* before each sequence its seed is written here; NULL: none */
	/* True if the kernel has complained since the last call. */
	bool (*complained)(void);
	/* Called about twice a second; NULL: not at all. */
	void (*progress)(unsigned long long sequences, unsigned long long steps, double seconds);
};

#endif
