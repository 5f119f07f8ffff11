/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A small model of a device, as the documents describe it: what is there, what each object holds,
 * and which completions and events are due. The operations of this folder (lib/check/operation.h)
 * call verbs, change the model as the documents demand, and judge the device by it.
 *
 * The model takes from the device, by a query, what the documents leave open, or leaves it out of
 * the sequences. It knows nothing of any driver, and nothing of the reference HCA.
 */
#ifndef VCT_MODEL_H
#define VCT_MODEL_H

#include "../vct.h"

/* Places for objects; an operation names an object by the number of its place. */
enum { N_PDS = 2, N_CQS = 3, N_SRQS = 4, N_QPS = 8, N_XRCDS = 4, N_REGIONS = 4, N_WINDOWS = 4 };
/* Most WRs that the model has on one queue, and most SGEs of a WR. */
enum { QUEUE_WRS = 320, WR_SGES = 6 };
/* Each posted WR has a buffer of its own. */
enum { BUFFER_SIZE = 640, BUFFERS = 2048 };
/* Those behind them are the memory of regions and windows. */
enum { AREAS = 8 };

struct model_pd {
	struct ibv_pd *pd;
	struct ibv_mr *mr; /* of all buffers */
	unsigned int users;
};

struct model_cq {
	struct ibv_cq *cq;
	unsigned int cqe; /* the number asked for; the model never has more completions due */
	unsigned int due, users;
};

struct model_wr {
	uint64_t id;
	uint32_t length; /* of all its SGEs */
	char *buffer;
};

/* WRs that were posted, the oldest first. */
struct model_queue {
	struct model_wr wr[QUEUE_WRS];
	unsigned int first, n;
};

struct model_srq {
	struct ibv_srq *srq;
	struct model_pd *pd;
	struct model_cq *cq;     /* of an XRC SRQ: where its completions come; else NULL */
	struct model_xrcd *xrcd; /* of an XRC SRQ; else NULL */
	const struct vct_promise *of_domain; /* why it is of that domain */
	void *context;
	struct ibv_srq_attr attr; /* as the device must tell it */
	struct model_queue queue;
	unsigned int users; /* QPs */
	bool tm;            /* it has tag matching (tags.c) */
	bool failed;        /* it is in error: only destroy it */
	bool fired;         /* its limit event has come since the limit was set */
	bool may_fire;      /* it was armed above what was queued: its event may come */
	bool stale;         /* so it was when it was armed again: the event may be of before */
	uint32_t number;    /* of an XRC SRQ, if has_number */
	bool has_number;
};

struct model_qp {
	struct ibv_qp *qp;
	enum ibv_qp_state state;
	struct model_pd *pd;
	struct model_cq *send_cq, *recv_cq;
	struct model_srq *srq;
	struct model_xrcd *xrcd;
	struct model_qp *peer; /* it sends to this QP, which receives from it; NULL: to none */
	struct ibv_ah *ah;     /* UD: the address of the port */
	void *context;
	struct ibv_qp_cap cap; /* as ibv_create_qp returned it */
	bool all_signaled;
	struct model_queue queue; /* its own receive queue */
	bool was_ready;           /* it has been in RTS since it was in RESET */
	struct model_queue held;  /* sends that were posted in SQD */
	struct model_qp *held_to; /* where they go */
	struct ibv_qp_attr set;   /* the attributes that were set since RESET: those of set_mask */
	int set_mask;
	struct ibv_qp_attr told; /* what the last query told, if told_all */
	bool told_all;
	bool has_alternate; /* an alternate path was set since RESET */
	bool used;          /* messages have changed its PSNs */
	bool notifies;      /* SQ_DRAINED events were asked for, and not forbidden since */
	bool broke;         /* it went to ERR by itself: no verb has told the library */
	bool unknown;       /* the model does not know its state any more: only destroy it */
};

/* A handle of an XRC domain (xrc.h). */
struct model_xrcd {
	struct ibv_xrcd *xrcd; /* NULL with users: it was closed while they used it */
	enum xrc_api api;
	unsigned int domain; /* handles with the same number are of one domain; 0: no handle */
	unsigned int users;  /* SRQs and receive QPs that were made or opened through it */
	const struct vct_promise *again; /* why it is of a domain that was there; NULL: it is new */
};

/* The memory that a key of a region or of a window gives access to. */
struct model_target {
	struct model_pd *pd;
	const struct model_qp *qp; /* through which alone it gives it; NULL: any of the PD */
	uint32_t rkey;
	char *addr; /* in one of the areas */
	uint32_t length;
	int access;
	const struct vct_promise *gives, *refuses; /* at stake in its use, and in its misuse */
};

