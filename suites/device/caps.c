// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_query_device: it fills in every member, and the verbs then do what the device claims. */
#include <fcntl.h>

#include "../vct.h"

/* Two structs with different contents: a member that is not written differs afterwards. */
CHECK(query_fills_every_member, PROMISES(DEV_CAP_01))
{
	struct ibv_device_attr a, b;

	memset(&a, 0, sizeof(a));
	memset(&b, 0xa5, sizeof(b));
	MUST_SUCCEED(vct_query_device(ctx(), &a));
	MUST_SUCCEED(vct_query_device(ctx(), &b));
	MUST(!strncmp(a.fw_ver, b.fw_ver, sizeof(a.fw_ver)),
	     "fw_ver is the same in both answers; it is %.63s and %.63s", a.fw_ver, b.fw_ver);
	for (const struct vct_member *c = vct_device_claims; c->name; c++)
		MUST(vct_claim_agrees(c, &a, &b, 0xa5), "%s is the same in both answers", c->name);
}

CHECK(vendor_id_is_that_of_a_vendor, PROMISES(DEV_CAP_10))
{
	struct ibv_device_attr attr;

	MUST_SUCCEED(vct_query_device(ctx(), &attr));
	MUST_GE(attr.vendor_id, 1);
	MUST_LE(attr.vendor_id, 0xffffff);
}

static struct ibv_device_attr claims(void)
{
	struct ibv_device_attr attr;

	SETUP(!vct_query_device(ctx(), &attr));
	return attr;
}

/* Returns NULL and sets errno where it is refused. */
static struct ibv_srq *try_srq(uint32_t max_wr, uint32_t max_sge)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = max_wr, .max_sge = max_sge } };

	errno = 0;
	return vct_create_srq(pd(), &init);
}

/* A device that claims more than MOST SRQs is not asked for so many, which would take long. */
CHECK(there_are_no_more_srqs_than_max_srq, PROMISES(DEV_CAP_02), .needs = NEED_SRQ)
{
	enum { ENOUGH = 256, MOST = 4096 };
	int max = claims().max_srq, made = 0;
	int enough = max >= ENOUGH && max < MOST ? max + 1 : ENOUGH;

	while (made < enough && try_srq(1, 1))
		made++;
	RECORD("%d SRQs were created; max_srq is %d", made, max);
	MUST_GE(NAMED("the number of SRQs that can be made", made), 1);
	MUST_LE(NAMED("the number of SRQs that can be made", made), max);
}

/* siw has no ibv_query_srq: for its SRQs only the size asked for is known. */
static uint32_t size_of(struct ibv_srq *srq, uint32_t asked)
{
	struct ibv_srq_attr attr;

	return vct_query_srq(srq, &attr) ? asked : attr.max_wr;
}

/*
 * The memory of the machine may be too small for max_srq_wr; what is created must be within the
 * limit.
 */
CHECK(the_largest_srq_is_within_max_srq_wr, PROMISES(DEV_CAP_03, DEV_CAP_05), .needs = NEED_SRQ)
{
	uint32_t limit = (uint32_t)claims().max_srq_wr, asked = limit;
	struct ibv_srq *srq;

	while (!(srq = try_srq(asked, 1)) && asked > 1) {
		JUDGING(DEV_CAP_05);
		MUST_NE(errno, 0);
		asked /= 2;
	}
	RECORD("max_srq_wr is %u; a SRQ of %u WRs was created", limit, asked);
	MUST_MAKE(srq);
	JUDGING(DEV_CAP_03);
	MUST_LE(NAMED("max_wr of the largest SRQ", size_of(srq, asked)), limit);
}

CHECK(more_than_max_srq_wr_is_refused, PROMISES(DEV_CAP_03), .needs = NEED_SRQ)
{
	MUST_MAKE_NONE(try_srq((uint32_t)claims().max_srq_wr + 1, 1));
	MUST_NE(errno, 0);
}

