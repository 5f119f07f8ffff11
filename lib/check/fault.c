// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The ways to put an object into error: a plug-in's function, or a command. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/process.h"
#include "check.h"
#include "fault.h"
#include "objects.h"
#include "track.h"

static const struct kind {
	const char *name;
	unsigned int need;
} kinds[] = { { "srq", NEED_SRQ_FAULT }, { "qp", NEED_QP_FAULT }, { "cq", NEED_CQ_FAULT } };

/* At most one of them is there; the command's words go to a shell. */
static __typeof__(&verbs_cts_inject_error) plugin_function;
static char *command_script;
static const char *command_words;
static char device_name[64];

/* Of a command: what wait(2) tells, and the last words it had. */
struct end {
	bool late;
	int status;
	char words[320];
};

static bool failed(const struct end *end)
{
	return end->late || end->status;
}

/* "COMMAND rxe0 srq ... exited with status 3: its words" */
static void describe(const struct end *end, char *text, size_t size)
{
	const char *colon = end->words[0] ? ": " : "";

	if (end->late)
		snprintf(text, size, "was not over after its deadline%s%s", colon, end->words);
	else if (WIFSIGNALED(end->status))
		snprintf(text, size, "was ended by signal %d%s%s", WTERMSIG(end->status), colon,
			 end->words);
	else
		snprintf(text, size, "left with exit status %d%s%s", WEXITSTATUS(end->status),
			 colon, end->words);
}

/* The end of what it printed, in one line. */
static void read_words(int fd, struct end *end)
{
	off_t length = lseek(fd, 0, SEEK_END), most = sizeof(end->words) - 1;
	ssize_t n = pread(fd, end->words, (size_t)most, length > most ? length - most : 0);

	while (n > 0 && end->words[n - 1] == '\n')
		n--;
	end->words[n > 0 ? n : 0] = '\0';
	for (char *c = end->words; *c; c++)
		if (*c == '\n')
			*c = ' ';
}

static void await(pid_t pid, struct end *end)
{
	struct pollfd fd = { .fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN };
	double until = vct_deadline_ms(5000), left = 1;
	int n = 0;

	while (left > 0 && n <= 0) {
		left = until - vct_now_ms();
		n = poll(&fd, 1, left > 0 ? (int)left + 1 : 0);
	}
	end->late = n <= 0;
	if (end->late)
		kill(pid, SIGKILL); /* its children are of the check's group and go with it */
	close(fd.fd);
	waitpid(pid, &end->status, 0);
}

/*
 * By posix_spawn, for fork() makes pages copy-on-write that a device may be about to write to.
 * `number` NULL: it is only asked.
 */
static struct end run_script(const char *kind, char *number)
{
	char shell[] = "sh", option[] = "-c", kind_word[8], pid_word[16];
	char *argv[] = { shell,     option, command_script,           shell, device_name,
			 kind_word, number, number ? pid_word : NULL, NULL };
	int fd = memfd_create("fault", MFD_CLOEXEC), error;
	posix_spawn_file_actions_t files;
	struct end end = { 0 };
	pid_t pid;

	snprintf(kind_word, sizeof(kind_word), "%s", kind);
	snprintf(pid_word, sizeof(pid_word), "%d", getpid());
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, fd, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, fd, STDERR_FILENO);
	error = posix_spawn(&pid, "/bin/sh", &files, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	if (error) {
		end.status = 126 << 8;
		snprintf(end.words, sizeof(end.words), "/bin/sh: %s", strerror(error));
	} else {
		await(pid, &end);
		read_words(fd, &end);
	}
	close(fd);
	return end;
}

/* What the asking process leaves behind, in memory shared with it. */
struct question {
	struct ibv_device *device;
	unsigned int served;
	char error[512];
};

static void ask_plugin(struct question *q)
{
	struct ibv_context *context = ibv_open_device(q->device);

	for (size_t i = 0; context && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!plugin_function(context, kinds[i].name, NULL))
			q->served |= kinds[i].need;
}

