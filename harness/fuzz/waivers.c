// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Waivers: read for a device, and applied to each verdict. */
#include <string.h>

#include "../../lib/run/verdict/waiver.h"
#include "fuzz.h"

static const struct vct_promise promise = {
	.id = "SRQ-MOD-13", .level = VCT_MUST, .source = "a page", .statement = "a statement"
};
static const struct vct_promise *const promises[] = { &promise, NULL };
static const struct vct_check check = { .suite = "srq.modify" };
static const struct vct_case cases[] = {
	{ .name = "srq.modify.invalid", .check = &check, .promises = promises },
	{ .name = "srq.limit.fires", .check = &check, .promises = promises },
};

static const struct vct_device device = {
	.name = "rxe0",
	.driver = "rxe",
	.provider = "rxe",
	.kernel = "6.1.0-50-amd64",
	.rdma_core = "44.0",
	.port_attr = { .link_layer = IBV_LINK_LAYER_ETHERNET },
	.attr = { .orig_attr = { .fw_ver = "20.31", .vendor_id = 0x2c9, .vendor_part_id = 4119 } },
};

static void apply(const struct vct_waivers *waivers, const struct vct_case *c,
		  enum vct_verdict verdict)
{
	static struct vct_evidence evidence;
	const struct vct_waiver *waiver;
	struct vct_outcome o = { .c = c,
				 .verdict = verdict,
				 .evidence = &evidence,
				 .kernel = "BUG: unable to handle\nWARNING: rxe_srq.c\n",
				 .blocked_by = cases[1].name };
	xmlNode *node = xmlNewNode(NULL, X("check"));
	enum vct_verdict now;

	evidence.promise = &promise;
	snprintf(evidence.seen, sizeof(evidence.seen), "ret = EINVAL (22)");
	now = vct_waivers_apply(waivers, &o, NULL, &waiver);
	BROKEN_IF(now != verdict && (!waiver || (now != VCT_WAIVED && now != VCT_XPASS)));
	BROKEN_IF(now != verdict && waiver->expired);
	BROKEN_IF(waiver && (!waiver->reason || !waiver->url || !waiver->expires));
	if (waiver)
		vct_waiver_add(waiver, node);
	xmlFreeNode(node);
}

void fuzz_waivers(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(0, data, size), *said;
	struct vct_waivers waivers = { 0 };
	int ret;

	fuzz_listen();
	ret = vct_waivers_load(&waivers, path, &device, cases, 2);
	said = fuzz_heard();
	BROKEN_IF(ret && !fuzz_names_line(said, path));
	for (unsigned int v = 0; !ret && v < VCT_VERDICTS; v++)
		for (size_t c = 0; c < 2; c++)
			apply(&waivers, &cases[c], v);
	vct_waivers_free(&waivers);
}
