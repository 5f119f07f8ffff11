// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Send WRs whose unused members are not 0: every bit set, and bytes of a pattern. */
#include <arpa/inet.h>

#include "carrier.h"

enum { IMM = 0x1badcafe, LENGTH = 64, GRH = 40 };

static const struct unused_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_wr_opcode opcode;
} unused[] = {
#define UNUSED(name_, needs_, type_, opcode_)                                                      \
	{                                                                                          \
		.vct_row = { .name = (name_), .needs = (needs_) }, .type = IBV_QPT_##type_,        \
		.opcode = IBV_WR_##opcode_                                                         \
	}
	UNUSED("rc-send", NEED_RC, RC, SEND),
	UNUSED("rc-send-imm", NEED_RC | NEED_IMM, RC, SEND_WITH_IMM),
	UNUSED("rc-write", NEED_RC, RC, RDMA_WRITE),
	UNUSED("rc-write-imm", NEED_RC | NEED_IMM, RC, RDMA_WRITE_WITH_IMM),
	UNUSED("rc-read", NEED_RC, RC, RDMA_READ),
	UNUSED("rc-add", NEED_RC | NEED_ATOMIC, RC, ATOMIC_FETCH_AND_ADD),
	UNUSED("uc-send", NEED_UC, UC, SEND),
	UNUSED("uc-write", NEED_UC, UC, RDMA_WRITE),
	UNUSED("ud-send", NEED_UD, UD, SEND),
	UNUSED("ud-send-imm", NEED_UD | NEED_IMM, UD, SEND_WITH_IMM),
	UNUSED("xrc-send", NEED_XRC | NEED_SRQ, XRC_SEND, SEND),
	UNUSED("xrc-write-imm", NEED_XRC | NEED_SRQ | NEED_IMM, XRC_SEND, RDMA_WRITE_WITH_IMM),
};

static bool has_imm(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

static bool is_received(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_SEND || has_imm(opcode);
}

/* What the WR has besides what it must have. */
static void spoil_the_rest(struct ibv_send_wr *wr, const struct link *l, unsigned int round)
{
	struct ibv_send_wr named = *wr;

	if (round)
		pattern(wr, sizeof(*wr), round);
	else
		memset(wr, 0xff, sizeof(*wr));
	wr->wr_id = named.wr_id;
	wr->next = NULL;
	wr->sg_list = named.sg_list;
	wr->num_sge = named.num_sge;
	wr->opcode = named.opcode;
	wr->send_flags = named.send_flags;
	if (has_imm(wr->opcode))
		wr->imm_data = named.imm_data;
	if (l->ah)
		wr->wr.ud = named.wr.ud;
	else if (wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
		wr->wr.atomic = named.wr.atomic;
	else if (wr->opcode != IBV_WR_SEND && wr->opcode != IBV_WR_SEND_WITH_IMM)
		wr->wr.rdma = named.wr.rdma;
	if (l->xrcd)
		wr->qp_type.xrc.remote_srqn = named.qp_type.xrc.remote_srqn;
}

static struct link link_of(const struct unused_row *row)
{
	struct link_attr attr = { .no_srq = row->type != IBV_QPT_XRC_SEND, .srq_wr = 16 };

	if (row->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
		attr.grants = IBV_ACCESS_REMOTE_ATOMIC;
	return row->type == IBV_QPT_XRC_SEND ? xrc_link_make(&attr) : link_make(row->type, &attr);
}

static void must_be_received(struct link *l, const struct unused_row *row, const struct message *m,
			     unsigned int round)
{
	struct ibv_wc wc = MUST_COMPLETE(l->rx_cq);

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, round);
	MUST_EQ(!!(wc.wc_flags & IBV_WC_WITH_IMM), has_imm(row->opcode));
	if (has_imm(row->opcode))
		MUST_EQ(ntohl(wc.imm_data), IMM);
	if (row->opcode != IBV_WR_RDMA_WRITE_WITH_IMM)
		MUST_BE_PATTERN(recv_slot(round) + (l->ah ? GRH : 0), m->length, round);
}

CHECK_ROWS(other_members_of_a_send_are_not_looked_at, unused, PROMISES(SND_36))
{
	enum { ROUNDS = 4 };
	bool adds = row->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
	struct link l = link_of(row);
	struct ibv_mr *mr =
		mr_make(pd(), PAGE,
			IBV_ACCESS_LOCAL_WRITE |
				remote_access(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ) |
				(adds ? IBV_ACCESS_REMOTE_ATOMIC : 0));
	struct message m = { .opcode = row->opcode,
			     .length = adds ? 8 : LENGTH,
			     .imm = IMM,
			     .to = mr->addr,
			     .rkey = mr->rkey,
			     .compare_add = 1 };

	for (unsigned int round = 0; round < ROUNDS; round++) {
		bool reads = adds || row->opcode == IBV_WR_RDMA_READ;
		struct ibv_send_wr wr, *bad;
		struct ibv_sge sge;

		m.data = send_slot(round);
		pattern(reads ? mr->addr : (void *)send_slot(round), m.length, round);
		if (is_received(row->opcode))
			link_post_receives(&l, recv_list(round, 1));
		link_fill_wr(&l, &m, &wr, &sge);
		spoil_the_rest(&wr, &l, round);
		MUST_SUCCEED(vct_post_send(l.tx, &wr, &bad));
		MUST_EQ(MUST_COMPLETE(l.tx_cq).status, IBV_WC_SUCCESS);
		if (is_received(row->opcode))
			must_be_received(&l, row, &m, round);
		if (row->opcode == IBV_WR_RDMA_WRITE || row->opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
			MUST_ARRIVE(mr->addr, send_slot(round), m.length);
		if (reads)
			MUST_BE_PATTERN(send_slot(round), m.length, round);
	}
}
