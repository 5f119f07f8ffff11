// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What a check reads whose links are apart: the answers to the verbs that it calls. */
#include <string.h>

#include "../../lib/check/far/far.h"
#include "../../lib/check/judge.h"
#include "../../lib/check/objects/objects.h"
#include "frames.h"

enum { LENGTH = 256, POLLS = 4, MOST_WCS = 8 };

static struct ibv_mr mr; /* of this process; no device looks at it */
static char memory[LENGTH];

static struct ibv_qp *make_qp(void)
{
	struct ibv_qp_init_attr_ex init = { .qp_type = IBV_QPT_RC };
	struct ibv_qp_cap cap = { 0 };

	init.send_cq = init.recv_cq = far_create_cq(16);
	return init.send_cq ? far_create_qp(&init, &cap) : NULL;
}

static void change_and_ask(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT };
	struct ibv_qp_init_attr init;

	far_modify_qp(qp, &attr, IBV_QP_STATE);
	if (!far_query_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV, &init))
		BROKEN_IF(init.send_cq && !vct_is_far(init.send_cq));
}

/* A failing post names none of the list, or one of it. */
static void post(struct ibv_qp *qp, enum ibv_wr_opcode opcode)
{
	struct ibv_sge sge = { (uintptr_t)memory, LENGTH, mr.lkey };
	struct ibv_send_wr second = { .wr_id = 2, .sg_list = &sge, .num_sge = 1 };
	struct ibv_send_wr first = {
		.wr_id = 1, .next = &second, .sg_list = &sge, .num_sge = 1, .opcode = opcode
	};
	struct ibv_send_wr *bad = NULL;

	if (far_post_send(qp, &first, &bad))
		BROKEN_IF(bad && bad != &first && bad != &second);
}

static void poll(struct ibv_cq *cq)
{
	struct ibv_wc wc[MOST_WCS];
	unsigned char unused[sizeof(wc)];
	int n;

	memset(wc, 0x5a, sizeof(wc));
	memset(unused, 0x5a, sizeof(unused));
	n = far_poll_cq(cq, MOST_WCS, wc);
	/* What is said to be filled is filled. */
	for (int i = 0; i < n && i < MOST_WCS; i++)
		BROKEN_IF(!memcmp(&wc[i], unused, sizeof(wc[i])));
}

static void body(void *nothing)
{
	struct ibv_ah_attr address = { .port_num = 1 };
	struct ibv_async_event event;
	struct ibv_qp *qp = make_qp();
	struct ibv_ah *ah = far_create_ah(&address);

	(void)nothing;
	if (!qp)
		return;
	mr = (struct ibv_mr){ .addr = memory, .length = LENGTH, .lkey = 7, .pd = pd() };
	far_region_is(&mr, (uintptr_t)memory, IBV_ACCESS_LOCAL_WRITE);
	change_and_ask(qp);
	post(qp, IBV_WR_SEND);
	post(qp, IBV_WR_RDMA_READ);
	for (int i = 0; i < POLLS; i++)
		poll(qp->send_cq);
	if (far_get_event(&event))
		BROKEN_IF(!vct_is_far(event.element.qp));
	if (ah)
		far_release(ah);
	far_release(qp);
	far_region_is_gone(&mr);
}

void fuzz_answers(const uint8_t *data, size_t size)
{
	static struct vct_evidence e;
	struct vct_device far = *fuzz_device();
	static struct vct_wire wire;

	vct_dev = fuzz_device();
	memset(&e, 0, offsetof(struct vct_evidence, notes));
	fuzz_wire(&wire, data, size);
	vct_far_forget_regions();
	vct_far_begin(&wire, &far);
	vct_until_end(&e, NULL, body, NULL);
	BROKEN_IF(e.verdict == VCT_BROKEN && !e.reason[0]);
	vct_far_body_is_over();
	vct_far_end(&e);
}
