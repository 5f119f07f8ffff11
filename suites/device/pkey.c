// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The P_Key tables: ibv_query_pkey and ibv_get_pkey_index. iWARP has no P_Keys. */
#include "../vct.h"
#include "port.h"

static __be16 pkey_at(uint8_t port, int index, __be16 before)
{
	__be16 pkey = before;

	MUST_SUCCEED(vct_query_pkey(ctx(), port, index, &pkey));
	return pkey;
}

/* Two variables with different contents: one that is not written differs afterwards. */
CHECK(query_returns_each_entry, PROMISES(PKY_01), .needs = NEED_IB_STATES)
{
	for (int port = 1; port <= ports(); port++)
		for (int i = 0, n = port_attr((uint8_t)port).pkey_tbl_len; i < n; i++)
			MUST_EQ(NAMED("the P_Key that ibv_query_pkey gives",
				      pkey_at((uint8_t)port, i, 0x1234)),
				pkey_at((uint8_t)port, i, 0x4321));
}

CHECK_ROWS(query_of_no_entry, outside_rows, PROMISES(PKY_02, PKY_03), .needs = NEED_IB_STATES)
{
	struct entry at = outside(row, port_attr(vct_dev->port).pkey_tbl_len);
	__be16 pkey;
	int ret = vct_query_pkey(ctx(), at.port, at.index, &pkey);

	JUDGING(PKY_03);
	MUST_NE(ret, 0);
	JUDGING(PKY_02);
	MUST_EQ(ret, -1);
}

static bool has_pkey(uint8_t port, __be16 pkey)
{
	int n = port_attr(port).pkey_tbl_len;

	for (int i = 0; i < n; i++)
		if (pkey_at(port, i, 0) == pkey)
			return true;
	return false;
}

CHECK(index_is_of_an_entry_with_the_pkey, PROMISES(PKX_01), .needs = NEED_IB_STATES)
{
	for (int port = 1; port <= ports(); port++) {
		int n = port_attr((uint8_t)port).pkey_tbl_len;

		for (int i = 0; i < n; i++) {
			__be16 pkey = pkey_at((uint8_t)port, i, 0);
			int index = vct_get_pkey_index(ctx(), (uint8_t)port, pkey);

			MUST_GE(NAMED("what ibv_get_pkey_index returned", index), 0);
			MUST_EQ(NAMED("the P_Key at the index that ibv_get_pkey_index returned",
				      pkey_at((uint8_t)port, index, 0)),
				pkey);
		}
	}
}

CHECK(index_of_an_unknown_pkey_is_minus_one, PROMISES(PKX_02), .needs = NEED_IB_STATES)
{
	uint16_t unknown = 0x1234;

	while (has_pkey(vct_dev->port, htobe16(unknown)))
		unknown++;
	MUST_EQ(vct_get_pkey_index(ctx(), vct_dev->port, htobe16(unknown)), -1);
}
