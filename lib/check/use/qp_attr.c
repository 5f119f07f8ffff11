// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The members of struct ibv_qp_attr by the flags that select them: legal values and comparison. */
#include <stdio.h>
#include <string.h>

#include "link.h"
#include "transition.h"

/* What the query returns for a member. */
enum reading {
	EXACT,  /* the query returns what was set */
	LOOSE,  /* the query may return another value than was set, or no flag sets it */
	IN_GRH, /* the query returns what was set, if the address has a GRH */
	IN_LRH, /* the query returns what was set, on InfiniBand: no packet on Ethernet has it */
	REMOTE, /* the query returns what was set, of remote operations; others are recorded */
	NEVER,  /* the query does not return it */
};
#define MEMBER(flag_, member_, reading_)                                                           \
	{                                                                                          \
		flag_, reading_, #member_, offsetof(struct ibv_qp_attr, member_),                  \
			sizeof(((struct ibv_qp_attr *)0)->member_)                                 \
	}
static const struct member {
	int flag;
	enum reading reading;
	const char *name;
	size_t offset, size;
} members[] = {
	MEMBER(IBV_QP_STATE, qp_state, EXACT),
	MEMBER(IBV_QP_CUR_STATE, cur_qp_state, NEVER),
	MEMBER(IBV_QP_EN_SQD_ASYNC_NOTIFY, en_sqd_async_notify, NEVER),
	MEMBER(IBV_QP_ACCESS_FLAGS, qp_access_flags, REMOTE),
	MEMBER(IBV_QP_PKEY_INDEX, pkey_index, EXACT),
	MEMBER(IBV_QP_PORT, port_num, EXACT),
	MEMBER(IBV_QP_QKEY, qkey, EXACT),
	MEMBER(IBV_QP_AV, ah_attr.is_global, EXACT),
	MEMBER(IBV_QP_AV, ah_attr.port_num, EXACT),
	MEMBER(IBV_QP_AV, ah_attr.dlid, IN_LRH),
	MEMBER(IBV_QP_AV, ah_attr.sl, IN_LRH),
	MEMBER(IBV_QP_AV, ah_attr.grh.dgid, IN_GRH),
	MEMBER(IBV_QP_AV, ah_attr.grh.sgid_index, IN_GRH),
	MEMBER(IBV_QP_AV, ah_attr.grh.flow_label, IN_GRH),
	MEMBER(IBV_QP_AV, ah_attr.grh.hop_limit, LOOSE),
	MEMBER(IBV_QP_AV, ah_attr.grh.traffic_class, IN_GRH),
	MEMBER(IBV_QP_AV, ah_attr.src_path_bits, LOOSE),
	MEMBER(IBV_QP_AV, ah_attr.static_rate, LOOSE),
	MEMBER(IBV_QP_PATH_MTU, path_mtu, EXACT),
	MEMBER(IBV_QP_TIMEOUT, timeout, EXACT),
	MEMBER(IBV_QP_RETRY_CNT, retry_cnt, EXACT),
	MEMBER(IBV_QP_RNR_RETRY, rnr_retry, EXACT),
	MEMBER(IBV_QP_RQ_PSN, rq_psn, EXACT),
	MEMBER(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic, EXACT),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.is_global, EXACT),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.port_num, EXACT),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.dlid, IN_LRH),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.sl, IN_LRH),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.grh.dgid, IN_GRH),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.grh.sgid_index, IN_GRH),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.grh.flow_label, LOOSE),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.grh.hop_limit, LOOSE),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.grh.traffic_class, LOOSE),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.src_path_bits, LOOSE),
	MEMBER(IBV_QP_ALT_PATH, alt_ah_attr.static_rate, LOOSE),
	MEMBER(IBV_QP_ALT_PATH, alt_pkey_index, EXACT),
	MEMBER(IBV_QP_ALT_PATH, alt_port_num, EXACT),
	MEMBER(IBV_QP_ALT_PATH, alt_timeout, EXACT),
	MEMBER(IBV_QP_MIN_RNR_TIMER, min_rnr_timer, EXACT),
	MEMBER(IBV_QP_SQ_PSN, sq_psn, EXACT),
	MEMBER(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic, EXACT),
	MEMBER(IBV_QP_PATH_MIG_STATE, path_mig_state, EXACT),
	MEMBER(IBV_QP_CAP, cap, EXACT),
	MEMBER(IBV_QP_DEST_QPN, dest_qp_num, EXACT),
	MEMBER(0, sq_draining, LOOSE),
};
#define N_MEMBERS (sizeof(members) / sizeof(members[0]))

