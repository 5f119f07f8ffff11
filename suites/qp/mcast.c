// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Multicast groups. ibv_attach_mcast(3) says that messages of a group reach a port only after a
 * join: on Ethernet the check joins the group on the port's network interface, as librdmacm does;
 * on InfiniBand it would need the subnet administrator. Where no message comes, a check of messages
 * is SKIP.
 */
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "../vct.h"

enum { MULTICAST_LID = 0xc0a0, EVERYBODY = 0xffffff };

static bool is_ethernet(void)
{
	return vct_dev->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET;
}

static bool is_ipv4(void)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	return !memcmp(vct_dev->gid.raw, mapped, sizeof(mapped));
}

/* Groups that differ from group 0 in the byte n - OF_BYTES of their GIDs. */
enum { OF_BYTES = 0x80 };

/* The nth group: of IPv4 if the port's GID is. */
static union ibv_gid group(uint8_t n)
{
	union ibv_gid v4 = {
		.raw = { [10] = 0xff, [11] = 0xff, [12] = 239, [13] = 77, [14] = 1, [15] = n }
	};
	union ibv_gid v6 = { .raw = { 0xff, 0x12, [14] = 77, [15] = n } };
	union ibv_gid gid = is_ethernet() && is_ipv4() ? v4 : v6;

	if (n >= OF_BYTES) {
		gid.raw[15] = 0;
		gid.raw[n - OF_BYTES] ^= 0x21;
	}
	return gid;
}

static uint16_t lid_of(uint8_t n)
{
	return is_ethernet() ? 0 : MULTICAST_LID + n;
}

/* Joins on the network interface; the membership ends with the socket, and that with the process.
 */
static void join(uint8_t n)
{
	static int sockets[256];
	union ibv_gid gid = group(n);
	struct ip_mreqn v4 = { .imr_ifindex = (int)if_nametoindex(vct_dev->netdev) };
	struct ipv6_mreq v6 = { .ipv6mr_interface = if_nametoindex(vct_dev->netdev) };
	int fd = sockets[n] ?: socket(is_ipv4() ? AF_INET : AF_INET6, SOCK_DGRAM, 0);

	sockets[n] = fd;
	memcpy(&v4.imr_multiaddr, gid.raw + 12, 4);
	memcpy(&v6.ipv6mr_multiaddr, gid.raw, 16);
	if (is_ipv4())
		setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &v4, sizeof(v4));
	else
		setsockopt(fd, IPPROTO_IPV6, IPV6_JOIN_GROUP, &v6, sizeof(v6));
}

static int attach(struct ibv_qp *qp, uint8_t n)
{
	union ibv_gid gid = group(n);

	return vct_attach_mcast(qp, &gid, lid_of(n));
}

static int detach(struct ibv_qp *qp, uint8_t n)
{
	union ibv_gid gid = group(n);

	return vct_detach_mcast(qp, &gid, lid_of(n));
}

/* The address of the nth group, which the port joins. */
static struct ibv_ah *ah_to(uint8_t n)
{
	struct ibv_ah_attr address = own_address();
	struct ibv_ah *ah;

	address.is_global = 1;
	address.grh.dgid = group(n);
	address.grh.hop_limit = 1;
	address.dlid = lid_of(n);
	ah = vct_create_ah(pd(), &address);
	SETUP_OF(BLOCK_AH, ah);
	if (is_ethernet() && vct_dev->netdev[0])
		join(n);
	return ah;
}

/* A UD link whose messages go to the nth group. */
static struct link link_to(uint8_t n, bool own_queue)
{
	struct link l = ud_link(.srq_wr = 16, .no_srq = own_queue);

	l.ah = ah_to(n);
	return l;
}

/* Sends one message to the group of the link. */
static void send_to_group(struct link *l)
{
	struct message m = { .opcode = IBV_WR_SEND };
	struct ibv_send_wr wr, *bad;
	struct ibv_sge sge;

	link_fill_wr(l, &m, &wr, &sge);
	wr.wr.ud.remote_qpn = EVERYBODY;
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD), !vct_post_send(l->tx, &wr, &bad));
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
		 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
}

