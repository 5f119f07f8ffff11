// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Posts to far QPs and polls far CQs, and keeps the memory of both sides alike. */
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "../device.h"
#include "far.h"
#include "far_object.h"
#include "../judge.h"

enum { MOST_REGIONS = 1024, MOST_READS = 1024 };

/* The regions of this process; `handle` is that of the far copy, once a far QP has used one. */
static struct region {
	const struct ibv_mr *mr;
	uint64_t first, length;
	uint32_t lkey, handle;
	int access;
	bool local; /* no copy of its memory can be made: it is the device's, or nothing */
} regions[MOST_REGIONS];
static size_t n_regions;

/* What reads and atomics write on the far side: fetched with each completion that may be theirs. */
struct read {
	uint32_t qp_num;
	uint64_t wr_id, address;
	uint32_t region, length;
};
static struct read reads[MOST_READS];
static size_t n_reads;
static pthread_mutex_t reads_lock = PTHREAD_MUTEX_INITIALIZER;

static const struct ibv_pd *own_pd; /* the PD that pd() has made, whose far copy the peer has */

void far_own_pd_is(const struct ibv_pd *pd)
{
	own_pd = pd;
}

void vct_far_forget_regions(void)
{
	n_regions = n_reads = 0;
}

static void release_copy(struct region *r)
{
	struct far_call call = { .verb = FAR_RELEASE, .object = r->handle };
	struct far_answer answer;

	if (r->handle)
		far_do_plain(&call, &answer);
	r->handle = 0;
}

static struct region *region_of(const struct ibv_mr *mr)
{
	for (size_t i = 0; i < n_regions; i++)
		if (regions[i].mr == mr)
			return &regions[i];
	return NULL;
}

void far_region_is(const struct ibv_mr *mr, uint64_t iova, int access)
{
	struct region *r = region_of(mr);

	if (!vct_links_are_apart() || !mr)
		return;
	if (r)
		release_copy(r);
	for (size_t i = 0; !r && i < n_regions; i++)
		if (!regions[i].mr)
			r = &regions[i];
	if (!r && n_regions < MOST_REGIONS)
		r = &regions[n_regions++];
	if (r)
		*r = (struct region){ .mr = mr,
				      .first = iova,
				      .length = mr->length,
				      .lkey = mr->lkey,
				      .access = access };
}

void far_region_is_local(const struct ibv_mr *mr)
{
	far_region_is(mr, 0, 0);
	for (size_t i = 0; i < n_regions; i++)
		regions[i].local |= mr && regions[i].mr == mr;
}

void far_region_is_changed(const struct ibv_mr *mr, int access)
{
	struct region *r = region_of(mr);

	if (r)
		far_region_is(mr, (uintptr_t)mr->addr, access < 0 ? r->access : access);
}

void far_region_is_gone(const struct ibv_mr *mr)
{
	struct region *r = region_of(mr);

	if (!r || !vct_links_are_apart())
		return;
	release_copy(r);
	r->mr = NULL;
}

static struct region *copied(uint32_t lkey)
{
	struct region *r = regions;
	struct far_answer answer;
	struct far_call call;

	while (r < regions + n_regions && (!r->mr || r->lkey != lkey))
		r++;
	if (r == regions + n_regions)
		return NULL;
	if (r->local)
		vct_local_by_nature("memory of a device, or none, as what is sent");
	if (r->handle)
		return r;
	call = (struct far_call){ .verb = FAR_REGISTER,
				  .region = { .length = r->length,
					      .access = (uint32_t)r->access,
					      .other_pd = r->mr->pd != own_pd } };
	far_do_plain(&call, &answer);
	r->handle = answer.object;
	SETUP(r->handle);
	return r;
}

static char *bytes_of(const struct region *r, uint64_t address)
{
	return (char *)r->mr->addr + (address - r->first);
}

/* How many bytes from this address on are in the region. */
static uint32_t bytes_within(const struct region *r, uint64_t address, uint32_t length)
{
	uint64_t left;

	if (address < r->first || address - r->first >= r->length)
		return 0;
	left = r->length - (address - r->first);
	return length < left ? length : (uint32_t)left;
}

