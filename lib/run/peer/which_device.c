// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares what a check finds on a pair of devices with what it finds on each of them alone. */
#include <stdio.h>
#include <string.h>

#include "which_device.h"
#include "../process/execute.h"
#include "peer.h"

static bool is_good(enum vct_verdict v)
{
	return v == VCT_PASS;
}

/* NULL: one of them came to no verdict alone. */
static const char *culprit(enum vct_verdict own, enum vct_verdict peers)
{
	if (own == VCT_NOTRUN || peers == VCT_NOTRUN || own == VCT_SKIP || peers == VCT_SKIP)
		return NULL;
	if (is_good(own))
		return is_good(peers) ? "pair" : "peer";
	return is_good(peers) ? "device" : "both";
}

static void describe(char *text, size_t size, const char *near, const char *blames,
		     enum vct_verdict own, enum vct_verdict peers)
{
	const char *far = vct_peer_device()->name;

	if (blames && !strcmp(blames, "peer"))
		snprintf(text, size, "%s, the peer's, fails alone, too (%s)", far,
			 vct_verdict_name(peers));
	else if (blames && !strcmp(blames, "device"))
		snprintf(text, size, "%s, the device under test, fails alone, too (%s)", near,
			 vct_verdict_name(own));
	else if (blames && !strcmp(blames, "pair"))
		snprintf(text, size,
			 "neither %s nor %s, the peer's, fails alone: the two do not work together",
			 near, far);
	else
		snprintf(text, size, "alone, %s is %s and %s, the peer's, is %s", near,
			 vct_verdict_name(own), far, vct_verdict_name(peers));
}

void vct_blame(struct vct_state *state, struct vct_outcome *o)
{
	const struct vct_run *run = state->run;
	struct vct_evidence *e = o->evidence;
	const struct vct_case *alone;
	char text[256], was[sizeof(e->reason)];
	enum vct_verdict own, peers;

	if (!o->c->apart || (o->verdict != VCT_FAIL && o->verdict != VCT_BROKEN) || e->far_lost)
		return;
	alone = vct_case_alone(run->all, run->n_all, o->c->name);
	own = vct_execute_aside(state, alone);
	peers = vct_execute_there(state, alone);
	o->blames = culprit(own, peers);
	describe(text, sizeof(text), run->plan.dev->name, o->blames, own, peers);
	memcpy(was, e->reason, sizeof(was));
	snprintf(e->reason, sizeof(e->reason), "%.250s; %s", was, text);
}
