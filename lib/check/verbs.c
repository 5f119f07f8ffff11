// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the verbs, traces each call and tracks each new object (track.h). */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "track.h"
#include "verbs.h"

#define ERR(ret_) vct_errno_text(ret_)

/* What the trace shows as return value: the name of the new object, or NULL and errno. */
static const char *made(const void *object)
{
	static __thread char text[60];
	int error = errno;

	if (object)
		return vct_name(object);
	snprintf(text, sizeof(text), "NULL, errno %s", ERR(error));
	errno = error;
	return text;
}

/* Two functions that release an object: for the release after the check, and for the check. */
#define UNDO(function_, verb_, type_)                                                              \
	static int undo_##function_(void *object)                                                  \
	{                                                                                          \
		return verb_(object);                                                              \
	}                                                                                          \
	int vct_##function_(type_ *object)                                                         \
	{                                                                                          \
		int ret = verb_(object);                                                           \
                                                                                                   \
		vct_trace(#verb_ "(%s) = %s", vct_name(object), ERR(ret));                         \
		if (!ret)                                                                          \
			vct_untrack(object);                                                       \
		return ret;                                                                        \
	}

UNDO(close_device, ibv_close_device, struct ibv_context)
UNDO(dealloc_pd, ibv_dealloc_pd, struct ibv_pd)
UNDO(dereg_mr, ibv_dereg_mr, struct ibv_mr)
UNDO(dealloc_mw, ibv_dealloc_mw, struct ibv_mw)
UNDO(destroy_comp_channel, ibv_destroy_comp_channel, struct ibv_comp_channel)
UNDO(destroy_cq, ibv_destroy_cq, struct ibv_cq)
UNDO(destroy_srq, ibv_destroy_srq, struct ibv_srq)
UNDO(close_xrcd, ibv_close_xrcd, struct ibv_xrcd)
UNDO(destroy_qp, ibv_destroy_qp, struct ibv_qp)
UNDO(destroy_ah, ibv_destroy_ah, struct ibv_ah)

#define TRACK(object_, kind_, undo_, verb_)                                                        \
	do {                                                                                       \
		if (object_)                                                                       \
			vct_track(object_, kind_, verb_, undo_);                                   \
	} while (0)

struct ibv_context *vct_open_device(struct ibv_device *device)
{
	struct ibv_context *context = ibv_open_device(device);

	TRACK(context, "ctx", undo_close_device, "ibv_close_device");
	vct_trace("ibv_open_device(%s) = %s", ibv_get_device_name(device), made(context));
	return context;
}

int vct_query_device_ex(struct ibv_context *context, struct ibv_device_attr_ex *attr)
{
	int ret = ibv_query_device_ex(context, NULL, attr);

	vct_trace("ibv_query_device_ex(%s, NULL) = %s", vct_name(context), ERR(ret));
	return ret;
}

int vct_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	int ret = ibv_query_device(context, attr);

	vct_trace("ibv_query_device(%s) = %s", vct_name(context), ERR(ret));
	return ret;
}

struct ibv_pd *vct_alloc_pd(struct ibv_context *context)
{
	struct ibv_pd *pd = ibv_alloc_pd(context);

	TRACK(pd, "pd", undo_dealloc_pd, "ibv_dealloc_pd");
	vct_trace("ibv_alloc_pd(%s) = %s", vct_name(context), made(pd));
	return pd;
}

struct ibv_mr *vct_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	struct ibv_mr *mr = ibv_reg_mr(pd, addr, length, access);

	TRACK(mr, "mr", undo_dereg_mr, "ibv_dereg_mr");
	vct_trace("ibv_reg_mr(%s, %zu bytes, access 0x%x) = %s", vct_name(pd), length, access,
		  made(mr));
	return mr;
}

struct ibv_mw *vct_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
	struct ibv_mw *mw = ibv_alloc_mw(pd, type);

	TRACK(mw, "mw", undo_dealloc_mw, "ibv_dealloc_mw");
	vct_trace("ibv_alloc_mw(%s, type %d) = %s", vct_name(pd), type, made(mw));
	return mw;
}

struct ibv_comp_channel *vct_create_comp_channel(struct ibv_context *context)
{
	struct ibv_comp_channel *channel = ibv_create_comp_channel(context);

