// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Loads libraries by dlopen(). */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "exit.h"
#include "late.h"

void *vct_late(const char *library, const char *function)
{
	void *loaded = dlopen(library, RTLD_NOW);
	void *address = loaded ? dlsym(loaded, function) : NULL;

	if (!address) {
		fprintf(stderr, "verbs-cts: %s, install the package that has %s\n", dlerror(),
			library);
		exit(VCT_USAGE);
	}
	/* cppcheck-suppress resourceLeak; the library stays open, as what it registers is in use */
	return address;
}
