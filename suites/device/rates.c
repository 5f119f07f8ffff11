// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Rates as numbers of Mbit/s, and as multiples of 2.5 Gbit/s. */
#include <limits.h>

#include "../vct.h"

/* What the names of the rates say, in Mbit/s. */
static const struct rate_row {
	struct vct_row vct_row;
	enum ibv_rate rate;
	int mbps;
} rates[] = {
	{ ROW("2.5"), .rate = IBV_RATE_2_5_GBPS, .mbps = 2500 },
	{ ROW("5"), .rate = IBV_RATE_5_GBPS, .mbps = 5000 },
	{ ROW("10"), .rate = IBV_RATE_10_GBPS, .mbps = 10000 },
	{ ROW("20"), .rate = IBV_RATE_20_GBPS, .mbps = 20000 },
	{ ROW("30"), .rate = IBV_RATE_30_GBPS, .mbps = 30000 },
	{ ROW("40"), .rate = IBV_RATE_40_GBPS, .mbps = 40000 },
	{ ROW("60"), .rate = IBV_RATE_60_GBPS, .mbps = 60000 },
	{ ROW("80"), .rate = IBV_RATE_80_GBPS, .mbps = 80000 },
	{ ROW("120"), .rate = IBV_RATE_120_GBPS, .mbps = 120000 },
	{ ROW("14"), .rate = IBV_RATE_14_GBPS, .mbps = 14000 },
	{ ROW("56"), .rate = IBV_RATE_56_GBPS, .mbps = 56000 },
	{ ROW("112"), .rate = IBV_RATE_112_GBPS, .mbps = 112000 },
	{ ROW("168"), .rate = IBV_RATE_168_GBPS, .mbps = 168000 },
	{ ROW("25"), .rate = IBV_RATE_25_GBPS, .mbps = 25000 },
	{ ROW("100"), .rate = IBV_RATE_100_GBPS, .mbps = 100000 },
	{ ROW("200"), .rate = IBV_RATE_200_GBPS, .mbps = 200000 },
	{ ROW("300"), .rate = IBV_RATE_300_GBPS, .mbps = 300000 },
	{ ROW("28"), .rate = IBV_RATE_28_GBPS, .mbps = 28000 },
	{ ROW("50"), .rate = IBV_RATE_50_GBPS, .mbps = 50000 },
	{ ROW("400"), .rate = IBV_RATE_400_GBPS, .mbps = 400000 },
	{ ROW("600"), .rate = IBV_RATE_600_GBPS, .mbps = 600000 },
};

enum { N_MULTIPLES = 9 /* the first ones, to 120 Gbit/s */, CODING = 7 /* percent */ };

CHECK(example_of_mbps, PROMISES(RAT_01))
{
	MUST_EQ(ibv_rate_to_mbps(IBV_RATE_5_GBPS), 5000);
	MUST_EQ(NAMED("what mbps_to_ibv_rate returned", mbps_to_ibv_rate(5000)), IBV_RATE_5_GBPS);
}

CHECK(example_of_multiples, PROMISES(RAT_04))
{
	MUST_EQ(ibv_rate_to_mult(IBV_RATE_5_GBPS), 2);
	MUST_EQ(NAMED("what mult_to_ibv_rate returned", mult_to_ibv_rate(2)), IBV_RATE_5_GBPS);
}

CHECK_ROWS(mbps_is_what_the_name_says, rates, PROMISES(RAT_02, RAT_03))
{
	int mbps = ibv_rate_to_mbps(row->rate);

	JUDGING(RAT_02);
	MUST_GE(NAMED("what ibv_rate_to_mbps returned", mbps), row->mbps);
	MUST_LE(NAMED("what ibv_rate_to_mbps returned", mbps),
		row->mbps + row->mbps / 100 * CODING);
	JUDGING(RAT_03);
	MUST_EQ(NAMED("what mbps_to_ibv_rate returned", mbps_to_ibv_rate(mbps)), row->rate);
}

CHECK(multiples_are_what_the_names_say, PROMISES(RAT_05))
{
	for (int i = 0; i < N_MULTIPLES; i++) {
		MUST_EQ(ibv_rate_to_mult(rates[i].rate), rates[i].mbps / 2500);
		MUST_EQ(NAMED("what mult_to_ibv_rate returned",
			      mult_to_ibv_rate(rates[i].mbps / 2500)),
			rates[i].rate);
	}
}

static const struct stranger_row {
	struct vct_row vct_row;
	int number;
} strangers[] = {
	{ ROW("0"), .number = 0 },
	{ ROW("minus-one"), .number = -1 },
	{ ROW("1000"), .number = 1000 },
	{ ROW("greatest"), .number = INT_MAX },
};

CHECK_ROWS(other_numbers, strangers, PROMISES(RAT_06))
{
	RECORD("as a rate: %d Mbit/s, multiple %d", ibv_rate_to_mbps((enum ibv_rate)row->number),
	       ibv_rate_to_mult((enum ibv_rate)row->number));
	RECORD("as a number: rates %d and %d", mbps_to_ibv_rate(row->number),
	       mult_to_ibv_rate(row->number));
	MUST_GE(ibv_rate_to_mbps((enum ibv_rate)row->number), -1);
	MUST_GE(ibv_rate_to_mult((enum ibv_rate)row->number), -1);
}
