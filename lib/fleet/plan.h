/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The plan of a fleet (reports/fleet-plan.rng), and what to do with it. */
#ifndef VCT_FLEET_PLAN_H
#define VCT_FLEET_PLAN_H

#include <stdbool.h>
#include <stddef.h>

struct fleet_wish {
	const char *plan;   /* its path */
	const char *action; /* "submit", "local", "show", "status", "fetch" */
	const char *out;    /* the folder of the report; NULL: the usual one */
	bool begin, wait;
	unsigned int jobs;
};

/*
 * The text of a bash script that does it: what is wished, round.sh and target.sh, and the elements
 * of the plan as calls of their functions. To be freed. NULL: after printing what is wrong with the
 * plan.
 */
char *fleet_script(const struct fleet_wish *wish);

#endif
