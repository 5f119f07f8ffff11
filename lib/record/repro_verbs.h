/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The statements that verbs-cts repro makes of the calls of each verb (lib/verbs/table.h). */
#ifndef VCT_REPRO_VERBS_H
#define VCT_REPRO_VERBS_H

#include <stdbool.h>

#include "repro_write.h"

struct repro_verb {
	const char *name;
	repro_writer *write; /* NULL: the program needs no statement for it */
	const char *extra;   /* what the function needs to know of the verb */
	const char *type; /* of the object that it makes: "struct ibv_pd *"; NULL: it makes none */
};

/* The verb of this name; false if no program can call it. */
bool repro_verb(const char *name, struct repro_verb *found);
/* The release of rdma-core since which the verb is there; 0: the oldest that the suite is built
 * with.
 */
int repro_since(const char *name);
/* The type of the object that the verb makes; NULL: it makes none. */
const char *repro_made_type(const char *name);

#endif