enum { REACH_MS = 300 };

/* True if a message of the group reaches the QP, which is attached. It takes a receive WR. */
static bool reaches(struct link *l)
{
	struct ibv_wc wc;

	send_to_group(l);
	return cq_gives(l->rx_cq, REACH_MS, &wc) && wc.status == IBV_WC_SUCCESS;
}

static void skip_without_messages(void)
{
	vct_skip("no message of a multicast group reaches the port, which may need a join");
}

static void must_reach_or_skip(struct link *l)
{
	if (!reaches(l))
		skip_without_messages();
}

/* True if the device claims so many groups, and so many QPs in each. */
static bool claims_room(int groups, int qps)
{
	const struct ibv_device_attr *claimed = &vct_dev->attr.orig_attr;

	return claimed->max_mcast_grp >= groups && claimed->max_mcast_qp_attach >= qps &&
	       claimed->max_total_mcast_qp_attach >= groups * qps;
}

static void must_have_room_or_skip(int groups, int qps)
{
	if (!claims_room(groups, qps))
		vct_skip("the device claims fewer than %d multicast groups of %d QPs", groups, qps);
}

static const struct queue_row {
	struct vct_row vct_row;
	bool own_queue;
} queues[] = {
	{ ROW("own-queue"), .own_queue = true },
	{ ROW("srq"), .vct_row.needs = NEED_SRQ },
};

CHECK_ROWS(attaches_and_detaches, queues, PROMISES(MC_01), .needs = NEED_UD | NEED_MCAST)
{
	struct link l = ud_link(.srq_wr = 4, .no_srq = row->own_queue);
	bool two = claims_room(2, 1);

	for (uint8_t n = 0; n < 2; n++) {
		MUST_SUCCEED(attach(l.rx, 1));
		if (two)
			MUST_SUCCEED(attach(l.rx, 2));
		MUST_SUCCEED(detach(l.rx, 1));
		if (two)
			MUST_SUCCEED(detach(l.rx, 2));
	}
	MUST_SUCCEED(vct_destroy_qp(l.rx));
}

static const struct type_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
} types[] = {
	{ ROW("rc"), .vct_row.needs = NEED_RC, .type = IBV_QPT_RC },
	{ ROW("uc"), .vct_row.needs = NEED_UC, .type = IBV_QPT_UC },
};

CHECK_ROWS(other_types_are_refused, types, PROMISES(MC_02, AFT_01), .needs = NEED_MCAST)
{
	struct ibv_cq *cq = cq_make(4);
	struct ibv_qp *qp = qp_make(row->type, NULL, cq, cq);

	MUST_REFUSE_WITH_ERRNO(attach(qp, 1));
	qp_to_init(qp);
	MUST_REFUSE_WITH_ERRNO(attach(qp, 1));
}

/* The address of the port itself. One serves all QPs: a device may have few. */
static struct ibv_ah *own_ah(void)
{
	static struct ibv_ah *ah;
	struct ibv_ah_attr address = own_address();

	if (!ah)
		ah = vct_create_ah(pd(), &address);
	SETUP_OF(BLOCK_AH, ah);
	return ah;
}

/* A message to the QP itself, sent behind those to the group, shows that no copy is on its way. */
static void must_have_no_more(struct link *l)
{
	struct link itself = *l;

	itself.ah = own_ah();
	link_post_receives(l, recv_list(0, 1));
	link_post(&itself, IBV_WR_SEND);
	SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, IBV_QPT_UD),
		 cq_wait(l->tx_cq).status == IBV_WC_SUCCESS);
	MUST_EQ(MUST_COMPLETE(l->rx_cq).src_qp, l->tx->qp_num);
	MUST_BE_EMPTY(l->rx_cq);
}

/* The copy of the message, with the GRH that all multicast messages have. */
static void must_get_copy(struct link *l, const struct link *from)
{
	struct ibv_wc wc = MUST_COMPLETE(l->rx_cq);

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.byte_len, 64 + 40);
	MUST_EQ(wc.qp_num, l->rx->qp_num);
	MUST_EQ(wc.src_qp, from->tx->qp_num);
}

