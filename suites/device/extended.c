// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_query_device_ex: it fills in every member, its structures agree with themselves, and what it
 * claims is there; and ibv_query_rt_values_ex.
 */
#include "../vct.h"

static struct ibv_device_attr_ex claims(void)
{
	struct ibv_device_attr_ex attr = { .comp_mask = 0 };

	SETUP(!vct_query_device_ex(ctx(), NULL, &attr));
	return attr;
}

CHECK(query_fills_every_member, PROMISES(DVX_01))
{
	struct ibv_device_attr_ex a, b;

	memset(&a, 0, sizeof(a));
	memset(&b, 0xa5, sizeof(b));
	MUST_SUCCEED(vct_query_device_ex(ctx(), NULL, &a));
	MUST_SUCCEED(vct_query_device_ex(ctx(), NULL, &b));
	for (const struct vct_member *c = vct_device_ex_claims; c->name; c++)
		MUST(!memcmp((char *)&a + c->offset, (char *)&b + c->offset, c->size),
		     "%s is the same in both answers", c->name);
}

CHECK(begins_with_what_query_device_tells, PROMISES(DVX_02))
{
	struct ibv_device_attr plain;
	struct ibv_device_attr_ex attr = claims();

	SETUP(!vct_query_device(ctx(), &plain));
	for (const struct vct_member *c = vct_device_claims; c->name; c++)
		MUST(vct_claim_agrees(c, &plain, &attr.orig_attr, 0),
		     "%s is the same in both answers", c->name);
	MUST(!strncmp(plain.fw_ver, attr.orig_attr.fw_ver, sizeof(plain.fw_ver)),
	     "fw_ver is the same in both answers; it is %.63s and %.63s", plain.fw_ver,
	     attr.orig_attr.fw_ver);
}

CHECK(empty_input_changes_nothing, PROMISES(DVX_03))
{
	struct ibv_query_device_ex_input input = { .comp_mask = 0 };
	struct ibv_device_attr_ex attr, without = claims();

	memset(&attr, 0, sizeof(attr));
	MUST_SUCCEED(ibv_query_device_ex(ctx(), &input, &attr));
	for (const struct vct_member *c = vct_device_ex_claims; c->name; c++)
		MUST(!memcmp((char *)&attr + c->offset, (char *)&without + c->offset, c->size),
		     "%s is the same in both answers", c->name);
}

/* A device without extended CQs claims none, so that this is not a need of the check. */
CHECK(timestamps_if_and_only_if_claimed, PROMISES(DVX_04))
{
	struct ibv_cq_init_attr_ex init = { .cqe = 1,
					    .wc_flags = IBV_WC_EX_WITH_COMPLETION_TIMESTAMP };
	struct ibv_cq_ex *cq = vct_create_cq_ex(ctx(), &init);

	MUST_EQ(NAMED("the number of CQs that ibv_create_cq_ex made", !!cq),
		!!claims().completion_timestamp_mask);
}

CHECK(flags_are_there_again, PROMISES(DVX_05))
{
	struct ibv_device_attr_ex attr = claims();

	MUST_EQ(NAMED("the flags that device_cap_flags alone has",
		      attr.orig_attr.device_cap_flags & ~attr.device_cap_flags_ex),
		0);
}

CHECK(number_of_ports_is_there_again, PROMISES(DVX_06))
{
	struct ibv_device_attr_ex attr = claims();

	if (attr.orig_attr.phys_port_cnt < 255)
		MUST_EQ(attr.phys_port_cnt_ex, attr.orig_attr.phys_port_cnt);
	else
		MUST_GE(attr.phys_port_cnt_ex, 255);
}

CHECK(paging_agrees_with_itself, PROMISES(DVX_07))
{
	struct ibv_device_attr_ex attr = claims();
	struct ibv_odp_caps *odp = &attr.odp_caps;

	if (!(odp->general_caps & IBV_ODP_SUPPORT)) {
		MUST_EQ(odp->general_caps & IBV_ODP_SUPPORT_IMPLICIT, 0);
		MUST_EQ(odp->per_transport_caps.rc_odp_caps, 0);
		MUST_EQ(odp->per_transport_caps.uc_odp_caps, 0);
		MUST_EQ(odp->per_transport_caps.ud_odp_caps, 0);
		MUST_EQ(attr.xrc_odp_caps, 0);
	}
	MUST(attr.orig_attr.device_cap_flags & IBV_DEVICE_XRC || !attr.xrc_odp_caps,
	     "a device without XRC pages no XRC on demand; xrc_odp_caps is %#x", attr.xrc_odp_caps);
}

CHECK(segmentation_agrees_with_itself, PROMISES(DVX_08))
{
	struct ibv_tso_caps tso = claims().tso_caps;

	MUST_EQ(!!tso.max_tso, !!tso.supported_qpts);
}

CHECK(rss_agrees_with_itself, PROMISES(DVX_09))
{
	struct ibv_device_attr_ex attr = claims();
	struct ibv_rss_caps *rss = &attr.rss_caps;

	if (!rss->supported_qpts) {
		RECORD("no QP type supports RSS");
		vct_held();
		return;
	}
	MUST_GE(rss->max_rwq_indirection_tables, 1);
	MUST_GE(rss->max_rwq_indirection_table_size, 1);
	MUST_GE(attr.max_wq_type_rq, 1);
	MUST_NE(rss->rx_hash_function, 0);
}

CHECK(pacing_agrees_with_itself, PROMISES(DVX_10))
{
	struct ibv_packet_pacing_caps pacing = claims().packet_pacing_caps;

	MUST_LE(pacing.qp_rate_limit_min, pacing.qp_rate_limit_max);
	MUST_EQ(!!pacing.qp_rate_limit_max, !!pacing.supported_qpts);
}

