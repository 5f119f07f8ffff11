/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The checks and promises that the results of a fleet have. */
#ifndef VCT_FLEET_NAMES_H
#define VCT_FLEET_NAMES_H

#include <libxml/tree.h>
#include <stddef.h>

#include "../check/judge.h"

/* The first result with a verdict that is not good: of the first device, and its first task. */
struct fleet_first {
	size_t device, task;
	xmlNode *node; /* <first> of fleet.xml; NULL: there is none */
};

/* A check, or a promise: its name, and texts about it of the first result that has it. */
struct fleet_name {
	char *name, *level, *about, *text;
	/* of a check: how many results have each verdict, and the first of them */
	unsigned int results[VCT_VERDICTS];
	struct fleet_first first[VCT_VERDICTS];
};

struct fleet_names {
	struct _xmlHashTable *indexes;
	struct fleet_name *items;
	size_t n;
};

struct fleet_names *fleet_names_new(void);
void fleet_names_free(struct fleet_names *names);
/*
 * The index of a name. `guess` is one that is likely: files have their names in the same order. The
 * number of the names: it is not there.
 */
size_t fleet_names_find(const struct fleet_names *names, size_t guess, const char *name);
/* Adds a name that is not there, at the end. */
void fleet_names_add(struct fleet_names *names, const char *name, const char *level,
		     const char *about, const char *text);
/* The indexes in the order of the names, to be freed. */
size_t *fleet_names_sorted(const struct fleet_names *names);

#endif
