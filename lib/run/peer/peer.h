/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * The peer of a run: a command that starts `verbs-cts peer`, usually on another host, and speaks
 * with it over its standard input and output. It makes the far halves of links
 * (lib/check/far/far.h), and performs checks whose links have their sender here.
 */
#ifndef VCT_PEER_H
#define VCT_PEER_H

#include "../../check/device.h"
#include "../../check/judge.h"
#include "../../check/far/wire.h"

/* What both sides say first. A program of another version has another struct vct_device. */
struct vct_wire_hello {
	char greeting[16], version[32], commit[64];
	uint32_t sizes[6]; /* of what is sent as it is */
	double slow;
	struct vct_device dev; /* without its pointers */
};
/* To the peer. */
struct vct_wire_order {
	char check[160]; /* to perform; its name without @... */
	uint32_t apart;  /* its links have their sender on the other side */
	double seconds;  /* its deadline */
};

/*
 * Starts the command, and learns about its device. Returns 0, or -1 with one line in `error` that
 * says what to do.
 */
int vct_peer_start(const char *command, const struct vct_device *own, char *error, size_t size);
void vct_peer_stop(void);
/* The device of the peer; NULL: there is no peer. */
const struct vct_device *vct_peer_device(void);
/* The peer is of no use any more: it is started again before the next check that needs it. */
void vct_peer_is_lost(void);
/* Before a check that needs it. NULL, or why there is none. */
const char *vct_peer_ready(void);
/* In the process of a check whose links are apart: judges it. */
void vct_peer_judge(const struct vct_case *c, struct vct_evidence *e, double seconds);
/* In a process of its own: the peer performs the check alone, without this side. */
void vct_peer_judge_there(const struct vct_case *c, struct vct_evidence *e, double seconds);

/* `verbs-cts peer`: serves until standard input ends. Returns an exit code. */
int vct_peer_serve(const struct vct_device *dev, const struct vct_case *cases, size_t n);

enum vct_side { GREET_AS_RUN, GREET_AS_PEER };
/* Sends the greeting of this side and takes that of the other side. */
int vct_peer_greet(struct vct_wire *wire, enum vct_side side, const struct vct_device *own,
		   struct vct_device *other, double until, char *error, size_t size);

#endif
