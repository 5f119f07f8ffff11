// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* More checks that hang than a run waits for; only where VCT_HANGS says so. harness/test_groups.py
 * runs them. */
#include <stdlib.h>
#include <unistd.h>

#include "../../../suites/vct.h"

#define TEN(name_)                                                                                 \
	{ ROW(name_ "0") }, { ROW(name_ "1") }, { ROW(name_ "2") }, { ROW(name_ "3") },            \
		{ ROW(name_ "4") }, { ROW(name_ "5") }, { ROW(name_ "6") }, { ROW(name_ "7") },    \
		{ ROW(name_ "8") },                                                                \
	{                                                                                          \
		ROW(name_ "9")                                                                     \
	}
static const struct one_of_many {
	struct vct_row vct_row;
} many[] = {
	TEN("0"), TEN("1"), TEN("2"), TEN("3"), TEN("4"), TEN("5"),
	TEN("6"), TEN("7"), TEN("8"), TEN("9"), TEN("a"),
};

CHECK_ROWS(one_of_many, many, PROMISES(STR_01))
{
	(void)row;
	MUST(true, "it passes");
	while (getenv("VCT_HANGS"))
		pause();
}
