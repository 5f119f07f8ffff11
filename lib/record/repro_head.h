/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The head of a program: what it shows, how it is built, and what it is told about the device. */
#ifndef VCT_REPRO_HEAD_H
#define VCT_REPRO_HEAD_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stdio.h>

/* The text of the first child of this name; NULL: there is none. */
const char *vct_repro_text(const xmlNode *parent, const char *name);

/* The first child of this name, with this value of the attribute if one is named; NULL: none. */
const xmlNode *vct_repro_child(const xmlNode *parent, const char *name, const char *attribute,
			       const char *value);

/* `reason` is why the check ended. A program that connects QPs is linked with librdmacm.
 * `oldest_release` is that of rdma-core which it needs; 0: any. */
void vct_repro_head(FILE *f, const xmlNode *root, const xmlNode *check, const char *reason,
		    bool connects, int oldest_release);

#endif
