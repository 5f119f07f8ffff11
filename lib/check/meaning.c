// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the meaning of what a text names. */
#include <ctype.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <string.h>

#include "meaning.h"

const char *vct_meaning_kind_name(const struct vct_meaning *m)
{
	static const char *const names[] = {
		[VCT_STATUS] = "status", [VCT_EVENT] = "event", [VCT_ERRNO] = "errno"
	};

	return m->kind <= VCT_ERRNO ? names[m->kind] : NULL;
}

const char *vct_meaning_text(const struct vct_meaning *m)
{
	switch (m->kind) {
	case VCT_STATUS:
		return ibv_wc_status_str((enum ibv_wc_status)m->value);
	case VCT_EVENT:
		return ibv_event_type_str((enum ibv_event_type)m->value);
	case VCT_ERRNO:
		return strerrordesc_np((int)m->value);
	case VCT_QUESTION:
	case VCT_MISUNDERSTOOD:
		break;
	}
	return NULL;
}

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Where the text has the name as a word; NULL: nowhere. */
static const char *find_name(const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at++)
		if ((at == text || !is_of_name(at[-1])) && !is_of_name(at[length]))
			return at;
	return NULL;
}

const struct vct_meaning *vct_meaning_in(const char *text)
{
	const struct vct_meaning *first = NULL;
	const char *at, *at_first = NULL;

	vct_for_each_meaning (m) {
		if (!vct_meaning_kind_name(m) || (m->call && !strstr(text, m->call)))
			continue;
		at = find_name(text, m->name);
		if (!at || (first && at >= at_first))
			continue;
		first = m;
		at_first = at;
	}
	return first;
}
