/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The verbs of which verbs-cts repro can make statements. */
#ifndef VCT_REPRO_VERBS_H
#define VCT_REPRO_VERBS_H

#include <stdio.h>

#include "calls.h"

struct repro_verb {
	const char *name;
	/* NULL: the program needs no statement for it */
	void (*write)(FILE *f, const struct vct_call *c, const char *extra);
	const char *extra; /* what the function needs to know of the verb */
	const char *type;  /* of the object that it makes */
};

/* The verb of this name; NULL if there is none. */
const struct repro_verb *repro_verb(const char *name);

#endif
