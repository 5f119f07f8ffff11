// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A context that is passed to another process, which imports its domain and its region. */
#include <sys/socket.h>
#include <unistd.h>

#include "kinds.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	LENGTH = 64,
	/* The patterns of the process that has the context, and of the other one. */
	FIRST = 5,
	OTHER = 9,
};

/* Open in both processes: the descriptor of the context goes through it. */
static int sockets[2];

union file_in_message {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(sizeof(int))];
};

static struct msghdr message_of(struct iovec *byte, union file_in_message *file)
{
	return (struct msghdr){ .msg_iov = byte,
				.msg_iovlen = 1,
				.msg_control = file->bytes,
				.msg_controllen = sizeof(file->bytes) };
}

static void pass(int fd)
{
	union file_in_message file = { .header = { .cmsg_len = CMSG_LEN(sizeof(fd)),
						   .cmsg_level = SOL_SOCKET,
						   .cmsg_type = SCM_RIGHTS } };
	struct iovec byte = { "", 1 };
	struct msghdr message = message_of(&byte, &file);

	memcpy(CMSG_DATA(&file.header), &fd, sizeof(fd));
	SETUP(sendmsg(sockets[0], &message, 0) == 1);
}

static int take(void)
{
	union file_in_message file = { .header = { .cmsg_type = 0 } };
	char got;
	struct iovec byte = { &got, 1 };
	struct msghdr message = message_of(&byte, &file);
	int fd;

	SETUP(recvmsg(sockets[1], &message, MSG_CMSG_CLOEXEC) == 1);
	SETUP(file.header.cmsg_type == SCM_RIGHTS);
	memcpy(&fd, CMSG_DATA(&file.header), sizeof(fd));
	return fd;
}

/* The second page of this process gets the bytes of a first page. */
static void must_have(bool of_first)
{
	char expected[LENGTH];

	MUST_ARRIVE(pages() + PAGE, pattern(expected, LENGTH, of_first ? FIRST : OTHER), LENGTH);
}

static const struct passed_row {
	struct vct_row vct_row;
	bool from, to; /* the bytes are, and come to, a region that was imported */
} passed[] = {
	{ ROW("to-and-from"), .from = true, .to = true },
	{ ROW("from"), .from = true },
	{ ROW("to"), .to = true },
};

struct theirs {
	bool from, to;
	uint32_t pd, mr;
	uintptr_t at;
};

/*
 * In the other process: a page of theirs, or of its own, is written to the next page of either. The
 * addresses are the same in both.
 */
static int writes(void *argument)
{
	struct theirs *theirs = argument;
	struct ibv_context *context = vct_import_device(take());
	struct ibv_pd *domain = context ? vct_import_pd(context, theirs->pd) : NULL;
	struct ibv_mr *imported = domain ? vct_import_mr(domain, theirs->mr) : NULL;
	struct ibv_mr *own = domain ? vct_reg_mr(domain, pages(), 2 * PAGE, ALL) : NULL;
	struct ibv_cq *cq = context ? vct_create_cq(context, 8, NULL, NULL, 0) : NULL;
	struct link l;

	SETUP(imported && own && cq);
	l = rc_link(.no_srq = true, .local = true, .tx = try_qp(domain, cq),
		    .rx = try_qp(domain, cq));
	pattern(pages(), LENGTH, OTHER);
	link_post(&l, IBV_WR_RDMA_WRITE, .data = theirs->from ? (const void *)theirs->at : pages(),
		  .length = LENGTH, .lkey = theirs->from ? imported->lkey : own->lkey,
		  .to = (theirs->to ? (const char *)theirs->at : pages()) + PAGE,
		  .rkey = theirs->to ? imported->rkey : own->rkey);
	MUST_EQ(MUST_COMPLETE(cq).status, IBV_WC_SUCCESS);
	if (!theirs->to)
		must_have(theirs->from);
	return 0;
}

CHECK_ROWS(a_region_is_used_by_another_process, passed, PROMISES(IMP_MR_01),
	   .needs = NEED_RC | NEED_IB_STATES | NEED_IMPORT)
{
	struct theirs theirs = { .from = row->from, .to = row->to };
	struct other *other;
	struct ibv_mr *mr;

	SETUP(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets));
	other = other_start();
	mr = region_make(0, 2 * PAGE, ALL);
	pattern(pages(), LENGTH, FIRST);
	theirs.pd = pd()->handle;
	theirs.mr = mr->handle;
	theirs.at = (uintptr_t)pages();
	pass(ctx()->cmd_fd);
	MUST_SUCCEED(other_does(other, writes, &theirs));
	if (row->to)
		must_have(row->from);
	other_leaves(other);
}
