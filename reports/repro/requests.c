/* Only for recv_list( */
enum { SLOTS = 64, SLOT_SIZE = 1024 };

/* n receive WRs of one SGE; their numbers count from `first`, and 64 buffers serve them. */
static struct ibv_recv_wr *recv_list(const struct ibv_mr *mr, uint64_t first, unsigned int n)
{
	struct ibv_recv_wr *wr = calloc(n, sizeof(*wr));
	struct ibv_sge *sge = calloc(n, sizeof(*sge));

	if (!wr || !sge)
		give_up("there is no memory");
	for (unsigned int i = 0; i < n; i++) {
		sge[i].addr = (uintptr_t)mr->addr + (first + i) % SLOTS * SLOT_SIZE;
		sge[i].length = SLOT_SIZE;
		sge[i].lkey = mr->lkey;
		wr[i].wr_id = first + i;
		wr[i].sg_list = &sge[i];
		wr[i].num_sge = 1;
		wr[i].next = i + 1 < n ? &wr[i + 1] : NULL;
	}
	return wr;
}

/* Only for then( */
/* One list of two. */
static struct ibv_recv_wr *then(struct ibv_recv_wr *list, struct ibv_recv_wr *rest)
{
	struct ibv_recv_wr *last = list;

	while (last->next)
		last = last->next;
	last->next = rest;
	return list;
}

/* Only for byte_sges( */
/* n SGEs of one byte, each in another buffer of 1024 bytes. */
static struct ibv_sge *byte_sges(const struct ibv_mr *mr, unsigned int n)
{
	struct ibv_sge *sge = calloc(n, sizeof(*sge));

	if (!sge)
		give_up("there is no memory");
	for (unsigned int i = 0; i < n; i++) {
		sge[i].addr = (uintptr_t)mr->addr + i % 64 * 1024;
		sge[i].length = 1;
		sge[i].lkey = mr->lkey;
	}
	return sge;
}

/* Only for NUMBER_OF( */
/* Which WR of the list it is; -1: none of them. */
#define NUMBER_OF(list_, bad_)                                                                     \
	({                                                                                         \
		__typeof__(list_) wr_ = list_;                                                     \
		int n_ = 0;                                                                        \
                                                                                                   \
		while (wr_ && wr_ != (bad_))                                                       \
			wr_ = wr_->next, n_++;                                                     \
		wr_ ? n_ : -1;                                                                     \
	})
