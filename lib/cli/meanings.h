/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds what people type or paste in the table of meanings. */
#ifndef VCT_CLI_MEANINGS_H
#define VCT_CLI_MEANINGS_H

#include <stdio.h>

#include "../check/meaning.h"

enum { MOST_MEANINGS = 16 };

/*
 * Puts into `found` what the phrase means, and returns how many: a name in any case, with or
 * without its prefix; the text of libibverbs or libc; a number, with its kind ("status 12") or
 * without; else the rows that have most of its words, in any order.
 */
size_t meanings_find(const char *phrase, const struct vct_meaning *found[MOST_MEANINGS]);
/* "IBV_WC_RETRY_EXC_ERR, status 12: transport retry counter exceeded" */
void meanings_title(const struct vct_meaning *m, char *title, size_t size);

#endif