CHECK_ROWS(attached_twice_gets_one_copy, queues, PROMISES(MC_03, MC_01),
	   .needs = NEED_UD | NEED_MCAST, .asks = true)
{
	struct link l = link_to(3, row->own_queue);

	JUDGING(MC_01);
	link_post_receives(&l, recv_list(0, 8));
	for (int i = 0; i < 3; i++)
		MUST_SUCCEED(attach(l.rx, 3));
	must_reach_or_skip(&l);
	JUDGING(MC_03);
	send_to_group(&l);
	must_get_copy(&l, &l);
	must_have_no_more(&l);
	/* Once may be enough. */
	for (int i = 0; i < 3; i++)
		detach(l.rx, 3);
}

/* Three QPs, of which two are in the group, and one in another. */
static void must_get_copies(struct link *l)
{
	must_get_copy(&l[1], &l[0]);
	for (int round = 0; round < 3; round++) {
		send_to_group(&l[round % 2]);
		must_get_copy(&l[0], &l[round % 2]);
		must_get_copy(&l[1], &l[round % 2]);
	}
	send_to_group(&l[2]);
	must_get_copy(&l[2], &l[2]);
	for (int i = 0; i < 3; i++)
		must_have_no_more(&l[i]);
}

/* The first one got no copy of one message. A copy may be lost or late, but not each of five. */
static bool second_alone_gets_copies(struct link l[])
{
	enum { MORE = 4 };
	struct ibv_wc wc;

	for (int i = 0; i < MORE; i++)
		if (!cq_gives(l[1].rx_cq, REACH_MS, &wc) || reaches(&l[0]))
			return false;
	return cq_gives(l[1].rx_cq, REACH_MS, &wc) && !cq_gives(l[0].rx_cq, REACH_MS, &wc);
}

CHECK_ROWS(each_of_the_group_gets_a_copy, queues, PROMISES(MC_04, MC_01),
	   .needs = NEED_UD | NEED_MCAST, .asks = true)
{
	static const uint8_t groups[] = { 4, 4, 5 };
	struct link l[3];
	bool reached;

	must_have_room_or_skip(2, 2);
	JUDGING(MC_01);
	for (int i = 0; i < 3; i++) {
		l[i] = link_to(groups[i], row->own_queue);
		link_post_receives(&l[i], recv_list(0, 8));
		MUST_SUCCEED(attach(l[i].rx, groups[i]));
	}
	JUDGING(MC_04);
	reached = reaches(&l[0]);
	MUST_BE_EMPTY(l[2].rx_cq);
	MUST(reached || !second_alone_gets_copies(l),
	     "each QP of a group gets a copy; the second one alone got it, five times");
	if (!reached)
		skip_without_messages();
	must_reach_or_skip(&l[2]);
	must_get_copies(l);
	JUDGING(MC_01);
	for (int i = 0; i < 3; i++)
		MUST_SUCCEED(detach(l[i].rx, groups[i]));
}

CHECK_ROWS(three_members_get_a_copy_each, queues, PROMISES(MC_04, MC_01),
	   .needs = NEED_UD | NEED_MCAST, .asks = true)
{
	enum { MEMBERS = 3 };
	struct link l[MEMBERS];

	must_have_room_or_skip(1, MEMBERS);
	JUDGING(MC_01);
	for (int i = 0; i < MEMBERS; i++) {
		l[i] = link_to(7, row->own_queue);
		link_post_receives(&l[i], recv_list(0, 8));
		MUST_SUCCEED(attach(l[i].rx, 7));
		if (!i)
			must_reach_or_skip(&l[i]);
	}
	JUDGING(MC_04);
	for (int from = 0; from < MEMBERS; from++) {
		send_to_group(&l[from]);
		for (int i = 0; i < MEMBERS; i++)
			must_get_copy(&l[i], &l[from]);
	}
	JUDGING(MC_01);
	for (int i = 0; i < MEMBERS; i++)
		MUST_SUCCEED(detach(l[i].rx, 7));
}

