// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Calls the functions that iterate over the completions of an extended CQ, and traces each call as
 * C, with cq0_ex for cq0. As in the trace of ibv_poll_cq, what finds nothing is left out.
 */
#include "code.h"
#include "known.h"
#include "made.h"
#include "verbs.h"

static void trace_current(struct vct_text *t, const struct ibv_cq_ex *cq, int ret)
{
	put(t, ") = %s", ERR(ret));
	if (!ret) {
		put_string(t, " { .wr_id = ");
		put_number(t, cq->wr_id);
		put_string(t, ", .status = ");
		put_word(t, vct_wc_statuses, (int)cq->status);
		put_string(t, " }");
	}
	vct_trace("%s", t->s);
}

int vct_start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	int ret = ibv_start_poll(cq, attr);

	if (ret != ENOENT && ret != EBUSY)
		trace_current(vct_text("ibv_start_poll(%s_ex, &(struct ibv_poll_cq_attr){ %u }",
				       vct_name(cq), attr->comp_mask),
			      cq, ret);
	return ret;
}

int vct_next_poll(struct ibv_cq_ex *cq)
{
	int ret = ibv_next_poll(cq);

	trace_current(vct_text("ibv_next_poll(%s_ex", vct_name(cq)), cq, ret);
	return ret;
}

void vct_end_poll(struct ibv_cq_ex *cq)
{
	ibv_end_poll(cq);
	vct_trace("ibv_end_poll(%s_ex)", vct_name(cq));
}

/* Each function that reads a member of the completion. */
#define READS(type_, member_, kind_)                                                               \
	type_ vct_wc_read_##member_(struct ibv_cq_ex *cq)                                          \
	{                                                                                          \
		type_ value = ibv_wc_read_##member_(cq);                                           \
		struct vct_text *t = vct_text("ibv_wc_read_" #member_ "(%s_ex) = ", vct_name(cq)); \
                                                                                                   \
		put_known(t, kind_, (uint32_t)value);                                              \
		vct_trace("%s", t->s);                                                             \
		return value;                                                                      \
	}
READS(enum ibv_wc_opcode, opcode, KIND_NUMBER)
READS(unsigned int, wc_flags, KIND_NUMBER)
READS(uint32_t, vendor_err, KIND_NUMBER)
READS(uint32_t, byte_len, KIND_NUMBER)
READS(__be32, imm_data, KIND_NUMBER)
READS(uint32_t, qp_num, KIND_QPN)
READS(uint32_t, src_qp, KIND_QPN)
READS(uint32_t, invalidated_rkey, KIND_RKEY)
READS(uint32_t, slid, KIND_NUMBER)
READS(uint8_t, sl, KIND_NUMBER)
READS(uint8_t, dlid_path_bits, KIND_NUMBER)

/* The time differs from run to run. */
#define READS_TIME(member_)                                                                        \
	uint64_t vct_wc_read_##member_(struct ibv_cq_ex *cq)                                       \
	{                                                                                          \
		uint64_t value = ibv_wc_read_##member_(cq);                                        \
                                                                                                   \
		vct_trace("ibv_wc_read_" #member_ "(%s_ex)", vct_name(cq));                        \
		return value;                                                                      \
	}
READS_TIME(completion_ts)
READS_TIME(completion_wallclock_ns)
