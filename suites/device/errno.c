// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Calls that return NULL set errno, by the pages of later versions. That they fail at all is judged
 * where their objects are, so a device that does what is asked for here is not judged.
 */
#include <sys/resource.h>

#include "../vct.h"

enum { NO_HANDLE = 0x7ffffff0, NO_PORT = 255 };

static void *open_device(void)
{
	return vct_open_device(vct_dev->ibv);
}

static void *channel(void)
{
	return vct_create_comp_channel(ctx());
}

static void *cq(void)
{
	return vct_create_cq(ctx(), vct_dev->attr.orig_attr.max_cqe + 1, NULL, NULL, 0);
}

static void *cq_ex(void)
{
	struct ibv_cq_init_attr_ex init = { .cqe = (uint32_t)vct_dev->attr.orig_attr.max_cqe + 1 };

	return vct_create_cq_ex(ctx(), &init);
}

static void *cq_ex_of_no_domain(void)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 1, .comp_mask = IBV_CQ_INIT_ATTR_MASK_PD };

	return vct_create_cq_ex(ctx(), &init);
}

static void *address(void)
{
	struct ibv_ah_attr attr = own_address();

	attr.port_num = NO_PORT;
	return vct_create_ah(pd(), &attr);
}

/* Of a datagram without a GRH, for a port that is not there. */
static void *address_from_wc(void)
{
	struct ibv_grh grh = { .version_tclass_flow = 0 };
	struct ibv_wc wc = { .status = IBV_WC_SUCCESS };

	return vct_create_ah_from_wc(pd(), &wc, &grh, NO_PORT);
}

static void *device(void)
{
	return vct_import_device(-1);
}

static void *domain(void)
{
	return vct_import_pd(ctx(), NO_HANDLE);
}

static void *region(void)
{
	return vct_import_mr(pd(), NO_HANDLE);
}

static const struct failing_row {
	struct vct_row vct_row;
	void *(*make)(void);
	bool without_files; /* it fails because the process can open no file */
} failing_rows[] = {
	{ ROW("open-device", OPN_06), .make = open_device, .without_files = true },
	{ ROW("comp-channel", CCH_10), .make = channel, .without_files = true },
	{ ROW("cq", CQ_CRE_10), .make = cq },
	{ ROW("cq-ex", CQ_XTD_23), .vct_row.needs = NEED_CQ_EX, .make = cq_ex },
	{ ROW("cq-ex-of-no-domain", CQ_XTD_23), .vct_row.needs = NEED_CQ_EX,
	  .make = cq_ex_of_no_domain },
	{ ROW("address-handle", AH_16), .vct_row.needs = NEED_UD, .make = address },
	{ ROW("address-handle-from-wc", AFW_10), .vct_row.needs = NEED_UD,
	  .make = address_from_wc },
	{ ROW("import-device", IMP_DEV_04), .make = device },
	{ ROW("import-pd", IMP_PD_05), .vct_row.needs = NEED_IMPORT, .make = domain },
	{ ROW("import-mr", IMP_MR_06), .vct_row.needs = NEED_IMPORT, .make = region },
};

static void *make_without_files(const struct failing_row *row)
{
	struct rlimit before, none;
	void *made;
	int error;

	SETUP(!getrlimit(RLIMIT_NOFILE, &before));
	none = (struct rlimit){ .rlim_cur = 0, .rlim_max = before.rlim_max };
	SETUP(!setrlimit(RLIMIT_NOFILE, &none));
	errno = 0;
	made = row->make();
	error = errno;
	SETUP(!setrlimit(RLIMIT_NOFILE, &before));
	errno = error;
	return made;
}

CHECK_ROWS(a_call_that_fails_sets_it, failing_rows, .danger = DANGER_REFUSED, .asks = true)
{
	void *made;

	ctx();
	pd();
	errno = 0;
	made = row->without_files ? make_without_files(row) : row->make();
	if (made)
		vct_skip("the device does what this check asks for");
	RECORD("errno is %s", vct_errno_text(errno));
	MUST_NE(errno, 0);
}
