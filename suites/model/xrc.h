/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * XRC in the model: domains and their handles (xrcd.c), XRC SRQs (xrc_srq.c, in srqs[]), receive
 * QPs and their handles (rcv_qp.c, rcv_open.c, rcv_step.c), send QPs (sender.c), and another
 * process that has handles of both (process.c). The objects of a domain are made and used by the
 * API that the domain was opened with, the legacy one or today's: no page says that they mix.
 */
#ifndef VCT_MODEL_XRC_H
#define VCT_MODEL_XRC_H

#include "model.h"

enum { N_RCVS = 4, N_HANDLES = 3, N_SENDERS = 4, N_FILES = 2 };

/* An XRC receive QP: one QP, of which this process has several handles, or none. */
struct model_rcv {
	struct model_qp as; /* what messages and completions need of a QP */
	struct ibv_qp face; /* where as.qp points: its type and number; not for a verb */
	enum xrc_api api;
	bool legacy;         /* one at this place was of the legacy API */
	unsigned int domain; /* 0: there is none at this place */
	struct model_handle {
		struct rcv_qp q;
		struct model_xrcd *through; /* NULL: no handle */
	} handle[N_HANDLES];
	bool alternate;          /* it has an alternate path */
	bool elsewhere;          /* the other process has a handle */
	uint32_t gone;           /* the number of the last QP that was at this place */
	unsigned int gone_of;    /* its domain */
	struct ibv_qp_attr told; /* by the last query, if told_once */
	bool told_once;
};

extern struct model_rcv rcvs[N_RCVS];
extern struct model_qp senders[N_SENDERS];

/* xrcd.c */
/* Opens the files that domains are tied to. */
void xrc_open_files(void);
/* The descriptor that the other process opens a domain by; -1: the domain has no file. */
int file_of_domain(unsigned int domain);
/* An object that was made or opened through the handle is gone. */
void xrcd_is_left(struct model_xrcd *x);
/* A handle of the domain is gone; with the last one the domain is. */
void domain_is_left(unsigned int domain);
/* The call of the legacy API is one of the device's library, not of libibverbs-xrc. */
bool is_own(enum xrc_api api, const char *call);

/* The file of this place: a descriptor, or -1 if it cannot be used; and the domain that it has. */
int file_of(uint32_t place);
bool file_has_domain(uint32_t place, enum xrc_api *api);
/* The number of its domain; a new one if it had none. */
unsigned int domain_of(uint32_t place, enum xrc_api api);
/* The handle of this place or the next one, in a circle; NULL: there is none. */
struct model_xrcd *xrcd_from(uint32_t place);

/* rcv_qp.c */
/* The QP of this place or the next one that has a handle; NULL: there is none. */
struct model_rcv *rcv_from(uint32_t place);
/* A new QP, of which this process has no handle yet. */
void rcv_is_made(struct model_rcv *r, enum xrc_api api, unsigned int domain, uint32_t number);
/* The attributes that do not change by themselves. */
int rcv_constant(void);
/* The handle of this place, or the next one; NULL: this process has none. */
struct model_handle *a_handle(struct model_rcv *r, uint32_t place);
/* The handle is there: through this handle of the domain. */
void rcv_is_held(struct model_handle *h, struct model_xrcd *through);
/* A handle of the QP is gone; with the last one the QP is. */
void rcv_is_left(struct model_rcv *r);
/* It may raise this event, at each of its handles. */
void rcv_may_raise(struct model_rcv *r, enum ibv_event_type type);
/*
 * The event is of a handle that libibverbs-xrc keeps of a receive QP: the legacy verbs give none to
 * the program.
 */
bool is_of_the_library(const struct ibv_async_event *e);
/* All handles tell the same of the QP; what they tell is remembered. */
void rcv_must_agree(struct model_rcv *r);
/* The QP was used or modified: its attributes are not those that were told. */
void rcv_has_changed(struct model_rcv *r, enum ibv_qp_state state);

/* process.c */
/* True if the other process has a handle of the domain. */
bool process_has_domain(unsigned int domain);
/* Before this process makes an object. */
void process_may_start(void);
/* If it has a handle of the QP, it sees that the QP failed. */
void process_sees_fatal(const struct model_rcv *r);

/* sender.c */
/* The senders that send to this QP have no peer any more. */
void senders_lose(const struct model_qp *peer);

#endif
