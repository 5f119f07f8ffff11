// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What `verbs-cts peer` reads: calls for the far halves of links. */
#include <string.h>

#include "../../lib/check/far/far.h"
#include "../../lib/check/judge.h"
#include "frames.h"

struct service {
	struct vct_wire wire;
	struct vct_evidence *evidence;
	const char *error;
};

static void serve(void *service)
{
	struct service *s = service;

	s->error = vct_far_serve(&s->wire, s->evidence, 1e12);
}

/* An even number of bytes: the check runs on the other side; odd: its evidence is to come. */
void fuzz_serve(const uint8_t *data, size_t size)
{
	static struct vct_evidence own, theirs;
	struct service s = { .evidence = size % 2 ? &theirs : NULL };

	vct_dev = fuzz_device();
	memset(&own, 0, offsetof(struct vct_evidence, notes));
	fuzz_wire(&s.wire, data, size);
	if (!vct_until_end(&own, NULL, serve, &s)) {
		fuzz_say("%s\n", own.reason);
		BROKEN_IF(true);
	}
	BROKEN_IF(s.error && !s.error[0]);
}