/* What is sent for a list of WRs. */
struct parcel {
	struct far_wr wrs[FAR_WRS];
	struct far_sge sges[4 * FAR_WRS];
	char bytes[FAR_BYTES];
	uint32_t n_wrs, n_sges, n_bytes;
};

static bool writes_here(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_RDMA_READ || opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
	       opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

static void remember_read(const struct ibv_qp *qp, const struct ibv_send_wr *wr,
			  const struct far_sge *s, uint64_t address)
{
	pthread_mutex_lock(&reads_lock);
	if (n_reads < MOST_READS) {
		reads[n_reads].qp_num = qp->qp_num;
		reads[n_reads].wr_id = wr->wr_id;
		reads[n_reads].address = address;
		reads[n_reads].region = s->region;
		reads[n_reads++].length = s->bytes;
	}
	pthread_mutex_unlock(&reads_lock);
}

/* What an earlier request may have written there already is not to be overwritten. */
static bool is_being_read(uint64_t address, uint32_t length)
{
	bool overlaps = false;

	pthread_mutex_lock(&reads_lock);
	for (size_t i = 0; i < n_reads; i++)
		overlaps |= address < reads[i].address + reads[i].length &&
			    reads[i].address < address + length;
	pthread_mutex_unlock(&reads_lock);
	return overlaps;
}

static void pack_sge(struct parcel *p, const struct ibv_qp *qp, const struct ibv_send_wr *wr,
		     const struct ibv_sge *sge)
{
	bool is_inline = wr->send_flags & IBV_SEND_INLINE;
	struct region *r = is_inline ? NULL : copied(sge->lkey);
	struct far_sge s = { .lkey = sge->lkey, .address = sge->addr, .length = sge->length };
	const char *from = (const char *)(uintptr_t)sge->addr;
	struct far_sge remember = { 0 };

	if (r) {
		s.region = r->handle;
		s.address = sge->addr - r->first;
		s.bytes = bytes_within(r, sge->addr, sge->length);
		if (writes_here(wr->opcode))
			remember = s;
		else if (is_being_read(sge->addr, s.bytes))
			s.bytes = 0;
		from = bytes_of(r, sge->addr);
	} else if (is_inline) {
		s.bytes = sge->length;
	}
	if (p->n_sges == sizeof(p->sges) / sizeof(p->sges[0]) ||
	    s.bytes > sizeof(p->bytes) - p->n_bytes)
		vct_local_by_nature("a request of more bytes than are sent at once");
	if (s.bytes)
		memcpy(p->bytes + p->n_bytes, from, s.bytes);
	p->n_bytes += s.bytes;
	p->sges[p->n_sges++] = s;
	if (remember.region)
		remember_read(qp, wr, &remember, sge->addr);
}

static void pack(struct parcel *p, const struct ibv_qp *qp, const struct ibv_send_wr *wr)
{
	struct far_wr *w = &p->wrs[p->n_wrs];

	if (p->n_wrs == FAR_WRS || wr->num_sge > FAR_SGES || (wr->num_sge > 0 && !wr->sg_list) ||
	    wr->opcode == IBV_WR_BIND_MW || wr->opcode == IBV_WR_LOCAL_INV ||
	    wr->opcode == IBV_WR_TSO)
		vct_local_by_nature("ibv_post_send of such a list");
	*w = (struct far_wr){ .wr = *wr, .sges = wr->num_sge > 0 ? (uint32_t)wr->num_sge : 0 };
	w->wr.next = NULL;
	w->wr.sg_list = NULL;
	if (qp->qp_type == IBV_QPT_UD) {
		w->ah = far_handle(wr->wr.ud.ah);
		w->wr.wr.ud.ah = NULL;
		if (wr->wr.ud.ah && !w->ah)
			vct_local_by_nature("an address handle of this side");
	}
	p->n_wrs++;
	for (uint32_t i = 0; i < w->sges; i++)
		pack_sge(p, qp, wr, &wr->sg_list[i]);
}

/* One piece of memory, in the order in which the other side reads it. */
static char *join(const struct parcel *p, size_t *size)
{
	size_t wrs = p->n_wrs * sizeof(p->wrs[0]), sges = p->n_sges * sizeof(p->sges[0]);
	char *all = vct_resize(NULL, 1, wrs + sges + p->n_bytes);

	*size = wrs + sges + p->n_bytes;
	memcpy(all, p->wrs, wrs);
	memcpy(all + wrs, p->sges, sges);
	memcpy(all + wrs + sges, p->bytes, p->n_bytes);
	return all;
}

int far_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	struct far_call call = { .verb = FAR_POST_SEND, .object = far_handle(qp) };
	struct parcel *p = vct_allocate(1, sizeof(*p));
	struct far_answer answer;
	size_t size;
	char *all;

	for (struct ibv_send_wr *w = wr; w; w = w->next)
		pack(p, qp, w);
	call.post.wrs = p->n_wrs;
	call.post.sges = p->n_sges;
	call.post.bytes = p->n_bytes;
	all = join(p, &size);
	free(p);
	far_do(&call, all, size, &answer, NULL, 0);
	free(all);
	errno = answer.error;
	if (!answer.ret)
		return 0;
	*bad_wr = NULL;
	for (int i = 0; wr && answer.post.bad >= 0; wr = wr->next)
		if (i++ == answer.post.bad)
			*bad_wr = wr;
	return answer.ret;
}

