// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes lists of buffers of any form. */
#include "buffers.h"

static uint32_t length_of(const struct shape *shape, uint32_t i)
{
	return shape->n == ALL ? 1 + 2 * (i % 4) : shape->length[i];
}

uint32_t buffers_wanted(const struct shape *shape, int claimed)
{
	uint32_t n = shape->n == ALL ? MOST : shape->n;

	if (claimed > 0 && n > (uint32_t)claimed)
		n = (uint32_t)claimed;
	return n;
}

struct buffers buffers_of(const struct shape *shape, char *memory, uint32_t lkey, uint32_t most,
			  uint32_t room)
{
	struct buffers b = { .n = buffers_wanted(shape, (int)most) };
	char *at = memory + 1;

	if (!most)
		b.n = 0;
	for (uint32_t i = 0; i < b.n; i++) {
		if (b.total + length_of(shape, i) > room) {
			b.n = i;
			break;
		}
		b.total += length_of(shape, i);
	}
	for (uint32_t i = b.n; i-- > 0;) {
		uint32_t length = length_of(shape, i);

		b.sge[i] = (struct ibv_sge){ (uintptr_t)at, length, lkey };
		b.data[i] = (struct ibv_data_buf){ at, length };
		at += length + 2;
	}
	if (!b.n) {
		b.sge[0] = (struct ibv_sge){ (uintptr_t)at, 16, lkey };
		b.data[0] = (struct ibv_data_buf){ at, 16 };
	}
	return b;
}

static void put_data(const struct buffers *b, char *memory, const char *of, uint64_t number,
		     uint32_t n)
{
	size_t done = 0;

	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t k = 0; k < b->sge[i].length && done < n; k++, done++)
			memory[(char *)b->data[i].addr - of + k] = pattern_at(done, number);
}

void buffers_fill(const struct buffers *b, char *memory, uint64_t number)
{
	memset(memory, FILL, HALF);
	put_data(b, memory, memory, number, b->total);
}

const char *buffers_join(const struct buffers *b)
{
	static char joined[HALF];
	size_t at = 0;

	for (uint32_t i = 0; i < b->n; at += b->data[i++].length)
		memcpy(joined + at, b->data[i].addr, b->data[i].length);
	return joined;
}

void must_be_in(const struct buffers *b, const char *memory, uint64_t number, uint32_t n,
		const struct vct_place *place)
{
	static char expected[HALF];

	memset(expected, FILL, HALF);
	put_data(b, expected, memory, number, n);
	vct_must_equal_bytes(memory, expected, HALF, place);
}
