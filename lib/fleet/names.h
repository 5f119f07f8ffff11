/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The checks and promises that the results of a fleet have; several threads find and add them. */
#ifndef VCT_FLEET_NAMES_H
#define VCT_FLEET_NAMES_H

#include <libxml/hash.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { FLEET_MOST_NAMES = 32768 };

/* A check, or a promise: its name, and texts about it of the first result that has it. */
struct fleet_name {
	char *name, *level, *about, *text;
	void *more; /* of who uses the table */
};

struct fleet_names {
	pthread_mutex_t mutex;
	xmlHashTable *indexes;
	struct fleet_name *items[FLEET_MOST_NAMES]; /* never moved: read without the mutex */
	size_t n;
};

struct fleet_names *fleet_names_new(void);
/* Frees `more` of each item with free(). */
void fleet_names_free(struct fleet_names *names);
/*
 * The index of a name. `guess` is one that is likely: files have their names in the same order.
 * FLEET_MOST_NAMES: it is not there.
 */
size_t fleet_names_find(const struct fleet_names *names, size_t guess, const char *name);
/* Adds a name, if nobody has added it meanwhile. FLEET_MOST_NAMES: the table is full. */
size_t fleet_names_add(struct fleet_names *names, const char *name, const char *level,
		       const char *about, const char *text);
/*
 * The names that a file has and the table does not. They are added when all of the file has been
 * read: a file that is damaged adds nothing.
 */
struct fleet_fresh {
	struct fleet_name *items;
	size_t *indexes; /* in the table */
	size_t n;
};

/* A number of FLEET_MOST_NAMES or more, which stands for its index until that is known. */
size_t fleet_fresh_add(struct fleet_fresh *fresh, const char *name, const char *level,
		       const char *about, const char *text);
/* Adds them to the table; false: it is full. */
bool fleet_fresh_settle(struct fleet_fresh *fresh, struct fleet_names *names);
/* Then: the index in the table of what is one already, or was the number of a fresh name. */
size_t fleet_fresh_index(const struct fleet_fresh *fresh, size_t index);
void fleet_fresh_free(struct fleet_fresh *fresh);

/* The indexes in the order of the names, to be freed. */
size_t *fleet_names_sorted(const struct fleet_names *names);

#endif