static void fetch(const struct read *read)
{
	struct far_call call = { .verb = FAR_READ_MEMORY, .object = read->region };
	char bytes[4096];

	for (struct region *r = regions; r < regions + n_regions; r++) {
		uint64_t address = read->address;
		uint32_t left = read->length;

		if (!r->mr || !r->handle || r->handle != read->region)
			continue;
		while (left) {
			uint32_t n = left < sizeof(bytes) ? left : sizeof(bytes);
			struct far_answer answer;

			call.memory.offset = address - r->first;
			call.memory.length = n;
			if (far_do(&call, NULL, 0, &answer, bytes, n) == n)
				memcpy(bytes_of(r, address), bytes, n);
			address += n, left -= n;
		}
	}
}

/* The lock is not held while something is fetched: that can end the check. */
static void take_reads(const struct ibv_wc *wc)
{
	static _Thread_local struct read maybe[MOST_READS];
	size_t n_left = 0, n = 0;

	pthread_mutex_lock(&reads_lock);
	for (size_t i = 0; i < n_reads; i++)
		if (reads[i].qp_num == wc->qp_num)
			maybe[n++] = reads[i];
	pthread_mutex_unlock(&reads_lock);
	for (size_t i = 0; i < n; i++)
		fetch(&maybe[i]);
	pthread_mutex_lock(&reads_lock);
	for (size_t i = 0; i < n_reads; i++)
		if (reads[i].qp_num != wc->qp_num || reads[i].wr_id != wc->wr_id)
			reads[n_left++] = reads[i];
	n_reads = n_left;
	pthread_mutex_unlock(&reads_lock);
}

int far_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	struct far_call call = {
		.verb = FAR_POLL_CQ,
		.object = far_handle(cq),
		.poll.entries = num_entries < FAR_WCS ? num_entries : FAR_WCS,
	};
	struct ibv_wc all[FAR_WCS];
	struct far_answer answer;
	size_t n = far_do(&call, NULL, 0, &answer, all, sizeof(all)) / sizeof(all[0]);

	for (size_t i = 0; i < n && (int)i < num_entries; i++) {
		wc[i] = all[i];
		take_reads(&wc[i]);
	}
	if (answer.ret > 0 &&
	    n != (size_t)(answer.ret < call.poll.entries ? answer.ret : call.poll.entries))
		far_give_up("told of completions that it did not send");
	errno = answer.error;
	return answer.ret;
}
