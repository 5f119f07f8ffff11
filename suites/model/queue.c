// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Receive WRs, their buffers, and the queues that hold them. */
#include "model.h"

static bool used[BUFFERS];
static unsigned int n_used;

/* The next one that is free, so that a late write into an old buffer is seen. */
static char *new_buffer(void)
{
	static unsigned int last;

	SETUP(n_used < BUFFERS);
	do
		last = (last + 1) % BUFFERS;
	while (used[last]);
	used[last] = true;
	n_used++;
	return model_buffer(last);
}

void free_buffer(char *buffer)
{
	size_t number;

	if (!buffer)
		return;
	number = (size_t)(buffer - model_buffer(0)) / BUFFER_SIZE;
	if (!used[number])
		return;
	used[number] = false;
	n_used--;
}

bool buffers_left(unsigned int n)
{
	return n_used + n <= BUFFERS;
}

struct model_wr new_wr(uint32_t length)
{
	static uint64_t n;
	struct model_wr wr = { .length = length, .buffer = new_buffer() };

	/* An id whose halves and bytes all matter. */
	wr.id = (n++ * 0x9e3779b97f4a7c15) ^ 0x0123456789abcdef;
	memset(wr.buffer, 0xee, BUFFER_SIZE);
	return wr;
}

void cut_sges(const struct model_wr *wr, const struct model_pd *pd, uint32_t cut, unsigned int n,
	      struct ibv_sge *sge, const struct vct_promise *empty)
{
	bool may_be_empty = empty && !vct_is_left_out(empty);
	uint32_t done = 0;

	for (unsigned int i = 0; i < n; i++) {
		uint32_t left = wr->length - done;
		uint32_t length = i + 1 == n ? left : left ? cut % left : 0;

		/* The first, a later one, or all but the first. */
		if (may_be_empty && i + 1 < n && cut % 4 == i)
			length = 0;
		else if (may_be_empty && !i && cut % 8 == 7)
			length = left;
		/* A length of 0 means 2^31 bytes to some devices: each part has a byte. */
		else if (!may_be_empty && !length && left > n - i - 1)
			length = 1;
		sge[i] = (struct ibv_sge){ .addr = (uintptr_t)wr->buffer + done,
					   .length = length,
					   .lkey = pd->mr->lkey };
		done += length;
	}
}

void queue_add(struct model_queue *q, const struct model_wr *wr)
{
	q->wr[(q->first + q->n++) % QUEUE_WRS] = *wr;
}

struct model_wr queue_take(struct model_queue *q)
{
	struct model_wr wr = q->wr[q->first];

	q->first = (q->first + 1) % QUEUE_WRS;
	q->n--;
	return wr;
}

const struct model_wr *queue_next(const struct model_queue *q, unsigned int skip)
{
	return &q->wr[(q->first + skip) % QUEUE_WRS];
}

void queue_clear(struct model_queue *q)
{
	while (q->n)
		free_buffer(queue_take(q).buffer);
}

void make_recv_post(struct recv_post *p, const struct model_pd *pd, unsigned int n, uint32_t shape,
		    uint32_t max_sge)
{
	static const uint32_t lengths[] = { BUFFER_SIZE, 104, 256, 41, 300, 512, 64 };
	unsigned int sges = max_sge < WR_SGES ? max_sge : WR_SGES;

	p->n = n;
	for (unsigned int i = 0; i < n; i++) {
		uint32_t length = lengths[(shape + i) % (sizeof(lengths) / sizeof(lengths[0]))];
		unsigned int num = 1 + (shape + i) % sges;

		p->wr[i] = new_wr(length);
		cut_sges(&p->wr[i], pd, shape * 7 + i, num, p->sges[i], QP_RCV_05);
		p->list[i] = (struct ibv_recv_wr){ .wr_id = p->wr[i].id,
						   .next = i + 1 < n ? &p->list[i + 1] : NULL,
						   .sg_list = p->sges[i],
						   .num_sge = (int)num };
	}
}

void forget_recv_post(struct recv_post *p, unsigned int posted)
{
	for (unsigned int i = posted; i < p->n; i++)
		free_buffer(p->wr[i].buffer);
}
