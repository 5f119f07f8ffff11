// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_inc_rkey, which asks no device. */
#include "../vct.h"

CHECK(increases_its_lowest_8_bits, PROMISES(INC_01, INC_02))
{
	static const uint32_t indexes[] = { 0, 0x100, 0x12345600, 0xffffff00 };

	for (unsigned int i = 0; i < sizeof(indexes) / sizeof(indexes[0]); i++)
		for (uint32_t tag = 0; tag < 256; tag++) {
			uint32_t next = ibv_inc_rkey(indexes[i] | tag);

			JUDGING(INC_01);
			MUST_EQ(NAMED("the lowest 8 bits of the key", next & 0xff),
				(tag + 1) & 0xff);
			JUDGING(INC_02);
			MUST_EQ(NAMED("the other bits of the key", next & 0xffffff00), indexes[i]);
		}
}
