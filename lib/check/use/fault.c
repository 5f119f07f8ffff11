// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Fault injectors: calls the function of a plug-in, or runs a command. */
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

#include "../../base/memory.h"
#include "../../base/process.h"
#include "../check.h"
#include "../far/far.h"
#include "fault.h"
#include "../trace/line.h"
#include "../objects/objects.h"
#include "../trace/track.h"

#define SYMBOL "verbs_cts_inject_error"

static const struct kind {
	const char *name;
	vct_needs need;
} kinds[] = { { "srq", NEED_SRQ_FAULT }, { "qp", NEED_QP_FAULT }, { "cq", NEED_CQ_FAULT } };

/* At most one of plug-in and command is set; a shell runs the command. */
static __typeof__(&verbs_cts_inject_error) plugin_function;
static char *command_script;
static const char *command_words;
static char device_name[64];
/* How the plug-in was named, for errors: "--fault-plugin: FILE". */
static char plugin_words[256];

/* How a command ended: the status of wait(2), and the end of its output. */
struct end {
	bool late;
	int status;
	char output[320];
};

static bool failed(const struct end *end)
{
	return end->late || end->status;
}

/* "ended with exit status 3: its output" */
static void describe(const struct end *end, char *text, size_t size)
{
	const char *colon = end->output[0] ? ": " : "";

	if (end->late)
		snprintf(text, size, "did not end before its deadline%s%s", colon, end->output);
	else if (WIFSIGNALED(end->status))
		snprintf(text, size, "was ended by signal %d%s%s", WTERMSIG(end->status), colon,
			 end->output);
	else
		snprintf(text, size, "ended with exit status %d%s%s", WEXITSTATUS(end->status),
			 colon, end->output);
}

/* The end of its output, in one line. */
static void read_output(int fd, struct end *end)
{
	off_t length = lseek(fd, 0, SEEK_END), most = sizeof(end->output) - 1;
	ssize_t n = pread(fd, end->output, (size_t)most, length > most ? length - most : 0);

	while (n > 0 && end->output[n - 1] == '\n')
		n--;
	end->output[n > 0 ? n : 0] = '\0';
	for (char *c = end->output; *c; c++)
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
	if (end->late) {
		vct_rest_on_time();
		kill(pid, SIGKILL); /* its children end with the check's process group */
	}
	close(fd.fd);
	waitpid(pid, &end->status, 0);
}

/*
 * Runs the command with posix_spawn, because fork() makes pages copy-on-write, and the device may
 * be about to write to them. `number` NULL: only asks whether it serves the kind.
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
		snprintf(end.output, sizeof(end.output), "/bin/sh: %s", strerror(error));
	} else {
		await(pid, &end);
		read_output(fd, &end);
	}
	close(fd);
	return end;
}

/* The question to the injector and its answer, in memory shared with the process that asks. */
struct question {
	struct ibv_device *device;
	vct_needs served;
	char error[512];
};

static void ask_plugin(struct question *q)
{
	struct ibv_context *context = ibv_open_device(q->device);
	int ret = context ? 0 : ENODEV;

	for (size_t i = 0; context && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		int answer = plugin_function(context, kinds[i].name, NULL);

		if (!answer)
			q->served |= kinds[i].need;
		else if (answer != EOPNOTSUPP)
			ret = answer;
	}
	if (ret)
		snprintf(q->error, sizeof(q->error),
			 "%s cannot tell which kinds of object it serves: %s", plugin_words,
			 strerror(ret));
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

static void use_command(const char *command)
{
	command_words = command;
	command_script = vct_format("%s \"$@\"", command);
}

/* `how` it was named. False, with the reason in `error`: it is unusable. */
static bool load_plugin(const char *how, const char *file, char *error, size_t size)
{
	void *library = dlopen(file, RTLD_NOW);

	if (!library) {
		snprintf(error, size, "%s: %s", how, dlerror());
		return false;
	}
	*(void **)&plugin_function = dlsym(library, SYMBOL);
	if (!plugin_function)
		snprintf(error, size,
			 "%s: %s has no function " SYMBOL "; give a library that has it", how,
			 file);
	snprintf(plugin_words, sizeof(plugin_words), "%s: %s", how, file);
	/* cppcheck-suppress resourceLeak ; a plug-in stays loaded */
	return plugin_function;
}

/* Finds the injector. False, with the reason in `error`: the one that was named is unusable. */
static bool find_injector(const char *command, const char *plugin, char *error, size_t size)
{
	const char *variable = getenv("VCT_FAULT_PLUGIN");

	if (command) {
		use_command(command);
		return true;
	}
	if (plugin)
		return load_plugin("--fault-plugin", plugin, error, size);
	*(void **)&plugin_function = dlsym(RTLD_DEFAULT, SYMBOL);
	if (!plugin_function && variable && variable[0])
		return load_plugin("VCT_FAULT_PLUGIN", variable, error, size);
	snprintf(plugin_words, sizeof(plugin_words), "the fault injector in this process");
	return true;
}

int vct_fault_choose(struct vct_device *dev, const char *command, const char *plugin,
		     double seconds, char *error, size_t size)
{
	struct question *q;

	if (!find_injector(command, plugin, error, size))
		return -1;
	if (!plugin_function && !command_script)
		return 0;
	q = vct_share(sizeof(*q));
	q->device = dev->ibv;
	snprintf(device_name, sizeof(device_name), "%s", dev->name);
	if (vct_process_watch(ask, q, seconds).ending != VCT_ENDED && !q->error[0])
		snprintf(q->error, sizeof(q->error),
			 "the fault injector died or hung when asked which kinds of object it "
			 "serves; mend it, or run without it");
	if (!q->served && !q->error[0])
		snprintf(q->error, sizeof(q->error),
			 "%s%.256s serves no kind of object of %s; run without it",
			 command_script ? "--fault: " : "",
			 command_script ? command_words : plugin_words, dev->name);
	dev->faults = q->served;
	dev->fault_plugin = (const void *)plugin_function;
	dev->fault_command = command_words;
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

	if (vct_is_far(object))
		vct_local_by_nature("a fault of the sender");
	if (!command_script) {
		ret = plugin_function(context, kind, object);
		vct_trace(CALLED("verbs_cts_inject_error") ARG("object", "%s") RESULT("%s"),
			  vct_name(object), vct_errno_text(ret));
		if (ret)
			vct_broken(VCT_HERE("fault"),
				   "setup: verbs_cts_inject_error(%s) returned %s",
				   vct_name(object), vct_errno_text(ret));
		return;
	}
	snprintf(word, sizeof(word), "%u", number);
	end = run_script(kind, word);
	describe(&end, how, sizeof(how));
	vct_trace("%s %s %s %s %d %s" FOR("%s"), command_words, device_name, kind, word, getpid(),
		  how, vct_name(object));
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

void vct_change_speed(struct ibv_context *context)
{
	int ret = plugin_function ? plugin_function(context, "speed", NULL) : EOPNOTSUPP;

	if (ret)
		vct_skip("no fault injector changes the speed of a port");
	inject("speed", context, context, 0);
}
