// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* TCP segmentation: IBV_WR_TSO and ibv_wr_send_tso of raw packet QPs and of UD QPs. */
#include "raw.h"

enum { HEADER = ETHER + IP + TCP_HEADER, IPOIB = 4, SEQUENCE = 0x10203040, ROUNDS = 3 };
enum { SEQ_AT = 4, FLAGS_AT = 13, SUM_AT = 16, PUSH_AND_ACK = 0x18 };

static const struct stream_row {
	struct vct_row vct_row;
	uint32_t length;
	uint16_t mss;
	unsigned int sges;
} streams[] = {
	{ ROW("whole-segments"), .length = 600, .mss = 200, .sges = 1 },
	{ ROW("last-is-shorter"), .length = 500, .mss = 200, .sges = 1 },
	{ ROW("last-is-short"), .length = 406, .mss = 200, .sges = 1 },
	{ ROW("of-one-mss"), .length = 200, .mss = 200, .sges = 1 },
	{ ROW("less-than-one-mss"), .length = 150, .mss = 200, .sges = 1 },
	{ ROW("odd-segments"), .length = 700, .mss = 133, .sges = 1 },
	{ ROW("three-buffers"), .length = 700, .mss = 150, .sges = 3 },
};

/* A request: the headers, and the bytes of the stream. */
struct request {
	uint8_t header[HEADER];
	size_t size, ip; /* of the headers, and where that of IPv4 is */
	const struct stream_row *row;
	uint8_t *bytes;
	unsigned int n; /* of sges */
	struct ibv_sge sges[3];
	unsigned int flags;
	bool built; /* with ibv_wr_send_tso */
};

static void put32(uint8_t *at, uint32_t value)
{
	raw_put16(at, value >> 16);
	raw_put16(at + 2, value & 0xffff);
}

/* Those of a packet of TCP to the rule of the checks, in Ethernet or in IPoIB. */
static struct request request_of(const struct stream_row *row, int round, bool ud)
{
	struct packet p = { .tcp = true, .port_from = (uint8_t)(round + 1) };
	struct request q = { .row = row, .size = HEADER, .ip = ETHER };
	uint8_t packet[PACKET];
	uint32_t at = 0;

	raw_fill(packet, &p, 0);
	memcpy(q.header, packet, HEADER);
	if (ud) {
		q.ip = IPOIB;
		q.size = IPOIB + IP + TCP_HEADER;
		memcpy(q.header, (uint8_t[]){ 0x08, 0, 0, 0 }, IPOIB);
		memcpy(q.header + IPOIB, packet + ETHER, IP + TCP_HEADER);
	}
	raw_put16(q.header + q.ip + 2, IP + TCP_HEADER + row->length);
	raw_put16(q.header + q.ip + 10, 0);
	raw_put16(q.header + q.ip + 10, raw_sum(q.header + q.ip, IP));
	put32(q.header + q.ip + IP + SEQ_AT, SEQUENCE + (uint32_t)round);
	q.header[q.ip + IP + FLAGS_AT] = PUSH_AND_ACK;
	q.bytes = (uint8_t *)send_slot((uint64_t)round);
	for (uint32_t i = 0; i < row->length; i++)
		q.bytes[i] = (uint8_t)(i * 7 + i / 251 + (uint32_t)round);
	q.n = row->sges < raw_sges() ? row->sges : raw_sges();
	for (unsigned int i = 0; i < q.n; i++) {
		uint32_t n = (row->length - at) / (q.n - i);

		q.sges[i] = slot_sge(q.bytes + at, n);
		at += n;
	}
	return q;
}

static void build(struct ibv_qp *qp, struct request *q, uint64_t wr_id)
{
	struct ibv_qp_ex *ex = ibv_qp_to_qp_ex(qp);

	vct_wr_start(ex);
	ex->wr_id = wr_id;
	ex->wr_flags = IBV_SEND_SIGNALED | q->flags;
	vct_wr_send_tso(ex, q->header, (uint16_t)q->size, q->row->mss);
	vct_wr_set_sge_list(ex, q->n, q->sges);
	MUST_SUCCEED(vct_wr_complete(ex));
}

