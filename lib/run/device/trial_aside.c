// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Tries what a device can do with memory, and with a second handle of a QP. It is tried in a
 * process of its own, because libibverbs refuses ibv_fork_init after the first registration, and
 * checks judge that; and because some providers crash.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trial.h"

/* errno of a verb that returned no object. */
static int error_of(const void *object)
{
	return object ? 0 : errno;
}

static int rereg_refusal(struct ibv_pd *pd)
{
	static char memory[64];
	struct ibv_mr *mr = ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE);
	int error = 0;

	errno = 0;
	if (mr && ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, 0))
		error = errno;
	if (mr)
		ibv_dereg_mr(mr);
	return error;
}

static int null_refusal(struct ibv_pd *pd)
{
	struct ibv_mr *mr = ibv_alloc_null_mr(pd);
	int error = error_of(mr);

	if (mr)
		ibv_dereg_mr(mr);
	return error;
}

static int td_refusal(struct ibv_pd *pd)
{
	struct ibv_td_init_attr init = { .comp_mask = 0 };
	struct ibv_td *td = ibv_alloc_td(pd->context, &init);
	int error = error_of(td);

	if (td)
		ibv_dealloc_td(td);
	return error;
}

static int parent_refusal(struct ibv_pd *pd)
{
	struct ibv_parent_domain_init_attr init = { .pd = pd };
	struct ibv_pd *parent = ibv_alloc_parent_domain(pd->context, &init);
	int error = error_of(parent);

	if (parent)
		ibv_dealloc_pd(parent);
	return error;
}

static int import_refusal(struct ibv_pd *pd)
{
	int fd = dup(pd->context->cmd_fd);
	struct ibv_context *imported = fd < 0 ? NULL : ibv_import_device(fd);
	int error = error_of(imported);

	if (imported)
		ibv_close_device(imported);
	else if (fd >= 0)
		close(fd);
	return error;
}

/*
 * Only a device that claims XRC is asked, and EINVAL may be about the QP. What is made stays: the
 * process ends, and libmlx5 44 crashes when the handle is destroyed.
 */
static int open_refusal(struct ibv_pd *pd)
{
	struct ibv_xrcd_init_attr domain = { .comp_mask = IBV_XRCD_INIT_ATTR_FD |
							  IBV_XRCD_INIT_ATTR_OFLAGS,
					     .fd = -1,
					     .oflags = O_CREAT };
	struct ibv_qp_init_attr_ex init = { .qp_type = IBV_QPT_XRC_RECV,
					    .comp_mask = IBV_QP_INIT_ATTR_XRCD };
	struct ibv_qp_open_attr open = { .comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD |
						      IBV_QP_OPEN_ATTR_TYPE,
					 .qp_type = IBV_QPT_XRC_RECV };
	struct ibv_device_attr claims;
	struct ibv_qp *qp = NULL;

	if (ibv_query_device(pd->context, &claims) || !(claims.device_cap_flags & IBV_DEVICE_XRC))
		return 0;
	init.xrcd = open.xrcd = ibv_open_xrcd(pd->context, &domain);
	if (init.xrcd)
		qp = ibv_create_qp_ex(pd->context, &init);
	if (!qp)
		return 0;
	open.qp_num = qp->qp_num;
	errno = 0;
	return ibv_open_qp(pd->context, &open) || errno == EINVAL ? 0 : errno;
}

/* The last one leaves objects. */
static int (*const refusals[VCT_TRIES_ASIDE])(struct ibv_pd *pd) = {
	rereg_refusal, null_refusal, td_refusal, parent_refusal, import_refusal, open_refusal,
};

const vct_needs vct_needs_aside[VCT_TRIES_ASIDE] = {
	NEED_REREG, NEED_NULL_MR, NEED_TD, NEED_PARENT_DOMAIN, NEED_IMPORT, NEED_OPEN_QP,
};

static void __attribute__((noreturn)) try_all(struct ibv_device *device, int to)
{
	struct ibv_context *context = ibv_open_device(device);
	struct ibv_pd *pd = context ? ibv_alloc_pd(context) : NULL;

	for (size_t i = 0; pd && i < VCT_TRIES_ASIDE; i++) {
		int error;

		errno = 0;
		error = refusals[i](pd);
		if (write(to, &error, sizeof(error)) != sizeof(error))
			break;
	}
	_exit(0);
}

void vct_try_aside(struct ibv_device *device, int errors[VCT_TRIES_ASIDE])
{
	int ends[2];
	pid_t pid;

	for (size_t i = 0; i < VCT_TRIES_ASIDE; i++)
		errors[i] = 0;
	if (pipe(ends))
		return;
	pid = fork();
	if (!pid)
		try_all(device, ends[1]);
	close(ends[1]);
	for (size_t i = 0; i < VCT_TRIES_ASIDE; i++)
		if (read(ends[0], &errors[i], sizeof(errors[i])) != sizeof(errors[i]))
			break;
	close(ends[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}
