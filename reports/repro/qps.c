/* Only for others_are_ones( */
/* Sets all bits of the members that the mask does not select, which nobody must read. */
static void others_are_ones(struct ibv_qp_attr *attr, unsigned int mask)
{
	struct ibv_qp_attr masked = *attr;

	memset(attr, 0xff, sizeof(*attr));
#define COPY(flag_, member_)                                                                       \
	if (mask & flag_)                                                                          \
		memcpy(&attr->member_, &masked.member_, sizeof(attr->member_));
	QP_MEMBERS(COPY)
}

/* Only for READS( */
static void compare_bytes(int line, const char *what, const void *is, const void *saw, size_t size)
{
	char texts[2][64] = { "0x", "0x" };

	for (size_t i = 0; i < size; i++)
		for (int t = 0; t < 2; t++)
			sprintf(texts[t] + 2 + 2 * i, "%02x",
				((const unsigned char *)(t ? saw
							   : is))[size > 8 ? i : size - 1 - i]);
	compare(line, what, false, texts[0], texts[1]);
}

/*
 * The query returns the members that verbs-cts saw. A state may change by itself: it has some time
 * to become the one that verbs-cts saw last.
 */
#define READS(qp_, mask_, ...)                                                                     \
	reads(__LINE__, "ibv_query_qp(" #qp_ ", &attr, " #mask_ ", &init)", qp_, mask_, __VA_ARGS__)
static void reads(int line, const char *call, struct ibv_qp *qp, unsigned int mask,
		  const struct ibv_qp_attr *saw_attr, const struct ibv_qp_init_attr *saw_init)
{
	double until = now_ms() + wait_ms();
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int ret;

	do {
		memset(&attr, 0, sizeof(attr));
		memset(&init, 0, sizeof(init));
		ret = ibv_query_qp(qp, &attr, (int)mask, &init);
	} while (
		!ret && mask & IBV_QP_STATE && now_ms() < until &&
		(attr.qp_state != saw_attr->qp_state ||
		 (saw_attr->qp_state == IBV_QPS_SQD && attr.sq_draining != saw_attr->sq_draining)));
	if (!compare_numbers(line, call, ret, 0))
		return;
	if (mask & IBV_QP_STATE && saw_attr->qp_state == IBV_QPS_SQD)
		compare_numbers(line, "attr.sq_draining", attr.sq_draining, saw_attr->sq_draining);
#define COMPARE(structure_, member_)                                                               \
	if (memcmp(&structure_.member_, &saw_##structure_->member_, sizeof(structure_.member_)))   \
		compare_bytes(line, #structure_ "." #member_, &structure_.member_,                 \
			      &saw_##structure_->member_, sizeof(structure_.member_));
#define COMPARE_ATTR(flag_, member_)                                                               \
	if (mask & flag_)                                                                          \
	COMPARE(attr, member_)
#define COMPARE_INIT(flag_, member_) COMPARE(init, member_)
	QP_MEMBERS(COMPARE_ATTR)
	QP_INIT_MEMBERS(COMPARE_INIT)
}
