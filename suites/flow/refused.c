// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Rules and actions that cannot be. */
#include <rdma/ib_user_ioctl_verbs.h>

#include "raw.h"

static const struct bad_row {
	struct vct_row vct_row;
	uint32_t comp_mask;
	enum ibv_flow_attr_type type;
	uint32_t spec; /* 0: that of Ethernet */
	uint32_t flags;
	bool bad_port, no_port; /* one behind the last port, and port 0 */
	bool einval;
	bool open; /* no page says that it is refused */
} bad_rules[] = {
	{ ROW("unknown-specification", FLW_11, AFT_01), .spec = 0x7f, .einval = true },
	{ ROW("unknown-type", FLW_19, AFT_01), .type = (enum ibv_flow_attr_type)77 },
	{ ROW("unknown-bit", FLW_22, AFT_01), .comp_mask = 1U << 30, .open = true },
	{ ROW("unknown-flag", FLW_19, AFT_01), .flags = 1U << 30 },
	{ ROW("port-0", FLW_20, AFT_01), .no_port = true, .open = true },
	{ ROW("port-of-another-device", FLW_20, AFT_01), .bad_port = true, .open = true },
	{ ROW("sniffer-that-traps-not", FLW_17, AFT_01), .type = IBV_FLOW_ATTR_SNIFFER,
	  .flags = IBV_FLOW_ATTR_FLAGS_DONT_TRAP },
	{ ROW("default-that-traps-not", FLW_17, AFT_01), .type = IBV_FLOW_ATTR_MC_DEFAULT,
	  .flags = IBV_FLOW_ATTR_FLAGS_DONT_TRAP },
};

static struct rule bad_rule(const struct bad_row *row)
{
	struct ibv_flow_spec_eth eth = eth_to(0);
	struct rule rule = rule_of(row->type);

	rule_add(&rule, &eth);
	rule.attr.comp_mask = row->comp_mask;
	rule.attr.flags = row->flags;
	if (row->spec)
		eth.type = (enum ibv_flow_spec_type)row->spec;
	memcpy(rule.specs, &eth, sizeof(eth));
	if (row->no_port)
		rule.attr.port = 0;
	if (row->bad_port)
		rule.attr.port = (uint8_t)(vct_dev->attr.orig_attr.phys_port_cnt + 1);
	return rule;
}

CHECK_ROWS(is_no_rule, bad_rules, .needs = STEERS, .danger = DANGER_REFUSED)
{
	struct ibv_qp *qp = raw_qp(cq_make(1), cq_make(16));
	struct rule good = rule_to(0), bad = bad_rule(row);
	struct ibv_flow *flow;

	flow = vct_create_flow(qp, &good.attr);
	SETUP(flow);
	rule_end(flow);
	JUDGING(row->vct_row.promises[0]);
	errno = 0;
	flow = vct_create_flow(qp, &bad.attr);
	if (row->open && flow) {
		RECORD("the rule is made");
		MUST_POINT_TO(flow->context, ctx());
		MUST_SUCCEED(vct_destroy_flow(flow));
		return;
	}
	MUST_MAKE_NONE(flow);
	if (row->einval)
		MUST_EQ(errno, EINVAL);
	else
		MUST_GE(errno, 1);
	JUDGING(AFT_01);
	MUST_MAKE(vct_create_flow(qp, &good.attr));
}

CHECK(qp_with_a_rule_is_destroyed, PROMISES(FLW_21), .needs = STEERS)
{
	struct ibv_qp *qp = raw_qp(cq_make(1), cq_make(16));
	struct rule rule = rule_to(0);
	int ret;

	SETUP(vct_create_flow(qp, &rule.attr));
	ret = vct_destroy_qp(qp);
	RECORD("it returns %s", vct_errno_text(ret));
	MUST_GE(ret, 0);
}

static const struct key_row {
	struct vct_row vct_row;
	uint32_t length, algorithm; /* of the key, and of the IV */
	uint32_t comp_mask;
} keys[] = {
	{ ROW("no-bytes", FAC_08), .length = 0 },
	{ ROW("17-bytes", FAC_08), .length = 17 },
	{ ROW("33-bytes", FAC_08), .length = 33 },
	{ ROW("unknown-iv", FAC_08), .length = 16, .algorithm = 77 },
	{ ROW("unknown-bit", FAC_11), .length = 16, .comp_mask = 1U << 30 },
};

/* A device without ESP offload refuses them as well. */
CHECK_ROWS(is_no_action, keys, .danger = DANGER_REFUSED)
{
	struct ib_uverbs_flow_action_esp_keymat_aes_gcm key = { .iv_algo = row->algorithm,
								.icv_len = 16,
								.key_len = row->length };
	struct ibv_flow_action_esp esp = { .spi = 1 };
	struct ibv_flow_action_esp_attr attr = {
		.esp_attr = &esp,
		.keymat_proto = IBV_FLOW_ACTION_ESP_KEYMAT_AES_GCM,
		.keymat_len = sizeof(key),
		.keymat_ptr = &key,
		.comp_mask = row->comp_mask,
	};

	errno = 0;
	MUST_MAKE_NONE(vct_create_flow_action_esp(ctx(), &attr));
	MUST_GE(errno, 1);
}
