// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_wr_opcode_str: a text for every opcode. */
#include "../vct.h"

static const int opcodes[] = {
	IBV_WR_RDMA_WRITE,
	IBV_WR_RDMA_WRITE_WITH_IMM,
	IBV_WR_SEND,
	IBV_WR_SEND_WITH_IMM,
	IBV_WR_RDMA_READ,
	IBV_WR_ATOMIC_CMP_AND_SWP,
	IBV_WR_ATOMIC_FETCH_AND_ADD,
	IBV_WR_LOCAL_INV,
	IBV_WR_BIND_MW,
	IBV_WR_SEND_WITH_INV,
	IBV_WR_TSO,
	IBV_WR_DRIVER1,
	IBV_WR_FLUSH,
	IBV_WR_ATOMIC_WRITE,
};
enum { OPCODES = sizeof(opcodes) / sizeof(opcodes[0]) };

static const char *text(int opcode)
{
	return ibv_wr_opcode_str((enum ibv_wr_opcode)opcode);
}

static void must_be_constant(int opcode)
{
	const char *first = text(opcode);

	MUST_MAKE(first);
	MUST_NE(NAMED("the length of the text", strlen(first)), 0);
	MUST_POINT_TO(NAMED("the text at the second call", text(opcode)),
		      NAMED("that of the first call", first));
}

CHECK(every_opcode_has_a_text_of_its_own, PROMISES(STR_07), .asks = true)
{
	for (int a = 0; a < OPCODES; a++) {
		must_be_constant(opcodes[a]);
		for (int b = 0; b < a; b++)
			MUST(strcmp(text(opcodes[a]), text(opcodes[b])),
			     "two opcodes have two texts; %d and %d have \"%s\"", opcodes[a],
			     opcodes[b], text(opcodes[a]));
	}
}
