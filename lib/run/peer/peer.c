// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Starts the command of the peer, again if need be, and judges checks together with it. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/deadline.h"
#include "../../base/relatives.h"
#include "../../check/body.h"
#include "../../check/far/far.h"
#include "peer.h"

enum { GREET_MS = 30000, ORDER_MS = 5000, LEAVE_MS = 2000, MOST_STARTS = 5 };

static struct {
	const char *command;
	const struct vct_device *own;
	struct vct_device dev;
	struct vct_wire wire;
	pid_t pid;           /* 0: the command does not run */
	unsigned int failed; /* starts in a row */
	char why[512];
} peer;

static void run_command(const int in[2], const int out[2])
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	dup2(in[0], STDIN_FILENO);
	dup2(out[1], STDOUT_FILENO);
	signal(SIGPIPE, SIG_DFL);
	execl("/bin/sh", "sh", "-c", peer.command, NULL);
	_exit(127);
}

static int start(char *error, size_t size)
{
	int in[2], out[2];

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) {
		snprintf(error, size, "no pipes for the peer: %s", strerror(errno));
		return -1;
	}
	fflush(NULL);
	peer.pid = fork();
	if (!peer.pid)
		run_command(in, out);
	close(in[0]);
	close(out[1]);
	peer.wire = (struct vct_wire){ .in = out[0], .out = in[1] };
	if (peer.pid < 0) {
		snprintf(error, size, "no process for the peer: %s", strerror(errno));
		return -1;
	}
	vct_spare(peer.pid);
	return vct_peer_greet(&peer.wire, GREET_AS_RUN, peer.own, &peer.dev,
			      vct_deadline_ms(GREET_MS), error, size);
}

/* It ends when its standard input ends, or else is killed. */
void vct_peer_stop(void)
{
	double until = vct_deadline_ms(LEAVE_MS);
	pid_t ended = 0;

	if (peer.pid <= 0)
		return;
	close(peer.wire.in);
	close(peer.wire.out);
	while (!(ended = waitpid(peer.pid, NULL, WNOHANG)) && vct_now_ms() < until)
		usleep(1000);
	vct_spare(0);
	if (!ended) {
		vct_kill_below(peer.pid);
		kill(peer.pid, SIGKILL);
		waitpid(peer.pid, NULL, 0);
	}
	peer.pid = 0;
}

int vct_peer_start(const char *command, const struct vct_device *own, char *error, size_t size)
{
	int ret;

	peer.command = command;
	peer.own = own;
	ret = start(error, size);
	if (ret)
		vct_peer_stop();
	return ret;
}

const struct vct_device *vct_peer_device(void)
{
	return peer.command ? &peer.dev : NULL;
}

void vct_peer_is_lost(void)
{
	vct_peer_stop();
}

const char *vct_peer_ready(void)
{
	if (peer.pid > 0)
		return NULL;
	if (peer.failed >= MOST_STARTS)
		return peer.why;
	if (!start(peer.why, sizeof(peer.why))) {
		peer.failed = 0;
		return NULL;
	}
	peer.failed++;
	vct_peer_stop();
	return peer.why;
}

static void set_broken(struct vct_evidence *e, const char *clause)
{
	e->verdict = VCT_BROKEN;
	e->far_lost = true;
	snprintf(e->reason, sizeof(e->reason), "the peer with %s %s", peer.dev.name, clause);
}

static bool order(const struct vct_case *c, enum vct_wire_type type, bool apart, double seconds,
		  struct vct_evidence *e)
{
	struct vct_wire_order o = { .apart = apart, .seconds = seconds };

	snprintf(o.check, sizeof(o.check), "%.*s", (int)strcspn(c->name, "@"), c->name);
	if (vct_wire_send(&peer.wire, type, &o, sizeof(o), vct_deadline_ms(ORDER_MS)) >= 0)
		return true;
	set_broken(e, peer.wire.error);
	return false;
}

struct service {
	struct vct_evidence *evidence;
	double until;
	const char *error;
};

static void serve(void *service)
{
	struct service *s = service;

	s->error = vct_far_serve(&peer.wire, s->evidence, s->until);
}

/* The other side performs the check; this one makes the far halves of its links. */
static void judge_there(const struct vct_case *c, struct vct_evidence *e, bool apart,
			double seconds)
{
	struct service s = { e, vct_now_ms() + seconds * 900, NULL };
	char what[256];

	if (order(c, WIRE_PERFORM, apart, seconds, e) && vct_until_end(e, c, serve, &s) && s.error)
		set_broken(e, s.error);
	vct_let_go(what, sizeof(what), NULL);
	e->over = true;
}

void vct_peer_judge(const struct vct_case *c, struct vct_evidence *e, double seconds)
{
	if (c->apart == APART_SENDS) {
		judge_there(c, e, true, seconds);
		return;
	}
	if (order(c, WIRE_SERVE, true, seconds, e)) {
		vct_far_forget_regions();
		vct_far_begin(&peer.wire, &peer.dev);
		vct_judge(c, e);
	}
	e->over = true;
}

void vct_peer_judge_there(const struct vct_case *c, struct vct_evidence *e, double seconds)
{
	judge_there(c, e, false, seconds);
}
