// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Other processes of a check: forked; they get functions to call through a shared page. */
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../body.h"
#include "../crash.h"
#include "second_process.h"
#include "../trace/few.h"
#include "../trace/track.h"

enum { ANSWER_MS = 5000 };

struct page {
	int (*function)(void *);
	int result;
	_Alignas(16) char argument[1024];
	char no_more[256]; /* why the function did not do its work (vct_no_more()) */
	struct vct_evidence evidence;
};

struct other {
	pid_t pid; /* 0: it has ended */
	int socket, status;
	bool busy;
	struct page *page;
};

static struct other others[16];
static unsigned int n_others;

/* The loop of the other process. A closed socket or a function of NULL ends it. */
static void __attribute__((noreturn)) serve(struct page *page, int socket)
{
	int (*function)(void *);
	char byte, what[256];

	/* After the answer, the page may already hold the next request. */
	while (read(socket, &byte, 1) == 1) {
		function = page->function;
		if (function) {
			vct_attempt(function, page->argument, &page->result, &page->evidence);
			snprintf(page->no_more, sizeof(page->no_more), "%s",
				 page->result ? vct_no_more() : "");
		} else {
			page->result = (int)vct_let_go(what, sizeof(what), NULL);
		}
		if (!function && page->result)
			vct_note_to(&page->evidence, "%s", what);
		if (write(socket, &byte, 1) != 1 || !function)
			break;
	}
	_exit(0);
}

/* Sends a request: call this function, or with NULL release all objects and exit. */
static bool request(struct other *o, int (*function)(void *))
{
	o->page->function = function;
	memset(&o->page->evidence, 0, offsetof(struct vct_evidence, notes));
	o->busy = true;
	return send(o->socket, "", 1, MSG_NOSIGNAL) == 1;
}

/* True if it answers before the deadline; adds its calls and notes to those of the check. */
static bool answered(struct other *o)
{
	struct pollfd p = { .fd = o->socket, .events = POLLIN };
	double until = vct_deadline_ms(ANSWER_MS);
	char byte;
	int n;

	do {
		double left = until - vct_now_ms();

		n = poll(&p, 1, left > 0 ? (int)left + 1 : 0);
	} while (n < 0 && errno == EINTR);
	if (!n)
		vct_rest_on_time();
	if (n != 1 || read(o->socket, &byte, 1) != 1)
		return false;
	o->busy = false;
	vct_take_over(&o->page->evidence, vct_name(o));
	return true;
}

/* What ends one process of a check with a signal is a crash of the check, whichever process it was:
 * the provider, for example, has the same mistake in each. */
static void crash_if_it_crashed(const struct other *o, const char *name)
{
	int number = WIFSIGNALED(o->status) ? WTERMSIG(o->status) : 0;

	if (!number || number == SIGKILL)
		return;
	vct_take_over(&o->page->evidence, name);
	vct_note("the process that the signal ended is %s, which the check had started", name);
	vct_crash_as(&o->page->evidence, number);
}

/* Ends the other process. True if it ended by itself and released all its objects. */
static bool end(struct other *o)
{
	bool released = !o->busy && request(o, NULL) && answered(o) && !o->page->result;
	const char *name = vct_name(o);

	if (o->busy)
		kill(o->pid, SIGKILL);
	waitpid(o->pid, &o->status, 0);
	close(o->socket);
	o->pid = 0;
	vct_untrack(o);
	crash_if_it_crashed(o, name);
	return released;
}

static int release(void *other)
{
	return end(other) ? 0 : EIO;
}

struct other *other_start(void)
{
	struct other *o = &others[n_others];
	pid_t parent = getpid();
	int sockets[2];

	SETUP(n_others < sizeof(others) / sizeof(others[0]));
	SETUP(vct_tracked() == n_others);
	o->page = mmap(NULL, sizeof(*o->page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	SETUP(o->page != MAP_FAILED);
	SETUP(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets));
	n_others++;
	vct_few_shared();
	o->pid = fork();
	SETUP(o->pid >= 0);
	if (!o->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* Only the parent may have the others' sockets: closing one ends its process. */
		for (struct other *before = others; before < o; before++)
			close(before->socket);
		close(sockets[0]);
		vct_forget_tracked();
		if (getppid() == parent)
			serve(o->page, sockets[1]);
		_exit(1);
	}
	close(sockets[1]);
	o->socket = sockets[0];
	vct_track(o, "process", "the end of the process", release);
	return o;
}

void other_begin(struct other *o, int (*function)(void *), const void *argument, size_t size)
{
	SETUP(o->pid && !o->busy && size <= sizeof(o->page->argument));
	memcpy(o->page->argument, argument, size);
	SETUP(request(o, function));
}

int other_end(struct other *o, void *argument, size_t size)
{
	SETUP(o->busy);
	if (!answered(o)) {
		const char *name = vct_name(o);

		end(o);
		vct_broken(VCT_HERE("other_end"),
			   "setup: %s did not answer before its deadline, and was killed", name);
	}
	vct_end_as(&o->page->evidence);
	vct_has_no_more(o->page->no_more);
	memcpy(argument, o->page->argument, size);
	return o->page->result;
}

int other_do(struct other *o, int (*function)(void *), void *argument, size_t size)
{
	other_begin(o, function, argument, size);
	return other_end(o, argument, size);
}

void other_leaves(struct other *o)
{
	SETUP(o->pid);
	if (!end(o))
		vct_broken(VCT_HERE("other_leaves"), "setup: %s could not release its objects: %s",
			   vct_name(o), o->page->evidence.notes);
}

void other_is_killed(struct other *o)
{
	SETUP(o->pid);
	o->busy = true; /* so that end() kills it */
	end(o);
	vct_trace("%s is killed", vct_name(o));
}
