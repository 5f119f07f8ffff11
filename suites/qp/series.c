// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Series of requests, many of which are under way at a time. Where packets are lost on a wire (run
 * --peer), each request of RC is sent again, also in the middle of others, and is carried out once
 * all the same; a message of UC or UD is received whole, or not at all.
 */
#include <arpa/inet.h>

#include "carrier.h"

enum { BATCHES = 8, AT_A_TIME = 12, MOST_BYTES = 5000, HALF = REGION / 2 };
/* Of the memory of the receiver, the writes have the first half. Reads have the second one, whose
 * last bytes are the place of atomics. */
enum { NUMBER_AT = REGION - 8, READABLE = NUMBER_AT - 8 - HALF };

struct step {
	enum ibv_wr_opcode opcode;
	uint32_t length; /* 0: the request has no buffer, and no R_Key */
};

static const struct series_row {
	struct vct_row vct_row;
	/* What is judged by the completions, and by the memory of the receiver and the sender. */
	const struct vct_promise *done, *there, *here;
	const struct step *steps; /* again and again */
	size_t n_steps;
	int carrier;
} series[] = {
#define CITES(...)                                                                                 \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}
#define SERIES(name_, needs_, carrier_, cites_, done_, there_, here_, ...)                         \
	{                                                                                          \
		.vct_row = { .name = (name_), .needs = (needs_), .promises = cites_ },             \
		.done = (done_), .there = (there_), .here = (here_),                               \
		.steps = (const struct step[]){ __VA_ARGS__ },                                     \
		.n_steps = sizeof((const struct step[]){ __VA_ARGS__ }) / sizeof(struct step),     \
		.carrier = (carrier_)                                                              \
	}
/* Of writes, reads, sends and all of these. */
#define WRITES(name_, done_, ...)                                                                  \
	SERIES(name_, 0, 0, CITES(SND_03, done_), done_, SND_03, SND_03, __VA_ARGS__)
#define READS(name_, done_, ...)                                                                   \
	SERIES(name_, 0, 0, CITES(SND_04, done_), done_, SND_04, SND_04, __VA_ARGS__)
#define SENDS(name_, needs_, carrier_, ...)                                                        \
	SERIES(name_, needs_, carrier_, CITES(SND_01), SND_01, SND_01, SND_01, __VA_ARGS__)
#define MIXED(name_, needs_, carrier_, ...)                                                        \
	SERIES(name_, needs_, carrier_, CITES(SND_01, SND_03, SND_04), SND_01, SND_03, SND_04,     \
	       __VA_ARGS__)
#define ATOMICS(name_, does_, ...)                                                                 \
	SERIES(name_, NEED_ATOMIC, 0, CITES(does_, SND_07), SND_07, does_, SND_07, __VA_ARGS__)
#define WRITE(length_)                                                                             \
	{                                                                                          \
		IBV_WR_RDMA_WRITE, length_                                                         \
	}
#define IMM(length_)                                                                               \
	{                                                                                          \
		IBV_WR_RDMA_WRITE_WITH_IMM, length_                                                \
	}
#define READ(length_)                                                                              \
	{                                                                                          \
		IBV_WR_RDMA_READ, length_                                                          \
	}
#define SEND(length_)                                                                              \
	{                                                                                          \
		IBV_WR_SEND, length_                                                               \
	}
#define ADD                                                                                        \
	{                                                                                          \
		IBV_WR_ATOMIC_FETCH_AND_ADD, 8                                                     \
	}
#define SWAP                                                                                       \
	{                                                                                          \
		IBV_WR_ATOMIC_CMP_AND_SWP, 8                                                       \
	}
	WRITES("writes", SND_11, WRITE(5000), WRITE(1), WRITE(1024), WRITE(2049)),
	WRITES("writes-of-0-bytes", SND_33, WRITE(0), WRITE(0), WRITE(700)),
	READS("reads", SND_17, READ(5000), READ(1), READ(1024), READ(2049)),
	READS("reads-of-0-bytes", SND_33, READ(0), READ(0), READ(0), READ(700)),
	SENDS("sends", 0, 0, SEND(3000), SEND(0), SEND(1), SEND(1024)),
	SENDS("sends-to-a-srq", NEED_SRQ, 1, SEND(3000), SEND(0), SEND(1)),
	ATOMICS("adds", SND_05, ADD),
	ATOMICS("swaps", SND_06, SWAP),
	MIXED("immediate-data", NEED_IMM, 0, IMM(3000), IMM(0), IMM(1), SEND(0)),
	MIXED("reads-before-long-writes", 0, 0, READ(9), WRITE(5000)),
	MIXED("reads-before-long-sends", 0, 0, READ(9), SEND(4999)),
	MIXED("of-all-kinds", NEED_IMM, 0, READ(3000), WRITE(2500), SEND(0), IMM(1500), READ(0),
	      SEND(2000), WRITE(0)),
	MIXED("of-all-kinds-of-xrc", NEED_XRC | NEED_SRQ | NEED_IMM, 3, READ(3000), WRITE(2500),
	      SEND(0), IMM(1500), READ(0), SEND(2000), WRITE(0)),
};

