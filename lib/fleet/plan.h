/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The plan of a fleet (reports/fleet-plan.rng): its targets, and the tasks of each. */
#ifndef VCT_FLEET_PLAN_H
#define VCT_FLEET_PLAN_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

/* What a task runs on; a Slurm job has the tasks of one target. */
struct fleet_target {
	char *name;          /* "cx7", or "cx7@n1" for one of several nodes */
	const xmlNode *node; /* <device>, <guest>, <persona> or <pair> */
	char *on;            /* the name of the node; NULL: any that has the feature */
	size_t first, n;     /* its tasks */
};

/* A task has a name within its target, and never another one in the same round. */
struct fleet_task {
	const struct fleet_target *target;
	const xmlNode *what; /* <run> or <bench> */
	char *name;          /* "all.seed-7.2" */
	char *seed;          /* NULL: none */
};

struct fleet_plan {
	char *path;
	xmlDoc *doc;
	const char *name;
	char *results;            /* an absolute path */
	const char *node_results; /* a folder of each node, for itself; "": nodes see `results` */
	struct fleet_target *targets;
	struct fleet_task *tasks;
	size_t n_targets, n_tasks;
};

/* -1: after printing what is wrong, and where. */
int fleet_plan_read(struct fleet_plan *plan, const char *path);
void fleet_plan_free(struct fleet_plan *plan);
/* It runs on adapters of its nodes, not in a guest or on the reference HCA. */
bool fleet_has_adapter(const struct fleet_target *target);
/* The names in "n[1-4,7],m2", each with its zero at the end; NULL at the end. NULL: it is no list.
 */
char **fleet_names_in(const char *list);

#endif