CHECK(a_wr_has_max_srq_sge_and_no_more, PROMISES(DEV_CAP_04, DEV_CAP_05), .needs = NEED_SRQ)
{
	uint32_t limit = (uint32_t)claims().max_srq_sge;
	struct ibv_srq *srq = try_srq(1, limit);

	JUDGING(DEV_CAP_05);
	MUST(srq || errno, "the SRQ is made, or refused with errno; errno was not set");
	JUDGING(DEV_CAP_04);
	MUST(srq || errno == ENOMEM,
	     "the SRQ is made, or there is no memory for it (ENOMEM); errno is %s",
	     vct_errno_text(errno));
	MUST_MAKE_NONE(try_srq(1, limit + 1));
	MUST_NE(errno, 0);
}

CHECK(srq_resizes_if_and_only_if_claimed, PROMISES(DEV_CAP_06), .needs = NEED_SRQ)
{
	uint32_t most = (uint32_t)claims().max_srq_wr, more = most < 256 ? most : 256;
	struct ibv_srq *srq = srq_make(.max_wr = 16);
	int resize = srq_modify(srq, IBV_SRQ_MAX_WR, .max_wr = more);

	if (!(claims().device_cap_flags & IBV_DEVICE_SRQ_RESIZE)) {
		MUST_REFUSE(resize);
		return;
	}
	MUST_SUCCEED(resize);
	MUST_GE(srq_query(srq).max_wr, more);
}

CHECK(xrcd_opens_if_and_only_if_claimed, PROMISES(DEV_CAP_07))
{
	struct ibv_xrcd_init_attr init = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};

	MUST_EQ(NAMED("the number of domains that ibv_open_xrcd made",
		      !!vct_open_xrcd(ctx(), &init)),
		!!(claims().device_cap_flags & IBV_DEVICE_XRC));
}

/* The alternate path is the primary one: a path that exists is valid as an alternate path. */
CHECK(alternate_path_is_taken_if_and_only_if_claimed, PROMISES(DEV_CAP_08),
      .needs = NEED_SRQ | NEED_RC | NEED_IB_STATES)
{
	int path = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		   IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	struct link l = rc_link(.rx_stays_in_init = true);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int load_path;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_RC), !vct_query_qp(l.tx, &attr, path, &init));
	attr.qp_state = IBV_QPS_RTR;
	attr.dest_qp_num = l.tx->qp_num;
	attr.alt_ah_attr = attr.ah_attr;
	attr.alt_port_num = vct_dev->port;
	attr.alt_pkey_index = 0;
	attr.alt_timeout = 14;
	load_path = vct_modify_qp(l.rx, &attr, IBV_QP_STATE | path | IBV_QP_ALT_PATH);

	if (!(claims().device_cap_flags & IBV_DEVICE_AUTO_PATH_MIG)) {
		MUST_REFUSE(load_path);
		return;
	}
	MUST_SUCCEED(load_path);
	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_RC),
		 !vct_query_qp(l.rx, &attr, IBV_QP_ALT_PATH, &init));
	MUST_EQ(attr.alt_port_num, vct_dev->port);
	MUST_EQ(attr.alt_timeout, 14);
}

static const struct state_row {
	struct vct_row vct_row;
	bool rx_stays_in_init;
} states[] = {
	{ ROW("INIT"), .vct_row.needs = NEED_IB_STATES, .rx_stays_in_init = true },
	{ ROW("RTS"), .rx_stays_in_init = false },
};

CHECK_ROWS(qp_resizes_if_and_only_if_claimed, states, PROMISES(DEV_CAP_09),
	   .needs = NEED_SRQ | NEED_RC, .danger = DANGER_DESTRUCTIVE)
{
	struct link l = rc_link(.rx_stays_in_init = row->rx_stays_in_init);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	uint32_t more;
	int resize;

	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_RC),
		 !vct_query_qp(l.rx, &attr, IBV_QP_CAP, &init));
	more = attr.cap.max_send_wr * 2;
	attr.cap.max_send_wr = more;
	resize = vct_modify_qp(l.rx, &attr, IBV_QP_CAP);

	if (!(claims().device_cap_flags & IBV_DEVICE_RESIZE_MAX_WR)) {
		MUST_REFUSE(resize);
		return;
	}
	MUST_SUCCEED(resize);
	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, IBV_QPT_RC),
		 !vct_query_qp(l.rx, &attr, IBV_QP_CAP, &init));
	MUST_GE(attr.cap.max_send_wr, more);
}
