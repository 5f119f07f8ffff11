/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Changes while something waits: a row each, and the link in which it waits. */
#ifndef QP_CHANGES_H
#define QP_CHANGES_H

#include "../vct.h"

enum { WAIT = 6, ENTRIES = 16 }; /* that wait; of a queue, at least */
enum { WITHOUT_DRAIN = 1 };      /* the kind of a change that does not wait for the sends of `tx` */

struct change_row;

struct world {
	const struct change_row *row;
	struct ibv_comp_channel *channel;
	struct link l, beside; /* both complete their receives on one CQ */
	uint64_t next;         /* the wr_id of the next receive */
};

enum who { RX, TX, BESIDE };

struct change_row {
	struct vct_row vct_row;
	int (*change)(struct world *w); /* returns what the verb returned */
	enum who who;
	enum ibv_qp_state to;
	bool beside; /* there is a second link */
	uint32_t size;
	int bit;
};

extern const struct change_row changes[22];

/* The queues of the link have gone round nearly once; nothing waits. */
struct world world_of(const struct change_row *row, bool srq);
/* Whether the change is a transition of this QP to ERR or RESET; to RESET. */
bool change_ends(const struct world *w, enum who who);
bool change_resets(const struct world *w, enum who who);

#endif
