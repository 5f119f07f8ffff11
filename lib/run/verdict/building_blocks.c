// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The building blocks that failed in this run. */
#include <string.h>

#include "../../base/memory.h"
#include "building_blocks.h"

static const struct vct_case *cases;
static size_t n_cases;
static enum vct_verdict (*execute)(struct vct_state *state, const struct vct_case *c);
static struct vct_state *state;       /* of the run, for `execute` */
static bool *seen;                    /* of each case: it came to a verdict */
static const char *failed_in[BLOCKS]; /* names of checks */
static bool doubted[BLOCKS];  /* a check that proves it came to no verdict when it was asked */
static bool unproved[BLOCKS]; /* it failed in the setup of a check, and all that prove it passed */

static const struct vct_case *find(const char *name)
{
	for (size_t i = 0; i < n_cases; i++)
		if (!strcmp(cases[i].name, name))
			return &cases[i];
	return NULL;
}

void vct_blocked_begin(const struct vct_case *all, size_t n,
		       enum vct_verdict (*how)(struct vct_state *state, const struct vct_case *c),
		       struct vct_state *of)
{
	cases = all;
	n_cases = n;
	execute = how;
	state = of;
	seen = vct_allocate(n, sizeof(*seen));
}

void vct_blocked_heed(const struct vct_case *c, enum vct_verdict verdict, const char *by)
{
	const struct vct_case *prover = c->proves ? find(c->name) : NULL;
	const struct vct_case *culprit = by ? find(by) : prover;

	if (!prover || verdict == VCT_NOTRUN)
		return;
	seen[prover - cases] = true;
	if (verdict != VCT_PASS && verdict != VCT_SKIP && verdict != VCT_XPASS &&
	    !failed_in[c->proves])
		failed_in[c->proves] = culprit ? culprit->name : prover->name;
}

/*
 * Executes the checks that prove the block and have not run, until one fails. One that could not
 * judge was stopped by what another of them judges, and is the culprit only if no other is.
 */
static void execute_provers(enum vct_block block, const struct vct_case *c)
{
	const struct vct_case *stopped = NULL;

	doubted[block] = false;
	for (size_t i = 0; i < n_cases && !failed_in[block]; i++) {
		enum vct_verdict verdict;

		if (cases[i].proves != block || seen[i] || !strcmp(cases[i].name, c->name))
			continue;
		verdict = execute(state, &cases[i]);
		doubted[block] |= verdict == VCT_NOTRUN;
		if (verdict != VCT_BROKEN)
			vct_blocked_heed(&cases[i], verdict, NULL);
		else if (!stopped)
			stopped = &cases[i];
	}
	if (stopped && !failed_in[block])
		vct_blocked_heed(stopped, VCT_BROKEN, NULL);
}

const char *vct_blocked_by(enum vct_block block, const struct vct_case *c, bool blames)
{
	execute_provers(block, c);
	if (failed_in[block])
		return strcmp(failed_in[block], c->name) ? failed_in[block] : NULL;
	if (blames && !doubted[block]) {
		failed_in[block] = c->name;
		unproved[block] = true;
	}
	return NULL;
}

bool vct_blocked_is_doubted(enum vct_block block)
{
	return doubted[block] && !failed_in[block];
}

bool vct_blocked_is_proved(enum vct_block block)
{
	return !unproved[block];
}
