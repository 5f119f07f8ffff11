/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * For the checks of what libibverbs or its provider may lack. A check that calls a verb of
 * lib/verbs/newer.h ends as SKIP where libibverbs lacks it, so such a check has .asks.
 */
#ifndef VCT_NEWER_H
#define VCT_NEWER_H

#include "verbs.h"

/* Ends the check as SKIP if `error` says that the device or its provider does not support `what`.
 */
void vct_skip_unsupported(const char *what, int error);
/* Ends the check as SKIP if libibverbs is older than the release that `verb` is there since. */
void vct_need_verb(const char *verb);
/* ibv_query_port with active_speed_ex. */
int vct_query_port_newer(struct ibv_context *context, uint8_t port,
			 union ibv_port_attr_newer *attr);

#endif
