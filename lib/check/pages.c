// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The pages of a promise, and which releases of rdma-core have its sentence in them. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "promise.h"

static unsigned int pages_of = UINT_MAX;

const char *vct_promise_source(const struct vct_promise *p)
{
	static char text[512];

	if (!p->since)
		return p->source;
	snprintf(text, sizeof(text), "%s (rdma-core %u and later)", p->source, p->since);
	return text;
}

const char *vct_promise_text(const struct vct_promise *p)
{
	static char text[1024];

	if (!p->no_check)
		return p->statement;
	snprintf(text, sizeof(text), "%s (No check: %s.)", p->statement, p->no_check);
	return text;
}

static bool is_in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

bool vct_promise_is_of_page(const struct vct_promise *p, const char *page)
{
	size_t n = strcspn(page, "(");

	for (const char *at = p->source; (at = memmem(at, strlen(at), page, n)); at += n)
		if ((at == p->source || !is_in_name(at[-1])) && at[n] == '(' &&
		    (!page[n] || !strncmp(at, page, strlen(page))))
			return true;
	return false;
}

void vct_pages_are_of(const char *rdma_core)
{
	if (sscanf(rdma_core, "%u.", &pages_of) != 1)
		pages_of = 0;
}

enum vct_level vct_level_of(const struct vct_promise *p)
{
	return p->level == VCT_MUST && pages_of < p->since ? VCT_DERIVED : p->level;
}