/* region.c */
struct model_region {
	struct ibv_mr *mr;
	struct model_target now, before; /* it was changed: what it gave before that */
};

/* window.c: the first half is of type 1. */
struct model_window {
	struct mem_window mw;            /* lib/check/objects/window.h */
	struct model_region *region;     /* NULL: it is not bound */
	struct model_target now, before; /* it was bound anew, or is bound no more */
	bool open; /* no page says what became of it with its QP: only deallocate it */
};

extern struct model_pd pds[N_PDS];
extern struct model_cq cqs[N_CQS];
extern struct model_srq srqs[N_SRQS];
extern struct model_qp qps[N_QPS];
extern struct model_xrcd xrcds[N_XRCDS];
extern struct model_region regions[N_REGIONS];
extern struct model_window windows[N_WINDOWS];

/* Index of an object in its array: NUMBER_OF(q, qps). */
#define NUMBER_OF(object_, array_) ((unsigned int)((object_) - (array_)))

/* objects.c */
/* Remote writes, reads and, if the device has them, atomics. */
int remote_access_of_device(void);
/* The place's PD and CQ, made at the first call. */
struct model_pd *the_pd(uint32_t place);
struct model_cq *the_cq(uint32_t place);
uint32_t at_most(uint32_t n, uint32_t most);
/* The QP of this place or the next one, in a circle, that fits; NULL: none does. */
struct model_qp *qp_from(uint32_t place, bool (*fits)(const struct model_qp *q));
/* The same for the SRQs that have been made. */
struct model_srq *srq_from(uint32_t place);
/* A pointer that differs for each object, to be its context. */
void *new_context(void);

/*
 * A number by the number of a case, around those that matter: 0, 1, half of `now`, one less than
 * `now`, `now`, one more, half of `most`, one less than `most`, `most`, one more, and the largest.
 */
enum { LEVELS = 12 };
uint32_t level(uint32_t which, uint32_t now, uint32_t most);

/* The buffers, in the region of each PD. */
char *model_buffer(unsigned int number);

/* queue.c: WRs, their buffers, and queues of receive WRs. */
/* A WR with a new wr_id and a buffer that no other WR uses, of which it has `length` bytes. */
struct model_wr new_wr(uint32_t length);
void free_buffer(char *buffer);
/* True if there are buffers for n WRs. */
bool buffers_left(unsigned int n);
/*
 * Fills sge[n] with parts of the buffer, which cover its length; `cut` says where they begin. Some
 * have a length of 0 if this promise, which is of them, is judged; NULL: none has.
 */
void cut_sges(const struct model_wr *wr, const struct model_pd *pd, uint32_t cut, unsigned int n,
	      struct ibv_sge *sge, const struct vct_promise *empty);
void queue_add(struct model_queue *q, const struct model_wr *wr);
struct model_wr queue_take(struct model_queue *q);
/* The WR that is taken after `skip` others. */
const struct model_wr *queue_next(const struct model_queue *q, unsigned int skip);
void queue_clear(struct model_queue *q);

/* A list of receive WRs to post. */
struct recv_post {
	struct ibv_recv_wr list[QUEUE_WRS + 1];
	struct ibv_sge sges[QUEUE_WRS + 1][WR_SGES + 1];
	struct model_wr wr[QUEUE_WRS + 1];
	unsigned int n;
};
/* Makes a list of n WRs; `shape` decides the number of SGEs (up to max_sge) and the length of each.
 */
void make_recv_post(struct recv_post *p, const struct model_pd *pd, unsigned int n, uint32_t shape,
		    uint32_t max_sge);
/* Those that were not posted give their buffers back. */
void forget_recv_post(struct recv_post *p, unsigned int posted);