/* It is the first, the second and the third to be attached. */
CHECK_ROWS(a_member_without_room_holds_none_up, queues, PROMISES(MC_04),
	   .needs = NEED_UD | NEED_MCAST, .asks = true)
{
	enum { MEMBERS = 3 };
	struct link l[MEMBERS];

	must_have_room_or_skip(1, MEMBERS);
	for (int i = 0; i < MEMBERS; i++) {
		l[i] = link_to(7, row->own_queue);
		SETUP(!attach(l[i].rx, 7));
		if (!i) {
			link_post_receives(&l[i], recv_list(0, 1));
			must_reach_or_skip(&l[i]);
		}
	}
	for (int full = 0; full < MEMBERS; full++) {
		for (int i = 0; i < MEMBERS; i++)
			if (i != full)
				link_post_receives(&l[i], recv_list(0, 1));
		send_to_group(&l[full]);
		for (int i = 0; i < MEMBERS; i++)
			if (i != full)
				must_get_copy(&l[i], &l[full]);
	}
	for (int i = 0; i < MEMBERS; i++)
		SETUP(!detach(l[i].rx, 7));
}

/*
 * One QP is in group 0, and another one in a group that differs in one byte, to which the messages
 * go. The first two bytes of a GID say that it is a group; those of IPv4 are the last four, of
 * which the first one does.
 */
CHECK(each_byte_of_the_group_counts, PROMISES(MC_04, MC_01), .needs = NEED_UD | NEED_MCAST,
      .asks = true)
{
	uint8_t first = OF_BYTES + (is_ethernet() && is_ipv4() ? 13 : 2);
	struct link l = link_to(0, true), other = link_to(first, true);
	bool reached = false;

	must_have_room_or_skip(2, 1);
	link_post_receives(&l, recv_list(0, 15));
	link_post_receives(&other, recv_list(16, 15));
	JUDGING(MC_01);
	MUST_SUCCEED(attach(l.rx, 0));
	for (uint8_t n = first; n < OF_BYTES + 16; n++) {
		if (n > first) {
			SETUP_OF(BLOCK_RELEASE_AH, !vct_destroy_ah(other.ah));
			other.ah = ah_to(n);
		}
		JUDGING(MC_01);
		MUST_SUCCEED(attach(other.rx, n));
		JUDGING(MC_04);
		reached |= reaches(&other);
		MUST_BE_EMPTY(l.rx_cq);
		JUDGING(MC_01);
		MUST_SUCCEED(detach(other.rx, n));
	}
	if (!reached)
		skip_without_messages();
	JUDGING(MC_04);
	must_have_no_more(&l);
	JUDGING(MC_01);
	MUST_SUCCEED(detach(l.rx, 0));
}

CHECK_ROWS(detached_gets_none, queues, PROMISES(MC_05, MC_01), .needs = NEED_UD | NEED_MCAST,
	   .asks = true)
{
	struct link l[2];

	must_have_room_or_skip(1, 2);
	JUDGING(MC_01);
	for (int i = 0; i < 2; i++) {
		l[i] = link_to(6, row->own_queue);
		link_post_receives(&l[i], recv_list(0, 4));
		MUST_SUCCEED(attach(l[i].rx, 6));
	}
	must_reach_or_skip(&l[0]);
	MUST_SUCCEED(detach(l[0].rx, 6));
	JUDGING(MC_05);
	must_get_copy(&l[1], &l[0]);
	send_to_group(&l[0]);
	must_get_copy(&l[1], &l[0]);
	must_have_no_more(&l[0]);
	JUDGING(MC_01);
	MUST_SUCCEED(detach(l[1].rx, 6));
}

