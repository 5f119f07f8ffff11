// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Devices, domains, regions and device memory that are imported, here from the same process. */
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../vct.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	NO_HANDLE = 0x7ffffff0,
};

/* ctx() again. */
static struct ibv_context *again(void)
{
	int fd = dup(ctx()->cmd_fd);
	struct ibv_context *imported = fd < 0 ? NULL : vct_import_device(fd);

	SETUP(imported);
	return imported;
}

static struct ibv_pd *pd_again(void)
{
	struct ibv_pd *imported = vct_import_pd(again(), pd()->handle);

	SETUP(imported);
	return imported;
}

CHECK(a_device_is_imported, PROMISES(IMP_DEV_01, IMP_DEV_02), .needs = NEED_IMPORT)
{
	struct ibv_context *imported;
	struct ibv_device_attr here, there;
	int fd = dup(ctx()->cmd_fd);

	SETUP(fd >= 0);
	imported = vct_import_device(fd);
	JUDGING(IMP_DEV_01);
	MUST_MAKE(imported);
	MUST_SUCCEED(vct_query_device(imported, &there));
	SETUP(!vct_query_device(ctx(), &here));
	MUST_EQ(here.node_guid, there.node_guid);
	JUDGING(IMP_DEV_02);
	MUST_SUCCEED(vct_close_device(imported));
	MUST_MAKE(vct_alloc_pd(ctx()));
	MUST_MAKE(vct_reg_mr(pd(), pages(), PAGE, IBV_ACCESS_LOCAL_WRITE));
}

/* Events of its port may come, and are read first. */
CHECK(an_imported_device_announces_no_event_that_is_not_there, PROMISES(AEV_15),
      .needs = NEED_IMPORT)
{
	struct ibv_context *imported = again();
	struct pollfd fd = { .fd = imported->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	SETUP(!fcntl(fd.fd, F_SETFL, fcntl(fd.fd, F_GETFL) | O_NONBLOCK));
	while (!vct_get_async_event(imported, &event))
		vct_ack_async_event(&event);
	MUST_GE(NAMED("what poll() returned for async_fd", poll(&fd, 1, 0)), 0);
	/* one that came meanwhile is there */
	MUST(!(fd.revents & POLLIN) || !vct_get_async_event(imported, &event),
	     "poll() tells of no event that is not there");
	if (fd.revents & POLLIN)
		vct_ack_async_event(&event);
	MUST(!(fd.revents & POLLNVAL), "the descriptor of the imported context is open");
}

static const struct file_row {
	struct vct_row vct_row;
	bool none;
} files[] = {
	{ ROW("no-file"), .none = true },
	{ ROW("a-file") },
};

/* The descriptor belongs to the context that is made of it. */
CHECK_ROWS(what_is_no_device, files, PROMISES(IMP_DEV_03))
{
	int fd = row->none ? -1 : memfd_create("no device", MFD_CLOEXEC);

	SETUP(row->none || fd >= 0);
	MUST_MAKE_NONE(vct_import_device(fd));
}

CHECK(a_domain_is_imported, PROMISES(IMP_PD_01, IMP_PD_02), .needs = NEED_RC | NEED_IMPORT)
{
	struct link l = remote_link();
	struct ibv_pd *imported;
	struct ibv_mr *mr;

	pd();
	SETUP_OF(BLOCK_PD, vct_alloc_pd(ctx())); /* a newer one, which is not asked for */
	imported = vct_import_pd(again(), pd()->handle);
	JUDGING(IMP_PD_01);
	MUST_MAKE(imported);
	mr = vct_reg_mr(imported, pages(), PAGE, ALL);
	MUST_MAKE(mr);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
	SETUP(!vct_dereg_mr(mr));
	vct_unimport_pd(imported);
	JUDGING(IMP_PD_02);
	mr = vct_reg_mr(pd(), pages() + PAGE, PAGE, ALL);
	MUST_MAKE(mr);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages() + PAGE);
}

/* Nothing of the first handle is left but what ibv_unimport_pd releases. */
CHECK(an_imported_domain_is_destroyed, PROMISES(IMP_PD_03), .needs = NEED_IMPORT)
{
	struct ibv_context *imported = again();
	struct ibv_pd *first = vct_alloc_pd(ctx()), *second;
	uint32_t handle;

	SETUP(first);
	handle = first->handle;
	second = vct_import_pd(imported, handle);
	SETUP(second);
	MUST_SUCCEED(vct_dealloc_pd(second));
	vct_unimport_pd(first);
	MUST_MAKE_NONE(vct_import_pd(imported, handle));
}

CHECK(a_region_is_imported, PROMISES(IMP_MR_01, IMP_MR_02, IMP_MR_03),
      .needs = NEED_RC | NEED_IMPORT)
{
	struct link l = remote_link();
	struct ibv_pd *domain = pd_again();
	struct ibv_mr *mr = region_make(0, PAGE, ALL), *imported;

	imported = vct_import_mr(domain, mr->handle);
	JUDGING(IMP_MR_01);
	MUST_MAKE(imported);
	MUST_POINT_TO(imported->pd, domain);
	MUST_POINT_TO(imported->context, domain->context);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, imported->rkey, (uintptr_t)pages());
	link_post(&l, IBV_WR_RDMA_WRITE, .data = pages(), .lkey = imported->lkey);
	MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
	JUDGING(IMP_MR_02);
	MUST_POINT_TO(imported->addr, NULL);
	JUDGING(IMP_MR_03);
	vct_unimport_mr(imported);
	MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages() + 64);
}

