/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Lists of buffers of any form, for requests (shape.c) and for receives (scatter.c). */
#ifndef SUITE_QP_BUFFERS_H
#define SUITE_QP_BUFFERS_H

#include "../vct.h"

/* As many buffers as the device claims, up to MOST. */
enum { MOST = 32, ALL = 0xff };
struct shape {
	uint32_t n;
	uint32_t length[4]; /* not of ALL: those have 1, 3, 5 and 7 bytes in turns */
};
/* The rows of every shape whose bytes fit into one packet: ROWS_(name, ...) makes some of them. */
#define SHAPES_OF_ONE_PACKET(rows_)                                                                \
	rows_("none", .n = 0), rows_("one-of-0", .n = 1, .length = { 0 }),                         \
		rows_("three-of-0", .n = 3, .length = { 0 }),                                      \
		rows_("mix-first-0", .n = 3, .length = { 0, 13, 7 }),                              \
		rows_("mix-middle-0", .n = 3, .length = { 13, 0, 7 }),                             \
		rows_("mix-last-0", .n = 3, .length = { 13, 7, 0 }),                               \
		rows_("mix-odd", .n = 3, .length = { 1, 3, 13 }), rows_("mix-most", .n = ALL)
#define SHAPE_OF_SEVERAL_PACKETS(rows_) rows_("mix-packets", .n = 4, .length = { 1, 4094, 3, 4097 })

/* A region of two halves, each of HALF bytes. What is not data is FILL; at the other side, OTHER.
 */
enum { HALF = 12288, FILL = 0x7f, OTHER = 0x5d, ODD = 3 };

struct buffers {
	uint32_t n, total;
	struct ibv_sge sge[MOST];
	struct ibv_data_buf data[MOST];
};
/*
 * The buffers of a shape, of which no more than `most` and no more than `room` bytes: they lie from
 * the last to the first, at odd and even addresses from `memory` on. Where there are none, the list
 * has one all the same, which its number does not name.
 */
struct buffers buffers_of(const struct shape *shape, char *memory, uint32_t lkey, uint32_t most,
			  uint32_t room);
/* How many the shape needs if the device claims that many. */
uint32_t buffers_wanted(const struct shape *shape, int claimed);
/* Fills all the memory but the buffers, which get the data of this number. */
void buffers_fill(const struct buffers *b, char *memory, uint64_t number);
/* The data of all buffers, joined; valid until the next call. */
const char *buffers_join(const struct buffers *b);
/* MUST_BE_IN(b, memory, number, n): n bytes of this number are in the buffers, all else is FILL. */
#define MUST_BE_IN(b_, memory_, number_, n_)                                                       \
	must_be_in(b_, memory_, number_, n_, VCT_HERE("the buffers and the memory beside them"))
void must_be_in(const struct buffers *b, const char *memory, uint64_t number, uint32_t n,
		const struct vct_place *place);

#endif
