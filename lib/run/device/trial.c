// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Finds by trying what no capability tells. Linux drivers return EOPNOTSUPP for a QP type that they
 * do not know, and some return EINVAL (mana_ib_create_qp). The request is the smallest that there
 * is, so EINVAL can mean only that; SKIP reasons tell the errno. After any other error the feature
 * counts as there, so that its checks run and FAIL: a refusal must not become a SKIP.
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "../../check/check.h"
#include "../../check/use/starve.h"
#include "trial.h"

/* 0, or the errno with which the device refuses a QP of this type with these extended sends. */
static int refusal(struct ibv_pd *pd, struct ibv_cq *cq, enum ibv_qp_type type, uint64_t send_ops)
{
	struct ibv_qp_init_attr_ex init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = type,
		.comp_mask = IBV_QP_INIT_ATTR_PD | (send_ops ? IBV_QP_INIT_ATTR_SEND_OPS_FLAGS : 0),
		.pd = pd,
		.send_ops_flags = send_ops,
	};
	struct ibv_qp *qp;

	errno = 0;
	qp = ibv_create_qp_ex(pd->context, &init); /* with a PD alone, this is ibv_create_qp */
	if (!qp)
		return errno;
	ibv_destroy_qp(qp);
	return 0;
}

/* The errno value that refuses an extended CQ with these members; 0: none. */
static int cq_refusal(struct ibv_context *context, uint64_t wc_flags)
{
	struct ibv_cq_init_attr_ex init = { .cqe = 1, .wc_flags = wc_flags };
	struct ibv_cq_ex *cq;

	errno = 0;
	cq = ibv_create_cq_ex(context, &init);
	if (!cq)
		return errno;
	ibv_destroy_cq(ibv_cq_ex_to_cq(cq));
	return 0;
}

/* The errno value that refuses to resize the CQ. EINVAL may be about its size. */
static int resize_refusal(struct ibv_cq *cq)
{
	int error = cq ? ibv_resize_cq(cq, 4) : 0;

	return error == EINVAL ? 0 : error;
}

static int clock_refusal(struct ibv_context *context)
{
	struct ibv_values_ex values = { .comp_mask = IBV_VALUES_MASK_RAW_CLOCK };

	return ibv_query_rt_values_ex(context, &values);
}

/* Of a verb. EPROTONOSUPPORT is how ib_uverbs refuses an ioctl that it does not know. */
static bool means_no_verb(int error)
{
	return error == EOPNOTSUPP || error == ENOSYS || error == EPROTONOSUPPORT;
}

/* Of a value, such as a type of QPs. */
static bool means_unsupported(int error)
{
	return means_no_verb(error) || error == EINVAL;
}

/* The standard members that an extended CQ may have: each is tried alone. */
static uint64_t wc_flags_taken(struct ibv_context *context)
{
	uint64_t taken = 0;

	for (uint64_t flag = 1; flag <= IBV_WC_STANDARD_FLAGS; flag <<= 1)
		if (flag & IBV_WC_STANDARD_FLAGS && !means_unsupported(cq_refusal(context, flag)))
			taken |= flag;
	return taken;
}

/* 0, or the errno with which the device refuses an address of this service level. */
static int level_refusal(struct ibv_pd *pd, const struct vct_device *dev, uint8_t level)
{
	struct ibv_ah_attr address = {
		.grh = { .dgid = dev->gid, .sgid_index = (uint8_t)dev->gid_index, .hop_limit = 64 },
		.dlid = dev->port_attr.lid,
		.sl = level,
		.is_global = 1,
		.port_num = dev->port,
	};
	struct ibv_ah *ah;

	errno = 0;
	ah = ibv_create_ah(pd, &address);
	if (!ah)
		return errno;
	ibv_destroy_ah(ah);
	return 0;
}

/* A port may map no service level but 0, and refuse the others (hw/hfi1/verbs.c). */
static bool takes_one_level(struct ibv_pd *pd, const struct vct_device *dev)
{
	return !level_refusal(pd, dev, 0) && level_refusal(pd, dev, 2) == EINVAL;
}

