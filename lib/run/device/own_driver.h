/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A driver that is this project's own, which no product has: rxe with the patches of
 * fixtures/rxe/xrc. Its part in user space is a library that is loaded before libibverbs, and
 * without which nothing can use it; the program looks for a function of this library by name. A run
 * on such a driver certifies the suite and the core of the kernel, and no product.
 */
#ifndef VCT_OWN_DRIVER_H
#define VCT_OWN_DRIVER_H

#include <infiniband/verbs.h>

/*
 * In the library: what the driver of this device is, or, without a device, of the devices that the
 * library serves; NULL for a device that it leaves as it is.
 */
const char *verbs_cts_own_driver(struct ibv_context *context);

/* In the program: the same, and NULL if no such library is loaded. */
const char *vct_own_driver(struct ibv_context *context);

#endif
