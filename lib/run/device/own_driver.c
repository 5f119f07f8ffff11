// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include <dlfcn.h>

#include "own_driver.h"

const char *vct_own_driver(struct ibv_context *context)
{
	__typeof__(&verbs_cts_own_driver) function;

	*(void **)&function = dlsym(RTLD_DEFAULT, "verbs_cts_own_driver");
	return function ? function(context) : NULL;
}
