/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a red check may have in common with others: see groups.h. */
#ifndef VCT_TRAITS_H
#define VCT_TRAITS_H

#include <libxml/tree.h>
#include <stddef.h>

/* In the order of preference, where two of them are common to the same number of checks. */
enum vct_trait {
	VCT_TRAIT_CHECK,   /* its name: for the checks that it blocks */
	VCT_TRAIT_BLOCK,   /* the building block that it needs (lib/check/block.h) */
	VCT_TRAIT_PROMISE, /* the promise that failed */
	VCT_TRAIT_CALL,    /* what the last call before the judgement returned */
	VCT_TRAIT_WAIVER,  /* the waiver that knows it from another version
			      (lib/run/device/version.h) */
	VCT_TRAITS
};
/* "check", "block", "promise", "call", "waiver" */
const char *vct_trait_name(enum vct_trait trait);

/* Of a red <check>: its trait, in words by which traits are compared; "": it has none. */
void vct_trait_of(const xmlNode *check, enum vct_trait trait, char *text, size_t size);

#endif
