// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which promises are of a profile. */
#include <stddef.h>
#include <string.h>

#include "profile.h"

static bool is_among(const struct vct_profile *profile, const struct vct_profile *const *profiles)
{
	while (*profiles && *profiles != profile)
		profiles++;
	return *profiles != NULL;
}

void vct_each_of_profile(const struct vct_profile *profile,
			 void (*take)(const struct vct_promise *promise, void *context),
			 void *context)
{
	bool is_here = false;

	for (const struct vct_profiled *p = vct_profiled; p < vct_profiled + vct_n_profiled; p++) {
		if (p->profiles)
			is_here = is_among(profile, p->profiles);
		else if (is_here && p->promise->level == VCT_MUST && !p->promise->no_check)
			take(p->promise, context);
	}
}

const struct vct_profile *vct_profile_find(const char *name)
{
	vct_for_each_profile (p)
		if (!strcmp((*p)->name, name))
			return *p;
	return NULL;
}
