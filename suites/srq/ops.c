// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_post_srq_ops: the tag list of a tag matching SRQ, and which messages match it. */
#include "tagged.h"

STATIC_CHECK(prototype, PROMISES(SRQ_OPS_01))
{
	_Static_assert(HAS_PROTOTYPE(ibv_post_srq_ops, int(struct ibv_srq *, struct ibv_ops_wr *,
							   struct ibv_ops_wr **)),
		       "ibv_post_srq_ops");
}

#define HAS(member_, type_) _Static_assert(HAS_MEMBER(struct ibv_ops_wr, member_, type_), #member_)

STATIC_CHECK(work_request, PROMISES(SRQ_OPS_02))
{
	HAS(wr_id, uint64_t);
	HAS(next, struct ibv_ops_wr *);
	HAS(opcode, enum ibv_ops_wr_opcode);
	HAS(flags, int);
	HAS(tm.unexpected_cnt, uint32_t);
	HAS(tm.handle, uint32_t);
	HAS(tm.add.recv_wr_id, uint64_t);
	HAS(tm.add.sg_list, struct ibv_sge *);
	HAS(tm.add.num_sge, int);
	HAS(tm.add.tag, uint64_t);
	HAS(tm.add.mask, uint64_t);
}

CHECK(a_basic_srq_refuses, PROMISES(SRQ_OPS_14, AFT_01), .needs = NEED_SRQ)
{
	struct ibv_ops_wr sync = { .opcode = IBV_WR_TAG_SYNC };
	struct ibv_srq *srq = srq_make(.max_wr = 16);

	MUST_REFUSE_WITH_ERRNO(try_op(srq, &sync));
}

/*
 * The next message matches this tag and consumes its entry; or it matches none and consumes a WR of
 * the SRQ.
 */
static void must_match(struct tagged *t, uint64_t tag)
{
	struct ibv_wc wc = tm_wait(t);

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_EQ(wc.wr_id, TAGGED + tag);
	MUST_EQ(wc.opcode, IBV_WC_TM_RECV);
	MUST(wc.wc_flags & IBV_WC_TM_MATCH,
	     "the completion has IBV_WC_TM_MATCH; its wc_flags are %#x", wc.wc_flags);
}

static struct ibv_wc must_be_unexpected(struct tagged *t)
{
	struct ibv_wc wc = tm_wait(t);

	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST_LE(wc.wr_id, UNTAGGED - 1);
	return wc;
}

CHECK(a_list_is_executed, PROMISES(SRQ_OPS_03), .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_sge sges[2];
	struct ibv_ops_wr second = tag_add(2, UINT64_MAX, &sges[1], IBV_OPS_SIGNALED);
	struct ibv_ops_wr first = tag_add(1, UINT64_MAX, &sges[0], IBV_OPS_SIGNALED);

	first.next = &second;
	MUST_SUCCEED(try_op(t.srq, &first));
	MUST_EQ(tm_wait(&t).wr_id, 1);
	MUST_EQ(tm_wait(&t).wr_id, 2);
	send_tag(&t, 2);
	must_match(&t, 2);
	send_tag(&t, 1);
	must_match(&t, 1);
}

CHECK(add_takes_a_buffer_for_a_tag, PROMISES(SRQ_OPS_04),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	uint32_t first = add(&t, 1, UINT64_MAX);
	char data[LENGTH];

	MUST_NE(NAMED("the handle of the first tag", first), UINT32_MAX);
	MUST_NE(NAMED("the handle of the first tag", first), add(&t, 2, UINT64_MAX));
	send_tag(&t, 1);
	must_match(&t, 1);
	pattern(data, LENGTH, 1);
	MUST_EQUAL_BYTES(recv_slot(UNTAGGED + 1), data + HEADER, LENGTH - HEADER);
}

/* Entries that were consumed are added again: more often than the list has entries. */
CHECK(entries_are_used_again, PROMISES(SRQ_OPS_04),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	char data[LENGTH];

	for (uint64_t tag = 0; tag < 12; tag++) {
		add(&t, tag, UINT64_MAX);
		send_tag(&t, tag);
		must_match(&t, tag);
		pattern(data, LENGTH, tag);
		MUST_EQUAL_BYTES(recv_slot(UNTAGGED + tag % 16), data + HEADER, LENGTH - HEADER);
	}
}

static const struct match_row {
	struct vct_row vct_row;
	uint64_t tag, mask, sent;
	bool matches;
} matches[] = {
	{ ROW("same-tag"), 5, UINT64_MAX, 5, true },
	{ ROW("other-tag"), 5, UINT64_MAX, 4, false },
	{ ROW("differs-outside-the-mask"), 5, 0xff, 0x1205, true },
	{ ROW("differs-inside-the-mask"), 5, 0xff, 0x1204, false },
	{ ROW("mask-zero"), 0, 0, 0x1204, true },
	{ ROW("tag-outside-its-mask"), 0x105, 0xff, 0x105, false },
};