static void post(struct ibv_qp *qp, struct request *q, uint64_t wr_id, const struct link *ud)
{
	struct ibv_send_wr wr = { .wr_id = wr_id,
				  .sg_list = q->sges,
				  .num_sge = (int)q->n,
				  .opcode = IBV_WR_TSO,
				  .send_flags = IBV_SEND_SIGNALED | q->flags,
				  .tso = { q->header, (uint16_t)q->size, q->row->mss } },
			   *bad;

	if (q->built) {
		build(qp, q, wr_id);
		return;
	}
	if (ud) {
		wr.wr.ud.ah = ud->ah;
		wr.wr.ud.remote_qpn = ud->rx->qp_num;
		wr.wr.ud.remote_qkey = LINK_QKEY;
	}
	MUST_SUCCEED(vct_post_send(qp, &wr, &bad));
}

/* What a device changes in the headers of a segment. */
static void without_place(uint8_t *header, size_t ip)
{
	memset(header + ip + 2, 0, 4); /* the length, and the identification */
	raw_put16(header + ip + 10, 0);
	put32(header + ip + IP + SEQ_AT, 0);
	header[ip + IP + FLAGS_AT] = 0;
	raw_put16(header + ip + IP + SUM_AT, 0);
}

/* `n` bytes of payload behind the headers, of which `done` bytes came before. */
static void must_be_segment(const struct request *q, const uint8_t *got, uint32_t n, uint32_t done,
			    const struct vct_promise *promise)
{
	uint32_t left = q->row->length - done;
	uint8_t sent[HEADER], here[HEADER];

	JUDGING(promise);
	MUST_LE(NAMED("the bytes of payload of the segment", n), q->row->mss);
	MUST_GE(NAMED("the bytes of payload of the segment", n), 1);
	if (q->built)
		MUST_EQ(NAMED("the bytes of payload of the segment", n),
			left < q->row->mss ? left : q->row->mss);
	MUST_LE(NAMED("the bytes of payload of the segment", n), left);
	memcpy(sent, q->header, q->size);
	memcpy(here, got, q->size);
	without_place(sent, q->ip);
	without_place(here, q->ip);
	MUST_EQUAL_BYTES(NAMED("the headers of the segment", here), sent, q->size);
	MUST_EQUAL_BYTES(NAMED("the payload of the segment", got + q->size), q->bytes + done, n);
}

/* It is a packet of its own. */
static void must_be_packet(const struct request *q, const uint8_t *got, uint32_t n, uint32_t done)
{
	const uint8_t *ip = got + q->ip, *tcp = ip + IP;
	uint32_t first = raw_get16(q->header + q->ip + IP + SEQ_AT) << 16 |
			 raw_get16(q->header + q->ip + IP + SEQ_AT + 2);

	JUDGING(SND_30);
	MUST_EQ(NAMED("the total length in the IP header", raw_get16(ip + 2)), IP + TCP_HEADER + n);
	MUST_EQ(NAMED("the sequence number in the TCP header",
		      raw_get16(tcp + SEQ_AT) << 16 | raw_get16(tcp + SEQ_AT + 2)),
		first + done);
	if (q->flags & IBV_SEND_IP_CSUM) {
		MUST(raw_ip_sum_is_right(ip),
		     "the checksum of the IPv4 header is right in each segment; it is not");
		MUST(raw_transport_sum_is_right(ip),
		     "the checksum of the transport header is right in each segment; it is not");
	}
}

static void must_complete_once(struct ibv_cq *cq, uint64_t wr_id)
{
	struct ibv_wc wc = MUST_COMPLETE(cq);

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	JUDGING(SND_31);
	MUST_EQ(wc.wr_id, wr_id);
	MUST_EQ(wc.opcode, IBV_WC_TSO);
}

static struct ibv_qp *tso_qp(struct ibv_cq *cq, bool built)
{
	return raw_qp_ex(cq, (struct ibv_qp_init_attr_ex){
				     .comp_mask = IBV_QP_INIT_ATTR_MAX_TSO_HEADER |
						  (built ? IBV_QP_INIT_ATTR_SEND_OPS_FLAGS : 0),
				     .max_tso_header = HEADER,
				     .send_ops_flags = built ? IBV_QP_EX_WITH_TSO : 0 });
}