	TRACK(channel, "channel", undo_destroy_comp_channel, "ibv_destroy_comp_channel");
	vct_trace("ibv_create_comp_channel(%s) = %s", vct_name(context), made(channel));
	return channel;
}

struct ibv_cq *vct_create_cq(struct ibv_context *context, int cqe, void *cq_context,
			     struct ibv_comp_channel *channel, int comp_vector)
{
	struct ibv_cq *cq = ibv_create_cq(context, cqe, cq_context, channel, comp_vector);

	TRACK(cq, "cq", undo_destroy_cq, "ibv_destroy_cq");
	vct_trace("ibv_create_cq(%s, %d, %p, %s, %d) = %s", vct_name(context), cqe, cq_context,
		  vct_name(channel), comp_vector, made(cq));
	return cq;
}

struct ibv_cq_ex *vct_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *init)
{
	struct ibv_cq_ex *cq = ibv_create_cq_ex(context, init);

	TRACK(cq, "cq", undo_destroy_cq, "ibv_destroy_cq");
	vct_trace("ibv_create_cq_ex(%s, %u, wc_flags 0x%llx) = %s", vct_name(context), init->cqe,
		  (unsigned long long)init->wc_flags, made(cq));
	return cq;
}

/*
 * Traces completions and errors; polls that find nothing would fill the trace. A device may return
 * more than num_entries, which is an error: then only num_entries are read.
 */
int vct_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	int n = ibv_poll_cq(cq, num_entries, wc);

	if (n < 0 || n > num_entries)
		vct_trace("ibv_poll_cq(%s, %d) = %d", vct_name(cq), num_entries, n);
	for (int i = 0; i < n && i < num_entries; i++)
		vct_trace(
			"ibv_poll_cq(%s, %d) = %d: wr_id %llu %s opcode %d qp_num 0x%x byte_len %u "
			"flags 0x%x",
			vct_name(cq), num_entries, n, (unsigned long long)wc[i].wr_id,
			ibv_wc_status_str(wc[i].status), wc[i].opcode, wc[i].qp_num, wc[i].byte_len,
			wc[i].wc_flags);
	return n;
}

#define SRQ_ATTR_FORMAT       "{max_wr %u, max_sge %u, srq_limit %u}"
#define SRQ_ATTR_VALUES(attr) (attr).max_wr, (attr).max_sge, (attr).srq_limit

struct ibv_srq *vct_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *init)
{
	struct ibv_srq_attr asked = init->attr;
	struct ibv_srq *srq = ibv_create_srq(pd, init);

	TRACK(srq, "srq", undo_destroy_srq, "ibv_destroy_srq");
	vct_trace("ibv_create_srq(%s, " SRQ_ATTR_FORMAT ") = %s " SRQ_ATTR_FORMAT, vct_name(pd),
		  SRQ_ATTR_VALUES(asked), made(srq), SRQ_ATTR_VALUES(init->attr));
	return srq;
}

struct ibv_srq *vct_create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *init)
{
	struct ibv_srq_attr asked = init->attr;
	struct ibv_srq *srq = ibv_create_srq_ex(context, init);

	TRACK(srq, "srq", undo_destroy_srq, "ibv_destroy_srq");
	vct_trace("ibv_create_srq_ex(%s, comp_mask 0x%x, type %d, " SRQ_ATTR_FORMAT
		  ") = %s " SRQ_ATTR_FORMAT,
		  vct_name(context), init->comp_mask, (int)init->srq_type, SRQ_ATTR_VALUES(asked),
		  made(srq), SRQ_ATTR_VALUES(init->attr));
	return srq;
}

static const char *srq_mask_text(int mask)
{
	static __thread char text[40];

	switch (mask) {
	case IBV_SRQ_MAX_WR:
		return "MAX_WR";
	case IBV_SRQ_LIMIT:
		return "LIMIT";
	case IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT:
		return "MAX_WR|LIMIT";
	}
	snprintf(text, sizeof(text), "0x%x", (unsigned int)mask);
	return text;
}

