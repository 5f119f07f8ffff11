/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Which building blocks (lib/check/block.h) were seen to fail, and in which check: a check that
 * fails at one of them is BLOCKED by that check.
 */
#ifndef VCT_BUILDING_BLOCKS_H
#define VCT_BUILDING_BLOCKS_H

#include "../state.h"

/*
 * All checks of the program, and what executes one of them outside of the run: a check that proves
 * a building block and is not part of the run is executed when the building block is in doubt.
 */
void vct_blocked_begin(const struct vct_case *all, size_t n,
		       enum vct_verdict (*execute)(struct vct_state *state,
						   const struct vct_case *c),
		       struct vct_state *state);
/* A check came to a verdict; `by` is the check that blocked it, or NULL. */
void vct_blocked_heed(const struct vct_case *c, enum vct_verdict verdict, const char *by);
/*
 * The name of the check in which the building block was seen to fail; NULL: in none. The check `c`
 * has just failed at it. If it `blames` the block, because nothing but its setup failed, it counts
 * for those that follow where there is no other.
 */
const char *vct_blocked_by(enum vct_block block, const struct vct_case *c, bool blames);
/* A check that proves the block came to no verdict, because the machine was late. */
bool vct_blocked_is_doubted(enum vct_block block);
/*
 * False: nothing but the setup of a check failed at the block, and all checks that prove it passed.
 * Then it is no excuse for a judgement.
 */
bool vct_blocked_is_proved(enum vct_block block);

#endif