CHECK(what_was_imported_outlives_the_other_context, PROMISES(IMP_MR_07),
      .needs = NEED_RC | NEED_IMPORT)
{
	struct link l = remote_link();
	struct ibv_mr *mr = region_make(0, PAGE, ALL);

	for (int i = 0; i < 2; i++) {
		struct ibv_context *other = again();
		struct ibv_pd *domain = vct_import_pd(other, pd()->handle);
		struct ibv_mr *imported = domain ? vct_import_mr(domain, mr->handle) : NULL;

		SETUP(imported);
		vct_unimport_mr(imported);
		vct_unimport_pd(domain);
		SETUP(!vct_close_device(other));
		MUST_ACCESS(&l, IBV_WR_RDMA_WRITE, mr->rkey, (uintptr_t)pages());
		MUST_GO_ON(.mr = mr);
	}
	MUST_SUCCEED(vct_dereg_mr(mr));
}

CHECK(an_imported_region_is_destroyed, PROMISES(IMP_MR_04),
      .needs = NEED_RC | NEED_IMPORT | NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct link l = remote_link();
	struct ibv_pd *domain = pd_again();
	struct ibv_mr *mr = region_make(0, PAGE, ALL);
	struct ibv_mr *imported = vct_import_mr(domain, mr->handle);
	uint32_t rkey = mr->rkey;

	SETUP(imported);
	MUST_SUCCEED(vct_dereg_mr(imported));
	vct_unimport_mr(mr);
	MUST_NOT_ACCESS(&l, IBV_WR_RDMA_WRITE, rkey, (uintptr_t)pages());
}

CHECK(a_handle_of_nothing, PROMISES(IMP_PD_04, IMP_MR_05, IMP_DM_04))
{
	struct ibv_dm *dm;

	JUDGING(IMP_PD_04);
	MUST_MAKE_NONE(vct_import_pd(ctx(), NO_HANDLE));
	MUST_MAKE_NONE(vct_import_pd(ctx(), pd()->handle ^ NO_HANDLE));
	region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE);
	JUDGING(IMP_MR_05);
	MUST_MAKE_NONE(vct_import_mr(pd(), NO_HANDLE));
	JUDGING(IMP_DM_04);
	errno = 0;
	dm = vct_import_dm(ctx(), NO_HANDLE);
	MUST_MAKE_NONE(dm);
	MUST_NE(errno, 0);
}

/* The handles of the last objects of the other process, which has more than this one. */
struct theirs {
	uint32_t pd, mr;
};

static int makes_many(void *argument)
{
	struct theirs *theirs = argument;

	for (int i = 0; i < 40; i++) {
		struct ibv_pd *domain = vct_alloc_pd(ctx());
		struct ibv_mr *mr = domain ? vct_reg_mr(domain, pages(), PAGE, ALL) : NULL;

		if (!mr) /* a device may have few */
			return theirs->mr ? 0 : ENOMEM;
		*theirs = (struct theirs){ domain->handle, mr->handle };
	}
	return 0;
}

/* Whose context is not imported. */
CHECK(a_handle_of_another_process_is_of_nothing, PROMISES(IMP_PD_04, IMP_MR_05),
      .needs = NEED_IMPORT, .asks = true)
{
	struct other *other = other_start();
	struct theirs theirs = { 0 };
	struct ibv_context *context;
	struct ibv_mr *mr = region_make(0, PAGE, IBV_ACCESS_LOCAL_WRITE);

	context = again();
	SETUP(!other_does(other, makes_many, &theirs));
	if (theirs.pd == pd()->handle || theirs.mr == mr->handle)
		vct_skip("the device has too few objects for a handle that this process has not");
	JUDGING(IMP_PD_04);
	MUST_MAKE_NONE(vct_import_pd(context, theirs.pd));
	JUDGING(IMP_MR_05);
	MUST_MAKE_NONE(vct_import_mr(pd_again(), theirs.mr));
}

static struct ibv_dm *dm_make(void)
{
	struct ibv_alloc_dm_attr attr = { .length = 64 };
	struct ibv_dm *dm = vct_alloc_dm(ctx(), &attr);

	SETUP(dm);
	return dm;
}

CHECK(device_memory_is_imported, PROMISES(IMP_DM_01, IMP_DM_02), .needs = NEED_DM | NEED_IMPORT)
{
	struct ibv_context *context = again();
	struct ibv_dm *dm = dm_make(), *newer = dm_make();
	struct ibv_dm *imported = vct_import_dm(context, dm->handle);
	char bytes[16] = "device memory", seen[16] = "";

	JUDGING(IMP_DM_01);
	MUST_MAKE(imported);
	SETUP(!vct_memcpy_to_dm(newer, 16, seen, 16));
	for (unsigned int at = 0; at < 64; at += 16) {
		bytes[0] = (char)('A' + at / 16);
		SETUP(!vct_memcpy_to_dm(dm, at, bytes, 16));
		MUST_SUCCEED(vct_memcpy_from_dm(seen, imported, at, 16));
		MUST_EQUAL_BYTES(NAMED("the device memory", seen), bytes, 16);
	}
	JUDGING(IMP_DM_02);
	vct_unimport_dm(imported);
	MUST_SUCCEED(vct_memcpy_from_dm(seen, dm, 48, 16));
	MUST_EQUAL_BYTES(NAMED("the device memory", seen), bytes, 16);
}

CHECK(imported_device_memory_is_destroyed, PROMISES(IMP_DM_03), .needs = NEED_DM | NEED_IMPORT)
{
	struct ibv_context *context = again();
	struct ibv_dm *dm = dm_make();
	uint32_t handle = dm->handle;
	struct ibv_dm *imported = vct_import_dm(context, handle);

	SETUP(imported);
	MUST_SUCCEED(vct_free_dm(imported));
	vct_unimport_dm(dm);
	MUST_MAKE_NONE(vct_import_dm(context, handle));
}
