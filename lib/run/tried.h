/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds by trying what a device can do and no capability tells. */
#ifndef VCT_TRIED_H
#define VCT_TRIED_H

#include <infiniband/verbs.h>

/*
 * Returns which of NEED_UC, NEED_RAW, NEED_NET_RAW and NEED_SEND_OPS the device meets, by making
 * QPs. A QP refused as not supported is not met (raw packet QPs: on InfiniBand, none). After any
 * other refusal the need counts as met, and the checks judge the refusal.
 */
unsigned int vct_needs_tried(struct ibv_context *context, uint8_t link_layer);

#endif
