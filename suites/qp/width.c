// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Every bit of each attribute that ibv_modify_qp takes and ibv_query_qp gives: a row a member, and
 * the values of levels.h. The other checks of attributes set one value each, which lies inside its
 * range; value.c has those beyond it.
 */
#include "../vct.h"

/* How a member may read. */
enum reads {
	AS_SET,
	AS_SET_IF_TAKEN,    /* the device may refuse a value */
	SETTLED_IF_TAKEN,   /* it may read as another value, which reads as itself once it is set */
	OF_REMOTE_ACCESS,   /* a mask, of which the remote operations are enabled */
	OF_ITS_POWERS_OF_2, /* the device may round it to a power of two, down or up */
	WITHOUT_CONGESTION, /* on Ethernet, two bits are the network's */
};

static uint32_t max_rd_atomic(void)
{
	return (uint32_t)vct_dev->attr.orig_attr.max_qp_init_rd_atom;
}

static uint32_t max_dest_rd_atomic(void)
{
	return (uint32_t)vct_dev->attr.orig_attr.max_qp_rd_atom;
}

static uint32_t last_pkey(void)
{
	return vct_dev->last_pkey;
}

static uint32_t path_mtu(void)
{
	return vct_dev->port_attr.active_mtu;
}

static uint32_t path_bits(void)
{
	return (1U << vct_dev->port_attr.lmc) - 1;
}

/* Writes and reads, and atomics if the device has them. */
static uint32_t rc_access(void)
{
	return vct_device_lacks(vct_dev, NEED_ATOMIC) ? 3 : 7;
}

