// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Files of reports/, put into the program by the assembler. */
#include "embedded.h"

#define EMBED(name_, file_)                                                                        \
	__asm__(".section .rodata\n"                                                               \
		".global " #name_ ", " #name_ "_end\n" #name_ ":\n"                                \
		".incbin \"" file_ "\"\n" #name_ "_end:\n"                                         \
		".byte 0\n"                                                                        \
		".previous\n")

EMBED(vct_waivers_rng, "reports/waivers.rng");
EMBED(vct_junit_xsl, "reports/junit.xsl");
EMBED(vct_html_xsl, "reports/html.xsl");
