/* Only for STARTS( */
/*
 * ibv_start_poll returns what it returned to verbs-cts. Without the completion the program cannot
 * go on.
 */
#define STARTS(saw_, ...)                                                                          \
	do {                                                                                       \
		double until_ = now_ms() + wait_ms();                                              \
		int ret_;                                                                          \
                                                                                                   \
		do                                                                                 \
			ret_ = __VA_ARGS__;                                                        \
		while ((ret_ == ENOENT || ret_ == EBUSY) && now_ms() < until_);                    \
		if (!returns(__LINE__, #__VA_ARGS__, ret_, saw_))                                  \
			return finish();                                                           \
	} while (0)

/* Only for GOES_ON( */
/* The same of ibv_next_poll, which does not wait. */
#define GOES_ON(saw_, ...)   KEEPS(saw_, __VA_ARGS__)

/* Only for POLLS( */
/* ibv_poll_cq returns this number, which is no number of completions that was asked for. */
#define POLLS(saw_, cq_, n_) polls(__LINE__, "ibv_poll_cq(" #cq_ ", " #n_ ", wc)", saw_, cq_, n_)
static void polls(int line, const char *call, int saw, struct ibv_cq *cq, int n)
{
	double until = now_ms() + wait_ms();
	struct ibv_wc wc[64];
	int ret;

	do
		ret = ibv_poll_cq(cq, n, wc);
	while (!ret && now_ms() < until);
	compare_numbers(line, call, ret, saw);
}

/* Only for COMPLETES( */
/* The next completions are those that verbs-cts saw, in their members that are defined. */
#define COMPLETES(cq_, ...)                                                                        \
	completes(__LINE__, #cq_, cq_, (struct ibv_wc[]){ __VA_ARGS__ },                           \
		  sizeof((struct ibv_wc[]){ __VA_ARGS__ }) / sizeof(struct ibv_wc))
static void differs(int line, const char *what, unsigned long long is, unsigned long long saw)
{
	if (is != saw)
		compare_numbers(line, what, (long long)is, (long long)saw);
}

static void completes(int line, const char *name, struct ibv_cq *cq, const struct ibv_wc *saw,
		      size_t n)
{
	double until = now_ms() + wait_ms();
	char text[64];
	struct ibv_wc wc[16];
	int came;

	snprintf(text, sizeof(text), "ibv_poll_cq(%s, 1, wc)", name);
	for (; n; n--, saw++) {
		do
			came = ibv_poll_cq(cq, 1, wc);
		while (!came && now_ms() < until);
		if (!compare_numbers(line, text, came, 1))
			return;
		differs(line, "wc.wr_id", wc->wr_id, saw->wr_id);
		differs(line, "wc.status", wc->status, saw->status);
		differs(line, "wc.qp_num", wc->qp_num, saw->qp_num);
		if (saw->status != IBV_WC_SUCCESS)
			continue;
		differs(line, "wc.opcode", wc->opcode, saw->opcode);
		if (!(saw->opcode & IBV_WC_RECV))
			continue;
		differs(line, "wc.byte_len", wc->byte_len, saw->byte_len);
		differs(line, "wc.wc_flags", wc->wc_flags, saw->wc_flags);
		if (saw->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV))
			differs(line, "wc.imm_data", wc->imm_data, saw->imm_data);
		if (saw->src_qp)
			differs(line, "wc.src_qp", wc->src_qp, saw->src_qp);
	}
}

/* Only for NO_COMPLETION( */
/* No completion comes. */
#define NO_COMPLETION(cq_) no_completion(__LINE__, #cq_, cq_)
static void no_completion(int line, const char *name, struct ibv_cq *cq)
{
	double until = now_ms() + wait_ms();
	struct ibv_wc wc[16];
	char text[64];
	int n;

	snprintf(text, sizeof(text), "ibv_poll_cq(%s, 1, wc)", name);
	do
		n = ibv_poll_cq(cq, 1, wc);
	while (!n && now_ms() < until);
	compare_numbers(line, text, n, 0);
}