struct series {
	struct carrier c;
	char (*received)[MOST_BYTES]; /* AT_A_TIME of them, in `mr` */
	struct ibv_mr *mr;
	char here[REGION], there[REGION]; /* what has to be in both regions */
	uint64_t number, requests;
};

static struct series series_make(const struct series_row *row)
{
	struct series s = { .c = carrier_make(&carriers[row->carrier]) };

	s.mr = mr_make(pd(), AT_A_TIME * MOST_BYTES, IBV_ACCESS_LOCAL_WRITE);
	s.received = s.mr->addr;
	memset(s.c.remote + NUMBER_AT, 0, sizeof(s.number));
	memcpy(s.there, s.c.remote, REGION);
	return s;
}

static bool is_received(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_SEND || opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

static bool is_atomic(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
}

static const struct step *step_of(const struct series_row *row, uint64_t request)
{
	return &row->steps[request % row->n_steps];
}

/* One for each message of the batch. */
static void post_receives(struct series *s, const struct series_row *row)
{
	struct ibv_recv_wr *wr = recv_list(0, AT_A_TIME);
	unsigned int n = 0;

	for (unsigned int i = 0; i < AT_A_TIME; i++)
		if (is_received(step_of(row, s->requests + i)->opcode))
			n++;
	for (unsigned int i = 0; i < n; i++)
		wr[i].sg_list[0] =
			(struct ibv_sge){ (uintptr_t)s->received[i], MOST_BYTES, s->mr->lkey };
	if (!n) {
		free(wr);
		return;
	}
	wr[n - 1].next = NULL;
	memset(s->received, 0, (size_t)AT_A_TIME * MOST_BYTES);
	link_post_receives(&s->c.l, wr);
}

/* Where the request begins in the region of the receiver: the writes of a batch overlap. */
static size_t place_there(const struct step *step, uint64_t request)
{
	if (is_atomic(step->opcode))
		return NUMBER_AT;
	if (step->opcode == IBV_WR_RDMA_READ)
		return HALF + request * 997 % (READABLE - MOST_BYTES);
	return request * 611 % (HALF - MOST_BYTES);
}

/* What both regions have to hold once the request, at this place of the sender's, is carried out.
 */
static void expect(struct series *s, const struct step *step, size_t here, size_t there)
{
	bool adds = step->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;

	if (step->opcode == IBV_WR_RDMA_READ) {
		memcpy(s->here + here, s->there + there, step->length);
	} else if (is_atomic(step->opcode)) {
		memcpy(s->here + here, &s->number, sizeof(s->number));
		s->number += adds ? s->requests : 1;
		memcpy(s->there + NUMBER_AT, &s->number, sizeof(s->number));
	} else if (step->opcode != IBV_WR_SEND) {
		memcpy(s->there + there, s->here + here, step->length);
	}
}

/* The bytes that the requests of a batch send; the others are 0. */
static void fill(struct series *s, const struct series_row *row)
{
	size_t here = 0;

	memset(s->here, 0, REGION);
	for (unsigned int i = 0; i < AT_A_TIME; i++) {
		const struct step *step = step_of(row, s->requests + i);

		if (step->opcode != IBV_WR_RDMA_READ && !is_atomic(step->opcode))
			pattern(s->here + here, step->length, s->requests + i);
		here += (step->length + 7) / 8 * 8;
		SETUP(here <= REGION);
	}
	memcpy(s->c.local, s->here, REGION);
}

static void post_batch(struct series *s, const struct series_row *row)
{
	size_t here = 0;

	fill(s, row);
	for (unsigned int i = 0; i < AT_A_TIME; i++, s->requests++) {
		const struct step *step = step_of(row, s->requests);
		size_t there = place_there(step, s->requests);
		bool swaps = step->opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
		struct message m = { .opcode = step->opcode,
				     .data = s->c.local + here,
				     .to = s->c.remote + there,
				     .lkey = s->c.mr->lkey,
				     .rkey = s->c.mr->rkey,
				     .length = step->length,
				     .empty = !step->length,
				     .imm = (uint32_t)s->requests,
				     .compare_add = swaps ? s->number : s->requests,
				     .swap = s->number + 1 };
		struct ibv_send_wr wr, *bad;
		struct ibv_sge sge;

		link_fill_wr(&s->c.l, &m, &wr, &sge);
		if (!step->length)
			wr.wr.rdma.rkey = 0, wr.wr.rdma.remote_addr = 0;
		expect(s, step, here, there);
		here += (step->length + 7) / 8 * 8;
		SETUP_OF(BLOCK_OF_QP(QP_PASSES_MESSAGES, s->c.l.tx->qp_type),
			 !vct_post_send(s->c.l.tx, &wr, &bad));
	}
}

/* The messages of the batch, in their order. */
static void must_receive_all(struct series *s, const struct series_row *row)
{
	uint64_t first = s->requests - AT_A_TIME;
	unsigned int n = 0;

	for (uint64_t request = first; request < s->requests; request++) {
		const struct step *step = step_of(row, request);
		struct ibv_wc wc;

		if (!is_received(step->opcode))
			continue;
		wc = MUST_COMPLETE(s->c.l.rx_cq);
		MUST_EQ(wc.status, IBV_WC_SUCCESS);
		MUST_EQ(wc.wr_id, n);
		MUST_EQ(wc.byte_len, step->length);
		if (step->opcode == IBV_WR_SEND)
			MUST_BE_PATTERN(NAMED("the buffer of the message", s->received[n]),
					step->length, request);
		else
			MUST_EQ(ntohl(wc.imm_data), request);
		n++;
	}
	MUST_BE_EMPTY(s->c.l.rx_cq);
}

CHECK_ROWS(each_is_carried_out_once_and_in_order, series, .needs = NEED_RC)
{
	struct series s = series_make(row);

	for (int batch = 0; batch < BATCHES; batch++) {
		post_receives(&s, row);
		post_batch(&s, row);
		JUDGING(row->done);
		MUST_COMPLETE_ALL(&s.c, AT_A_TIME);
		must_receive_all(&s, row);
		carrier_catches_up(&s.c);
		JUDGING(row->there);
		MUST_EQUAL_BYTES(NAMED("the remote memory", s.c.remote), s.there, REGION);
		JUDGING(row->here);
		MUST_EQUAL_BYTES(NAMED("the local memory", s.c.local), s.here, REGION);
	}
}

static const struct unreliable_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	uint32_t header; /* the bytes before a message that is received */
	uint32_t most;
} unreliable[] = {
	{ ROW("uc"), .vct_row.needs = NEED_UC, .type = IBV_QPT_UC, .most = 2700 },
	{ ROW("ud"), .vct_row.needs = NEED_UD, .type = IBV_QPT_UD, .header = 40, .most = 900 },
};
enum { QUIET_MS = 40, LEAST = 64, NUMBER = sizeof(uint64_t) };

