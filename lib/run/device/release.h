/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Which release of rdma-core libibverbs is of. No function tells it, and a library that was built
 * by hand may have any file name; but each symbol that a release added is in it or not.
 */
#ifndef VCT_RELEASE_H
#define VCT_RELEASE_H

#include <stdbool.h>
#include <stddef.h>

/* What --rdma-core-version says: "56.1"; NULL: nothing. */
extern const char *vct_release_told;

/*
 * Writes the release: "44.0" if it is told, or if the file name says it and the symbols agree; else
 * "36..58", the first and the last release that have these symbols, or "65.." if no later release
 * is known to have more.
 */
void vct_release_find(char *text, size_t size);

/* Can the library be of this release ("44", "56.1")? If not, `why` says what contradicts it. */
bool vct_release_possible(const char *release, char *why, size_t size);

/*
 * The files of rdma-core that this project has edited in a libibverbs that it built
 * (fixtures/rdma-core/fixed), with commas between them; "" of any other libibverbs.
 */
const char *vct_release_edits(void);

#endif
