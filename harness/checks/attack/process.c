// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Checks that attack the suite with what any process can do to itself, to its descriptors, to its
 * relatives and to the process that runs it. harness/test_attack.py has the verdict of each.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../suites/vct.h"

static void wait_for_ever(void)
{
	for (;;)
		pause();
}

/* The checks end in these ways. */

CHECK(overflows_the_stack, PROMISES(STR_01))
{
	struct rlimit small = { 1 << 16, 1 << 16 };
	volatile char big[1 << 18];

	MUST(true, "the check judges something");
	setrlimit(RLIMIT_STACK, &small);
	for (size_t i = sizeof(big); i-- > 0;)
		big[i] = 1;
	raise(SIGSEGV); /* where the memory below the stack is mapped */
}

CHECK(aborts, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	abort();
}

CHECK(exits_with_0, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	exit(0);
}

static void *exit_with_0(void *unused)
{
	_exit(0);
	return unused;
}

CHECK(exits_in_a_thread, PROMISES(STR_01))
{
	pthread_t thread;

	MUST(true, "the check judges something");
	SETUP(!pthread_create(&thread, NULL, exit_with_0, NULL));
	wait_for_ever();
}

static int exit_later(void *unused __attribute__((unused)))
{
	usleep(100000);
	_exit(0);
}

/* The body has ended and every judgement held; the process exits while calls are waited for. */
CHECK(exits_while_it_releases, PROMISES(STR_01), .needs = NEED_SRQ)
{
	MUST(true, "the check judges something");
	call_start(exit_later, NULL);
}

CHECK(ends_its_only_thread, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	pthread_exit(NULL);
}

CHECK(becomes_another_program, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	execl("/bin/true", "true", NULL);
}

CHECK(spins_and_blocks_all_signals, PROMISES(STR_01))
{
	sigset_t all;

	MUST(true, "the check judges something");
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	for (;;)
		__asm__ volatile("");
}

CHECK(stops_itself, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	raise(SIGSTOP);
}

CHECK(hangs_in_the_group_of_its_parent, PROMISES(STR_01))
{
	MUST(!setpgid(0, getpgid(getppid())), "the check judges something");
	wait_for_ever();
}

/* They leave these things behind. */

/* Forks a process that no longer is a child of this one, nor of its group or session. */
static bool is_daemon(void)
{
	pid_t pid = fork();

	if (pid) {
		waitpid(pid, NULL, 0);
		return false;
	}
	setsid();
	if (fork())
		_exit(0);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	return true;
}

CHECK(leaves_a_daemon, PROMISES(STR_01))
{
	MUST(ctx(), "the check judges something");
	if (is_daemon())
		wait_for_ever();
}

CHECK(leaves_many_processes, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	for (int i = 0; i < 30; i++)
		if (i % 2 ? is_daemon() : !fork())
			wait_for_ever();
}

CHECK(hangs_and_leaves_a_daemon, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	is_daemon();
	wait_for_ever();
}

/* Both processes return from the body. */
CHECK(returns_in_two_processes, PROMISES(STR_01), .needs = NEED_SRQ)
{
	MUST(srq_make(.max_wr = 1), "the check judges something");
	fork();
}

CHECK(fails_in_a_process_it_forked, PROMISES(STR_01))
{
	pid_t pid;

	MUST(true, "the check judges something");
	pid = fork();
	if (!pid)
		MUST_EQ(2 + 2, 5);
	waitpid(pid, NULL, 0);
}

CHECK(leaves_verbs_objects, PROMISES(STR_01))
{
	MUST(ctx(), "the check judges something");
	for (int i = 0; i < 100; i++) {
		struct ibv_context *other = ibv_open_device(vct_dev->ibv);

		SETUP(other);
		SETUP(ibv_alloc_pd(other) && ibv_create_cq(other, 1, NULL, NULL, 0));
	}
}

