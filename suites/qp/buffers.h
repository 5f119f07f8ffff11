/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Lists of buffers of any form, for requests and for receives. */
#ifndef SUITE_QP_BUFFERS_H
#define SUITE_QP_BUFFERS_H

#include "../vct.h"

/* Which buffer of a list is shortest. */
enum shortest { NONE_SHORTER, FIRST_EMPTY, FIRST_OF_ONE, MIDDLE_EMPTY, LAST_EMPTY };
/* A side of a transfer. What is no data is FILL, and OTHER where the data comes from. */
enum { MOST = 32, SIDE = 16384, FILL = 0x7f, OTHER = 0x5d };

struct buffers {
	uint32_t n, total;
	struct ibv_sge sge[MOST];
	struct ibv_data_buf data[MOST];
};
/*
 * A list of n buffers of `total` bytes: they lie from the last to the first, at odd and even
 * addresses from `memory` on. `base` is the address that has the offset 0 in the region of the key.
 * Where there are none, the list has one all the same, which its number does not name.
 */
struct buffers buffers_of(uint32_t n, enum shortest shortest, uint32_t total, char *memory,
			  uint32_t lkey, const char *base);
/* The data of this number is in the buffers; nothing beside them changes. */
void buffers_fill(const struct buffers *b, uint64_t number);
/*
 * n bytes of this number are in the buffers behind the first `skipped`, which are not looked at;
 * all else of the side is FILL.
 */
void must_be_in(const struct buffers *b, const char *side, uint64_t number, uint32_t skipped,
		uint32_t n, const struct vct_place *place);

#endif
