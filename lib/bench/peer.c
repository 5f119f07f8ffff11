// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Starts the process of a side, and speaks the protocol of side.h with it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "../base/process.h"
#include "peer.h"
#include "side.h"

static bool fail(struct bench_peer *p, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static bool fail(struct bench_peer *p, const char *format, ...)
{
	va_list args;
	const char *who = strncmp(p->what, "device:", 7) ? p->what : p->what + 7;
	size_t n = (size_t)(p->name ? snprintf(p->error, sizeof(p->error),
					       "side %s (%.200s): ", p->name, p->what)
				    : snprintf(p->error, sizeof(p->error), "%.200s: ", who));

	va_start(args, format);
	vsnprintf(p->error + n, sizeof(p->error) - n, format, args);
	va_end(args);
	return false;
}

static bool is_directory(const char *path)
{
	struct stat s;

	return !stat(path, &s) && S_ISDIR(s.st_mode);
}

/* The directory of the library below a directory: itself, or one where builds put it. */
static bool find_library(const char *directory, char *found, size_t size)
{
	static const char *const places[] = { "", "/lib", "/refhca" };
	char path[4096];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(found, size, "%s%s", directory, places[i]);
		snprintf(path, sizeof(path), "%.4000s/libibverbs.so.1", found);
		if (!access(path, R_OK))
			return true;
	}
	return false;
}

const char *bench_peer_wrong(const char *what)
{
	char found[4096];

	if (!strncmp(what, "device:", 7))
		return what[7] ? NULL : "the name of the device is missing";
	if (is_directory(what))
		return find_library(what, found, sizeof(found))
			       ? NULL
			       : "there is no libibverbs.so.1 in this directory";
	if (strchr(what, '/') && !strchr(what, ' ') && access(what, X_OK))
		return "it is neither a directory nor a command";
	return NULL;
}

/* Sets the library of a directory, or returns the command for a shell; NULL: it needs none. */
static char *shell_command(const char *what)
{
	char *command, found[4096];

	if (!strncmp(what, "device:", 7))
		return NULL;
	if (is_directory(what)) {
		find_library(what, found, sizeof(found));
		setenv("LD_LIBRARY_PATH", realpath(found, NULL), 1);
		return NULL;
	}
	command = vct_format("%s \"$@\"", what);
	return command;
}

/* In the new process: becomes the side. */
static void become(const struct bench_peer *p)
{
	const char *command = shell_command(p->what);
	const char **argv = vct_allocate(p->n_words + 16, sizeof(*argv));
	char program[4096] = "";
	size_t n = 0;

	if (readlink("/proc/self/exe", program, sizeof(program) - 1) < 0)
		abort();
	argv[n++] = "sh";
	argv[n++] = "-c";
	argv[n++] = command;
	argv[n++] = "sh";
	argv[n++] = program;
	argv[n++] = "bench";
	argv[n++] = "side";
	if (!strncmp(p->what, "device:", 7)) {
		argv[n++] = "-d";
		argv[n++] = p->what + 7;
	}
	for (size_t i = 0; i < p->n_words; i++)
		argv[n++] = p->words[i];
	if (command)
		execvp("sh", (char **)argv);
	else
		execv(program, (char **)argv + 4);
}

static bool make_process(struct bench_peer *p)
{
	int to[2] = { -1, -1 }, from[2] = { -1, -1 };
	sigset_t none;

	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
		return fail(p, "there is no pipe: %s", strerror(errno));
	p->pid = fork();
	if (p->pid < 0) {
		p->pid = 0;
		return fail(p, "there is no process: %s", strerror(errno));
	}
	if (!p->pid) {
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		signal(SIGPIPE, SIG_DFL);
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		become(p);
		_exit(127);
	}
	setpgid(p->pid, p->pid);
	close(to[0]);
	close(from[1]);
	p->input = to[1];
	p->output = from[0];
	p->length = 0;
	return true;
}

static bool say_ended(struct bench_peer *p)
{
	int status = 0;
	pid_t pid = p->pid;

	p->pid = 0;
	if (waitpid(pid, &status, 0) != pid)
		return fail(p, "it ended");
	/* A shell exits with 128 and the number of the signal that ended its command. */
	if (WIFSIGNALED(status) || WEXITSTATUS(status) > 128) {
		int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - 128;

		return fail(p, "it was ended by signal %d (%s)", number, strsignal(number));
	}
	if (WEXITSTATUS(status) == 127)
		return fail(p, "it could not be started (exit code 127)");
	return fail(p,
		    "it ended with exit code %d before it answered; what it printed above says why",
		    WEXITSTATUS(status));
}

