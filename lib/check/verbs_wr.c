// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Calls ibv_wr_*, and traces each call as C, with qp0_ex for qp0. The members wr_id and wr_flags of
 * the QP are a part of the line of a builder or setter, if they are not those of the line before:
 *	ibv_wr_send(qp0_ex): .wr_id = 5, .wr_flags = IBV_SEND_SIGNALED
 */
#include <string.h>

#include "code.h"
#include "known.h"
#include "made.h"
#include "verbs.h"

/* What the bytes of a trace may be at most; of more, the trace does not tell them. */
enum { MOST_BYTES = 1024, MOST_OF_SGE = 64 };

static struct vct_text *start_text(const char *verb, const struct ibv_qp_ex *qp)
{
	return vct_text("ibv_wr_%s(%s_ex", verb, vct_name(&qp->qp_base));
}

static void trace_built(struct vct_text *t, const struct ibv_qp_ex *qp)
{
	static __thread struct {
		const struct ibv_qp_ex *qp;
		uint64_t wr_id;
		unsigned int wr_flags;
	} last;

	put_string(t, ")");
	if (qp != last.qp || qp->wr_id != last.wr_id || qp->wr_flags != last.wr_flags) {
		put_string(t, ": .wr_id = ");
		put_number(t, qp->wr_id);
		put_string(t, ", .wr_flags = ");
		put_flags(t, vct_send_flags, qp->wr_flags);
		last.qp = qp;
		last.wr_id = qp->wr_id;
		last.wr_flags = qp->wr_flags;
	}
	vct_trace("%s", t->s);
}

static void put_remote(struct vct_text *t, uint32_t rkey, uint64_t remote_addr)
{
	put_string(t, ", ");
	put_known(t, KIND_RKEY, rkey);
	put_string(t, ", ");
	put_address(t, remote_addr, "(uintptr_t)");
}

static void put_next_number(struct vct_text *t, unsigned long long n)
{
	put_string(t, ", ");
	put_number(t, n);
}

static void put_data(struct vct_text *t, const void *data, size_t length)
{
	if (length <= MOST_BYTES)
		put_bytes(t, data, length);
	else
		put(t, "memory(%zu)", length);
}

void vct_wr_start(struct ibv_qp_ex *qp)
{
	ibv_wr_start(qp);
	vct_trace("%s)", start_text("start", qp)->s);
}

int vct_wr_complete(struct ibv_qp_ex *qp)
{
	int ret = ibv_wr_complete(qp);

	vct_trace("%s) = %s", start_text("complete", qp)->s, ERR(ret));
	return ret;
}

void vct_wr_abort(struct ibv_qp_ex *qp)
{
	ibv_wr_abort(qp);
	vct_trace("%s)", start_text("abort", qp)->s);
}

static void put_bind_info(struct vct_text *t, const struct ibv_mw_bind_info *to)
{
	PUT_STRUCT(t, ibv_mw_bind_info, vct_bind_info_members, to);
}