/* completion.c: the completions that are due. */
struct due {
	struct model_qp *qp;
	struct ibv_wc wc; /* the members that must be as they are here */
	bool receive;     /* of a receive WR */
	bool optional; /* it may not come: its QP failed or was reset, or its promise is broken */
	bool reset;    /* its QP was reset */
	bool gone;     /* and the CQ was empty then: it is not counted, and comes only if late */
	bool error;    /* the status must not be SUCCESS; which one is not judged */
	char *buffer;  /* of the WR; NULL: none */
	const char *data;  /* what the buffer must hold then; NULL: not judged */
	char *source;      /* a buffer that is not used any more when it has come; NULL: none */
	unsigned int skip; /* where in the buffer: 40 for UD */
	const struct model_queue *queue;   /* that a receive WR was taken from */
	const struct vct_promise *lacking; /* at stake if it does not come; never NULL */
	const struct vct_promise *failing; /* at stake if its status is wrong; NULL: `lacking` */
};
void add_due(struct model_cq *cq, const struct due *due);
/* True if the CQ has room for n completions besides those that are due or may become due. */
bool cq_has_room(const struct model_cq *cq, unsigned int n);
/* Judges one completion that was polled. */
void judge_completion(struct model_cq *cq, const struct ibv_wc *wc);
/*
 * The number of WRs that were taken from the queue and whose completions have not been polled. Only
 * when they are polled, their places are free for certain (ibv_post_srq_recv(3) NOTES).
 */
unsigned int unpolled_of(const struct model_queue *queue);
/*
 * How many WRs fit into the queue of this size for certain: if not as many as are wanted, what can
 * be polled is polled first.
 */
unsigned int room_for(unsigned int wanted, const struct model_queue *queue, unsigned int size);
/* The first completion that must still come; NULL if there is none. */
const struct due *awaited(const struct model_cq *cq);
/* The same for the send queue of the QP, besides sends that have not been polled, and its CQ. */
bool sends_fit(const struct model_qp *q, unsigned int n);
/* Polls the CQ until all that is due has come, and judges each completion. */
void collect(struct model_cq *cq);
void collect_all(void);
/* The completions of this QP that have not been polled may vanish; with a reset they do. */
void completions_may_vanish(const struct model_qp *q, bool reset);
/* The QP is gone, with its completions. */
void forget_due_of(const struct model_qp *q);

/* judge.c: what a receive must say, and what its buffer must hold. */
void judge_receive(const struct due *d, const struct ibv_wc *wc);

/* traffic.c: one or more messages to the QP `to`. */
struct messages {
	struct model_qp *from, *to;
	unsigned int kind; /* below MESSAGE_KINDS; see traffic.c. 0: send */
	unsigned int n;    /* at most MOST_MESSAGES; fewer if there are not as many WRs */
	uint32_t length;   /* which level of what fits */
	uint32_t signaled; /* 0: all; 1: every second and the last; 2: the last */
	const struct model_target *at; /* the remote memory of one message; NULL: that of the PD */
	bool stays;                    /* the receives are not polled for now */
	bool unread;                   /* nor are the events */
};
enum { MESSAGE_KINDS = 7, MOST_MESSAGES = 8 };
/* Sends them and judges what comes. False if this cannot be done now. */
bool pass_messages(const struct messages *m);
/* Both are in a state to pass messages. */
bool can_send(const struct model_qp *from, const struct model_qp *to);
/* Its reads or atomics are answered, as many at a time as it may have under way. */
bool can_be_read(const struct model_qp *from, const struct model_qp *to, int access);
/* It can send to its peer, which of UD QPs is itself. */
bool is_ready(const struct model_qp *q);
struct model_queue *queue_of(struct model_qp *q);
/* The bytes before a message in the buffer of the QP that receives it. */
unsigned int grh_of(const struct model_qp *q);
/*
 * A message takes the next WR of the QP. `due` says what is due besides what the WR and the QP say;
 * byte_len is the length of the message.
 */
void receive_is_due(struct model_qp *q, struct due due);

/* region.c */
enum { N_TARGETS = N_REGIONS + N_WINDOWS };
/* What the region or window of this place gives access to; NULL: there is none, or it is open. */
const struct model_target *target_at(uint32_t place);
/* A request that the target must refuse to a peer of this QP. */
struct misuse {
	uint64_t addr;
	uint32_t rkey;
	const struct vct_promise *promise;
};
enum { MISUSES = 6 };
/* False: in this way there is none with this access and length. */
bool target_misuse(uint32_t place, uint32_t how, const struct model_qp *q, int access,
		   uint32_t length, struct misuse *m);
/* A part of an area, by a number. */
enum { PARTS = 5 };
void area_part(uint32_t area, uint32_t part, struct model_target *t);
/* Flags of access, by a number. */
enum { ACCESSES = 16 };
int access_by(uint32_t number);
/* A window is bound to the region. */
bool region_has_windows(const struct model_region *r);
/* All windows and regions are released. */
void targets_go(void);

/* window.c */
/* The QP fails or is reset; or it is about to go. */
void windows_lose(const struct model_qp *q);
void windows_go_before(const struct model_qp *q);
/* All are deallocated. */
void windows_go(void);

