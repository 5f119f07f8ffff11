/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Finds by trying what a device can do and no capability tells. */
#ifndef VCT_TRIAL_H
#define VCT_TRIAL_H

#include "../../check/device.h"

/*
 * Fills dev->tried and dev->tries by making QPs: NEED_RC, NEED_UD, NEED_UC, NEED_RAW, NEED_NET_RAW
 * and NEED_SEND_OPS. A QP refused as not supported (EOPNOTSUPP, ENOSYS, EINVAL) is not met (raw
 * packet QPs: on InfiniBand, none). After any other refusal the need counts as met, and the checks
 * judge the refusal.
 */
void vct_needs_try(struct vct_device *dev, struct ibv_context *context);

/*
 * What trial_aside.c tries, and the errno with which the device refuses each; 0: it does not. If
 * the process that tries dies, what it had not tried counts as not refused, and the checks find
 * what it died of.
 */
enum { VCT_TRIES_ASIDE = 6 };
extern const vct_needs vct_needs_aside[VCT_TRIES_ASIDE];
void vct_try_aside(struct ibv_device *device, int errors[VCT_TRIES_ASIDE]);

#endif
