/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Libraries that are loaded when they are first used, and not with the program. The process of each
 * check is a copy of all that is loaded by then; without these libraries, which few commands or
 * only reports use, a run on the reference HCA takes a tenth less.
 */
#ifndef VCT_LATE_H
#define VCT_LATE_H

#define VCT_LIBARCHIVE "libarchive.so.13"
#define VCT_LIBXSLT    "libxslt.so.1"
#define VCT_LIBEXSLT   "libexslt.so.0"

/* The address of a function. Ends the program with VCT_USAGE if the library is not there. */
void *vct_late(const char *library, const char *function);

#endif
