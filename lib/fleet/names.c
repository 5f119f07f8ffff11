// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A table of names that only grows. */
#include <libxml/hash.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "names.h"

struct fleet_names *fleet_names_new(void)
{
	struct fleet_names *names = vct_allocate(1, sizeof(*names));

	names->indexes = xmlHashCreate(8192);
	return names;
}

void fleet_names_free(struct fleet_names *names)
{
	for (struct fleet_name *item = names->items; item < names->items + names->n; item++) {
		free(item->name);
		free(item->level);
		free(item->about);
		free(item->text);
		for (unsigned int v = 0; v < VCT_VERDICTS; v++)
			xmlFreeNode(item->first[v].node);
	}
	free(names->items);
	xmlHashFree(names->indexes, NULL);
	free(names);
}

/* The hash table holds 1 + the index. */
size_t fleet_names_find(const struct fleet_names *names, size_t guess, const char *name)
{
	uintptr_t found;

	if (guess < names->n && !strcmp(names->items[guess].name, name))
		return guess;
	found = (uintptr_t)xmlHashLookup(names->indexes, X(name));
	return found ? found - 1 : names->n;
}

void fleet_names_add(struct fleet_names *names, const char *name, const char *level,
		     const char *about, const char *text)
{
	names->items = vct_grow(names->items, names->n, sizeof(*names->items));
	names->items[names->n++] = (struct fleet_name){ .name = vct_copy(name),
							.level = vct_copy(level),
							.about = vct_copy(about),
							.text = vct_copy(text) };
	xmlHashAddEntry(names->indexes, X(name), (void *)names->n);
}

static int by_name(const void *a, const void *b, void *names)
{
	const struct fleet_name *items = ((const struct fleet_names *)names)->items;

	return strcmp(items[*(const size_t *)a].name, items[*(const size_t *)b].name);
}

size_t *fleet_names_sorted(const struct fleet_names *names)
{
	size_t *order = vct_allocate(names->n + 1, sizeof(*order));

	for (size_t i = 0; i < names->n; i++)
		order[i] = i;
	qsort_r(order, names->n, sizeof(*order), by_name, (void *)names);
	return order;
}
