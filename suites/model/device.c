// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What the device claims, and what it gives back. */
#include "model.h"

enum { MOST_AT_ONCE = 24, ROUNDS = 40 };

static void must_be_the_same(const struct ibv_device_attr *a, const struct ibv_device_attr *b,
			     int fill)
{
	MUST(!strncmp(a->fw_ver, b->fw_ver, sizeof(a->fw_ver)),
	     "fw_ver is the same each time; it was %.63s, and is %.63s", a->fw_ver, b->fw_ver);
	for (const struct vct_member *c = vct_device_claims; c->name; c++)
		MUST(vct_claim_agrees(c, a, b, fill), "%s is the same in both answers", c->name);
}

/* It answers what it has answered when it was chosen, whatever was in the struct. */
OPERATION(device_query, ARGS({ "filled_with", 256 }, { "extended", 2 }), PROMISES(DEV_CAP_01))
{
	struct ibv_device_attr_ex attr;

	if (!ASK(DEV_CAP_01))
		return false;
	memset(&attr, (int)arg[0], sizeof(attr));
	if (arg[1])
		MUST_SUCCEED(vct_query_device_ex(ctx(), NULL, &attr));
	else
		MUST_SUCCEED(vct_query_device(ctx(), &attr.orig_attr));
	must_be_the_same(&vct_dev->attr.orig_attr, &attr.orig_attr, (int)arg[0]);
	return true;
}

static struct ibv_srq *make_srq(struct ibv_pd *pd, uint32_t max_wr)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = max_wr, .max_sge = 1 } };

	return vct_create_srq(pd, &init);
}

/* As many in all as exhaust a small device that does not free what was destroyed. */
OPERATION(srq_loop, ARGS({ "rounds", ROUNDS }), PROMISES(SRQ_DES_01, SRQ_DES_02), .needs = NEED_SRQ)
{
	struct ibv_pd *own;

	if (!ASK(SRQ_DES_01))
		return false;
	own = vct_alloc_pd(ctx());
	SETUP(own);
	for (unsigned int i = 0; i < 8 * (arg[0] + 1); i++) {
		struct ibv_srq *srq = make_srq(own, 1);

		MUST_MAKE(srq);
		MUST_SUCCEED(vct_destroy_srq(srq));
	}
	MUST_SUCCEED(vct_dealloc_pd(own));
	return true;
}

/* Each of many has a limit and WRs of its own. They are destroyed in another order. */
OPERATION(srq_many, ARGS({ "count", MOST_AT_ONCE }, { "stride", 3 }),
	  PROMISES(SRQ_QRY_05, SRQ_DES_02, SRQ_DES_06, SRQ_PST_07), .needs = NEED_SRQ)
{
	unsigned int n = arg[0] + 1, stride = (const unsigned int[]){ 1, 5, 7 }[arg[1]];
	struct ibv_srq *many[MOST_AT_ONCE];
	struct model_pd *pd = the_pd(0);
	unsigned int made = 0;

	if (vct_is_left_out(SRQ_PST_07) || !ASK(SRQ_QRY_05))
		return false;
	/* "The real number may be lower". */
	while (made < n && (many[made] = make_srq(pd->pd, 8)))
		made++;
	for (unsigned int i = 0; i < made; i++) {
		for (unsigned int posted = 0; posted <= i % 4; posted++) {
			JUDGING(SRQ_PST_07);
			MUST_SUCCEED(srq_try_sges(many[i], 1));
		}
		srq_arm(many[i], 1 + i % 4);
	}
	JUDGING(SRQ_QRY_05);
	for (unsigned int i = 0; i < made; i++)
		MUST_EQ(srq_query(many[i]).srq_limit, 1 + i % 4);
	JUDGING(SRQ_DES_02);
	for (unsigned int i = 0, at = 0; i < made; i++, at = (at + stride) % made) {
		while (!many[at])
			at = (at + 1) % made;
		MUST_SUCCEED(vct_destroy_srq(many[at]));
		many[at] = NULL;
	}
	return made > 0;
}

/* Nothing that was made in it is left. */
OPERATION(pd_dealloc, ARGS({ "pd", N_PDS }), PROMISES(SRQ_DES_01))
{
	struct model_pd *pd = &pds[arg[0]];

	if (!pd->pd || pd->users || !ASK(SRQ_DES_01))
		return false;
	collect_all();
	SETUP_OF(BLOCK_RELEASE_MR, !vct_dereg_mr(pd->mr));
	MUST_SUCCEED(vct_dealloc_pd(pd->pd));
	*pd = (struct model_pd){ 0 };
	return true;
}
