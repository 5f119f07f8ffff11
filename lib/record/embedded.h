/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The schemas and stylesheets of reports/, included at the build, so that the program needs no
 * other files. */
#ifndef VCT_EMBEDDED_H
#define VCT_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

/* The prefix of the URI of reports/NAME for libxml2; files that it includes are found, too. */
#define VCT_EMBEDDED "embedded:/"

/* The text of reports/FILE, of *size bytes; NULL: it is not included. */
const char *vct_embedded(const char *file, size_t *size);
/* To be called before libxml2 reads one of them. */
void vct_embedded_register(void);

#endif
