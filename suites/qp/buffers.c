// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes lists of buffers of any form. */
#include "buffers.h"

/* All but the shortest share what is left; the last of them has what cannot be shared. */
static void share(struct buffers *b, enum shortest shortest)
{
	uint32_t few = shortest == FIRST_OF_ONE && b->total, sharers = b->n - !!shortest;
	uint32_t at = shortest == MIDDLE_EMPTY ? b->n / 2 : shortest == LAST_EMPTY ? b->n - 1 : 0;
	uint32_t last = shortest == LAST_EMPTY ? b->n - 2 : b->n - 1;

	for (uint32_t i = 0; i < b->n; i++)
		b->sge[i].length = shortest && i == at ? few : (b->total - few) / sharers;
	b->sge[last].length += (b->total - few) % sharers;
}

struct buffers buffers_of(uint32_t n, enum shortest shortest, uint32_t total, char *memory,
			  uint32_t lkey, const char *base)
{
	struct buffers b = { .n = n, .total = total, .sge[0].length = 16 };
	char *at = memory + 1;

	if (n)
		share(&b, shortest);
	for (uint32_t i = n ? n : 1; i-- > 0;) {
		b.data[i] = (struct ibv_data_buf){ at, b.sge[i].length };
		b.sge[i].addr = (uintptr_t)at - (uintptr_t)base;
		b.sge[i].lkey = lkey;
		at += b.sge[i].length + 2;
	}
	return b;
}

void buffers_fill(const struct buffers *b, uint64_t number)
{
	size_t done = 0;

	for (uint32_t i = 0; i < b->n; i++)
		for (size_t k = 0; k < b->data[i].length; k++)
			((char *)b->data[i].addr)[k] = pattern_at(done++, number);
}

void must_be_in(const struct buffers *b, const char *side, uint64_t number, uint32_t skipped,
		uint32_t n, const struct vct_place *place)
{
	static char expected[SIDE];
	size_t done = 0;

	memset(expected, FILL, SIDE);
	for (uint32_t i = 0; i < b->n; i++)
		for (size_t k = 0; k < b->data[i].length && done < skipped + n; k++, done++) {
			size_t at = (size_t)((char *)b->data[i].addr - side) + k;

			expected[at] =
				done < skipped ? side[at] : pattern_at(done - skipped, number);
		}
	if (memcmp(side, expected, SIDE))
		vct_must_equal_bytes(side, expected, SIDE, place);
	vct_held();
}
