// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares what a device and its ports say of themselves. */
#include <string.h>

#include "claims.h"

static bool is_all(const unsigned char *bytes, size_t size, int fill)
{
	while (size && bytes[size - 1] == (unsigned char)fill)
		size--;
	return !size;
}

bool vct_claim_agrees(const struct vct_member *c, const void *first, const void *second, int fill)
{
	const unsigned char *a = (const unsigned char *)first + c->offset;
	const unsigned char *b = (const unsigned char *)second + c->offset;

	return !memcmp(a, b, c->size) || (c->flag == VCT_FREE && !is_all(b, c->size, fill));
}
