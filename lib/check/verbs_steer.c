// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Calls the verbs of what few devices have: ECE, rate limits, work queues, flows, counters; traces
 * and tracks as verbs.c does for the others.
 */
#include "code.h"
#include "far.h"
#include "made.h"
#include "verbs.h"

UNDO(destroy_wq, ibv_destroy_wq, struct ibv_wq)
UNDO(destroy_rwq_ind_table, ibv_destroy_rwq_ind_table, struct ibv_rwq_ind_table)
UNDO(destroy_flow, ibv_destroy_flow, struct ibv_flow)
UNDO(destroy_flow_action, ibv_destroy_flow_action, struct ibv_flow_action)
UNDO(destroy_counters, ibv_destroy_counters, struct ibv_counters)

static struct vct_text *ece_text(const char *verb, const struct ibv_qp *qp,
				 const struct ibv_ece *ece)
{
	return vct_text("%s(%s, &(struct ibv_ece){ .vendor_id = %#x, .options = %#x, "
			".comp_mask = %#x })",
			verb, vct_name(qp), ece->vendor_id, ece->options, ece->comp_mask);
}

int vct_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	struct vct_text *t = ece_text("ibv_query_ece", qp, ece);
	int ret;

	VCT_NEAR(qp);
	ret = ibv_query_ece(qp, ece);
	vct_trace("%s = %s { .vendor_id = %#x, .options = %#x, .comp_mask = %#x }", t->s, ERR(ret),
		  ece->vendor_id, ece->options, ece->comp_mask);
	return ret;
}

int vct_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	struct vct_text *t = ece_text("ibv_set_ece", qp, ece);
	int ret;

	VCT_NEAR(qp);
	ret = ibv_set_ece(qp, ece);
	vct_trace("%s = %s { .vendor_id = %#x, .options = %#x, .comp_mask = %#x }", t->s, ERR(ret),
		  ece->vendor_id, ece->options, ece->comp_mask);
	return ret;
}

int vct_modify_qp_rate_limit(struct ibv_qp *qp, struct ibv_qp_rate_limit_attr *attr)
{
	struct vct_text *t =
		vct_text("ibv_modify_qp_rate_limit(%s, &(struct "
			 "ibv_qp_rate_limit_attr){ %u, %u, %u })",
			 vct_name(qp), attr->rate_limit, attr->max_burst_sz, attr->typical_pkt_sz);
	int ret;

	VCT_NEAR(qp);
	ret = ibv_modify_qp_rate_limit(qp, attr);
	vct_trace("%s = %s", t->s, ERR(ret));
	return ret;
}

int vct_query_qp_data_in_order(struct ibv_qp *qp, enum ibv_wr_opcode opcode, uint32_t flags)
{
	struct vct_text *t = vct_text("ibv_query_qp_data_in_order(%s, ", vct_name(qp));
	int ret;

	VCT_NEAR(qp);
	ret = ibv_query_qp_data_in_order(qp, opcode, flags);
	put_word(t, vct_wr_opcodes, (int)opcode);
	vct_trace("%s, %u) = %d", t->s, flags, ret);
	return ret;
}

struct ibv_wq *vct_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *init)
{
	struct vct_text *t = vct_text(
		"ibv_create_wq(%s, &(struct ibv_wq_init_attr){ .wq_type = %d, .max_wr = "
		"%u, .max_sge = %u, .pd = %s, .cq = %s, .comp_mask = %#x, .create_flags = "
		"%#x })",
		vct_name(context), (int)init->wq_type, init->max_wr, init->max_sge,
		vct_name(init->pd), vct_name(init->cq), init->comp_mask, init->create_flags);
	struct ibv_wq *wq = ANEW(ibv_create_wq(context, init));

	TRACK(wq, "wq", undo_destroy_wq, "ibv_destroy_wq");
	vct_trace("%s = %s { .max_wr = %u, .max_sge = %u }", t->s, made(wq), init->max_wr,
		  init->max_sge);
	return wq;
}

int vct_modify_wq(struct ibv_wq *wq, struct ibv_wq_attr *attr)
{
	struct vct_text *t = vct_text("ibv_modify_wq(%s, &(struct ibv_wq_attr){ .attr_mask = %#x, "
				      ".wq_state = %d, .curr_wq_state = %d, .flags = %#x, "
				      ".flags_mask = %#x })",
				      vct_name(wq), attr->attr_mask, (int)attr->wq_state,
				      (int)attr->curr_wq_state, attr->flags, attr->flags_mask);
	int ret = ibv_modify_wq(wq, attr);

	vct_trace("%s = %s", t->s, ERR(ret));
	return ret;
}

