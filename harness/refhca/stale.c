// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A program with a bug: it destroys objects twice, and prints "KIND: errno" of each second time.
 * Afterwards the HCA must not use the same memory for two objects: the program makes and destroys
 * two objects of each kind, which must succeed. It leaves out MWs and XRCDs, because the inline
 * functions ibv_dealloc_mw() and ibv_close_xrcd() read the handle before they call the HCA.
 */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <infiniband/verbs.h>

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static char memory[64];

static void *make_pd(void)
{
	return ibv_alloc_pd(context);
}

static void *make_mr(void)
{
	return ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE);
}

static void *make_ah(void)
{
	struct ibv_ah_attr attr = { .dlid = 1, .port_num = 1 };

	return ibv_create_ah(pd, &attr);
}

static void *make_channel(void)
{
	return ibv_create_comp_channel(context);
}

static void *make_cq(void)
{
	return ibv_create_cq(context, 4, NULL, NULL, 0);
}

static void *make_srq(void)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 4, .max_sge = 1 } };

	return ibv_create_srq(pd, &init);
}

static void *make_qp(void)
{
	struct ibv_qp_init_attr init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};

	return ibv_create_qp(pd, &init);
}

#define DESTROY(name_, type_, verb_)                                                               \
	static int name_(void *object)                                                             \
	{                                                                                          \
		return verb_((type_ *)object);                                                     \
	}
DESTROY(destroy_pd, struct ibv_pd, ibv_dealloc_pd)
DESTROY(destroy_mr, struct ibv_mr, ibv_dereg_mr)
DESTROY(destroy_ah, struct ibv_ah, ibv_destroy_ah)
DESTROY(destroy_channel, struct ibv_comp_channel, ibv_destroy_comp_channel)
DESTROY(destroy_cq, struct ibv_cq, ibv_destroy_cq)
DESTROY(destroy_srq, struct ibv_srq, ibv_destroy_srq)
DESTROY(destroy_qp, struct ibv_qp, ibv_destroy_qp)

static const struct kind {
	const char *name;
	void *(*make)(void);
	int (*destroy)(void *);
} kinds[] = {
	{ "PD", make_pd, destroy_pd },
	{ "MR", make_mr, destroy_mr },
	{ "AH", make_ah, destroy_ah },
	{ "CQ", make_cq, destroy_cq },
	{ "SRQ", make_srq, destroy_srq },
	{ "QP", make_qp, destroy_qp },
	{ "completion channel", make_channel, destroy_channel },
};

#define CHECK(condition) ((condition) ? (void)0 : err(1, "%s: %s", kind->name, #condition))

static void twice(const struct kind *kind)
{
	void *object = kind->make(), *one, *other;

	CHECK(object);
	CHECK(!kind->destroy(object));
	printf("%s: %s\n", kind->name, strerrorname_np(kind->destroy(object)));
	one = kind->make();
	other = kind->make();
	CHECK(one && other);
	CHECK(!kind->destroy(one));
	CHECK(!kind->destroy(other));
}

int main(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	context = list ? ibv_open_device(list[0]) : NULL;
	pd = context ? ibv_alloc_pd(context) : NULL;
	cq = context ? ibv_create_cq(context, 4, NULL, NULL, 0) : NULL;
	if (!pd || !cq)
		err(1, "no device");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		twice(&kinds[i]);
	return ibv_destroy_cq(cq) || ibv_dealloc_pd(pd) || ibv_close_device(context);
}
