/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The schemas and stylesheets of reports/ as they were at the build: the program needs no file
 * beside it. */
#ifndef VCT_EMBEDDED_H
#define VCT_EMBEDDED_H

#include <stddef.h>

#define VCT_EMBEDDED(name_) extern const char name_[], name_##_end[]
VCT_EMBEDDED(vct_waivers_rng);
VCT_EMBEDDED(vct_junit_xsl);
VCT_EMBEDDED(vct_html_xsl);

#endif
