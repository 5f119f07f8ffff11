// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A table of names that only grows. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "names.h"
#include "round.h"

struct fleet_names *fleet_names_new(void)
{
	struct fleet_names *names = vct_allocate(1, sizeof(*names));

	pthread_mutex_init(&names->mutex, NULL);
	names->indexes = xmlHashCreate(8192);
	return names;
}

void fleet_names_free(struct fleet_names *names)
{
	for (size_t i = 0; i < names->n; i++) {
		free(names->items[i]->name);
		free(names->items[i]->level);
		free(names->items[i]->about);
		free(names->items[i]->text);
		free(names->items[i]->more);
		free(names->items[i]);
	}
	xmlHashFree(names->indexes, NULL);
	pthread_mutex_destroy(&names->mutex);
	free(names);
}

/* The table holds 1 + the index. With the mutex only. */
static size_t look_up(const struct fleet_names *names, const char *name)
{
	uintptr_t found = (uintptr_t)xmlHashLookup(names->indexes, X(name));

	return found ? found - 1 : FLEET_MOST_NAMES;
}

size_t fleet_names_find(const struct fleet_names *names, size_t guess, const char *name)
{
	size_t n = __atomic_load_n(&names->n, __ATOMIC_ACQUIRE), found;

	if (guess < n && !strcmp(names->items[guess]->name, name))
		return guess;
	pthread_mutex_lock((pthread_mutex_t *)&names->mutex);
	found = look_up(names, name);
	pthread_mutex_unlock((pthread_mutex_t *)&names->mutex);
	return found;
}

size_t fleet_names_add(struct fleet_names *names, const char *name, const char *level,
		       const char *about, const char *text)
{
	struct fleet_name *item;
	size_t index;

	pthread_mutex_lock(&names->mutex);
	index = look_up(names, name);
	if (index == FLEET_MOST_NAMES && names->n < FLEET_MOST_NAMES) {
		item = vct_allocate(1, sizeof(*item));
		*item = (struct fleet_name){ vct_copy(name), vct_copy(level), vct_copy(about),
					     vct_copy(text), NULL };
		index = names->n;
		names->items[index] = item;
		xmlHashAddEntry(names->indexes, X(name), (void *)(index + 1));
		__atomic_store_n(&names->n, index + 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&names->mutex);
	return index;
}

size_t fleet_fresh_add(struct fleet_fresh *fresh, const char *name, const char *level,
		       const char *about, const char *text)
{
	size_t n = fresh->n;

	fresh->items = vct_grow(fresh->items, n, sizeof(*fresh->items));
	fresh->items[n] = (struct fleet_name){ vct_copy(name), vct_copy(level), vct_copy(about),
					       vct_copy(text), NULL };
	return FLEET_MOST_NAMES + fresh->n++;
}

bool fleet_fresh_settle(struct fleet_fresh *fresh, struct fleet_names *names)
{
	fresh->indexes = vct_allocate(fresh->n + 1, sizeof(*fresh->indexes));
	for (size_t i = 0; i < fresh->n; i++) {
		const struct fleet_name *f = &fresh->items[i];

		fresh->indexes[i] = fleet_names_add(names, f->name, f->level, f->about, f->text);
		if (fresh->indexes[i] == FLEET_MOST_NAMES)
			return false;
	}
	return true;
}

size_t fleet_fresh_index(const struct fleet_fresh *fresh, size_t index)
{
	return index < FLEET_MOST_NAMES ? index : fresh->indexes[index - FLEET_MOST_NAMES];
}

void fleet_fresh_free(struct fleet_fresh *fresh)
{
	for (size_t i = 0; i < fresh->n; i++) {
		free(fresh->items[i].name);
		free(fresh->items[i].level);
		free(fresh->items[i].about);
		free(fresh->items[i].text);
	}
	free(fresh->items);
	free(fresh->indexes);
}

static int by_name(const void *a, const void *b, void *names)
{
	struct fleet_name **items = ((struct fleet_names *)names)->items;

	return strcmp(items[*(const size_t *)a]->name, items[*(const size_t *)b]->name);
}

size_t *fleet_names_sorted(const struct fleet_names *names)
{
	size_t *order = vct_allocate(names->n + 1, sizeof(*order));

	for (size_t i = 0; i < names->n; i++)
		order[i] = i;
	qsort_r(order, names->n, sizeof(*order), by_name, (void *)names);
	return order;
}