/*
 * Raw packet QPs need Ethernet. The kernel refuses them with EPERM without CAP_NET_RAW in the user
 * namespace of the device's network namespace, which no process can ask about.
 */
static vct_needs raw_lacks(int error, uint8_t link_layer)
{
	if (error && link_layer == IBV_LINK_LAYER_INFINIBAND)
		return NEED_RAW;
	if (error == EPERM)
		return NEED_NET_RAW;
	return means_unsupported(error) ? NEED_RAW : 0;
}

/* Of the GID table. An entry that cannot be read is neither. */
static vct_needs look_at_gids(const struct vct_device *dev, struct ibv_context *context)
{
	static const union ibv_gid none;
	unsigned int valid = 0, empty = 0;
	union ibv_gid gid;

	for (int i = 0; i < dev->port_attr.gid_tbl_len; i++) {
		if (ibv_query_gid(context, dev->port, i, &gid))
			continue;
		*(memcmp(&gid, &none, sizeof(gid)) ? &valid : &empty) += 1;
	}
	return (valid > 1 ? NEED_GIDS : 0) | (empty ? NEED_EMPTY_GID : 0);
}

static void note(struct vct_device *dev, size_t i, vct_needs need, int error, vct_needs lacking)
{
	dev->tries[i] = (struct vct_try){ need, error };
	dev->tried = (dev->tried | need) & ~lacking;
}

static void try_aside(struct vct_device *dev, size_t at)
{
	int errors[VCT_TRIES_ASIDE];

	vct_try_aside(dev->ibv, errors);
	for (size_t i = 0; i < VCT_TRIES_ASIDE; i++)
		note(dev, at + i, vct_needs_aside[i], errors[i],
		     means_no_verb(errors[i]) ? vct_needs_aside[i] : 0);
}

void vct_needs_try(struct vct_device *dev, struct ibv_context *context)
{
	static const struct {
		vct_needs need;
		enum ibv_qp_type type;
		uint64_t send_ops;
	} tries[] = {
		{ NEED_RC, IBV_QPT_RC, 0 },
		{ NEED_UD, IBV_QPT_UD, 0 },
		{ NEED_UC, IBV_QPT_UC, 0 },
		{ NEED_SEND_OPS, IBV_QPT_RC, IBV_QP_EX_WITH_SEND },
		{ NEED_RAW, IBV_QPT_RAW_PACKET, 0 },
		{ .need = NEED_CQ_EX },
		{ .need = NEED_CQ_RESIZE },
		{ .need = NEED_RAW_CLOCK },
	};
	enum { N_TRIES = sizeof(tries) / sizeof(tries[0]) };
	_Static_assert(N_TRIES + VCT_TRIES_ASIDE == VCT_TRIES, "dev->tries has room for each");
	struct ibv_cq *cq = ibv_create_cq(context, 1, NULL, NULL, 0);
	struct ibv_pd *pd = ibv_alloc_pd(context);

	dev->tried = NEED_NET_RAW | look_at_gids(dev, context);
	if (vct_starve_is_set_up())
		dev->tried |= NEED_STARVE;
	for (size_t i = 0; i < N_TRIES; i++) {
		vct_needs lacking;
		int error = 0;

		if (tries[i].need == NEED_CQ_EX)
			error = cq_refusal(context, 0);
		else if (tries[i].need == NEED_CQ_RESIZE)
			error = resize_refusal(cq);
		else if (tries[i].need == NEED_RAW_CLOCK)
			error = clock_refusal(context);
		else if (cq && pd)
			error = refusal(pd, cq, tries[i].type, tries[i].send_ops);
		lacking = means_unsupported(error) ? tries[i].need : 0;
		if (tries[i].need == NEED_RAW)
			lacking = raw_lacks(error, dev->port_attr.link_layer);
		note(dev, i, tries[i].need, error, lacking);
	}
	dev->wc_flags = wc_flags_taken(context);
	dev->one_level = pd && takes_one_level(pd, dev);
	try_aside(dev, N_TRIES);
	if (pd)
		ibv_dealloc_pd(pd);
	if (cq)
		ibv_destroy_cq(cq);
}
