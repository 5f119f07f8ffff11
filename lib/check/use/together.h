/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Functions that run at the same time, each in a thread of its own. By default all verbs objects
 * are safe for multi-threaded access (ibv_alloc_td(3)).
 *
 * A judgement can only be made in the thread of the check. The functions call verbs and keep the
 * results; the check judges them afterwards. A SETUP is a judgement, too, so the functions use no
 * step of the library that can fail: only the verbs (verbs.h).
 */
#ifndef VCT_TOGETHER_H
#define VCT_TOGETHER_H

#include "link.h"

enum { MOST_TOGETHER = 8 };

struct part {
	void (*run)(void *argument);
	void *argument;
};
/* Begins all parts at the same moment, and returns when all have ended. */
void run_together(const struct part *parts, unsigned int n);

/* Posts receive WRs to an SRQ, in lists of `together` WRs. */
struct poster {
	struct ibv_srq *srq;
	struct ibv_recv_wr *wr;
	unsigned int n, together;
	unsigned int posted; /* WRs of the lists that were accepted */
	int error;           /* the first return value that was not 0 */
};
/* The WRs are recv_list(first, n); free(poster.wr) afterwards. */
struct poster poster_make(struct ibv_srq *srq, uint64_t first, unsigned int n,
			  unsigned int together);
void poster_run(void *poster);

/* Sends messages of 8 bytes through an RC link; message k has the number k. */
struct stream {
	struct link *link;
	uint64_t number[SLOTS];
	uint64_t wr_id[SLOTS]; /* the receive WR that each took */
	unsigned int n;
	unsigned int done;   /* messages that were received */
	const char *problem; /* why not all were received; NULL: they were */
};
struct stream stream_make(struct link *l, unsigned int n);
void stream_run(void *stream);

#endif