CHECK(tag_matching_agrees_with_itself, PROMISES(DVX_11))
{
	struct ibv_tm_caps tm = claims().tm_caps;

	if (!tm.max_num_tags) {
		MUST_EQ(NAMED("all members of tm_caps together",
			      tm.flags | tm.max_ops | tm.max_sge | tm.max_rndv_hdr_size),
			0);
		return;
	}
	MUST_GE(tm.max_ops, 1);
	MUST_GE(tm.max_sge, 1);
	MUST_NE(tm.flags & IBV_TM_CAP_RC, 0);
}

CHECK(moderation_agrees_with_itself, PROMISES(DVX_12))
{
	struct ibv_cq_moderation_caps moderation = claims().cq_mod_caps;

	MUST(moderation.max_cq_count || !moderation.max_cq_period,
	     "a device that moderates no completions has no period; max_cq_period is %u",
	     moderation.max_cq_period);
}

CHECK(padding_if_and_only_if_claimed, PROMISES(DVX_13), .needs = NEED_RC)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp_init_attr_ex init = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.pd = pd(),
		.create_flags = IBV_QP_CREATE_PCI_WRITE_END_PADDING,
	};

	MUST_EQ(NAMED("the number of QPs that ibv_create_qp_ex made",
		      !!vct_create_qp_ex(ctx(), &init)),
		!!(claims().device_cap_flags_ex & IBV_DEVICE_PCI_WRITE_END_PADDING));
}

CHECK(checksums_of_raw_packets_agree, PROMISES(DVX_14))
{
	struct ibv_device_attr_ex attr = claims();

	MUST(!(attr.raw_packet_caps & IBV_RAW_PACKET_CAP_IP_CSUM) ||
		     attr.orig_attr.device_cap_flags & IBV_DEVICE_RAW_IP_CSUM,
	     "checksums of raw packets are claimed in device_cap_flags, too; raw_packet_caps alone "
	     "has them");
}

/* As the bits of supported_qpts: by segmentation, RSS, pacing and on-demand paging. */
static uint32_t named_types(const struct ibv_device_attr_ex *attr)
{
	uint32_t paged = (uint32_t) !!attr->odp_caps.per_transport_caps.rc_odp_caps << IBV_QPT_RC |
			 (uint32_t) !!attr->odp_caps.per_transport_caps.uc_odp_caps << IBV_QPT_UC |
			 (uint32_t) !!attr->odp_caps.per_transport_caps.ud_odp_caps << IBV_QPT_UD;

	return attr->tso_caps.supported_qpts | attr->rss_caps.supported_qpts |
	       attr->packet_pacing_caps.supported_qpts | paged;
}

/*
 * Raw packet QPs need a permission and a port of Ethernet, and a device may have one of InfiniBand
 * besides.
 */
CHECK(qps_of_each_named_type_are_made, PROMISES(DVX_17))
{
	static const enum ibv_qp_type types[] = { IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD,
						  IBV_QPT_RAW_PACKET };
	bool can_be_raw = vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET &&
			  !vct_device_lacks(vct_dev, NEED_NET_RAW);
	const struct ibv_device_attr_ex attr = claims();
	uint32_t named = named_types(&attr);
	struct ibv_cq *cq = cq_make(4);

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct ibv_qp_init_attr init = {
			.send_cq = cq,
			.recv_cq = cq,
			.cap = { 1, 1, 1, 1, 0 },
			.qp_type = types[i],
		};

		if (named & 1U << types[i] && (types[i] != IBV_QPT_RAW_PACKET || can_be_raw))
			MUST_MAKE(vct_create_qp(pd(), &init));
	}
	vct_held(); /* where none is named */
}

/* What comp_mask has beside the clock is not known to the page. */
static const struct values_row {
	struct vct_row vct_row;
	uint32_t asked;
} values_rows[] = {
	{ ROW("clock"), .asked = IBV_VALUES_MASK_RAW_CLOCK },
	{ ROW("nothing"), .asked = 0 },
};

CHECK_ROWS(values_are_told_or_refused, values_rows, PROMISES(RTV_01))
{
	struct ibv_values_ex values = { .comp_mask = row->asked };
	int ret = ibv_query_rt_values_ex(ctx(), &values);

	RECORD("the values are %s", ret ? "refused" : "told");
	if (ret)
		MUST_REFUSE_WITH_ERRNO(ret);
	else
		MUST_SUCCEED(ret);
}

CHECK_ROWS(mask_names_what_was_queried, values_rows, PROMISES(RTV_02), .needs = NEED_RAW_CLOCK)
{
	struct ibv_values_ex values = { .comp_mask = row->asked };

	SETUP(!ibv_query_rt_values_ex(ctx(), &values));
	MUST_EQ(values.comp_mask, row->asked);
}

static long long read_clock(void)
{
	struct ibv_values_ex values = { .comp_mask = IBV_VALUES_MASK_RAW_CLOCK };

	MUST_SUCCEED(ibv_query_rt_values_ex(ctx(), &values));
	return values.raw_clock.tv_sec * 1000000000LL + values.raw_clock.tv_nsec;
}

/* 64 bits of a clock that ticks each nanosecond last for 500 years. */
CHECK(clock_runs_and_does_not_go_back, PROMISES(RTV_03), .needs = NEED_RAW_CLOCK)
{
	long long first = read_clock(), last = first, now;
	double until = vct_deadline_ms(COMPLETION_MS);

	do {
		now = read_clock();
		MUST_GE(NAMED("raw_clock in nanoseconds", now), last);
		last = now;
	} while (now == first && vct_is_in_time(until));
	MUST_NE(NAMED("raw_clock in nanoseconds", now), first);
}