static const struct member_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to, queried; /* the transition that sets it; 0: queried in this state */
	size_t offset, size;
	uint32_t least, most;
	uint32_t (*claimed)(void); /* in place of most */
	enum reads reads;
	int more;              /* a flag that the transition does not require */
	bool in_grh, ib_only;  /* on Ethernet it may read as another value */
	bool anew;             /* a QP for each value */
	uint32_t shifted_left; /* the values */
} members[] = {
#define VALUES(type_, to_, flag_, name_, member_, least_, most_, ...)                              \
	{                                                                                          \
		TYPE_ROW(#type_ "-" name_, type_, QP_MOD_FLAG_##flag_, QP_QRY_08),                 \
			.to = IBV_QPS_##to_, .offset = offsetof(struct ibv_qp_attr, member_),      \
			.size = sizeof(((struct ibv_qp_attr *)0)->member_), .least = (least_),     \
			.most = (most_), ##__VA_ARGS__                                             \
	}
#define OF_RETRYING(...)  VALUES(RC, __VA_ARGS__), VALUES(XRC_SEND, __VA_ARGS__)
#define OF_CONNECTED(...) OF_RETRYING(__VA_ARGS__), VALUES(UC, __VA_ARGS__)
#define OF_PATH(...)      OF_CONNECTED(RTR, AV, __VA_ARGS__)
	OF_CONNECTED(INIT, PKEY_INDEX, "pkey-index", pkey_index, 0, 0, .claimed = last_pkey,
		     .reads = AS_SET_IF_TAKEN),
	VALUES(UD, INIT, PKEY_INDEX, "pkey-index", pkey_index, 0, 0, .claimed = last_pkey,
	       .reads = AS_SET_IF_TAKEN),
	/* Reads and atomics need resources that a QP has from RTR on. */
	OF_CONNECTED(INIT, ACCESS_FLAGS, "access-flags", qp_access_flags, 0, 1,
		     .reads = OF_REMOTE_ACCESS, .shifted_left = 1),
	VALUES(RC, INIT, ACCESS_FLAGS, "access-flags-in-RTR", qp_access_flags, 0, 0,
	       .claimed = rc_access, .reads = OF_REMOTE_ACCESS, .shifted_left = 1,
	       .queried = IBV_QPS_RTR),
	/* The highest bit makes a Q_Key that only privileged programs may set. */
	VALUES(UD, INIT, QKEY, "qkey", qkey, 0, 0x7fffffff),
	/* QPs 0 and 1 are those of management, and 0xffffff is that of groups. */
	OF_CONNECTED(RTR, DEST_QPN, "dest-qpn", dest_qp_num, 2, 0xfffffe),
	OF_CONNECTED(RTR, RQ_PSN, "rq-psn", rq_psn, 0, 0xffffff),
	OF_CONNECTED(RTR, PATH_MTU, "path-mtu", path_mtu, IBV_MTU_256, 0, .claimed = path_mtu),
	VALUES(RC, RTR, MIN_RNR_TIMER, "min-rnr-timer", min_rnr_timer, 0, 31),
	/* A QP for each: if one is reset, rxe before 6.1.192 writes beyond its resources of before.
	 */
	VALUES(RC, RTR, MAX_DEST_RD_ATOMIC, "max-dest-rd-atomic", max_dest_rd_atomic, 1, 0,
	       .claimed = max_dest_rd_atomic, .reads = OF_ITS_POWERS_OF_2, .anew = true),
	OF_PATH("sl", ah_attr.sl, 0, 15, .reads = AS_SET_IF_TAKEN, .ib_only = true),
	OF_PATH("dlid", ah_attr.dlid, 1, 0xbfff, .reads = AS_SET_IF_TAKEN, .ib_only = true),
	OF_PATH("src-path-bits", ah_attr.src_path_bits, 0, 0, .claimed = path_bits,
		.reads = SETTLED_IF_TAKEN, .ib_only = true),
	OF_PATH("static-rate", ah_attr.static_rate, 0, IBV_RATE_1200_GBPS,
		.reads = SETTLED_IF_TAKEN),
	OF_PATH("hop-limit", ah_attr.grh.hop_limit, 0, 255, .in_grh = true, .ib_only = true),
	OF_PATH("flow-label", ah_attr.grh.flow_label, 0, 0xfffff, .in_grh = true),
	OF_PATH("traffic-class", ah_attr.grh.traffic_class, 0, 255, .in_grh = true,
		.reads = WITHOUT_CONGESTION),
	OF_CONNECTED(RTS, SQ_PSN, "sq-psn", sq_psn, 0, 0xffffff),
	VALUES(UD, RTS, SQ_PSN, "sq-psn", sq_psn, 0, 0xffffff),
	OF_RETRYING(RTS, TIMEOUT, "timeout", timeout, 0, 31),
	OF_RETRYING(RTS, RETRY_CNT, "retry-cnt", retry_cnt, 0, 7),
	OF_RETRYING(RTS, RNR_RETRY, "rnr-retry", rnr_retry, 0, 7),
	OF_RETRYING(RTS, MAX_QP_RD_ATOMIC, "max-rd-atomic", max_rd_atomic, 1, 0,
		    .claimed = max_rd_atomic, .reads = OF_ITS_POWERS_OF_2),
};

static const struct member_row alternates[] = {
#define ALTERNATE(name_, member_, most_, ...)                                                      \
	OF_CONNECTED(RTR, ALT_PATH, name_, member_, 0, most_, .more = IBV_QP_ALT_PATH,             \
		     ##__VA_ARGS__)
	ALTERNATE("timeout", alt_timeout, 31),
	ALTERNATE("pkey-index", alt_pkey_index, 0, .claimed = last_pkey, .reads = AS_SET_IF_TAKEN),
	ALTERNATE("sl", alt_ah_attr.sl, 15, .reads = AS_SET_IF_TAKEN, .ib_only = true),
	ALTERNATE("dlid", alt_ah_attr.dlid, 0xbfff, .reads = AS_SET_IF_TAKEN, .ib_only = true),
	ALTERNATE("static-rate", alt_ah_attr.static_rate, IBV_RATE_1200_GBPS,
		  .reads = SETTLED_IF_TAKEN),
};

static uint32_t get(const struct ibv_qp_attr *attr, const struct member_row *row)
{
	return (uint32_t)vct_number_at((const char *)attr + row->offset, row->size);
}

static enum reads reads(const struct member_row *row)
{
	bool infiniband = vct_dev->port_attr.link_layer == IBV_LINK_LAYER_INFINIBAND;

	return row->ib_only && !infiniband ? SETTLED_IF_TAKEN : row->reads;
}

/*
 * Brings the QP from RESET to where the value is set; false if the device refuses it. It must not
 * refuse the value of legal_attr().
 */
static bool takes(const struct subject *s, const struct member_row *row, uint32_t value)
{
	struct ibv_qp_attr attr = legal_attr(row->to);
	bool may_refuse = value != get(&attr, row) &&
			  (reads(row) == AS_SET_IF_TAKEN || reads(row) == SETTLED_IF_TAKEN);
	int ret;

	attr.ah_attr.is_global |= row->in_grh;
	vct_set_number_at((char *)&attr + row->offset, row->size, value);
	for (enum ibv_qp_state to = IBV_QPS_INIT; to < row->to; to++)
		SETUP_OF(vct_block_of_state(s->type, to), !subject_step(s, to, 0, 0));
	ret = subject_modify(s, &attr, step_mask(s, row->to, row->more, 0));
	if (!may_refuse) {
		RELIES_ON(row->more ? BLOCK_ALT_PATH : vct_block_of_state(row->type, row->to));
		MUST_SUCCEED(ret);
	}
	for (enum ibv_qp_state to = row->to + 1; !ret && to <= row->queried; to++)
		SETUP_OF(vct_block_of_state(s->type, to), !subject_step(s, to, 0, 0));
	return !ret;
}

static void go_back(const struct subject *s)
{
	SETUP_OF(BLOCK_OF_QP(QP_TO_RESET, s->type), !subject_move(s, IBV_QPS_RESET));
}

static uint32_t rounded_down(uint32_t value)
{
	return value ? 1U << (31 - __builtin_clz(value)) : 0;
}

static bool may_read(const struct member_row *row, uint32_t value, uint32_t seen)
{
	bool ethernet = vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET;
	uint32_t below = rounded_down(value);

	switch (reads(row)) {
	case OF_ITS_POWERS_OF_2:
		return seen == value || seen == below || (below < value && seen == 2 * below);
	case OF_REMOTE_ACCESS:
		return !((seen ^ value) & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
					   IBV_ACCESS_REMOTE_ATOMIC));
	case WITHOUT_CONGESTION:
		return !((seen ^ value) & ~(ethernet ? 3U : 0));
	default:
		return seen == value;
	}
}

static void must_read_as_set(const struct subject *s, const struct member_row *row, uint32_t value)
{
	struct ibv_qp_attr now = subject_query(s);
	uint32_t seen = get(&now, row);

	if (reads(row) == SETTLED_IF_TAKEN && seen != value) {
		go_back(s);
		value = seen;
		MUST(takes(s, row, value), "a value that was read is taken; %u is refused", value);
		now = subject_query(s);
		seen = get(&now, row);
	}
	MUST(may_read(row, value, seen), "the attribute reads as it was set, %#x; it reads %#x",
	     value, seen);
}

static void must_keep_every_bit(const struct member_row *row)
{
	struct levels v = levels_of(row->least, row->claimed ? row->claimed() : row->most);
	struct subject s = subject_at(row->type, IBV_QPS_RESET);
	struct ibv_qp_attr legal = legal_attr(row->to);

	if (!v.n)
		vct_skip("the device claims none of it");
	/* The first one is another than 0, so that a 0 that is forgotten leaves it. */
	if (row->reads != OF_REMOTE_ACCESS)
		v.of[v.n++] = get(&legal, row);
	for (size_t i = v.n; i--;) {
		uint32_t value = (uint32_t)v.of[i] << row->shifted_left;

		if (takes(&s, row, value))
			must_read_as_set(&s, row, value);
		if (row->anew)
			s = subject_at(row->type, IBV_QPS_RESET);
		else
			go_back(&s);
	}
}

CHECK_ROWS(keeps_every_bit, members, .needs = NEED_IB_STATES, .asks = true)
{
	must_keep_every_bit(row);
}

CHECK_ROWS(keeps_every_bit_of_an_alternate_path, alternates, .needs = NEED_APM | NEED_IB_STATES,
	   .asks = true)
{
	must_keep_every_bit(row);
}

/* The GID of the port with one bit changed; on Ethernet the kernel looks for a way to it. */
CHECK(keeps_every_bit_of_a_gid, PROMISES(QP_MOD_FLAG_AV, QP_QRY_08),
      .needs = NEED_RC | NEED_IB_STATES, .asks = true)
{
	struct subject s = subject_at(IBV_QPT_RC, IBV_QPS_RESET);
	struct ibv_qp_attr attr = legal_attr(IBV_QPS_RTR), now;
	size_t taken = 0;

	if (vct_dev->port_attr.link_layer != IBV_LINK_LAYER_INFINIBAND)
		vct_skip("on Ethernet a GID must be one that the kernel can reach");
	attr.ah_attr.is_global = 1;
	for (int bit = 0; bit < 128; bit++) {
		attr.ah_attr.grh.dgid = vct_dev->gid;
		attr.ah_attr.grh.dgid.raw[bit / 8] ^= (uint8_t)(1 << bit % 8);
		SETUP_OF(vct_block_of_state(s.type, IBV_QPS_INIT),
			 !subject_step(&s, IBV_QPS_INIT, 0, 0));
		if (!subject_modify(&s, &attr, step_mask(&s, IBV_QPS_RTR, 0, 0))) {
			now = subject_query(&s);
			MUST_EQUAL_BYTES(&now.ah_attr.grh.dgid, &attr.ah_attr.grh.dgid,
					 sizeof(now.ah_attr.grh.dgid));
			taken++;
		}
		go_back(&s);
	}
	if (!taken)
		vct_skip("the device takes no GID but that of the port");
}