CHECK(takes_all_descriptors, PROMISES(STR_01))
{
	struct rlimit most;

	MUST(!getrlimit(RLIMIT_NOFILE, &most), "the check judges something");
	most.rlim_cur = most.rlim_max < 4096 ? most.rlim_max : 4096;
	setrlimit(RLIMIT_NOFILE, &most);
	while (dup(STDERR_FILENO) >= 0)
		;
}

CHECK(takes_much_memory, PROMISES(STR_01))
{
	size_t size = 32 << 20;
	char *memory = malloc(size);

	SETUP(memory);
	memset(memory, 1, size);
	MUST_EQ(memory[size - 1], 1);
}

/* They do this to descriptors that they share with the process that runs them. */

CHECK(closes_every_descriptor, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	close_range(0, ~0U, 0);
	printf("to nobody\n");
	fflush(stdout);
}

CHECK(writes_into_every_descriptor, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	for (int fd = 3; fd < 1024; fd++) {
		char path[32], file[64] = "";

		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		if (readlink(path, file, sizeof(file) - 1) < 0 || strstr(file, "refhca"))
			continue; /* the memory of the reference HCA is no memory of the run */
		lseek(fd, 0, SEEK_SET);
		if (write(fd, "garbage", 7) == 7 || !ftruncate(fd, 0))
			RECORD("there was a descriptor to write into");
	}
}

/* It could take the answer to a question that the run asks. */
CHECK(shares_no_socket, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	for (int fd = 3; fd < 1024; fd++) {
		char path[32], file[64] = "";

		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		if (readlink(path, file, sizeof(file) - 1) > 0)
			MUST(strncmp(file, "socket:", strlen("socket:")),
			     "the check judges something");
	}
}

CHECK(makes_the_output_fail_rather_than_wait, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

CHECK(writes_megabytes, PROMISES(STR_01))
{
	static char text[1 << 16];

	MUST(true, "the check judges something");
	memset(text, '#', sizeof(text));
	for (int i = 0; i < 64; i++) {
		SETUP(write(STDOUT_FILENO, text, sizeof(text)) > 0);
		SETUP(write(STDERR_FILENO, text, sizeof(text)) > 0);
	}
}

CHECK(writes_a_line_without_an_end, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	printf("this line has no end");
	fflush(stdout);
}

/* They change what a process inherits; the last check must not have inherited it. */

CHECK(changes_what_a_process_inherits, PROMISES(STR_01))
{
	struct rlimit none = { 0, 0 };

	MUST(!chdir("/"), "the check judges something");
	umask(0777);
	setrlimit(RLIMIT_FSIZE, &none);
	signal(SIGCHLD, SIG_IGN);
	setpriority(PRIO_PROCESS, 0, 19);
	clearenv();
}

CHECK(z_inherits_nothing, PROMISES(STR_01))
{
	struct rlimit most;
	mode_t mask = umask(022);
	char *here = getcwd(NULL, 0);
	sigset_t blocked;

	umask(mask);
	sigprocmask(SIG_BLOCK, NULL, &blocked);
	MUST(here && strcmp(here, "/"), "the check judges something");
	MUST_NE(mask, 0777);
	MUST(!getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur, "the check judges something");
	MUST(!sigismember(&blocked, SIGUSR1), "the check judges something");
	MUST(getenv("PATH"), "the check judges something");
	free(here);
}

/* They do this to the process that runs them. */

static const struct {
	struct vct_row vct_row;
	int signal;
} signals[] = {
	{ ROW("int"), SIGINT },   { ROW("term"), SIGTERM }, { ROW("hup"), SIGHUP },
	{ ROW("pipe"), SIGPIPE }, { ROW("usr1"), SIGUSR1 }, { ROW("alrm"), SIGALRM },
	{ ROW("stop"), SIGSTOP }, { ROW("abrt"), SIGABRT }, { ROW("kill"), SIGKILL },
};

CHECK_ROWS(signals_its_parent, signals, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	kill(getppid(), row->signal);
	wait_for_ever();
}

CHECK(kills_its_group, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	kill(0, SIGKILL);
	wait_for_ever();
}
