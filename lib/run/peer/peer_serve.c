// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* `verbs-cts peer`: each order of the run is carried out in a process of its own. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "../../base/exit.h"
#include "../../base/process.h"
#include "../../base/relatives.h"
#include "../../check/body.h"
#include "../../check/far/far.h"
#include "../../check/patience.h"
#include "../kernel/kernel.h"
#include "peer.h"

enum { GREET_MS = 30000, MOST_SECONDS = 3600, FOREVER_MS = 1000000000 };

static struct vct_wire wire;
static struct vct_device run_device; /* of the run */
static const struct vct_case *cases;
static size_t n_cases;

struct job {
	const struct vct_case *c;
	struct vct_evidence *evidence;
	bool apart;
	double seconds;
};

/* Standard input and output are the wire; what else this program prints is for a person. */
static void take_wire(void)
{
	struct termios t;
	int none = open("/dev/null", O_RDWR);

	if (!tcgetattr(STDIN_FILENO, &t)) {
		cfmakeraw(&t);
		tcsetattr(STDIN_FILENO, TCSANOW, &t);
	}
	wire.in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	wire.out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	dup2(none, STDIN_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	close(none);
}

static void serve(void *the_job)
{
	struct job *j = the_job;
	const char *error = vct_far_serve(&wire, NULL, vct_now_ms() + j->seconds * 1e3);

	if (error)
		fprintf(stderr, "verbs-cts peer: the run %s\n", error);
	j->evidence->over = !error;
}

static void run_serve(void *the_job)
{
	struct job *j = the_job;
	char what[256];

	if (!vct_until_end(j->evidence, NULL, serve, j))
		fprintf(stderr, "verbs-cts peer: %s\n", j->evidence->reason);
	vct_let_go(what, sizeof(what), NULL);
}

static void run_perform(void *the_job)
{
	struct job *j = the_job;

	vct_kernel_close();
	if (j->apart) {
		vct_far_forget_regions();
		vct_far_begin(&wire, &run_device);
	}
	vct_judge(j->c, j->evidence);
}

/* What the kernel of this host said during the check, for the other side. */
static void note_kernel(struct vct_evidence *e)
{
	const char *lines = vct_kernel_lines();

	for (size_t n; *lines; lines += n + !!lines[n]) {
		n = strcspn(lines, "\n");
		vct_note_to(e, "the kernel of the peer's host: %.*s", (int)n, lines);
	}
}

static void perform(struct job *j)
{
	struct vct_evidence *e = j->evidence;
	struct vct_process p;

	if (!j->c) {
		e->verdict = VCT_BROKEN;
		snprintf(e->reason, sizeof(e->reason), "the peer has no check of this name");
		return;
	}
	vct_kernel_lines(); /* those before the check are not its own */
	p = vct_process_watch(run_perform, j, j->seconds);
	vct_end_relatives();
	note_kernel(e);
	if (p.ending == VCT_ENDED && e->over)
		return;
	e->verdict = VCT_BROKEN;
	e->far_lost = true;
	snprintf(e->reason, sizeof(e->reason),
		 p.ending == VCT_LATE ? "the check did not end within %.1f s on the peer"
				      : "the check's process on the peer died after %.1f s or less",
		 j->seconds);
}

/* False: the connection is of no more use. */
static bool carry_out(enum vct_wire_type type, struct vct_wire_order *order, struct job *j)
{
	order->check[sizeof(order->check) - 1] = '\0';
	if (!(order->seconds > 0) || order->seconds > MOST_SECONDS)
		order->seconds = MOST_SECONDS;
	j->seconds = order->seconds;
	j->apart = order->apart;
	memset(j->evidence, 0, sizeof(*j->evidence));
	if (type == WIRE_SERVE) {
		vct_process_watch(run_serve, j, j->seconds);
		vct_end_relatives();
		return j->evidence->over;
	}
	j->c = vct_case_alone(cases, n_cases, order->check);
	perform(j);
	return vct_far_send_evidence(&wire, j->evidence) && !j->evidence->far_lost;
}

int vct_peer_serve(const struct vct_device *dev, const struct vct_case *all, size_t n)
{
	struct job j = { .evidence = vct_share(sizeof(*j.evidence)) };
	struct vct_wire_order order;
	enum vct_wire_type type;
	char error[512];
	long got;

	take_wire();
	signal(SIGPIPE, SIG_IGN);
	cases = all;
	n_cases = n;
	vct_dev = dev;
	vct_adopt();
	vct_patience_share();
	if (vct_peer_greet(&wire, GREET_AS_PEER, dev, &run_device, vct_deadline_ms(GREET_MS), error,
			   sizeof(error))) {
		fprintf(stderr, "verbs-cts peer: %s\n", error);
		return VCT_USAGE;
	}
	if (!dev->user_space && !vct_kernel_listen())
		fprintf(stderr, "verbs-cts peer: the kernel log of this host cannot be read: %s\n",
			strerror(errno));
	for (;;) {
		got = vct_wire_receive(&wire, &type, &order, sizeof(order),
				       vct_now_ms() + FOREVER_MS);
		if (got < 0)
			return VCT_CONFORMS; /* the run is over */
		if (got != sizeof(order) || (type != WIRE_SERVE && type != WIRE_PERFORM)) {
			fprintf(stderr, "verbs-cts peer: the run sent what is no order\n");
			return VCT_USAGE;
		}
		if (!carry_out(type, &order, &j))
			return VCT_INCOMPLETE;
	}
}