int vct_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask)
{
	struct ibv_srq_attr asked = *attr;
	int ret = ibv_modify_srq(srq, attr, mask);

	vct_trace("ibv_modify_srq(%s, " SRQ_ATTR_FORMAT ", %s) = %s", vct_name(srq),
		  SRQ_ATTR_VALUES(asked), srq_mask_text(mask), ERR(ret));
	return ret;
}

int vct_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr)
{
	int ret = ibv_query_srq(srq, attr);

	vct_trace("ibv_query_srq(%s) = %s " SRQ_ATTR_FORMAT, vct_name(srq), ERR(ret),
		  SRQ_ATTR_VALUES(*attr));
	return ret;
}

int vct_get_srq_num(struct ibv_srq *srq, uint32_t *number)
{
	int ret = ibv_get_srq_num(srq, number);

	vct_trace("ibv_get_srq_num(%s) = %s, number 0x%x", vct_name(srq), ERR(ret), *number);
	return ret;
}

/* "5 WRs, wr_id 3..7, num_sge 1" */
static const char *recv_list_text(const struct ibv_recv_wr *wr)
{
	static __thread char text[120];
	const struct ibv_recv_wr *last = wr;
	unsigned int n = 1;

	for (; last->next; last = last->next)
		n++;
	snprintf(text, sizeof(text), "%u WR%s, wr_id %llu..%llu, num_sge %d", n, n > 1 ? "s" : "",
		 (unsigned long long)wr->wr_id, (unsigned long long)last->wr_id, wr->num_sge);
	return text;
}

static void trace_post(const char *verb, const void *queue, const char *list, int ret, bool bad,
		       uint64_t bad_id)
{
	if (ret && bad)
		vct_trace("%s(%s, %s) = %s, bad_wr->wr_id %llu", verb, vct_name(queue), list,
			  ERR(ret), (unsigned long long)bad_id);
	else
		vct_trace("%s(%s, %s) = %s", verb, vct_name(queue), list, ERR(ret));
}

/* After a failure *bad_wr may be any pointer: its wr_id is read only if it is in the list. */
static bool of_list(const struct ibv_recv_wr *wr, const struct ibv_recv_wr *bad)
{
	while (wr && wr != bad)
		wr = wr->next;
	return wr;
}

int vct_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	int ret = ibv_post_srq_recv(srq, wr, bad_wr);
	bool bad = ret && of_list(wr, *bad_wr);

	trace_post("ibv_post_srq_recv", srq, recv_list_text(wr), ret, bad,
		   bad ? (*bad_wr)->wr_id : 0);
	return ret;
}

int vct_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	int ret = ibv_post_recv(qp, wr, bad_wr);
	bool bad = ret && of_list(wr, *bad_wr);

	trace_post("ibv_post_recv", qp, recv_list_text(wr), ret, bad, bad ? (*bad_wr)->wr_id : 0);
	return ret;
}

int vct_post_srq_ops(struct ibv_srq *srq, struct ibv_ops_wr *wr, struct ibv_ops_wr **bad_wr)
{
	int ret = ibv_post_srq_ops(srq, wr, bad_wr);

	vct_trace("ibv_post_srq_ops(%s, wr_id %llu opcode %d) = %s", vct_name(srq),
		  (unsigned long long)wr->wr_id, wr->opcode, ERR(ret));
	return ret;
}

struct ibv_xrcd *vct_open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *init)
{
	struct ibv_xrcd *xrcd = ibv_open_xrcd(context, init);

	TRACK(xrcd, "xrcd", undo_close_xrcd, "ibv_close_xrcd");
	vct_trace("ibv_open_xrcd(%s, comp_mask 0x%x, fd %d, oflags 0x%x) = %s", vct_name(context),
		  init->comp_mask, init->fd, init->oflags, made(xrcd));
	return xrcd;
}

struct ibv_qp *vct_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *init)
{
	struct ibv_qp *qp = ibv_create_qp(pd, init);

	TRACK(qp, "qp", undo_destroy_qp, "ibv_destroy_qp");
	vct_trace("ibv_create_qp(%s, type %d, send %s, recv %s, srq %s) = %s", vct_name(pd),
		  init->qp_type, vct_name(init->send_cq), vct_name(init->recv_cq),
		  vct_name(init->srq), made(qp));
	return qp;
}

