/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Verifies a bundle: a whole and unaltered certification by this version of the program. */
#ifndef VCT_VERIFY_H
#define VCT_VERIFY_H

#include <libxml/tree.h>

#include "bundle.h"

/*
 * Makes the certificate again from the journals of the bundle, and compares everything. Returns it,
 * or NULL; then `why` says in one line what is wrong. The signature is not looked at.
 */
xmlDoc *vct_verify(const struct vct_bundle *bundle, char *why, size_t size);

#endif
