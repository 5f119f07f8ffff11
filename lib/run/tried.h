/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What a device can do that no capability tells: found by trying it. */
#ifndef VCT_TRIED_H
#define VCT_TRIED_H

#include <infiniband/verbs.h>

/*
 * Which of NEED_UC, NEED_RAW, NEED_NET_RAW and NEED_SEND_OPS there are: no capability tells, so QPs
 * are made. What is refused as not supported is not there; what is refused otherwise is, and its
 * checks tell.
 */
unsigned int vct_needs_tried(struct ibv_context *context, uint8_t link_layer);

#endif
