// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What the checks of a run have waited for in vain, in memory that their processes share. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/deadline.h"
#include "patience.h"

/* The first wait for a thing is as long as the caller says, the second half as long. */
enum { THINGS = 256, LONG_WAITS = 2, SHORT_WAITS = 6, SHORT_MS = 400, BRIEF_MS = 50 };
enum { PATIENCE_MS = 5000 }; /* of all waits in vain; after that the first are half as long, too */

struct thing {
	char what[80];
	atomic_uint vain; /* times that it did not come */
};

static struct memory {
	atomic_uint n;
	atomic_uint vain_ms; /* of all waits in vain */
	struct thing things[THINGS];
} own, *memory = &own;

void vct_patience_share(void)
{
	void *shared = mmap(NULL, sizeof(*memory), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared != MAP_FAILED)
		memory = shared;
}

static struct memory before_the_check;

/* Most runs wait for few things in vain. */
static unsigned int used(const struct memory *m)
{
	unsigned int n = atomic_load(&m->n);

	return n < THINGS ? n : THINGS;
}

static void copy(struct memory *to, const struct memory *from)
{
	memcpy(to, from, offsetof(struct memory, things) + used(from) * sizeof(struct thing));
}

void vct_patience_keep(void)
{
	copy(&before_the_check, memory);
}

void vct_patience_restore(void)
{
	unsigned int n = used(&before_the_check);

	copy(memory, &before_the_check);
	memset(memory->things + n, 0, (THINGS - n) * sizeof(struct thing));
}

static struct thing *find(const char *what)
{
	unsigned int n = atomic_load(&memory->n);

	for (unsigned int i = 0; i < n && i < THINGS; i++)
		if (!strncmp(memory->things[i].what, what, sizeof(memory->things[i].what) - 1))
			return &memory->things[i];
	return NULL;
}

double vct_patience_ms(const char *what, double ms)
{
	struct thing *thing = find(what);
	unsigned int vain = thing ? atomic_load(&thing->vain) : 0;
	bool patient = atomic_load(&memory->vain_ms) < PATIENCE_MS;
	double most = vain < SHORT_WAITS ? SHORT_MS : BRIEF_MS;

	if (!vain && patient)
		return ms;
	if (!vain || (vain < LONG_WAITS && patient))
		most = ms / 2;
	return ms < most ? ms : most;
}

void vct_waited_in_vain(const char *what, double ms)
{
	struct thing *thing = find(what);
	unsigned int i;

	vct_rest_on_time();
	atomic_fetch_add(&memory->vain_ms, (unsigned int)ms);
	if (!thing) {
		i = atomic_fetch_add(&memory->n, 1);
		if (i >= THINGS)
			return; /* the waits for it keep their whole deadline */
		thing = &memory->things[i];
		snprintf(thing->what, sizeof(thing->what), "%s", what);
	}
	atomic_fetch_add(&thing->vain, 1);
}