int vct_post_wq_recv(struct ibv_wq *wq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	struct vct_text *t = vct_text("ibv_post_wq_recv(%s, ", vct_name(wq));
	int ret;

	put_recv_list(t, wr);
	ret = ibv_post_wq_recv(wq, wr, bad_wr);
	vct_trace("%s, &bad) = %s", t->s, ERR(ret));
	return ret;
}

/* The entries of a small table. */
static void put_entries(struct vct_text *t, const struct ibv_rwq_ind_table_init_attr *init)
{
	if (init->log_ind_tbl_size > 3)
		return;
	put_string(t, ".ind_tbl = (struct ibv_wq *[]){ ");
	for (unsigned int i = 0; i < 1U << init->log_ind_tbl_size; i++)
		put(t, "%s%s", i ? ", " : "", vct_name(init->ind_tbl[i]));
	put_string(t, " }, ");
}

struct ibv_rwq_ind_table *vct_create_rwq_ind_table(struct ibv_context *context,
						   struct ibv_rwq_ind_table_init_attr *init)
{
	struct vct_text *t =
		vct_text("ibv_create_rwq_ind_table(%s, &(struct ibv_rwq_ind_table_init_attr){ "
			 ".log_ind_tbl_size = %u, ",
			 vct_name(context), init->log_ind_tbl_size);
	struct ibv_rwq_ind_table *table;

	put_entries(t, init);
	table = ANEW(ibv_create_rwq_ind_table(context, init));
	TRACK(table, "table", undo_destroy_rwq_ind_table, "ibv_destroy_rwq_ind_table");
	vct_trace("%s.comp_mask = %#x }) = %s", t->s, init->comp_mask, made(table));
	return table;
}

struct ibv_flow *vct_create_flow(struct ibv_qp *qp, struct ibv_flow_attr *attr)
{
	struct ibv_flow *flow;

	VCT_NEAR(qp);
	flow = ANEW(ibv_create_flow(qp, attr));
	TRACK(flow, "flow", undo_destroy_flow, "ibv_destroy_flow");
	vct_trace(
		"ibv_create_flow(%s, &(struct ibv_flow_attr){ .comp_mask = %#x, .type = %d, .size "
		"= %u, .priority = %u, .num_of_specs = %u, .port = %u, .flags = %#x }) = %s",
		vct_name(qp), attr->comp_mask, (int)attr->type, attr->size, attr->priority,
		attr->num_of_specs, attr->port, attr->flags, made(flow));
	return flow;
}

struct ibv_flow_action *vct_create_flow_action_esp(struct ibv_context *context,
						   struct ibv_flow_action_esp_attr *attr)
{
	struct ibv_flow_action *action = ANEW(ibv_create_flow_action_esp(context, attr));

	TRACK(action, "action", undo_destroy_flow_action, "ibv_destroy_flow_action");
	vct_trace("ibv_create_flow_action_esp(%s, attr) = %s", vct_name(context), made(action));
	return action;
}

struct ibv_counters *vct_create_counters(struct ibv_context *context,
					 struct ibv_counters_init_attr *init)
{
	struct ibv_counters *counters = ANEW(ibv_create_counters(context, init));

	TRACK(counters, "counters", undo_destroy_counters, "ibv_destroy_counters");
	vct_trace("ibv_create_counters(%s, &(struct ibv_counters_init_attr){ %#x }) = %s",
		  vct_name(context), init->comp_mask, made(counters));
	return counters;
}

int vct_attach_counters_point_flow(struct ibv_counters *counters,
				   struct ibv_counter_attach_attr *attr, struct ibv_flow *flow)
{
	int ret = ibv_attach_counters_point_flow(counters, attr, flow);

	vct_trace("ibv_attach_counters_point_flow(%s, &(struct ibv_counter_attach_attr){ "
		  ".counter_desc = %d, .index = %u, .comp_mask = %#x }, %s) = %s",
		  vct_name(counters), (int)attr->counter_desc, attr->index, attr->comp_mask,
		  flow ? vct_name(flow) : "NULL", ERR(ret));
	return ret;
}

int vct_read_counters(struct ibv_counters *counters, uint64_t *values, uint32_t n, uint32_t flags)
{
	int ret = ibv_read_counters(counters, values, n, flags);

	vct_trace("ibv_read_counters(%s, values, %u, %#x) = %s", vct_name(counters), n, flags,
		  ERR(ret));
	return ret;
}