/* Waits until there is more to read. */
static bool more(struct bench_peer *p, double until, double seconds)
{
	struct pollfd poll_fd = { .fd = p->output, .events = POLLIN };
	double left = until - vct_now_ms();
	ssize_t n;

	p->late = vct_stop_signal() || left <= 0;
	if (vct_stop_signal())
		return fail(p, "a signal ended the benchmark (%s)", strsignal(vct_stop_signal()));
	if (left <= 0)
		return fail(p, "it did not answer within %g s", seconds * vct_slow);
	if (p->length + 1 >= sizeof(p->text))
		return fail(p, "its answer has a line that is too long");
	if (poll(&poll_fd, 1, left < 1000 ? (int)left + 1 : 1000) <= 0)
		return true;
	n = read(p->output, p->text + p->length, sizeof(p->text) - p->length);
	if (n > 0)
		p->length += (size_t)n;
	return n > 0 || say_ended(p);
}

bool bench_peer_read(struct bench_peer *p, double seconds, char *line, size_t size)
{
	double until = vct_now_ms() + seconds * vct_slow * 1e3;
	const char *end;
	size_t n;

	while (!(end = memchr(p->text, '\n', p->length)))
		if (!more(p, until, seconds))
			return false;
	n = (size_t)(end - p->text);
	snprintf(line, size, "%.*s", (int)n, p->text);
	p->length -= n + 1;
	memmove(p->text, end + 1, p->length);
	if (!strncmp(line, "failed ", 7))
		return fail(p, "%s", line + 7);
	return true;
}

bool bench_peer_ask(struct bench_peer *p, const char *request, double seconds, char *answer,
		    size_t size)
{
	size_t n = strlen(request);

	if (write(p->input, request, n) != (ssize_t)n)
		return say_ended(p);
	return bench_peer_read(p, seconds, answer, size);
}

/* "point NAME WHAT" or "lacks NAME REASON", with tabs. */
static bool add_offer(struct bench_peer *p, const char *line)
{
	bool lacks = !strncmp(line, "lacks\t", 6);
	const char *name = line + 6, *tab = strchr(name, '\t');
	struct bench_offer *o;

	if (!tab || (!lacks && strncmp(line, "point\t", 6)))
		return fail(p, "this is not an answer: %.80s", line);
	p->offers = vct_grow(p->offers, p->n_offers, sizeof(*p->offers));
	o = &p->offers[p->n_offers++];
	*o = (struct bench_offer){ vct_copy_part(name, (size_t)(tab - name)), NULL, NULL };
	*(lacks ? &o->lacks : &o->what) = vct_copy(tab + 1);
	return true;
}

static bool read_greeting(struct bench_peer *p, bool first)
{
	char line[1024];
	int version = 0;

	if (!bench_peer_read(p, BENCH_PATIENCE, line, sizeof(line)))
		return false;
	if (sscanf(line, "side %d\t%63[^\t]\t%63[^\t]\t%127[^\t]\t%63[^\t\n]", &version, p->dev,
		   p->driver, p->kernel, p->rdma_core) != 5 ||
	    version != BENCH_SIDE_VERSION)
		return fail(p,
			    "this is not the greeting of a 'verbs-cts bench side' of this version: "
			    "%.80s",
			    line);
	while (bench_peer_read(p, BENCH_PATIENCE, line, sizeof(line))) {
		if (!strcmp(line, "ready"))
			return true;
		if (first && !add_offer(p, line))
			return false;
	}
	return false;
}

bool bench_peer_start(struct bench_peer *p)
{
	bool first = !p->dev[0];

	return make_process(p) && read_greeting(p, first);
}

void bench_peer_stop(struct bench_peer *p)
{
	if (p->input > 0)
		close(p->input);
	if (p->output > 0)
		close(p->output);
	p->input = p->output = 0;
	if (!p->pid)
		return;
	/* A guest removes its files when it is asked to end. */
	for (int tries = 0; tries < 300 && !waitpid(p->pid, NULL, WNOHANG); tries++) {
		if (tries == 20)
			kill(-p->pid, SIGTERM);
		usleep(tries < 20 ? 500 : 10000);
	}
	kill(-p->pid, SIGKILL);
	waitpid(p->pid, NULL, 0);
	p->pid = 0;
}
