/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a library for LD_PRELOAD includes: it replaces functions, and calls those behind it. */
#ifndef PRELOAD_H
#define PRELOAD_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEXT(name_)      ((__typeof__(&(name_)))dlsym(RTLD_NEXT, #name_))
#define NEXT_VERB(name_) ((__typeof__(&(name_)))dlvsym(RTLD_NEXT, #name_, "IBVERBS_1.1"))

/* The function that follows is called with each context that is opened. */
#define OPENED(context_)                                                                           \
	static void opened(struct ibv_context *context_);                                          \
	struct ibv_context *ibv_open_device(struct ibv_device *device)                             \
	{                                                                                          \
		struct ibv_context *context = NEXT_VERB(ibv_open_device)(device);                  \
                                                                                                   \
		if (context)                                                                       \
			opened(context);                                                           \
		return context;                                                                    \
	}                                                                                          \
	static void opened(struct ibv_context *context_)

#endif
