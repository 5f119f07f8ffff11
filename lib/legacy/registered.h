/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Between the files of the layer. */
#ifndef XRC_REGISTERED_H
#define XRC_REGISTERED_H

#include <stdbool.h>

#define IBV_XRC_NO_OLD_NAMES
#include "infiniband/verbs_xrc.h"

/* Is this process registered with a receive QP through this handle of a domain? */
bool xrc_is_registered(struct ibv_xrcd *domain);

#endif