static void ask_command(struct question *q)
{
	char how[400];

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && !q->error[0]; i++) {
		struct end end = run_script(kinds[i].name, NULL);
		bool is_answer = WIFEXITED(end.status) && WEXITSTATUS(end.status) < 126;

		if (!failed(&end))
			q->served |= kinds[i].need;
		if (!end.late && is_answer)
			continue;
		describe(&end, how, sizeof(how));
		snprintf(q->error, sizeof(q->error), "--fault: '%.64s %s %s' %.350s", command_words,
			 device_name, kinds[i].name, how);
	}
}

static void ask(void *question)
{
	if (plugin_function)
		ask_plugin(question);
	else
		ask_command(question);
}

/* False, with the reason in `error`: what was given cannot be had. */
static bool find_way(const char *command, const char *plugin, char *error, size_t size)
{
	void *library = RTLD_DEFAULT;

	if (command) {
		command_words = command;
		if (asprintf(&command_script, "%s \"$@\"", command) < 0)
			abort();
		return true;
	}
	if (plugin)
		library = dlopen(plugin, RTLD_NOW);
	if (!library && plugin) {
		snprintf(error, size, "--fault-plugin: %s", dlerror());
		return false;
	}
	*(void **)&plugin_function = dlsym(library, "verbs_cts_inject_error");
	if (plugin && !plugin_function)
		snprintf(error, size, "--fault-plugin: %s has no function verbs_cts_inject_error",
			 plugin);
	return plugin_function || !plugin;
}

int vct_fault_choose(struct vct_device *dev, const char *command, const char *plugin,
		     double seconds, char *error, size_t size)
{
	struct question *q;

	if (!find_way(command, plugin, error, size))
		return -1;
	if (!plugin_function && !command_script)
		return 0;
	q = mmap(NULL, sizeof(*q), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (q == MAP_FAILED) {
		snprintf(error, size, "no memory: %s", strerror(errno));
		return -1;
	}
	q->device = dev->ibv;
	snprintf(device_name, sizeof(device_name), "%s", dev->name);
	if (vct_process_watch(ask, q, seconds).ending != VCT_ENDED && !q->error[0])
		snprintf(q->error, sizeof(q->error),
			 "the fault injector did not return when asked which objects it serves");
	dev->faults = q->served;
	if (q->error[0])
		snprintf(error, size, "%s", q->error);
	munmap(q, sizeof(*q));
	return error[0] ? -1 : 0;
}

static void inject(const char *kind, struct ibv_context *context, void *object, uint32_t number)
{
	char how[400], word[16];
	struct end end;
	int ret;

	if (!command_script) {
		ret = plugin_function(context, kind, object);
		vct_trace("verbs_cts_inject_error(%s) = %s", vct_name(object), vct_errno_text(ret));
		if (ret)
			vct_broken(VCT_HERE("fault"),
				   "setup: verbs_cts_inject_error(%s) returned %s",
				   vct_name(object), vct_errno_text(ret));
		return;
	}
	snprintf(word, sizeof(word), "%u", number);
	end = run_script(kind, word);
	describe(&end, how, sizeof(how));
	vct_trace("%s %s %s %s %d %s  [%s]", command_words, device_name, kind, word, getpid(), how,
		  vct_name(object));
	if (failed(&end))
		vct_broken(VCT_HERE("fault"), "setup: '%.64s %s %s %s %d' %s", command_words,
			   device_name, kind, word, getpid(), how);
}

void vct_inject_srq_error(struct ibv_srq *srq)
{
	inject("srq", srq->context, srq, srq->handle);
}

void vct_inject_qp_error(struct ibv_qp *qp)
{
	inject("qp", qp->context, qp, qp->qp_num);
}

void vct_inject_cq_error(struct ibv_cq *cq)
{
	inject("cq", cq->context, cq, cq->handle);
}
