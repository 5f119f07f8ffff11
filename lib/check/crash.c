// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the functions that a process was in, with backtrace() and dladdr1(), in a signal handler.
 */
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#include "crash.h"
#include "judge.h"

/* The functions of the handler itself, and the return from a signal, are the first of them. */
enum { FRAMES = 24, OF_HANDLER = 2, STACK = 1 << 16, FIRST_PAGES = 1 << 16 };

static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
static char stacks[1 + 16][STACK] __attribute__((aligned(16))); /* and for each struct call */
static atomic_uint n_stacks;
static bool watching;

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Of the program itself the loader knows no name. */
static const char *name_of(const struct link_map *map, const Dl_info *info)
{
	return last_part(map->l_name[0] ? map->l_name : info->dli_fname);
}

static size_t put_frame(char *text, size_t size, const void *at)
{
	struct link_map *map = NULL;
	Dl_info info;
	int n;

	if (!dladdr1(at, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
		n = snprintf(text, size, "an address of no library\n");
	else if (info.dli_sname)
		n = snprintf(text, size, "%s+%#zx of %s\n", info.dli_sname,
			     (size_t)((const char *)at - (const char *)info.dli_saddr),
			     name_of(map, &info));
	else
		n = snprintf(text, size, "%#zx of %s\n",
			     (size_t)((uintptr_t)at - (uintptr_t)map->l_addr), name_of(map, &info));
	return n > 0 && (size_t)n < size ? (size_t)n : 0;
}

/* Where the processor was, and where its last call returns to; 0 where neither is known. */
#if defined(__x86_64__)
#define AT(machine_)     ((machine_)->gregs[REG_RIP])
#define CALLER(machine_) (*(const greg_t *)(machine_)->gregs[REG_RSP])
#elif defined(__aarch64__)
#define AT(machine_)     ((machine_)->pc)
#define CALLER(machine_) ((machine_)->regs[30])
#elif defined(__s390x__)
#define AT(machine_)     ((machine_)->psw.addr)
#define CALLER(machine_) ((machine_)->gregs[14])
#elif defined(__powerpc64__)
#define AT(machine_)     ((machine_)->gp_regs[PT_NIP])
#define CALLER(machine_) ((machine_)->gp_regs[PT_LNK])
#elif defined(__riscv)
#define AT(machine_)     ((machine_)->__gregs[REG_PC])
#define CALLER(machine_) ((machine_)->__gregs[REG_RA])
#else
#define AT(machine_)     ((void)(machine_), 0)
#define CALLER(machine_) 0
#endif

/*
 * The address of a caller is that of the instruction after its call, which may be another
 * function's. A call of a function pointer that is no function has no frame, so backtrace() ends
 * there: the caller is where that call would return to.
 */
static void *caller_of_nothing(const ucontext_t *context)
{
	const mcontext_t *machine = &context->uc_mcontext;
	Dl_info info;

	if (dladdr((const void *)AT(machine), &info))
		return NULL;
	return (void *)CALLER(machine);
}

/* What calls the check is not of interest. */
static bool is_of_library(void *at)
{
	Dl_info info;

	return dladdr(at, &info) && info.dli_sname && !strcmp(info.dli_sname, "vct_until_end");
}

static void write_frames(struct vct_evidence *e, const ucontext_t *context)
{
	void *frames[FRAMES];
	void *caller = caller_of_nothing(context);
	int n = caller ? 0 : backtrace(frames, FRAMES);
	size_t len = 0;

	for (int i = OF_HANDLER; i < n && !is_of_library(frames[i]); i++)
		len += put_frame(e->crash + len, sizeof(e->crash) - len,
				 (char *)frames[i] - (i > OF_HANDLER));
	if (caller)
		put_frame(e->crash, sizeof(e->crash), (char *)caller - 1);
}

static void tell(int number, siginfo_t *info, void *context)
{
	struct vct_evidence *e = vct_own_evidence();
	uintptr_t at = (uintptr_t)info->si_addr;

	signal(number, SIG_DFL);
	if (e) {
		e->crash_at_null = (number == SIGSEGV || number == SIGBUS) && info->si_code > 0 &&
				   info->si_code != SI_KERNEL && at < FIRST_PAGES;
		write_frames(e, context);
	}
	raise(number); /* it is blocked until the handler returns */
}

void vct_crash_watch_thread(void)
{
	unsigned int n;
	stack_t now;

	/* A sanitizer gives each thread a stack, and at its end frees the one that is there. */
	if (!watching || sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE))
		return;
	n = atomic_fetch_add(&n_stacks, 1);
	if (n < sizeof(stacks) / sizeof(stacks[0]))
		sigaltstack(&(stack_t){ .ss_sp = stacks[n], .ss_size = STACK }, NULL);
}

void vct_crash_watch(void)
{
	struct sigaction ours = { .sa_sigaction = tell, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	struct sigaction now;
	void *frame;

	if (watching)
		return;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (sigaction(signals[i], NULL, &now) || now.sa_handler != SIG_DFL)
			continue;
		watching = true;
		sigaction(signals[i], &ours, NULL);
	}
	if (!watching)
		return;
	vct_crash_watch_thread();
	backtrace(&frame, 1); /* its first call loads a library, which no handler can */
}

void vct_crash_as(const struct vct_evidence *other, int number)
{
	struct vct_evidence *e = vct_own_evidence();

	memcpy(e->crash, other->crash, sizeof(e->crash));
	e->crash_at_null = other->crash_at_null;
	signal(number, SIG_DFL);
	raise(number);
}

static bool is_of_c_library(const char *line, size_t length)
{
	static const char *const of[] = { " of libc.so", " of ld-linux", " of linux-vdso",
					  " of libpthread.so" };

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
		if (memmem(line, length, of[i], strlen(of[i])))
			return true;
	return false;
}

const char *vct_crash_culprit(const char *lines)
{
	for (size_t length; *lines; lines += length + 1) {
		length = strcspn(lines, "\n");
		if (!is_of_c_library(lines, length))
			return lines;
		if (!lines[length])
			break;
	}
	return NULL;
}
