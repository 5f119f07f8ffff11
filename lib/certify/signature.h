/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Signs manifests, and checks their signatures, by ssh-keygen -Y (namespace "verbs-cts"). */
#ifndef VCT_CERTIFY_SIGNATURE_H
#define VCT_CERTIFY_SIGNATURE_H

#include "bundle.h"

/* Signs the manifest with the key, and adds the signature. -1: `why` says why not. */
int vct_sign(struct vct_bundle *bundle, const char *key, char *why, size_t size);

/*
 * Checks the signature. With a list of allowed signers (ssh-keygen(1)) there has to be one, of a
 * key that is in the list; *signer is then its name there. Without a list a signature need only be
 * one of the manifest, and *signer is its key. "": there is no signature. -1: `why` says what is
 * wrong
 */
int vct_signature_check(const struct vct_bundle *bundle, const char *allowed, char *signer,
			size_t signer_size, char *why, size_t size);

#endif