/* A builder or setter: its parameters after the QP, its arguments, and what writes these down. */
#define BUILDS(verb_, parameters_, arguments_, puts_)                                              \
	void vct_wr_##verb_ parameters_                                                            \
	{                                                                                          \
		struct vct_text *t = start_text(#verb_, qp);                                       \
                                                                                                   \
		puts_;                                                                             \
		ibv_wr_##verb_ arguments_;                                                         \
		trace_built(t, qp);                                                                \
	}

BUILDS(send, (struct ibv_qp_ex * qp), (qp), )
BUILDS(send_imm, (struct ibv_qp_ex * qp, __be32 imm), (qp, imm), put(t, ", %#x", imm))
BUILDS(send_inv, (struct ibv_qp_ex * qp, uint32_t rkey), (qp, rkey),
       (put_string(t, ", "), put_known(t, KIND_RKEY, rkey)))
BUILDS(rdma_write, (struct ibv_qp_ex * qp, uint32_t rkey, uint64_t to), (qp, rkey, to),
       put_remote(t, rkey, to))
BUILDS(rdma_write_imm, (struct ibv_qp_ex * qp, uint32_t rkey, uint64_t to, __be32 imm),
       (qp, rkey, to, imm), (put_remote(t, rkey, to), put(t, ", %#x", imm)))
BUILDS(rdma_read, (struct ibv_qp_ex * qp, uint32_t rkey, uint64_t from), (qp, rkey, from),
       put_remote(t, rkey, from))
BUILDS(atomic_cmp_swp,
       (struct ibv_qp_ex * qp, uint32_t rkey, uint64_t to, uint64_t compare, uint64_t swap),
       (qp, rkey, to, compare, swap),
       (put_remote(t, rkey, to), put_next_number(t, compare), put_next_number(t, swap)))
BUILDS(atomic_fetch_add, (struct ibv_qp_ex * qp, uint32_t rkey, uint64_t to, uint64_t add),
       (qp, rkey, to, add), (put_remote(t, rkey, to), put_next_number(t, add)))
BUILDS(atomic_write, (struct ibv_qp_ex * qp, uint32_t rkey, uint64_t to, const void *value),
       (qp, rkey, to, value),
       (put_remote(t, rkey, to), put_string(t, ", "), put_bytes(t, value, 8)))
BUILDS(send_tso, (struct ibv_qp_ex * qp, void *header, uint16_t size, uint16_t mss),
       (qp, header, size, mss),
       (put_string(t, ", "), put_bytes(t, header, size), put_next_number(t, size),
	put_next_number(t, mss)))
BUILDS(bind_mw,
       (struct ibv_qp_ex * qp, struct ibv_mw *mw, uint32_t rkey, const struct ibv_mw_bind_info *to),
       (qp, mw, rkey, to),
       (put(t, ", %s, ", vct_name(mw)), put_known(t, KIND_RKEY, rkey), put_string(t, ", "),
	put_bind_info(t, to)))
BUILDS(set_ud_addr, (struct ibv_qp_ex * qp, struct ibv_ah *ah, uint32_t qpn, uint32_t qkey),
       (qp, ah, qpn, qkey),
       (put(t, ", %s, ", vct_name(ah)), put_known(t, KIND_QPN, qpn), put(t, ", %#x", qkey)))
BUILDS(set_xrc_srqn, (struct ibv_qp_ex * qp, uint32_t number), (qp, number),
       (put_string(t, ", "), put_known(t, KIND_SRQN, number)))
BUILDS(set_inline_data, (struct ibv_qp_ex * qp, void *data, size_t length), (qp, data, length),
       (put_string(t, ", "), put_data(t, data, length), put_next_number(t, length)))

static void put_buffers(struct vct_text *t, size_t n, const struct ibv_data_buf *buffers)
{
	put(t, ", %zu, (struct ibv_data_buf[]){", n);
	for (size_t i = 0; i < n; i++) {
		put_string(t, i ? ", { " : " { ");
		put_data(t, buffers[i].addr, buffers[i].length);
		put_next_number(t, buffers[i].length);
		put_string(t, " }");
	}
	put_string(t, " }");
}
BUILDS(set_inline_data_list, (struct ibv_qp_ex * qp, size_t n, const struct ibv_data_buf *buffers),
       (qp, n, buffers), put_buffers(t, n, buffers))

/* What is in the buffers: a program has to put it there. */
static void trace_content(const struct ibv_sge *sges, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct vct_text *t = vct_text("memcpy(");

		if (sges[i].length > MOST_OF_SGE || !known_memory(sges[i].addr, sges[i].length))
			continue;
		put_address(t, sges[i].addr, "(char *)");
		put_string(t, ", ");
		put_bytes(t, (const void *)(uintptr_t)sges[i].addr, sges[i].length);
		vct_trace("%s, %u)", t->s, sges[i].length);
	}
}

void vct_wr_set_sge(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t addr, uint32_t length)
{
	struct ibv_sge sge = { .addr = addr, .length = length, .lkey = lkey };
	struct vct_text *t;

	trace_content(&sge, 1);
	t = start_text("set_sge", qp);
	put_string(t, ", ");
	put_known(t, KIND_LKEY, lkey);
	put_string(t, ", ");
	put_address(t, addr, "(uintptr_t)");
	put_next_number(t, length);
	ibv_wr_set_sge(qp, lkey, addr, length);
	trace_built(t, qp);
}

void vct_wr_set_sge_list(struct ibv_qp_ex *qp, size_t n, const struct ibv_sge *sges)
{
	struct vct_text *t;

	trace_content(sges, n);
	t = start_text("set_sge_list", qp);
	put(t, ", %zu, ", n);
	put_sge_array(t, sges, (int)n);
	ibv_wr_set_sge_list(qp, n, sges);
	trace_built(t, qp);
}

void vct_trace_memory(const void *at, size_t n)
{
	struct vct_text *t = vct_text("memcmp(");

	put_address(t, (uintptr_t)at, "(char *)");
	put_string(t, ", &");
	if (!put_known_gid(t, at, n)) {
		t->n--;
		put_bytes(t, at, n);
	}
	vct_trace("%s, %zu) = 0", t->s, n);
}

bool vct_memory_is(const void *at, const void *expected, size_t n)
{
	bool same = !memcmp(at, expected, n);

	if (!same)
		vct_trace_memory(at, n);
	return same;
}