/* Whether messages of others on the port reach the QP, no page says. */
CHECK(own_messages_are_blocked, PROMISES(MC_09, MC_01), .needs = NEED_UD | NEED_MCAST, .asks = true)
{
	struct link l = link_to(11, true), blocks;
	struct ibv_qp *qp = qp_create_ex(&(struct ibv_qp_init_attr_ex){
		.qp_type = IBV_QPT_UD,
		.send_cq = cq_make(4),
		.recv_cq = cq_make(4),
		.cap = { 4, 4, 1, 1, 0 },
		.pd = pd(),
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.create_flags = IBV_QP_CREATE_BLOCK_SELF_MCAST_LB });

	must_have_room_or_skip(1, 2);
	if (!qp)
		vct_skip("the device makes no QP with IBV_QP_CREATE_BLOCK_SELF_MCAST_LB");
	blocks = ud_link(.tx = qp, .rx = qp, .no_srq = true, .to_itself = true);
	blocks.ah = l.ah;
	link_post_receives(&l, recv_list(0, 2));
	link_post_receives(&blocks, recv_list(2, 2));
	JUDGING(MC_01);
	MUST_SUCCEED(attach(l.rx, 11));
	must_reach_or_skip(&l);
	MUST_SUCCEED(attach(qp, 11));
	JUDGING(MC_09);
	send_to_group(&blocks);
	must_have_no_more(&blocks);
	JUDGING(MC_01);
	MUST_SUCCEED(detach(l.rx, 11));
	MUST_SUCCEED(detach(qp, 11));
}

/* Another QP is attached, and the same QP to another group. */
CHECK(detaching_what_is_not_attached, PROMISES(MC_06, MC_01), .needs = NEED_UD | NEED_MCAST)
{
	struct link l = link_to(7, true), other = link_to(7, true);
	bool reached;
	int ret;

	JUDGING(MC_01);
	link_post_receives(&l, recv_list(0, 4));
	MUST_SUCCEED(attach(l.rx, 7));
	reached = reaches(&l);
	JUDGING(MC_06);
	ret = detach(other.rx, 7);
	RECORD("detaching a QP that is not attached: %s", ret ? strerrorname_np(ret) : "0");
	MUST_GE(ret, 0);
	MUST_GE(NAMED("what ibv_detach_mcast returned", detach(l.rx, 8)), 0);
	if (reached) {
		send_to_group(&l);
		must_get_copy(&l, &l);
	}
	MUST_SUCCEED(detach(l.rx, 7));
}

CHECK(gid_that_is_no_group, PROMISES(MC_07), .needs = NEED_UD | NEED_MCAST,
      .danger = DANGER_REFUSED)
{
	struct link l = ud_link(.no_srq = true);
	union ibv_gid gid = vct_dev->gid;
	int ret = vct_attach_mcast(l.rx, &gid, lid_of(9));

	RECORD("attaching to a GID that is no group's: %s", ret ? strerrorname_np(ret) : "0");
	if (ret)
		MUST_REFUSE_WITH_ERRNO(ret);
	else
		MUST_SUCCEED(vct_detach_mcast(l.rx, &gid, lid_of(9)));
}

/* In the other process: a QP in the group that could receive. */
static int joins(void *n)
{
	struct link l = link_to(*(uint8_t *)n, true);

	link_post_receives(&l, recv_list(0, 4));
	return attach(l.rx, *(uint8_t *)n);
}

/* Its number is likely to be given again, to a QP that is in no group. */
CHECK(a_killed_process_is_no_member, PROMISES(MC_08, MC_01), .needs = NEED_UD | NEED_MCAST,
      .asks = true)
{
	struct other *other = other_start();
	struct link l, stranger;
	uint8_t n = 10;

	must_have_room_or_skip(1, 2);
	l = link_to(n, true);
	link_post_receives(&l, recv_list(0, 8));
	JUDGING(MC_01);
	MUST_SUCCEED(attach(l.rx, n));
	must_reach_or_skip(&l);
	MUST_SUCCEED(other_does(other, joins, &n));
	send_to_group(&l);
	JUDGING(MC_08);
	must_get_copy(&l, &l);
	other_is_killed(other);
	stranger = link_to(n, true);
	link_post_receives(&stranger, recv_list(8, 2));
	for (int i = 0; i < 2; i++) {
		send_to_group(&l);
		must_get_copy(&l, &l);
	}
	must_have_no_more(&l);
	MUST_BE_EMPTY(stranger.rx_cq);
	JUDGING(MC_01);
	MUST_SUCCEED(detach(l.rx, n));
}
