/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Whether this process may lock the memory that verbs register. */
#ifndef VCT_MEMLOCK_H
#define VCT_MEMLOCK_H

#include <infiniband/verbs.h>
#include <stddef.h>

/*
 * Tries to register a memory region. Returns -1, with one line in `error`, of `size` bytes, that
 * says what to do, if it is refused because of the limit of locked memory; else 0.
 */
int vct_memlock_try(struct ibv_context *context, char *error, size_t size);

#endif
