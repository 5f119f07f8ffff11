// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The bounds of a waiver, with real versions of kernels and firmwares. */
#include "../../../lib/run/device/version.h"
#include "../../../suites/vct.h"

static const struct version_row {
	struct vct_row vct_row;
	const char *version, *from, *to;
	bool within;
} versions[] = {
	{ ROW("no-bounds"), "6.1.0-56-amd64", NULL, NULL, true },
	{ ROW("debian-abi-at-its-bound"), "6.1.0-50-amd64", "6.1.0-50", "6.1.0-50", true },
	{ ROW("debian-abi-above"), "6.1.0-51-amd64", "6.1.0-40", "6.1.0-50", false },
	{ ROW("numbers-not-letters"), "6.12.117", "6.2", "6.13", true },
	{ ROW("a-short-bound-covers-the-series"), "6.1.0-56-amd64", "6.1", "6.1", true },
	{ ROW("another-series"), "6.12.117+deb12-amd64", NULL, "6.1", false },
	{ ROW("a-suffix-is-no-number"), "6.12.117+deb12-amd64", "6.12.117", "6.12.117", true },
	{ ROW("below"), "6.0.9", "6.1", NULL, false },
	{ ROW("firmware"), "22.41.1000", "22.35.0", "22.41.999", false },
	{ ROW("rdma-core"), "44.0", "30", "57", true },
	{ ROW("an-unknown-version-is-within-no-bound"), "unknown", NULL, "64", false },
	{ ROW("no-version-is-within-no-bound"), "", "1", NULL, false },
	{ ROW("an-unknown-version-without-bounds"), "unknown", NULL, NULL, true },
};

CHECK_ROWS(within_bounds, versions, PROMISES(STR_01))
{
	MUST_EQ(vct_version_within(row->version, row->from, row->to), row->within);
}
