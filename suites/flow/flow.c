// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Flows, actions on flows, and counters: a device that does not claim them refuses them. What they
 * do needs packets of a network, which no device of this suite's guests can steer.
 */
#include "../vct.h"

static struct ibv_flow *flow_of(struct ibv_qp *qp)
{
	struct {
		struct ibv_flow_attr attr;
		struct ibv_flow_spec_eth eth;
	} rule = {
		.attr = { .type = IBV_FLOW_ATTR_NORMAL,
			  .size = sizeof(rule),
			  .num_of_specs = 1,
			  .port = vct_dev->port },
		.eth = { .type = IBV_FLOW_SPEC_ETH,
			 .size = sizeof(rule.eth),
			 .val.dst_mac = { 0x66, 0x11, 0x22, 0x33, 0x44, 0x55 },
			 .mask.dst_mac = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff } },
	};

	errno = 0;
	return vct_create_flow(qp, &rule.attr);
}

CHECK(not_claimed_is_refused, PROMISES(FLW_01), .needs = NEED_UD, .lacks = NEED_FLOW)
{
	struct ibv_cq *cq = cq_make(16);

	MUST_MAKE_NONE(flow_of(qp_make(IBV_QPT_UD, NULL, cq, cq)));
	MUST_GE(errno, 1);
}

CHECK(errno_of_a_device_without_is_open, PROMISES(FLW_02), .needs = NEED_UD, .lacks = NEED_FLOW)
{
	struct ibv_cq *cq = cq_make(16);

	MUST_MAKE_NONE(flow_of(qp_make(IBV_QPT_UD, NULL, cq, cq)));
	RECORD("errno is %s", vct_errno_text(errno));
	MUST_GE(errno, 1);
}

CHECK(other_types_are_refused, PROMISES(FLW_03, AFT_01), .needs = NEED_RC)
{
	struct ibv_cq *cq = cq_make(16);

	MUST_MAKE_NONE(flow_of(qp_make(IBV_QPT_RC, NULL, cq, cq)));
	MUST_GE(errno, 1);
}

/* Without a key: a device that has the offload refuses it as well. */
CHECK(action_without_a_key_is_refused, PROMISES(FAC_01))
{
	struct ibv_flow_action_esp_attr attr = { .esp_attr = &(struct ibv_flow_action_esp){ 0 } };

	errno = 0;
	MUST_MAKE_NONE(vct_create_flow_action_esp(ctx(), &attr));
	RECORD("errno is %s", vct_errno_text(errno));
	MUST_GE(errno, 1);
}

/* No capability tells: a device that has them makes them. */
CHECK(counters_are_made_or_not_supported, PROMISES(CNT_01))
{
	struct ibv_counters_init_attr init = { 0 };
	struct ibv_counters *counters;

	errno = 0;
	counters = vct_create_counters(ctx(), &init);
	RECORD("counters are %s", counters ? "made" : "not supported");
	MUST(counters || errno == EOPNOTSUPP || errno == ENOSYS,
	     "a device without counters refuses them with EOPNOTSUPP or ENOSYS; errno is %s",
	     vct_errno_text(errno));
}
