/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Memory windows, for the messages that invalidate one. For checks with NEED_MW2. */
#ifndef VCT_WINDOW_H
#define VCT_WINDOW_H

#include "link.h"

/*
 * The R_Key of a new type 2 memory window that the receiver of the RC link has bound, and that its
 * sender can invalidate: link_message(&l, IBV_WR_SEND_WITH_INV, .imm = bound_window(&l)).
 */
uint32_t bound_window(struct link *l);

#endif
