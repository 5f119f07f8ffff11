/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Threads of one process that register with a receive QP, unregister and use it at the same time.
 * Another handle keeps the QP alive, so a thread may find the QP whether it is registered or not.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define IBV_XRC_NO_OLD_NAMES
#include <infiniband/verbs_xrc.h>

enum { THREADS = 4, ROUNDS = 2000 };

static struct ibv_xrcd *domain, *same_domain;
static uint32_t shared;

static void check(int ret, int also_allowed, const char *what)
{
	if (!ret || ret == also_allowed)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(ret));
	exit(1);
}

static void use(uint32_t number)
{
	struct ibv_xrc_qp_init_attr init;
	struct ibv_qp_attr attr;

	check(ibv_query_xrc_rcv_qp(domain, number, &attr, IBV_QP_STATE, &init), 0, "query");
	memset(&attr, 0, sizeof(attr));
	attr.qp_state = IBV_QPS_RESET;
	check(ibv_modify_xrc_rcv_qp(domain, number, &attr, IBV_QP_STATE), 0, "modify");
}

static void *take_part(void *odd)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_xrc_qp_init_attr init = { .xrc_domain = domain };
		uint32_t own;

		check(ibv_reg_xrc_rcv_qp(odd ? same_domain : domain, shared), 0, "register");
		use(shared);
		check(ibv_create_xrc_rcv_qp(&init, &own), 0, "create");
		use(own);
		check(ibv_unreg_xrc_rcv_qp(domain, own), 0, "unregister");
		/* another thread may have done it first */
		check(ibv_unreg_xrc_rcv_qp(domain, shared), EINVAL, "unregister from the shared");
	}
	return NULL;
}

static struct ibv_qp *make_shared(struct ibv_context *context)
{
	struct ibv_qp_init_attr_ex init = { .qp_type = IBV_QPT_XRC_RECV,
					    .comp_mask = IBV_QP_INIT_ATTR_XRCD,
					    .xrcd = domain };

	return ibv_create_qp_ex(context, &init);
}

int main(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = list && list[0] ? ibv_open_device(list[0]) : NULL;
	int file = memfd_create("verbs-cts", 0);
	pthread_t threads[THREADS];
	struct ibv_qp *keeper;

	if (!context || file < 0)
		return 2;
	ibv_free_device_list(list);
	domain = ibv_open_xrc_domain(context, file, O_CREAT);
	same_domain = ibv_open_xrc_domain(context, file, 0);
	keeper = domain && same_domain ? make_shared(context) : NULL;
	if (!keeper)
		return 2;
	shared = keeper->qp_num;
	for (int i = 0; i < THREADS; i++)
		check(pthread_create(&threads[i], NULL, take_part, i % 2 ? keeper : NULL), 0,
		      "thread");
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	check(ibv_destroy_qp(keeper), 0, "destroy");
	check(ibv_close_xrc_domain(same_domain), 0, "close");
	check(ibv_close_xrc_domain(domain), 0, "close");
	check(ibv_close_device(context), 0, "close");
	close(file);
	puts("done");
	return 0;
}
