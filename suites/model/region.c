// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Memory regions that come, change and go, and what they and windows give access to. */
#include "model.h"

void area_part(uint32_t area, uint32_t part, struct model_target *t)
{
	static const struct {
		unsigned int from, length;
	} parts[PARTS] = {
		{ 0, BUFFER_SIZE }, { 0, 64 }, { BUFFER_SIZE - 65, 65 }, { 7, 300 }, { 256, 256 },
	};

	t->addr = model_buffer(BUFFERS + area % AREAS) + parts[part].from;
	t->length = parts[part].length;
}

int access_by(uint32_t number)
{
	int remote = number & 1 ? 0 : IBV_ACCESS_REMOTE_WRITE, local = IBV_ACCESS_LOCAL_WRITE;

	remote |= number & 2 ? 0 : IBV_ACCESS_REMOTE_READ;
	remote |= number & 4 ? 0 : remote_access_of_device() & IBV_ACCESS_REMOTE_ATOMIC;
	if (!(number & 8) &&
	    !(vct_device_lacks(vct_dev, NEED_MW1) && vct_device_lacks(vct_dev, NEED_MW2)))
		local |= IBV_ACCESS_MW_BIND;
	return local | remote_access(remote);
}

const struct model_target *target_at(uint32_t place)
{
	const struct model_window *w = &windows[place % N_WINDOWS];
	const struct model_target *t = &w->now;

	if (place < N_REGIONS)
		t = regions[place].mr ? &regions[place].now : NULL;
	else if (!w->region || w->open)
		t = NULL;
	return t && !vct_is_left_out(t->gives) ? t : NULL;
}

/* It gives nothing of these bytes. */
static bool is_apart(const struct model_target *t, const char *addr, uint32_t length)
{
	return addr + length <= t->addr || addr >= t->addr + t->length;
}

/* What it was before the last change. */
static bool misuses_before(const struct model_target *now, const struct model_target *before,
			   const struct model_qp *q, uint32_t length, struct misuse *m)
{
	if (before->length < length || before->pd != q->pd ||
	    (before->rkey == now->rkey && !is_apart(now, before->addr, length)))
		return false;
	m->addr = (uintptr_t)before->addr;
	m->rkey = before->rkey;
	m->promise = before->refuses;
	return true;
}

static bool misuses_now(const struct model_target *t, uint32_t how, const struct model_qp *q,
			int access, uint32_t length, struct misuse *m)
{
	m->addr = (uintptr_t)t->addr;
	m->rkey = t->rkey;
	m->promise = t->qp ? MW_BND_03 : MR_REG_09;
	if (how == 2) {
		m->promise = t->qp ? MW_BND_03 : MR_REG_04;
		return !(t->access & access);
	}
	if (how == 3) {
		m->promise = t->qp ? MW_BND_09 : MR_REG_04;
		return t->pd != q->pd || (t->qp && t->qp != q);
	}
	m->addr = how ? m->addr - 1 : m->addr + t->length - length + 1;
	return t->access & access && t->pd == q->pd && (!t->qp || t->qp == q);
}

bool target_misuse(uint32_t place, uint32_t how, const struct model_qp *q, int access,
		   uint32_t length, struct misuse *m)
{
	const struct model_target *t = target_at(place);

	if (how < 4)
		return t && t->length >= length && misuses_now(t, how, q, access, length, m);
	if (place < N_REGIONS)
		return t && misuses_before(t, &regions[place].before, q, length, m);
	return misuses_before(&windows[place - N_REGIONS].now, &windows[place - N_REGIONS].before,
			      q, length, m);
}

bool region_has_windows(const struct model_region *r)
{
	for (unsigned int i = 0; i < N_WINDOWS; i++)
		if (windows[i].region == r)
			return true;
	return false;
}

