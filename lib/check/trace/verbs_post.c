// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The wrappers of the verbs that post and poll: what they post is a list, and what they find too.
 */
#include <string.h>

#include "../../base/deadline.h"
#include "code.h"
#include "wrappers.h"
#include "verbs.h"
#include "verbs_put.h"
#include "verbs_then.h"

/* The members of an extended QP that belong to the request, unless the line before had them. */
static void put_request(struct vct_text *t, const struct ibv_qp_ex *qp)
{
	static __thread struct {
		const struct ibv_qp_ex *qp;
		uint64_t wr_id;
		unsigned int wr_flags;
	} last;

	if (qp == last.qp && qp->wr_id == last.wr_id && qp->wr_flags == last.wr_flags)
		return;
	put_string(t, ": .wr_id = " PART("member wr_id"));
	put_number(t, qp->wr_id);
	put_string(t, END_PART ", .wr_flags = " PART("member wr_flags"));
	put_flags(t, vct_send_flags, qp->wr_flags);
	put_string(t, END_PART);
	last.qp = qp;
	last.wr_id = qp->wr_id;
	last.wr_flags = qp->wr_flags;
}

void vct_trace_built(struct vct_text *t, const struct ibv_qp_ex *qp)
{
	vct_uncounted_wait(qp, NULL, 0);
	put_string(t, ")");
	put_request(t, qp);
	vct_trace("%s", t->s);
}

/* A timer of the device ended the request: on a machine that is late, the other end may be late. */
static void heed(enum ibv_wc_status status)
{
	if (status == IBV_WC_RETRY_EXC_ERR || status == IBV_WC_RNR_RETRY_EXC_ERR ||
	    status == IBV_WC_RESP_TIMEOUT_ERR)
		vct_rest_on_time();
}

/*
 * Traces completions and errors; polls that find nothing would fill the trace. A device may return
 * more than num_entries, which is an error: then only num_entries are read.
 */
int vct_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	int n = vct_is_far(cq) ? far_poll_cq(cq, num_entries, wc)
			       : ibv_poll_cq(cq, num_entries, wc);
	struct vct_text *t;

	if (!n)
		return 0;
	t = vct_text(CALLED("ibv_poll_cq")
			     ARG("cq", "%s") ", " ARG("num_entries", "%d") ", " ARG("wc", "wc")
				     RESULT("%d"),
		     vct_name(cq), num_entries, n);
	for (int i = 0; i < n && i < num_entries; i++) {
		put_string(t, i ? ", " : n > num_entries ? " " : " " PART("shown wc"));
		put_wc(t, &wc[i]);
		heed(wc[i].status);
		vct_wr_completed(wc[i].status, wc[i].opcode);
	}
	put_string(t, n > 0 && n <= num_entries ? END_PART : "");
	vct_trace("%s", t->s);
	return n;
}

void vct_trace_no_completion(struct ibv_cq *cq)
{
	vct_trace(CALLED("ibv_poll_cq")
			  ARG("cq", "%s") ", " ARG("num_entries", "1") ", " ARG("wc", "wc")
				  RESULT("0") ", until the deadline",
		  vct_name(cq));
}

void show_bad(struct vct_text *t, int ret, int bad, bool of_srq)
{
	vct_few_places(ret, of_srq);
	put(t, ", bad is WR " PART("bad") "%d" END_PART " of the list", bad);
}

enum { MOST_OF_SGE = 64 };

/* What is in the buffers: a program has to put it there. */
static void trace_content(const struct ibv_sge *sges, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct vct_text *t = vct_text(CALLED("memcpy") PART("arg dest"));

		if (sges[i].length > MOST_OF_SGE || !known_memory(sges[i].addr, sges[i].length))
			continue;
		put_address(t, sges[i].addr, "(char *)");
		put_string(t, END_PART ", " PART("arg src"));
		put_bytes(t, (const void *)(uintptr_t)sges[i].addr, sges[i].length);
		vct_trace("%s" END_PART ", " ARG("n", "%u") ")", t->s, sges[i].length);
	}
}

void vct_wr_set_sge(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t addr, uint32_t length)
{
	struct vct_text *t;

	trace_content(&(struct ibv_sge){ .addr = addr, .length = length, .lkey = lkey }, 1);
	t = CALL_TEXT("ibv_wr_set_sge");
	PUT(QP_EX, , qp);
	PUT(LKEY, , lkey);
	PUT(REMOTE, , addr);
	PUT(UINT, , length);
	ibv_wr_set_sge(qp, lkey, addr, length);
	vct_trace_built(t, qp);
	vct_sends_bytes(&qp->qp_base, &(struct ibv_sge){ .length = length }, 1);
}

void vct_wr_set_sge_list(struct ibv_qp_ex *qp, size_t n, const struct ibv_sge *sges)
{
	struct vct_text *t;

	trace_content(sges, n);
	t = CALL_TEXT("ibv_wr_set_sge_list");
	PUT(QP_EX, , qp);
	PUT(UINT, , n);
	put_string(t, ", " PART("arg sges"));
	put_sge_array(t, sges, (int)n);
	put_string(t, END_PART);
	ibv_wr_set_sge_list(qp, n, sges);
	vct_trace_built(t, qp);
	vct_sends_bytes(&qp->qp_base, sges, (int)n);
}

void vct_trace_memory(const void *at, size_t n)
{
	struct vct_text *t = vct_text(CALLED("memcmp") PART("arg s1"));

	put_address(t, (uintptr_t)at, "(char *)");
	put_string(t, END_PART ", " PART("arg s2") "&");
	if (!put_known_gid(t, at, n)) {
		t->n--;
		put_bytes(t, at, n);
	}
	vct_trace("%s" END_PART ", " ARG("n", "%zu") RESULT("0"), t->s, n);
}

bool vct_memory_is(const void *at, const void *expected, size_t n)
{
	bool same = !memcmp(at, expected, n);

	if (!same)
		vct_trace_memory(at, n);
	return same;
}

/* A completion that is iterated over, with cq0_ex for cq0. What finds nothing is left out. */
static void trace_current(struct vct_text *t, const struct ibv_cq_ex *cq, int ret)
{
	put_error(t, ret);
	if (!ret) {
		heed(cq->status);
		vct_wr_completed(cq->status, ibv_wc_read_opcode((struct ibv_cq_ex *)cq));
		put_string(t, " " PART("shown cq") "{");
		put_name_of_member(t, "wr_id");
		put_number(t, cq->wr_id);
		put_string(t, END_PART);
		put_name_of_member(t, "status");
		put_word(t, vct_wc_statuses, (int)cq->status);
		put_string(t, END_PART " }" END_PART);
	}
	vct_trace("%s", t->s);
}

/* Whose completions this thread iterates over. */
static __thread struct ibv_cq_ex *in_batch;

void end_batch(void)
{
	in_batch = NULL;
}

struct ibv_cq_ex *vct_in_batch(void)
{
	return in_batch;
}

int vct_start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	int ret = ibv_start_poll(cq, attr);

	if (!ret)
		in_batch = cq;
	if (ret != ENOENT && ret != EBUSY)
		trace_current(vct_text(CALLED("ibv_start_poll") ARG("cq", "%s_ex") ", " ARG(
					       "attr", "&(struct ibv_poll_cq_attr){ %u }"),
				       vct_name(cq), attr->comp_mask),
			      cq, ret);
	return ret;
}

int vct_next_poll(struct ibv_cq_ex *cq)
{
	int ret = ibv_next_poll(cq);

	trace_current(vct_text(CALLED("ibv_next_poll") ARG("cq", "%s_ex"), vct_name(cq)), cq, ret);
	return ret;
}
