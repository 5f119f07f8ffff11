/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Scenes: a SRQ of some kind, the QPs that use it, and what it went through before the check
 * begins. A rule that holds for every SRQ is judged on each scene of a table:
 *
 *	CHECK_ROWS(keeps_its_order, scenes, PROMISES(SRQ_PST_03), .needs = NEED_SRQ | NEED_RC)
 *	{
 *		struct scene s = scene_make(row, 15);
 *
 *		scene_post(&s, 3);
 *		for (int i = 0; i < 3; i++)
 *			MUST_RECEIVE_NEXT(&s);
 *	}
 *
 * The QPs take turns: each message goes to the next of them. Its length and its bytes tell it from
 * the others, and the library knows which WR it consumes.
 */
#ifndef VCT_SCENE_H
#define VCT_SCENE_H

#include "link.h"

enum scene_kind { SCENE_BASIC, SCENE_XRC, SCENE_TM };

enum scene_users {
	SCENE_ONE,
	SCENE_TWO,
	SCENE_FOUR,
	SCENE_MIXED, /* two RC QPs and two UD QPs */
};

enum scene_history {
	SCENE_FRESH,
	SCENE_WRAPPED, /* one and a half times as many WRs as it holds were posted and consumed */
	SCENE_GROWN,   /* resized to twice its size while WRs were queued */
	SCENE_SHRUNK,  /* resized from twice its size while WRs were queued */
	SCENE_LEFT,    /* other QPs have gone, with a completion and with an error */
};

struct scene_row {
	struct vct_row vct_row;
	enum scene_kind kind;
	enum scene_users users;
	enum scene_history history;
};

/*
 * Each kind, each set of users and each history at least once. With .kind = SCENE_UNTAGGED, a check
 * leaves tag matching out: no page says what a buffer holds of a message that no tag took.
 */
enum { SCENE_UNTAGGED = 1, SCENE_TAGGED };
extern const struct scene_row scenes[12];

enum { SCENE_USERS = 4 };

struct scene {
	const struct scene_row *row;
	struct ibv_srq *srq;
	struct ibv_cq *cq; /* the receive completions of all users */
	struct ibv_xrcd *xrcd;
	struct link user[SCENE_USERS]; /* the first is never a UD QP */
	unsigned int users;
	uint32_t capacity;      /* how many WRs it takes: found by posting to another one */
	uint64_t posted, taken; /* WRs so far; WR n has wr_id n and the buffer recv_slot(n) */
	struct ibv_wc wc;       /* the last receive completion */
	/* What that completion must say, and the message. */
	struct scene_due {
		uint64_t wr_id;
		uint32_t byte_len, length;
		const struct link *user;
		const char *data;
	} due;
};

/*
 * No WR is queued when it is returned. `max_wr` is what the SRQ is asked for, or what the device
 * claims if that is less.
 */
struct scene scene_make(const struct scene_row *row, uint32_t max_wr);
/* Posts n WRs, in one list. */
void scene_post(struct scene *s, unsigned int n);
/* Sends n messages, one after the other, as a setup step. */
void scene_send(struct scene *s, unsigned int n);
/* Sends one message, and judges that both completions of it come, with success. */
#define MUST_PASS(scene_) must_pass(scene_, VCT_HERE("a message is sent and received"))
void must_pass(struct scene *s, const struct vct_place *place);
/* Sends one message, and judges that it consumes the WR that is due. */
#define MUST_RECEIVE_NEXT(scene_) must_receive_next(scene_, VCT_HERE("the oldest WR is consumed"))
void must_receive_next(struct scene *s, const struct vct_place *place);
/*
 * Posts and consumes WRs until the queue has gone round three times: one WR at a time, then seven,
 * then as many as it holds, in a list that does not begin at the queue's first entry. Each message
 * is judged as by MUST_PASS, and then by judge().
 */
void scene_go_round(struct scene *s, void (*judge)(const struct scene *s));
/* True if the buffer of the WR that was due has the last message. */
bool scene_has_data(const struct scene *s);

#endif
