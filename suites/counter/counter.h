/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Completion counters, and QPs that count with them. */
#ifndef COUNTER_COUNTER_H
#define COUNTER_COUNTER_H

#include "../vct.h"

/* Ends the check as SKIP if the kernel has no such command. */
static inline int counter_query(struct ibv_comp_cntr_caps *caps)
{
	int ret = vct_query_comp_cntr_caps(ctx(), caps);

	if (ret == EPROTONOSUPPORT || ret == ENOSYS)
		vct_skip("the kernel has no completion counters: ibv_query_comp_cntr_caps fails "
			 "with %s",
			 vct_errno_text(ret));
	return ret;
}

/* Ends the check as SKIP if the device has no counters. */
static inline struct ibv_comp_cntr_caps counter_caps(void)
{
	struct ibv_comp_cntr_caps caps;
	int ret = counter_query(&caps);

	if (ret == ENOTSUP)
		vct_skip("the device has no completion counters: ibv_query_comp_cntr_caps fails "
			 "with %s",
			 vct_errno_text(ret));
	SETUP(!ret);
	return caps;
}

/* Not all devices have both types. */
static inline struct ibv_comp_cntr *counter_of(unsigned int type)
{
	struct ibv_comp_cntr_init_attr attr = { .type = type };
	uint32_t most = counter_caps().max_counters;
	struct ibv_comp_cntr *counter;

	errno = 0;
	counter = vct_create_comp_cntr(ctx(), &attr);
	if (!counter && errno == ENOTSUP)
		vct_skip("the device has no counter of this type: it is refused with %s",
			 vct_errno_text(errno));
	if (!counter && errno == ENOMEM && most <= 2)
		vct_skip("the device claims %u in max_counters, and refuses one more", most);
	SETUP(counter);
	return counter;
}

static inline struct ibv_comp_cntr *counter_make(void)
{
	return counter_of(IBV_COMP_CNTR_TYPE_WRS);
}

static inline int counter_attach(struct ibv_qp *qp, struct ibv_comp_cntr *counter, uint32_t ops)
{
	struct ibv_qp_attach_comp_cntr_attr attr = { .op_mask = ops };

	return vct_qp_attach_comp_cntr(qp, counter, &attr);
}

/* Ends the check as SKIP if the device does not count these operations. */
static inline void counter_needs(uint32_t ops)
{
	if (ops & ~counter_caps().supported_qp_attach_ops)
		vct_skip("the device does not claim to count these operations "
			 "(supported_qp_attach_ops)");
}

/*
 * What setting, incrementing or reading returned. Ends the check as SKIP with ENOTSUP, which the
 * page permits "for the given counter configuration".
 */
static inline int counter_did(int ret)
{
	if (ret == ENOTSUP)
		vct_skip("the device does not support this for its counters: it fails with %s",
			 vct_errno_text(ret));
	return ret;
}

typedef int counter_reader(struct ibv_comp_cntr *counter, uint64_t *value);

/*
 * MUST_COUNT(counter, n), MUST_COUNT_ERRORS(counter, n): that is what the counter reads in the end.
 * The page permits that an update is seen some time later; of the reads until then, the last one is
 * in the trace.
 */
#define MUST_COUNT(counter_, n_)                                                                   \
	must_count(counter_, ibv_read_comp_cntr, vct_read_comp_cntr, n_,                           \
		   VCT_COMPARED("completion_count", #n_))
#define MUST_COUNT_ERRORS(counter_, n_)                                                            \
	must_count(counter_, ibv_read_err_comp_cntr, vct_read_err_comp_cntr, n_,                   \
		   VCT_COMPARED("error_count", #n_))
static inline void must_count(struct ibv_comp_cntr *counter, counter_reader *look,
			      counter_reader *read, uint64_t n, const struct vct_place *place)
{
	double until = vct_deadline_ms(EVENT_MS);
	uint64_t value;

	while (!look(counter, &value) && value != n && vct_is_in_time(until))
		;
	SETUP(!counter_did(read(counter, &value)));
	vct_must_compare((long long)value, "==", (long long)n, value == n, place);
}

/* Not all devices with counters have RC QPs. */
static inline enum ibv_qp_type counting_type(void)
{
	if (!vct_device_lacks(vct_dev, NEED_RC))
		return IBV_QPT_RC;
	if (vct_device_lacks(vct_dev, NEED_UD))
		vct_skip("the device has neither RC nor UD QPs");
	return IBV_QPT_UD;
}

/* A QP that is in RESET until counting_link(). */
static inline struct ibv_qp *counting_qp(struct ibv_srq *srq)
{
	struct ibv_cq *cq = cq_make(CQ_ENTRIES);

	return qp_make(counting_type(), srq, cq, cq);
}

static inline struct link counting_link(struct ibv_qp *tx, struct ibv_qp *rx)
{
	struct link_attr attr = { .tx = tx,
				  .rx = rx,
				  .srq = rx->srq,
				  .no_srq = !rx->srq,
				  .local = true,
				  .rnr_retry = 7 };

	return link_make(counting_type(), &attr);
}

#endif