OPERATION(region_register,
	  ARGS({ "region", N_REGIONS }, { "pd", N_PDS }, { "area", AREAS }, { "part", PARTS },
	       { "access", ACCESSES }),
	  PROMISES(MR_REG_12), .weight = 8, .makes = true)
{
	struct model_region *r = &regions[arg[0]];
	struct model_target t = { .pd = the_pd(arg[1]),
				  .access = access_by(arg[4]),
				  .gives = MR_REG_03,
				  .refuses = MR_RRG_05 };

	if (r->mr || !ASK(MR_REG_12))
		return false;
	area_part(arg[2], arg[3], &t);
	r->mr = vct_reg_mr(t.pd->pd, t.addr, t.length, t.access);
	SETUP_OF(BLOCK_MR, r->mr);
	MUST_POINT_TO(r->mr->pd, t.pd->pd);
	MUST_POINT_TO(r->mr->addr, t.addr);
	MUST_EQ(r->mr->length, t.length);
	t.rkey = r->mr->rkey;
	t.pd->users++;
	r->now = t;
	r->before = (struct model_target){ 0 };
	return true;
}

/* What the flags name is that of the new one. */
static struct model_target changed(const struct model_target *old, int flags, const uint32_t *arg)
{
	struct model_target new = *old;

	new.gives = MR_RRG_02;
	if (flags & IBV_REREG_MR_CHANGE_PD)
		new.pd = the_pd(arg[2]);
	if (flags & IBV_REREG_MR_CHANGE_ACCESS)
		new.access = access_by(arg[5]);
	if (flags & IBV_REREG_MR_CHANGE_TRANSLATION)
		area_part(arg[3], arg[4], &new);
	return new;
}

/* With nothing for what the flags do not name: libibverbs refuses access then. */
static int rereg(struct ibv_mr *mr, int flags, const struct model_target *new)
{
	bool moves = flags & IBV_REREG_MR_CHANGE_TRANSLATION;

	return vct_rereg_mr(mr, flags, flags & IBV_REREG_MR_CHANGE_PD ? new->pd->pd : NULL,
			    moves ? new->addr : NULL, moves ? new->length : 0,
			    flags & IBV_REREG_MR_CHANGE_ACCESS ? new->access : 0);
}

OPERATION(region_change,
	  ARGS({ "region", N_REGIONS }, { "flags", 7 }, { "pd", N_PDS }, { "area", AREAS },
	       { "part", PARTS }, { "access", ACCESSES }),
	  PROMISES(MR_RRG_07, MR_RRG_09), .weight = 6, .needs = NEED_REREG)
{
	struct model_region *r = &regions[arg[0]];
	int ret, flags = (int)arg[1] + 1;
	struct model_target new;

	if (!r->mr || region_has_windows(r) || !ASK(MR_RRG_07))
		return false;
	new = changed(&r->now, flags, arg);
	ret = rereg(r->mr, flags, &new);
	if (ret && (errno == EOPNOTSUPP || errno == ENOSYS))
		vct_skip_unsupported("ibv_rereg_mr", errno);
	MUST_EQ(ret, 0);
	if (ASK(MR_RRG_09)) {
		MUST_POINT_TO(r->mr->pd, new.pd->pd);
		MUST_POINT_TO(r->mr->addr, new.addr);
		MUST_EQ(r->mr->length, new.length);
	}
	new.rkey = r->mr->rkey;
	new.pd->users++;
	r->now.pd->users--;
	r->before = r->now;
	r->now = new;
	return true;
}

static void deregister(struct model_region *r)
{
	MUST_SUCCEED(vct_dereg_mr(r->mr));
	r->now.pd->users--;
	*r = (struct model_region){ 0 };
}

void targets_go(void)
{
	windows_go();
	JUDGING(MR_DER_01);
	for (struct model_region *r = regions; r < regions + N_REGIONS; r++)
		if (r->mr)
			deregister(r);
}

/* While a window is bound to it, it stays. */
OPERATION(region_deregister, ARGS({ "region", N_REGIONS }), PROMISES(MR_DER_01, MR_DER_03),
	  .weight = 2)
{
	struct model_region *r = &regions[arg[0]];

	if (!r->mr)
		return false;
	if (region_has_windows(r)) {
		for (unsigned int i = 0; i < N_WINDOWS; i++)
			if (windows[i].region == r && windows[i].open)
				return false;
		if (!ASK(MR_DER_03))
			return false;
		MUST_REFUSE(vct_dereg_mr(r->mr));
		return true;
	}
	if (!ASK(MR_DER_01))
		return false;
	deregister(r);
	return true;
}