struct messages {
	struct link l;
	struct ibv_mr *mr;
	char (*from)[MOST_BYTES], (*to)[MOST_BYTES]; /* AT_A_TIME of each */
	uint64_t sent, receives, received;
};

/* From LEAST to `most` bytes: of UC, of one packet or of several; of UD, of one. */
static uint32_t length_of(const struct unreliable_row *row, uint64_t number)
{
	uint32_t mtu = 128U << vct_dev->port_attr.active_mtu;
	uint32_t most = row->type == IBV_QPT_UD && mtu < row->most ? mtu : row->most;

	return LEAST + (uint32_t)(number * 1237 % (most - LEAST + 1));
}

/* The data of a message is its number, and then a pattern. */
static void send_messages(struct messages *s, const struct unreliable_row *row)
{
	for (unsigned int i = 0; i < AT_A_TIME; i++, s->sent++) {
		uint32_t length = length_of(row, s->sent);

		memcpy(s->from[i], &s->sent, NUMBER);
		pattern(s->from[i] + NUMBER, length - NUMBER, s->sent);
		link_post(&s->l, IBV_WR_SEND, .data = s->from[i], .lkey = s->mr->lkey,
			  .length = length);
	}
	for (unsigned int i = 0; i < AT_A_TIME; i++)
		MUST_EQ(MUST_COMPLETE(s->l.tx_cq).status, IBV_WC_SUCCESS);
}

