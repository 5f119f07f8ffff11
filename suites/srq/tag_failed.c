// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Tag matching that fails: a buffer that is too short, and a SRQ in error. */
#include "../qp/failing.h"
#include "tagged.h"

enum { ROOM = 16 };

/* The message has a tag whose buffer has `room` bytes in the region of this key. */
static void must_end_the_receiver(uint32_t room, uint32_t lkey)
{
	struct tagged t = tm_make(4);
	char *buffer = recv_slot(UNTAGGED + 1);
	struct ibv_sge sge;
	struct ibv_ops_wr wr = tag_add(1, UINT64_MAX, &sge, IBV_OPS_SIGNALED);
	struct ibv_wc wc;

	sge.length = room;
	sge.lkey = lkey;
	memset(buffer, 0, SLOT_SIZE);
	SETUP_OF(BLOCK_TM_SRQ, !try_op(t.srq, &wr) && tm_wait(&t).status == IBV_WC_SUCCESS);
	post_tag(&t, 1);
	wc = tm_wait(&t);
	RECORD("the receive of the tag ends with %s", ibv_wc_status_str(wc.status));
	MUST_NE(wc.status, IBV_WC_SUCCESS);
	MUST_ENTER(t.link.rx, STATE(ERR));
	for (uint32_t i = lkey == slots_mr()->lkey ? room : 0; i < SLOT_SIZE; i++)
		MUST_EQ(NAMED("a byte of the buffer of the tag", buffer[i]), 0);
}

#define NEEDS_OF_FAILURES (NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX | NEED_IB_STATES)

CHECK(receiver_of_a_tagged_message_that_is_too_long_enters_err, PROMISES(QP_ERR_11),
      .needs = NEEDS_OF_FAILURES, .danger = DANGER_REFUSED)
{
	must_end_the_receiver(ROOM, slots_mr()->lkey);
}

CHECK(receiver_of_a_tag_with_a_wrong_key_enters_err, PROMISES(QP_ERR_11),
      .needs = NEEDS_OF_FAILURES, .danger = DANGER_REFUSED)
{
	must_end_the_receiver(SLOT_SIZE, slots_mr()->lkey ^ 0x5a5a5a);
}

/* It succeeds before the error, so that only the error can be the reason to fail. */
CHECK(post_srq_ops_fails_in_error, PROMISES(SRQ_ERR_10),
      .needs = NEED_SRQ | NEED_RC | NEED_TM | NEED_CQ_EX | NEED_SRQ_FAULT)
{
	struct tagged t = tm_make(4);
	struct ibv_sge sge;
	struct ibv_ops_wr wr;

	add(&t, 1, UINT64_MAX);
	vct_inject_srq_error(t.srq);
	wr = tag_add(2, UINT64_MAX, &sge, 0);
	MUST_REFUSE(try_op(t.srq, &wr));
}