CHECK_ROWS(matches_where_the_masked_tag_is_the_entrys, matches, PROMISES(SRQ_OPS_05),
	   .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);

	add(&t, row->tag, row->mask);
	send_tag(&t, row->sent);
	if (row->matches)
		must_match(&t, row->tag);
	else
		must_be_unexpected(&t);
}

/* The mask leaves room for a tag that is not the entry's. More messages than the list has entries.
 */
CHECK(tag_and_data_of_the_message_are_told, PROMISES(CQ_XTD_24, SRQ_OPS_05),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);

	for (uint64_t n = 0; n < 4; n++) {
		uint64_t tag = n << 56 | n;

		add(&t, n, 0xff);
		send_tag(&t, tag);
		must_match(&t, n);
		JUDGING(CQ_XTD_24);
		MUST_EQ(t.matched.tag, tag);
		MUST_EQ(t.matched.priv, data_beside(tag));
		JUDGING(SRQ_OPS_05);
	}
}

/* A message that is no longer than its header. */
CHECK(a_message_without_data_matches, PROMISES(SRQ_OPS_05),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_tmh header = { .opcode = IBV_TMH_EAGER };

	for (uint64_t tag = 0; tag < 3; tag++) {
		add(&t, tag, UINT64_MAX);
		header.tag = htobe64(tag);
		memcpy(send_slot(t.link.sent), &header, HEADER);
		link_post(&t.link, IBV_WR_SEND, .length = HEADER);
		must_match(&t, tag);
		cq_wait(t.link.tx_cq);
	}
}

CHECK(each_bit_of_the_wr_id_is_given_back, PROMISES(SRQ_OPS_04),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	static const uint64_t ids[] = { UINT64_MAX, 1ULL << 63, 1ULL << 32 };
	struct tagged t = tm_make(4);

	for (uint64_t i = 0; i < 3; i++) {
		struct ibv_sge sge;
		struct ibv_ops_wr wr = tag_add(i, UINT64_MAX, &sge, IBV_OPS_SIGNALED);

		wr.tm.add.recv_wr_id = ids[i];
		MUST_SUCCEED(try_op(t.srq, &wr));
		MUST_EQ(tm_wait(&t).wr_id, i);
		send_tag(&t, i);
		MUST_EQ((long long)tm_wait(&t).wr_id, (long long)ids[i]);
	}
}

CHECK(the_list_holds_max_num_tags, PROMISES(SRQ_OPS_06),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	enum { MAX = 4 };
	struct tagged t = tm_make(MAX);
	struct ibv_sge sge;
	struct ibv_ops_wr more = tag_add(MAX, UINT64_MAX, &sge, IBV_OPS_SIGNALED);

	for (uint64_t tag = 0; tag < MAX; tag++)
		add(&t, tag, UINT64_MAX);
	MUST(try_op(t.srq, &more) || tm_wait(&t).status != IBV_WC_SUCCESS,
	     "the operation is refused, by the call or by its completion");
}

CHECK(more_than_max_sge_is_refused, PROMISES(SRQ_OPS_07),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	int most = (int)vct_dev->attr.tm_caps.max_sge;
	struct ibv_sge *sges = calloc((size_t)most + 1, sizeof(*sges));
	struct ibv_ops_wr wr = tag_add(1, UINT64_MAX, sges, IBV_OPS_SIGNALED);

	for (int i = 0; i <= most; i++)
		sges[i] = slot_sge(recv_slot((uint64_t)i), 8);
	wr.tm.add.num_sge = most;
	MUST_SUCCEED(try_op(t.srq, &wr));
	MUST_EQ(tm_wait(&t).status, IBV_WC_SUCCESS);
	wr.tm.add.num_sge = most + 1;
	MUST(try_op(t.srq, &wr) || tm_wait(&t).status != IBV_WC_SUCCESS,
	     "the operation is refused, by the call or by its completion");
	free(sges);
}

CHECK(del_removes_the_entry, PROMISES(SRQ_OPS_08),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_ops_wr del = { .opcode = IBV_WR_TAG_DEL, .flags = IBV_OPS_SIGNALED };

	add(&t, 1, UINT64_MAX);
	del.tm.handle = add(&t, 2, UINT64_MAX);
	MUST_SUCCEED(try_op(t.srq, &del));
	MUST_EQ(tm_wait(&t).status, IBV_WC_SUCCESS);
	send_tag(&t, 1);
	must_match(&t, 1);
	send_tag(&t, 2);
	must_be_unexpected(&t);
}

/*
 * Either the message matches the entry or the deletion succeeds, whichever comes first; never both.
 */
