/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* A side of a duel (side.h), seen from the duel: a process and its two pipes. */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* A point that the side knows. */
struct bench_offer {
	char *name, *what;
	char *lacks; /* why it cannot measure it; NULL: it can */
};

/*
 * What a side is, in the words of the command line: "device:NAME"; a directory, which becomes
 * LD_LIBRARY_PATH; or a command, to which a shell appends the command of the side.
 */
struct bench_peer {
	const char *name;   /* "A", "B"; NULL: it is the only one */
	const char *what;   /* as on the command line */
	const char **words; /* options and patterns of 'bench side' */
	size_t n_words;

	/* What it said at its start: */
	char dev[64], driver[64], kernel[128], rdma_core[64];
	struct bench_offer *offers;
	size_t n_offers;
	char error[512]; /* why it cannot go on; "" */
	bool late;       /* because it did not answer in time, or a signal came */

	pid_t pid; /* and its process group; 0: it does not run */
	int input, output;
	char text[4096]; /* read and not used yet */
	size_t length;
};

enum { BENCH_PATIENCE = 120 }; /* seconds that a side may take to start, or to count */

/* Each returns false after an error, which peer->error has. */
bool bench_peer_start(struct bench_peer *peer);
bool bench_peer_ask(struct bench_peer *peer, const char *request, double seconds, char *answer,
		    size_t size);
/* Reads the next line of an answer that has several. */
bool bench_peer_read(struct bench_peer *peer, double seconds, char *line, size_t size);
void bench_peer_stop(struct bench_peer *peer);

/* What is wrong with the words on the command line; NULL: nothing. */
const char *bench_peer_wrong(const char *what);

#endif