struct ibv_qp *vct_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *init)
{
	struct ibv_qp *qp = ibv_create_qp_ex(context, init);

	TRACK(qp, "qp", undo_destroy_qp, "ibv_destroy_qp");
	vct_trace("ibv_create_qp_ex(%s, comp_mask 0x%x, type %d, srq %s) = %s", vct_name(context),
		  init->comp_mask, init->qp_type, vct_name(init->srq), made(qp));
	return qp;
}

struct ibv_qp *vct_open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attr)
{
	struct ibv_qp *qp = ibv_open_qp(context, attr);

	TRACK(qp, "qp", undo_destroy_qp, "ibv_destroy_qp");
	vct_trace("ibv_open_qp(%s, comp_mask 0x%x, number 0x%x, %s, type %d) = %s",
		  vct_name(context), attr->comp_mask, attr->qp_num, vct_name(attr->xrcd),
		  attr->qp_type, made(qp));
	return qp;
}

int vct_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	int ret = ibv_modify_qp(qp, attr, mask);

	vct_trace("ibv_modify_qp(%s, state %d, mask 0x%x) = %s", vct_name(qp), attr->qp_state,
		  (unsigned int)mask, ERR(ret));
	return ret;
}

int vct_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init)
{
	int ret = ibv_query_qp(qp, attr, mask, init);

	vct_trace("ibv_query_qp(%s, mask 0x%x) = %s, state %d", vct_name(qp), (unsigned int)mask,
		  ERR(ret), attr->qp_state);
	return ret;
}

int vct_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	int ret = ibv_attach_mcast(qp, gid, lid);

	vct_trace("ibv_attach_mcast(%s) = %s", vct_name(qp), ERR(ret));
	return ret;
}

int vct_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	int ret = ibv_detach_mcast(qp, gid, lid);

	vct_trace("ibv_detach_mcast(%s) = %s", vct_name(qp), ERR(ret));
	return ret;
}

int vct_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	int ret = ibv_post_send(qp, wr, bad_wr);
	char list[80];

	snprintf(list, sizeof(list), "wr_id %llu opcode %d flags 0x%x",
		 (unsigned long long)wr->wr_id, wr->opcode, wr->send_flags);
	trace_post("ibv_post_send", qp, list, ret, false, 0);
	return ret;
}

struct ibv_ah *vct_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
	struct ibv_ah *ah = ibv_create_ah(pd, attr);

	TRACK(ah, "ah", undo_destroy_ah, "ibv_destroy_ah");
	vct_trace("ibv_create_ah(%s, port %u) = %s", vct_name(pd), attr->port_num, made(ah));
	return ah;
}

/* Events that were got and not acknowledged: the release of their objects would wait for that. */
static struct ibv_async_event outstanding[64];
static size_t n_outstanding;
static pthread_mutex_t outstanding_lock = PTHREAD_MUTEX_INITIALIZER;

int vct_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	int ret = ibv_get_async_event(context, event);

	if (ret) {
		vct_trace("ibv_get_async_event(%s) = %d", vct_name(context), ret);
		return ret;
	}
	vct_trace("ibv_get_async_event(%s) = 0: %s", vct_name(context),
		  ibv_event_type_str(event->event_type));
	pthread_mutex_lock(&outstanding_lock);
	if (n_outstanding < sizeof(outstanding) / sizeof(outstanding[0]))
		outstanding[n_outstanding++] = *event;
	pthread_mutex_unlock(&outstanding_lock);
	return 0;
}

void vct_ack_async_event(struct ibv_async_event *event)
{
	size_t i = 0;

	vct_trace("ibv_ack_async_event(%s)", ibv_event_type_str(event->event_type));
	pthread_mutex_lock(&outstanding_lock);
	while (i < n_outstanding && (outstanding[i].event_type != event->event_type ||
				     outstanding[i].element.srq != event->element.srq))
		i++;
	if (i < n_outstanding)
		outstanding[i] = outstanding[--n_outstanding];
	pthread_mutex_unlock(&outstanding_lock);
	ibv_ack_async_event(event);
}

void vct_ack_outstanding(void)
{
	while (n_outstanding) {
		struct ibv_async_event event = outstanding[n_outstanding - 1];

		vct_ack_async_event(&event);
	}
}
