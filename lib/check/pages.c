// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which releases of rdma-core have the sentence of a promise in their pages. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "promise.h"

static unsigned int pages_of = UINT_MAX;

unsigned int vct_promise_since(const struct vct_promise *p)
{
	const char *text = strstr(p->source, "(rdma-core ");
	unsigned int release;
	int end = 0;

	if (!text || sscanf(text, "(rdma-core %u and later)%n", &release, &end) != 1 || !end)
		return 0;
	return release;
}

void vct_pages_are_of(const char *rdma_core)
{
	if (sscanf(rdma_core, "%u.", &pages_of) != 1)
		pages_of = 0;
}

enum vct_level vct_level_of(const struct vct_promise *p)
{
	return p->level == VCT_MUST && pages_of < vct_promise_since(p) ? VCT_DERIVED : p->level;
}
