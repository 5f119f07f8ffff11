// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Tries what a device can do with memory. It is tried in a process of its own, because libibverbs
 * refuses ibv_fork_init after the first registration, and checks judge that.
 */
#include <errno.h>
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
		error = errno ? errno : EOPNOTSUPP;
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

static int (*const refusals[VCT_MEMORY_TRIES])(struct ibv_pd *pd) = {
	rereg_refusal, null_refusal, td_refusal, parent_refusal, import_refusal,
};

const vct_needs vct_memory_needs[VCT_MEMORY_TRIES] = {
	NEED_REREG, NEED_NULL_MR, NEED_TD, NEED_PARENT_DOMAIN, NEED_IMPORT,
};

static void __attribute__((noreturn)) try_all(struct ibv_device *device, int to)
{
	struct ibv_context *context = ibv_open_device(device);
	struct ibv_pd *pd = context ? ibv_alloc_pd(context) : NULL;
	int errors[VCT_MEMORY_TRIES] = { 0 };

	for (size_t i = 0; pd && i < VCT_MEMORY_TRIES; i++) {
		errno = 0;
		errors[i] = refusals[i](pd);
	}
	if (write(to, errors, sizeof(errors)) != sizeof(errors))
		_exit(1);
	if (pd)
		ibv_dealloc_pd(pd);
	if (context)
		ibv_close_device(context);
	_exit(0);
}

void vct_memory_try(struct ibv_device *device, int errors[VCT_MEMORY_TRIES])
{
	int got[VCT_MEMORY_TRIES], ends[2];
	pid_t pid;

	for (size_t i = 0; i < VCT_MEMORY_TRIES; i++)
		errors[i] = 0;
	if (pipe(ends))
		return;
	pid = fork();
	if (!pid)
		try_all(device, ends[1]);
	close(ends[1]);
	if (pid > 0 && read(ends[0], got, sizeof(got)) == sizeof(got))
		for (size_t i = 0; i < VCT_MEMORY_TRIES; i++)
			errors[i] = got[i];
	close(ends[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}
