/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The exit codes of verbs-cts, the same for all its commands. */
#ifndef VCT_EXIT_H
#define VCT_EXIT_H

enum {
	VCT_CONFORMS = 0,     /* nothing is new, or the command did what it was asked to do */
	VCT_CONFORMS_NOT = 1, /* the device deviates as no waiver lists */
	VCT_USAGE = 2,      /* a wrong command line, or the machine lacks what the command needs */
	VCT_INCOMPLETE = 3, /* the run ended before all checks had run */
};

#endif
