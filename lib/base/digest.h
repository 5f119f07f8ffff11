/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* SHA-256 as sha256sum(1) prints it. Nettle uses the instructions that a CPU has for it. */
#ifndef VCT_BASE_DIGEST_H
#define VCT_BASE_DIGEST_H

#include <nettle/sha2.h>
#include <stdbool.h>
#include <stddef.h>

enum { VCT_DIGEST_SIZE = 2 * SHA256_DIGEST_SIZE + 1 }; /* in characters, with the zero */

/* Writes the digest of what `sum` was updated with. */
void vct_digest_end(struct sha256_ctx *sum, char digest[VCT_DIGEST_SIZE]);

/* Returns the digest that it was given to write. */
const char *vct_digest(const void *data, size_t size, char digest[VCT_DIGEST_SIZE]);

/* False: the file cannot be read. */
bool vct_digest_file(const char *path, char digest[VCT_DIGEST_SIZE]);

#endif
