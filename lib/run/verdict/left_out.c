// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Why a check does not run. */
#include <stdbool.h>
#include <stdio.h>

#include "../../check/trace/verbs_legacy.h"
#include "../device/choose.h"
#include "left_out.h"
#include "../peer/peer.h"

/* A device in user space and the kernel of a guest are thrown away afterwards. */
static const char *left_out_as_dangerous(const struct vct_run *run, const struct vct_case *c)
{
	const struct vct_care *care = &run->care;
	bool harmless = care->in_guest || run->plan.dev->user_space;

	if (c->danger == DANGER_DESTRUCTIVE && !care->destructive && (!harmless || c->apart))
		return "the check is destructive: it may put an adapter or its machine out of "
		       "order; with --destructive it runs";
	if (c->danger >= DANGER_REFUSED && care->gentle)
		return "the check sends requests that must be refused; without --gentle it runs";
	return NULL;
}

/* NULL: the device answers. */
static const char *answered_by_library(const struct vct_case *c)
{
	static char text[160];

	if (!c->answered_by_library || vct_legacy_is_own(c->answered_by_library))
		return NULL;
	snprintf(text, sizeof(text),
		 "answered by libibverbs-xrc, not by the device: libibverbs has no ibv_%s",
		 c->answered_by_library);
	return text;
}

/* The device under test, with the address that the case has. */
const struct vct_device *vct_device_of_case(const struct vct_run *run, const struct vct_case *c)
{
	return c->column ? c->column->dev : run->plan.dev;
}

static const char *peer_lacks(const struct vct_case *c)
{
	static char text[400];
	const char *why = vct_device_misses(vct_peer_device(), c->needs, c->lacks);

	if (why)
		snprintf(text, sizeof(text), "%s, the peer's: %.300s", vct_peer_device()->name,
			 why);
	return why ? text : NULL;
}

const char *vct_left_out(const struct vct_run *run, const struct vct_case *c)
{
	const char *why = c->check->compiled ? NULL
					     : vct_device_misses(vct_device_of_case(run, c),
								 c->needs, c->lacks);

	if (!why && c->apart)
		why = peer_lacks(c);
	if (!why)
		why = answered_by_library(c);
	return why ? why : left_out_as_dangerous(run, c);
}
