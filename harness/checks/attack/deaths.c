// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A hundred checks, each of which ends its guest, and two that do not. */
#include <sys/reboot.h>

#include "../../../suites/vct.h"
#include "../guest.h"

#define TEN(n_)                                                                                    \
	ROW_(n_##0), ROW_(n_##1), ROW_(n_##2), ROW_(n_##3), ROW_(n_##4), ROW_(n_##5), ROW_(n_##6), \
		ROW_(n_##7), ROW_(n_##8), ROW_(n_##9)
#define ROW_(n_)                                                                                   \
	{                                                                                          \
		ROW(#n_)                                                                           \
	}

static const struct {
	struct vct_row vct_row;
} deaths[] = { TEN(0), TEN(1), TEN(2), TEN(3), TEN(4), TEN(5), TEN(6), TEN(7), TEN(8), TEN(9) };

CHECK(a_is_before_them, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
}

CHECK_ROWS(death, deaths, PROMISES(STR_01))
{
	(void)row;
	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	reboot(RB_POWER_OFF);
}

CHECK(z_is_after_them, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
}