/* Requests one after the other, on one QP: each has headers and bytes of its own. */
static void must_segment(const struct stream_row *row, unsigned int flags, bool built)
{
	const struct vct_promise *promise = built ? WRP_21 : SND_27;
	struct raw r = raw_make();
	struct ibv_qp *qp = tso_qp(r.tx_cq, built);

	JUDGING(promise);
	if (!qp && built)
		vct_skip("the device does not build requests of TSO (IBV_QP_EX_WITH_TSO): "
			 "ibv_create_qp_ex fails with %s",
			 vct_errno_text(errno));
	MUST_MAKE(qp);
	rule_set(&r, 0, rule_to(0));
	for (int round = 0; round < ROUNDS; round++) {
		struct request q = request_of(row, round, false);
		uint32_t done = 0;

		q.flags = flags;
		q.built = built;
		JUDGING(promise);
		post(qp, &q, (uint64_t)round, NULL);
		while (done < row->length) {
			struct ibv_wc wc;
			const uint8_t *got = raw_next(&r, 0, &wc);
			uint32_t n = wc.byte_len - HEADER;

			must_be_segment(&q, got, n, done, promise);
			must_be_packet(&q, got, n, done);
			done += n;
			raw_again(&r, 0, &wc);
		}
		must_complete_once(r.tx_cq, (uint64_t)round);
	}
}

CHECK_ROWS(segments_are_packets, streams, PROMISES(SND_27, SND_30, SND_31),
	   .needs = STEERS | NEED_RAW_TSO, .asks = true)
{
	must_segment(row, 0, false);
}

CHECK_ROWS(segments_have_their_checksums, streams, PROMISES(SND_30, SND_27, SND_31),
	   .needs = STEERS | NEED_RAW_TSO | NEED_RAW_CSUM, .asks = true)
{
	must_segment(row, IBV_SEND_IP_CSUM, false);
}

CHECK_ROWS(segments_are_built, streams, PROMISES(WRP_21, SND_30, SND_31),
	   .needs = STEERS | NEED_RAW_TSO | NEED_SEND_OPS, .asks = true)
{
	must_segment(row, 0, true);
}

static struct ibv_qp *ud_tso_qp(struct ibv_cq *cq)
{
	struct ibv_qp_init_attr_ex init = {
		.qp_type = IBV_QPT_UD,
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { 16, 8, raw_sges(), 1, 0 },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_MAX_TSO_HEADER,
		.pd = pd(),
		.max_tso_header = HEADER,
	};

	return vct_create_qp_ex(ctx(), &init);
}

/* Each segment is a message, behind the room for the GRH. */
CHECK_ROWS(segments_are_datagrams, streams, PROMISES(SND_27, SND_31),
	   .needs = NEED_UD | NEED_UD_TSO)
{
	enum { GRH = 40 };
	struct ibv_qp *qp = ud_tso_qp(cq_make(16));
	struct link l;

	JUDGING(SND_27);
	MUST_MAKE(qp);
	l = ud_link(.no_srq = true, .tx = qp);
	for (int round = 0; round < ROUNDS; round++) {
		struct request q = request_of(row, round, true);
		uint32_t done = 0;

		link_post_receives(&l, recv_list(0, WRS));
		JUDGING(SND_27);
		post(qp, &q, (uint64_t)round, &l);
		for (uint64_t id = 0; id < WRS; id++) {
			const uint8_t *got = (const uint8_t *)recv_slot(id) + GRH;
			struct ibv_wc wc;
			uint32_t n;

			if (done == row->length) {
				link_post(&l, IBV_WR_SEND);
				wc = MUST_COMPLETE(l.rx_cq);
				MUST_EQ(NAMED("byte_len of the message behind the segments",
					      wc.byte_len),
					GRH + 64);
				continue;
			}
			wc = MUST_COMPLETE(l.rx_cq);
			MUST_EQ(wc.wr_id, id);
			n = wc.byte_len - GRH - (uint32_t)q.size;
			must_be_segment(&q, got, n, done, SND_27);
			done += n;
		}
		JUDGING(SND_27);
		MUST_EQ(NAMED("the bytes of payload of all segments", done), row->length);
		must_complete_once(l.tx_cq, (uint64_t)round);
		while (l.sent) {
			cq_wait(l.tx_cq);
			l.sent--;
		}
	}
}