/* So that AT_A_TIME receives are posted. */
static void post_receives_again(struct messages *s)
{
	unsigned int n = (unsigned int)(s->received + AT_A_TIME - s->receives);
	struct ibv_recv_wr *wr = recv_list(s->receives, n);

	for (unsigned int i = 0; i < n; i++)
		wr[i].sg_list[0] = (struct ibv_sge){ (uintptr_t)s->to[s->receives++ % AT_A_TIME],
						     MOST_BYTES, s->mr->lkey };
	link_post_receives(&s->l, wr);
}

static void must_be_a_message(const struct messages *s, const struct unreliable_row *row,
			      const struct ibv_wc *wc, uint64_t *next)
{
	const char *at = s->to[wc->wr_id % AT_A_TIME] + row->header;
	uint64_t number;

	memcpy(&number, at, NUMBER);
	MUST(number < s->sent, "what is received begins as a message which was sent");
	MUST_EQ(wc->byte_len, row->header + length_of(row, number));
	MUST_BE_PATTERN(NAMED("the message behind its number", at + NUMBER),
			length_of(row, number) - NUMBER, number);
	if (row->type == IBV_QPT_UC) {
		MUST_GE(NAMED("the number of the message", number), *next);
		*next = number + 1;
	}
}

/* A wire may lose messages: those that come are judged. */
CHECK_ROWS(what_is_received_is_whole, unreliable, PROMISES(SND_42))
{
	struct messages s = { .l = link_make(row->type, &(struct link_attr){ .no_srq = true }) };
	uint64_t next = 0;

	s.mr = mr_make(pd(), 2UL * AT_A_TIME * MOST_BYTES, IBV_ACCESS_LOCAL_WRITE);
	s.from = s.mr->addr;
	s.to = s.from + AT_A_TIME;
	for (int batch = 0; batch < BATCHES; batch++) {
		uint64_t before = s.received;
		struct ibv_wc wc;

		post_receives_again(&s);
		send_messages(&s, row);
		while (s.received - before < AT_A_TIME && cq_gives(s.l.rx_cq, QUIET_MS, &wc)) {
			s.received++;
			if (wc.status == IBV_WC_SUCCESS)
				must_be_a_message(&s, row, &wc, &next);
			else
				RECORD("a receive has status %s", ibv_wc_status_str(wc.status));
		}
	}
	if (!s.received)
		MUST_COMPLETE(s.l.rx_cq);
}