/* event.c: the events that are due. */
void event_is_due(const void *object, enum ibv_event_type type, const struct vct_promise *promise);
void event_may_come(const void *object, enum ibv_event_type type);
/* The object is about to be destroyed, or its state is not known: forgets what is due of it. */
void forget_events_of(const void *object);
/* Judges the events that have come; waits for those that are due. */
void see_events(void);
/* The same, after a fence, so that no other event is on its way. */
void settle_events(void);

/* Judges one event that was got, and acknowledges it. */
void judge_event(struct ibv_async_event *e);

/* ack.c: events that are acknowledged later, and what waits for that. */
void acknowledge(struct ibv_async_event *e);
void acknowledge_all(void);
/* Destroys the object, which waits for the events of it that were got; what the verb returns. */
int destroy_qp_after_acks(struct ibv_qp *qp, const struct vct_promise *promise);
int destroy_srq_after_acks(struct ibv_srq *srq, const struct vct_promise *promise);

/* srq.c */
/*
 * The SRQ of a new request: its attributes are judged, and then those of the model. It may be armed
 * at `limit`, if that is not 0.
 */
void srq_is_made(struct model_srq *s, struct model_pd *pd, struct ibv_srq *srq,
		 const struct ibv_srq_attr *asked, const struct ibv_srq_attr *told, uint32_t limit);
/* It is there, and not in error. */
bool srq_is_usable(const struct model_srq *s);
/* One of 12 sizes, or the largest of the device. */
enum { SRQ_SIZES = 12 };
uint32_t srq_size(uint32_t which);
uint32_t srq_sges(uint32_t n);
uint32_t srq_most_wr(void);
/* False: the device does not tell the attributes, or not how many WRs fit. */
bool srq_is_told(void);
bool srq_size_is_told(void);
/* The device tells the attributes that the model has. */
void srq_must_agree(struct model_srq *s);
/* The same, where these promises are at stake in its sizes and its limit; NULL: those of queries.
 */
void srq_must_be(struct model_srq *s, const struct vct_promise *of_size,
		 const struct vct_promise *of_limit);
/* What ibv_modify_srq returned, which is an errno value. */
void must_refuse_to_modify(int ret);

/* limit.c */
/*
 * Armed above what is queued, the limit event may come at once, with the next WR that is taken, or
 * when the count next falls below the limit (SRQ-LIM-08); and whenever it comes, it may be late.
 */
void limit_is_set(struct model_srq *s, uint32_t limit);
/* Before a limit is set: what the old one may have raised comes first. */
void limit_is_replaced(struct model_srq *s);
/* A query tells this limit: 0 if it has been reached. */
void limit_is_seen(struct model_srq *s, uint32_t seen);
/* The event has come. */
void limit_was_reached(struct model_srq *s);
/* WRs were posted. */
void limit_is_certain(struct model_srq *s);
/* A QP has taken a WR of the SRQ: the limit may have been crossed. The promise is that of the
 * event. */
void srq_was_used(struct model_srq *s, const struct vct_promise *promise);

/* Destroys it; no QP uses it any more. */
void srq_goes(struct model_srq *s);
/* It has been destroyed. */
void srq_is_gone(struct model_srq *s);

/* qp.c */
/* Destroys it. If its events are not read before, they are gone afterwards. */
void qp_goes(struct model_qp *q, bool unread);
/* It is there, and the model knows its state. */
bool qp_is_known(const struct model_qp *q);
/* What a QP that fails by itself may raise. */
enum { EVENTS_OF_FAILURE = 4 };
extern const enum ibv_event_type events_of_failure[EVENTS_OF_FAILURE];
/* The QP goes to the error state: its receive WRs are flushed, its events are due. */
void qp_fails(struct model_qp *q);
/* The same, by itself: it may raise events that tell why. */
void qp_fails_by_itself(struct model_qp *q);
/* It has no peer any more, and its peer has none. */
void disconnect(struct model_qp *q);
/* The QP goes to RESET. */
void qp_is_reset(struct model_qp *q);

/* qp_attr.c */
/* The device tells the state and the attributes of the QP that the model has. */
void qp_must_agree(struct model_qp *q);
/* Messages of `from` arrive at `to`, by the states and attributes of both. */
bool qp_reaches(const struct model_qp *from, const struct model_qp *to);

/* At the end of a sequence: everything due has come, nothing else has, all attributes agree. */
void world_must_agree(void);

#endif
