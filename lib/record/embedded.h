/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The schemas and stylesheets of reports/ as they were at the build: the program needs no file
 * beside it. */
#ifndef VCT_EMBEDDED_H
#define VCT_EMBEDDED_H

#include <stdbool.h>

/* reports/NAME is VCT_EMBEDDED "NAME" to libxml2, and what it includes is found in the same way. */
#define VCT_EMBEDDED "embedded:/"

/* Before libxml2 is asked for one. */
void vct_embedded_register(void);

#endif