CHECK(del_races_with_a_message, PROMISES(SRQ_OPS_09),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_ops_wr del = { .wr_id = 9, .opcode = IBV_WR_TAG_DEL, .flags = IBV_OPS_SIGNALED };
	bool matched = false, deleted = false;

	del.tm.handle = add(&t, 1, UINT64_MAX);
	send_tag(&t, 1);
	MUST_SUCCEED(try_op(t.srq, &del));
	for (int i = 0; i < 2; i++) {
		struct ibv_wc wc = tm_wait(&t);

		if (wc.wr_id == del.wr_id && wc.opcode != IBV_WC_TM_RECV)
			deleted = wc.status == IBV_WC_SUCCESS;
		else
			matched = wc.wr_id == TAGGED + 1;
		MUST(wc.status == IBV_WC_SUCCESS || wc.status == IBV_WC_TM_ERR,
		     "the operation succeeds or ends with IBV_WC_TM_ERR; its status is %s",
		     ibv_wc_status_str(wc.status));
	}
	RECORD("the %s came first", matched ? "message" : "deletion");
	MUST_NE(NAMED("1 if the message came to the tag, 0 if not", matched), deleted);
}

static void sync_count(struct tagged *t, uint32_t unexpected)
{
	struct ibv_ops_wr sync = { .opcode = IBV_WR_TAG_SYNC,
				   .flags = IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC,
				   .tm.unexpected_cnt = unexpected };

	MUST_SUCCEED(try_op(t->srq, &sync));
	MUST_EQ(tm_wait(t).status, IBV_WC_SUCCESS);
}

CHECK(sync_leaves_the_list_alone, PROMISES(SRQ_OPS_10),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);

	add(&t, 1, UINT64_MAX);
	send_tag(&t, 2);
	must_be_unexpected(&t);
	sync_count(&t, 1);
	send_tag(&t, 1);
	must_match(&t, 1);
}

/* A tag that is added with the correct count is synchronized at once. */
CHECK(tm_sync_passes_the_count, PROMISES(SRQ_OPS_11),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_sge sge;
	struct ibv_ops_wr wr = tag_add(1, UINT64_MAX, &sge, IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC);
	struct ibv_wc wc;

	send_tag(&t, 2);
	must_be_unexpected(&t);
	wr.tm.unexpected_cnt = 1;
	MUST_SUCCEED(try_op(t.srq, &wr));
	wc = tm_wait(&t);
	MUST_EQ(wc.status, IBV_WC_SUCCESS);
	MUST(!(wc.wc_flags & IBV_WC_TM_SYNC_REQ),
	     "the completion has no IBV_WC_TM_SYNC_REQ; its wc_flags are %#x", wc.wc_flags);
	send_tag(&t, 1);
	must_match(&t, 1);
}

/* And so it is when the operation has no completion. */
CHECK(tm_sync_needs_no_completion, PROMISES(SRQ_OPS_11),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_sge sge;
	struct ibv_ops_wr wr = tag_add(1, UINT64_MAX, &sge, IBV_OPS_TM_SYNC);

	send_tag(&t, 2);
	must_be_unexpected(&t);
	wr.tm.unexpected_cnt = 1;
	MUST_SUCCEED(try_op(t.srq, &wr));
	send_tag(&t, 1);
	must_match(&t, 1);
}

CHECK(completes_when_signaled, PROMISES(SRQ_OPS_12),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_sge sges[2];
	struct ibv_ops_wr silent = tag_add(1, UINT64_MAX, &sges[0], 0);
	struct ibv_ops_wr signaled = tag_add(2, UINT64_MAX, &sges[1], IBV_OPS_SIGNALED);

	MUST_SUCCEED(try_op(t.srq, &silent));
	MUST_SUCCEED(try_op(t.srq, &signaled));
	MUST_EQ(tm_wait(&t).wr_id, 2);
	send_tag(&t, 1);
	must_match(&t, 1);
}

/* A provider has a QP of its own for the operations. */
CHECK(go_on_after_a_refused_destruction, PROMISES(SRQ_DES_05),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);

	add(&t, 1, UINT64_MAX);
	MUST_REFUSE(vct_destroy_srq(t.srq));
	add(&t, 2, UINT64_MAX);
	send_tag(&t, 2);
	must_match(&t, 2);
	send_tag(&t, 1);
	must_match(&t, 1);
}

/* The flag is set with the next operation at the latest, and is clear after the synchronization. */
CHECK(sync_req_asks_for_the_count, PROMISES(SRQ_OPS_13),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX)
{
	struct tagged t = tm_make(4);
	struct ibv_sge sges[2];
	struct ibv_ops_wr behind = tag_add(1, UINT64_MAX, &sges[0], IBV_OPS_SIGNALED);
	struct ibv_ops_wr in_step = tag_add(3, UINT64_MAX, &sges[1], IBV_OPS_SIGNALED);
	unsigned int flags;

	send_tag(&t, 2);
	flags = must_be_unexpected(&t).wc_flags;
	MUST_SUCCEED(try_op(t.srq, &behind));
	flags |= tm_wait(&t).wc_flags;
	MUST(flags & IBV_WC_TM_SYNC_REQ,
	     "a completion has IBV_WC_TM_SYNC_REQ; all wc_flags together are %#x", flags);
	sync_count(&t, 1);
	MUST_SUCCEED(try_op(t.srq, &in_step));
	MUST(!(tm_wait(&t).wc_flags & IBV_WC_TM_SYNC_REQ),
	     "after the synchronization no completion has IBV_WC_TM_SYNC_REQ");
}