struct ibv_qp_attr subject_query(const struct subject *s)
{
	int all = transition_attributes(s->type);
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	memset(&init, 0, sizeof(init));
	memset(&attr, 0, sizeof(attr));
	SETUP_OF(BLOCK_OF_QP(QP_IS_QUERIED, s->type), !s->query(s->object, &attr, all, &init));
	return attr;
}

static uint8_t at_most_two(int limit)
{
	return limit < 2 ? (uint8_t)limit : 2;
}

struct ibv_qp_attr legal_attr(enum ibv_qp_state to)
{
	const struct ibv_device_attr *claims = &vct_dev->attr.orig_attr;
	enum ibv_mtu mtu = vct_dev->port_attr.active_mtu;
	struct ibv_qp_attr attr = {
		.qp_state = to,
		.cur_qp_state = to - 1,
		.path_mtu = mtu > IBV_MTU_256 ? mtu - 1 : mtu,
		.path_mig_state = IBV_MIG_REARM,
		.qkey = 0x1234,
		.rq_psn = 0x123456,
		.sq_psn = 0x654321,
		.dest_qp_num = 0x7654,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.ah_attr = own_address(),
		.alt_ah_attr = own_address(),
		.en_sqd_async_notify = 1,
		.max_rd_atomic = at_most_two(claims->max_qp_init_rd_atom),
		.max_dest_rd_atomic = at_most_two(claims->max_qp_rd_atom),
		.min_rnr_timer = to >= IBV_QPS_RTS ? 9 : 12,
		.port_num = vct_dev->port,
		.timeout = 14,
		.retry_cnt = 5,
		.rnr_retry = 6,
		.alt_port_num = vct_dev->port,
		.alt_timeout = 13,
	};

	attr.ah_attr.sl = vct_dev->one_level ? 0 : 2;
	if (to == IBV_QPS_INIT)
		attr.pkey_index = vct_dev->last_pkey;
	if (to < IBV_QPS_RTS)
		attr.qp_access_flags =
			to == IBV_QPS_INIT ? IBV_ACCESS_REMOTE_READ : IBV_ACCESS_REMOTE_WRITE;
	return attr;
}

struct ibv_qp_attr other_attr(enum ibv_qp_state to)
{
	struct ibv_qp_attr attr = legal_attr(to);

	attr.path_mtu = vct_dev->port_attr.active_mtu;
	attr.qkey = 0x7edcba98;
	attr.rq_psn = 0xfedcba;
	attr.sq_psn = 0xabcdef;
	attr.dest_qp_num = 0xfe4321;
	attr.qp_access_flags ^= IBV_ACCESS_REMOTE_WRITE;
	attr.ah_attr.sl = vct_dev->one_level ? 0 : 5;
	attr.ah_attr.grh.flow_label = 0xfedcb;
	attr.max_rd_atomic = 1;
	attr.max_dest_rd_atomic = 1;
	attr.min_rnr_timer += 18;
	attr.timeout = 27;
	attr.retry_cnt = 2;
	attr.rnr_retry = 1;
	return attr;
}

void copy_masked(struct ibv_qp_attr *to, const struct ibv_qp_attr *from, int mask)
{
	for (size_t i = 0; i < N_MEMBERS; i++)
		if (mask & members[i].flag)
			memcpy((char *)to + members[i].offset,
			       (const char *)from + members[i].offset, members[i].size);
}

struct ibv_qp_attr only_masked(const struct ibv_qp_attr *attr, int mask)
{
	struct ibv_qp_attr masked;

	memset(&masked, 0xff, sizeof(masked));
	copy_masked(&masked, attr, mask);
	return masked;
}

/* Adds "path_mtu 0x3": numbers with the most significant digit first, GIDs in memory order. */
static void describe(const struct member *m, const struct ibv_qp_attr *attr, char *text,
		     size_t size)
{
	const uint8_t *bytes = (const uint8_t *)attr + m->offset;
	bool number = m->size <= sizeof(uint32_t);
	size_t n = strlen(text);

	n += (size_t)snprintf(text + n, size - n, "%s%s 0x", n ? ", " : "", m->name);
	for (size_t i = 0; i < m->size && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%02x",
				      bytes[number ? m->size - 1 - i : i]);
}

