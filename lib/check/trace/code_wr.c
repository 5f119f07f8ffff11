// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes SGEs, WRs and work completions as C. */
#include <stdbool.h>

#include "code.h"
#include "expression.h"
#include "slots.h"

enum { MOST_SGES = 4096 };

/* The first n slots of a byte each, as recv_sges() of objects.c gives them. */
static bool are_bytes(const struct ibv_sge *sge, int n)
{
	if (n < 4 || !known_region_starts(sge->addr, sge->lkey))
		return false;
	for (int i = 0; i < n; i++)
		if (sge[i].addr != sge->addr + (uint64_t)(i % SLOTS * SLOT_SIZE) ||
		    sge[i].length != 1 || sge[i].lkey != sge->lkey)
			return false;
	return true;
}

void put_sge_array(struct vct_text *t, const struct ibv_sge *sge, int n)
{
	put(t, "(struct ibv_sge[]){");
	for (int i = 0; i < n; i++) {
		put(t, i ? ", " : " ");
		put_members(t, vct_sge_members, &sge[i]);
	}
	put(t, " }");
}

static void put_sges(struct vct_text *t, const struct ibv_sge *sge, int n)
{
	int read =
		n > MOST_SGES ? 1 : n; /* so many do not exist: the verb must refuse the number */

	if (n <= 0 || !sge) {
		if (n) {
			put_name_of_member(t, "num_sge");
			put(t, "%d" END_PART, n);
		}
		return;
	}
	put_name_of_member(t, "sg_list");
	if (are_bytes(sge, read))
		put(t, "byte_sges(%s, %d)", known_region_starts(sge->addr, sge->lkey), n);
	else
		put_sge_array(t, sge, read);
	put_string(t, END_PART);
	put_name_of_member(t, "num_sge");
	put_number(t, (unsigned int)n);
	put_string(t, END_PART);
}

/* The region whose slot of this wr_id the WR receives to, as srq_post() makes it; or NULL. */
static const char *own_slot(const struct ibv_recv_wr *wr)
{
	if (wr->num_sge != 1 || wr->sg_list->length != SLOT_SIZE)
		return NULL;
	return known_region_starts(wr->sg_list->addr - wr->wr_id % SLOTS * SLOT_SIZE,
				   wr->sg_list->lkey);
}

/* WRs that one expression stands for: recv_list(mr0, 3, 2), or one WR. */
struct recv_part {
	const char *mr; /* NULL: the WR is no slot of a region */
	unsigned int n;
	const struct ibv_recv_wr *next; /* the first that is not of it */
};

static struct recv_part find_part(const struct ibv_recv_wr *wr)
{
	struct recv_part part = { .mr = own_slot(wr), .n = 1, .next = wr->next };

	while (part.mr && part.next && part.next->wr_id == wr->wr_id + part.n &&
	       own_slot(part.next) == part.mr)
		part.next = part.next->next, part.n++;
	return part;
}

static void put_part(struct vct_text *t, const struct ibv_recv_wr *wr, struct recv_part part)
{
	if (part.mr) {
		put(t, "recv_list(%s, ", part.mr);
		put_number(t, wr->wr_id);
		put(t, ", %u)", part.n);
		return;
	}
	put_type(t, "struct ibv_recv_wr");
	put_string(t, "{");
	put_name_of_member(t, "wr_id");
	put_number(t, wr->wr_id);
	put_string(t, END_PART);
	put_sges(t, wr->sg_list, wr->num_sge);
	put_end_of_members(t);
	put_string(t, END_PART);
}

void put_recv_list(struct vct_text *t, const struct ibv_recv_wr *wr, enum ibv_qp_type unused)
{
	unsigned int parts = 0;

	(void)unused;

	if (!wr)
		put(t, "NULL");
	while (wr) {
		struct recv_part part = find_part(wr);

		if (part.next)
			put(t, "then("), parts++;
		put_part(t, wr, part);
		if (part.next)
			put(t, ", ");
		wr = part.next;
	}
	while (parts--)
		put(t, ")");
}

static void put_target(struct vct_text *t, const struct ibv_send_wr *wr, enum ibv_qp_type type)
{
	switch (wr->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		put_set_members(t, vct_rdma_members, wr);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		put_set_members(t, vct_atomic_members, wr);
		break;
	case IBV_WR_BIND_MW:
		put_set_members(t, vct_bind_members, wr);
		break;
	case IBV_WR_TSO:
		put_name_of_member(t, "tso");
		put_string(t, "{ .hdr = ");
		put_bytes(t, wr->tso.hdr, wr->tso.hdr_sz);
		put(t, ", .hdr_sz = %u, .mss = %u }" END_PART, wr->tso.hdr_sz, wr->tso.mss);
		/* fallthrough */
	default:
		if (type == IBV_QPT_UD)
			put_set_members(t, vct_ud_members, wr);
	}
	if (type == IBV_QPT_XRC_SEND)
		put_set_members(t, vct_xrc_members, wr);
}

void put_send_list(struct vct_text *t, const struct ibv_send_wr *wr, enum ibv_qp_type type)
{
	if (!wr) {
		put(t, "NULL");
		return;
	}
	put_type(t, "struct ibv_send_wr");
	put_string(t, "{");
	put_all_members(t, vct_send_members, wr);
	put_sges(t, wr->sg_list, wr->num_sge);
	if (wr->opcode == IBV_WR_SEND_WITH_IMM || wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
		put_set_members(t, vct_imm_members, wr);
	if (wr->opcode == IBV_WR_SEND_WITH_INV || wr->opcode == IBV_WR_LOCAL_INV)
		put_set_members(t, vct_inv_members, wr);
	put_target(t, wr, type);
	if (wr->next) {
		put_name_of_member(t, "next");
		put_send_list(t, wr->next, type);
		put_string(t, END_PART);
	}
	put_end_of_members(t);
	put_string(t, END_PART);
}

void put_ops(struct vct_text *t, const struct ibv_ops_wr *wr, enum ibv_qp_type unused)
{
	(void)unused;
	put_structure(t, "struct ibv_ops_wr", vct_ops_members, wr);
}

void put_wc(struct vct_text *t, const struct ibv_wc *wc)
{
	put_string(t, "{");
	put_all_members(t, vct_wc_members, wc);
	if (wc->status == IBV_WC_SUCCESS) {
		put_all_members(t, vct_good_wc_members, wc);
		if (wc->opcode & IBV_WC_RECV) {
			put_all_members(t, vct_received_members, wc);
			if (wc->wc_flags & IBV_WC_WITH_IMM)
				put_all_members(t, vct_with_imm_members, wc);
			if (wc->wc_flags & IBV_WC_WITH_INV)
				put_all_members(t, vct_with_inv_members, wc);
			if (known_is_ud(wc->qp_num))
				put_all_members(t, vct_from_members, wc);
		}
	}
	put_end_of_members(t);
}
