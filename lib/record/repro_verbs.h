/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The statements that verbs-cts repro makes of the calls of each verb (lib/verbs/table.h). */
#ifndef VCT_REPRO_VERBS_H
#define VCT_REPRO_VERBS_H

#include <stdbool.h>

struct repro_verb {
	const char *statement; /* repro_write.h; "": the program needs none */
	const char *made;  /* the type of the object that it makes, "struct ibv_pd *"; or NULL */
	const char *fills; /* the type of what it fills, or of the WRs that it posts; or NULL */
	int since;         /* the release of rdma-core since which it is there; 0: long since */
};

/* The verb of this name; false if no program can call it. */
bool repro_verb(const char *name, struct repro_verb *found);

#endif