static bool same(const struct member *m, const struct ibv_qp_attr *a, const struct ibv_qp_attr *b)
{
	return !memcmp((const char *)a + m->offset, (const char *)b + m->offset, m->size);
}

/* Fails with all members that differ, not only the first: a waiver is for one difference. */
static void must_agree(const bool *compared, const struct ibv_qp_attr *expected,
		       const struct ibv_qp_attr *seen, const struct vct_place *place)
{
	char was[512] = "", is[512] = "";

	for (size_t i = 0; i < N_MEMBERS; i++)
		if (compared[i] && !same(&members[i], expected, seen)) {
			describe(&members[i], expected, was, sizeof(was));
			describe(&members[i], seen, is, sizeof(is));
		}
	if (is[0])
		vct_fail(place, was, "%s", is);
	vct_held();
}

void must_be_unchanged(const struct subject *s, const struct ibv_qp_attr *before,
		       const struct vct_place *place)
{
	int all = transition_attributes(s->type);
	struct ibv_qp_attr now = subject_query(s);
	bool compared[N_MEMBERS];

	/* The device itself moves from REARM to ARMED, and ends to drain. */
	if (before->path_mig_state == IBV_MIG_REARM && now.path_mig_state == IBV_MIG_ARMED)
		now.path_mig_state = IBV_MIG_REARM;
	/* ibv_query_qp(3): "valid if HCA supports APM" */
	if (!(vct_dev->attr.orig_attr.device_cap_flags & IBV_DEVICE_AUTO_PATH_MIG))
		now.path_mig_state = before->path_mig_state;
	if (before->sq_draining || before->qp_state != IBV_QPS_SQD)
		now.sq_draining = before->sq_draining; /* "Valid only if qp_state is SQD" */
	for (size_t i = 0; i < N_MEMBERS; i++)
		compared[i] =
			members[i].reading != NEVER && (members[i].flag & all || !members[i].flag);
	must_agree(compared, before, &now, place);
}

static bool is_exact(const struct member *m, const struct ibv_qp_attr *attr)
{
	const struct ibv_ah_attr *path =
		m->flag == IBV_QP_ALT_PATH ? &attr->alt_ah_attr : &attr->ah_attr;

	switch (m->reading) {
	case EXACT:
		return true;
	case IN_GRH:
		return path->is_global;
	case IN_LRH:
		return vct_dev->port_attr.link_layer == IBV_LINK_LAYER_INFINIBAND;
	default:
		return false;
	}
}

static bool must_be_equal(const struct member *m, const struct ibv_qp_attr *expected,
			  const struct ibv_qp_attr *seen)
{
	/* ibv_query_qp(3): "Mask of enabled remote access operations" */
	unsigned int remote =
		IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
	unsigned int differing = expected->qp_access_flags ^ seen->qp_access_flags;

	return is_exact(m, expected) || (m->reading == REMOTE && differing & remote);
}

/* Records what the query returns for a member that it may return with another value. */
static void record(const struct member *m, const struct ibv_qp_attr *expected,
		   const struct ibv_qp_attr *seen)
{
	char was[100] = "", is[100] = "";

	if (same(m, expected, seen) || (m->reading != IN_LRH && m->reading != REMOTE))
		return;
	describe(m, expected, was, sizeof(was));
	describe(m, seen, is, sizeof(is));
	RECORD("%s was set, and %s is returned", was, is);
}

void must_hold(const struct ibv_qp_attr *seen, const struct ibv_qp_attr *attr, int mask,
	       const struct vct_place *place)
{
	struct ibv_qp_attr now = *seen;
	bool compared[N_MEMBERS];

	/* The device itself moves from REARM to ARMED. */
	if (attr->path_mig_state == IBV_MIG_REARM && now.path_mig_state == IBV_MIG_ARMED)
		now.path_mig_state = IBV_MIG_REARM;
	for (size_t i = 0; i < N_MEMBERS; i++) {
		compared[i] = mask & members[i].flag && must_be_equal(&members[i], attr, &now);
		if (mask & members[i].flag && !compared[i])
			record(&members[i], attr, &now);
	}
	must_agree(compared, attr, &now, place);
}

void must_read(const struct subject *s, const struct ibv_qp_attr *attr, int mask,
	       const struct vct_place *place)
{
	struct ibv_qp_attr now = subject_query(s);

	must_hold(&now, attr, mask, place);
}
