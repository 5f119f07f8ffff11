/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The legacy verbs that a check may call, traced and tracked as those of verbs.h. Each is the one
 * of libibverbs if libibverbs still has it, else the one of lib/legacy over today's verbs.
 */
#ifndef VCT_VERBS_LEGACY_H
#define VCT_VERBS_LEGACY_H

#include <stdbool.h>
#include <stddef.h>

#define IBV_XRC_NO_OLD_NAMES
#include "../../legacy/infiniband/verbs_xrc.h"
#include "verbs.h"

VERBS_OF_OLD(VCT_DECLARE)

/*
 * Whether the call ("open_xrc_domain") is in a library that the program links to, else it is that
 * of libibverbs-xrc. With a mutant it always is, because the library of the mutants has all calls.
 */
bool vct_legacy_is_own(const char *call);
/* Writes the names of those that libibverbs has to `text`, of `size` bytes, blanks between. */
void vct_legacy_own(char *text, size_t size);

#endif
