// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Messages that a kernel logs when it detects an error of its own. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "complaint.h"

static const char *const reports[] = {
	"WARNING: ",
	"BUG: ",
	"kernel BUG at",
	"Oops: ",
	"Oops#",
	"Oops [#",
	"general protection fault",
	"Kernel panic",
	"KASAN:",
	"KFENCE:",
	"KCSAN:",
	"UBSAN:",
	"ODEBUG: ",
	"] BUG ",      /* SLUB: "BUG kmalloc-64 (Not tainted): Poison overwritten" */
	"pagealloc: ", /* pages that are overwritten after they are freed */
	"usercopy: ",
	"INFO: task ",
	"INFO: rcu",
	"INFO: trying to register non-static key",
	"possible circular locking",
	"possible recursive locking",
	"inconsistent lock state",
	"suspicious RCU usage",
	"unreferenced object",
	"suspected memory leaks", /* kmemleak */
	"leaked reference",
	"unregister_netdevice: waiting for",
	"refcount_t:",
	"list_add ",
	"list_del corruption",
	"tried to init an initialized object", /* kobject */
	"cannot create duplicate filename",    /* sysfs */
	"soft lockup",
	"hung_task",
	"Unable to handle kernel",
	"Segfault with no mm",
	"Kernel mode fault",
	"double fault",
	"stack segment:",
};

/* A watcher that has reached a limit of its own stops, and says so. */
static const char *const not_reports[] = { "BUG: MAX_", "ODEBUG: Out of memory" };

/* A fault of the adapter, as drivers of NICs and the PCI bus log it, in one line that names it. */
static const char *const adapter_faults[] = {
	"internal error", /* mlx5_cmd_out_err; other statuses are refusals (cmd_status_str) */
	"timeout. Will cause a leak of a command", /* mlx5 wait_func */
	"health compromised",                      /* mlx5 poll_health */
	"health recovery",
	"Fatal error ", /* mlx5 poll_health */
	"fw fatal",
	"fw_fatal",
	"rcfw timedout", /* bnxt_re */
	"AER: ",
	"PCIe Bus Error",
	"NETDEV WATCHDOG",
	"TX timeout",
	"tx timeout",
	"cmd timeout",
	"command timed out",
};

/* The link has corrected it, and nothing was lost. */
static const char *const corrected[] = { "severity=Corrected", "AER: Correct" };

static const char null_pointer[] = "NULL pointer dereference", bad_address[] = "bad address";
static const char cut_here[] = "cut here ]", end_trace[] = "---[ end trace";

struct text {
	const char *from, *to;
};

#define N_OF(array_) (sizeof(array_) / sizeof((array_)[0]))

static bool has(struct text t, const char *what)
{
	return memmem(t.from, (size_t)(t.to - t.from), what, strlen(what)) != NULL;
}

static bool has_any(struct text t, const char *const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (has(t, patterns[i]))
			return true;
	return false;
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* True if the text has it as a word or, with `beginning`, as the beginning of a word: "mlx5" of
 * "mlx5_core". */
static bool has_word(struct text t, const char *word, bool beginning)
{
	size_t length = strlen(word);
	const char *at;

	while ((at = memmem(t.from, (size_t)(t.to - t.from), word, length))) {
		bool begins = at == t.from || !in_word(at[-1]);
		bool ends = at + length == t.to || !in_word(at[length]) ||
			    (beginning && at[length] == '_');

		if (begins && ends)
			return true;
		t.from = at + 1;
	}
	return false;
}

static bool has_word_of(struct text t, const char *const *words, bool beginning)
{
	for (; *words; words++)
		if (has_word(t, *words, beginning))
			return true;
	return false;
}

static struct text line_at(const char *from, const char *to)
{
	const char *eol = memchr(from, '\n', (size_t)(to - from));

	return (struct text){ from, eol ? eol + 1 : to };
}

static bool line_complains_of(struct text line, const struct vct_log_names *names)
{
	return has_word_of(line, names->own, false) &&
	       has_any(line, adapter_faults, N_OF(adapter_faults)) &&
	       !has_any(line, corrected, N_OF(corrected));
}

/*
 * True if the line tells of a signal that ended a program: "verbs-cts[81]: segfault at 10", "traps:
 * verbs-cts[81] general protection fault ip:7f". The kernel has no fault of its own then.
 */
static bool is_of_program(struct text line)
{
	static const char *const faults[] = { "]: segfault at ", "] general protection", "] trap ",
					      "]: unhandled ", "]: bad frame" };

	for (size_t i = 0; i < N_OF(faults); i++) {
		const char *at = memmem(line.from, (size_t)(line.to - line.from), faults[i],
					strlen(faults[i]));
		const char *number = at;

		while (number && number > line.from && isdigit((unsigned char)number[-1]))
			number--;
		if (number != at && number > line.from && number[-1] == '[')
			return true;
	}
	return false;
}

static bool is_report(struct text line)
{
	return has_any(line, reports, N_OF(reports)) && !is_of_program(line) &&
	       !has_any(line, not_reports, N_OF(not_reports));
}

static bool has_report(struct text t)
{
	for (struct text line; t.from < t.to; t.from = line.to) {
		line = line_at(t.from, t.to);
		if (is_report(line))
			return true;
	}
	return false;
}

/* The report that begins with the first of these lines: to its end mark, or all that follows. */
static struct text report_at(const char *from, const char *to)
{
	struct text report = { from, to };
	const char *end = memmem(from, (size_t)(to - from), end_trace, sizeof(end_trace) - 1);

	if (end)
		report.to = line_at(end, to).to;
	return report;
}

static bool report_names(struct text report, const struct vct_log_names *names)
{
	for (struct text line; report.from < report.to; report.from = line.to) {
		line = line_at(report.from, report.to);
		if (!has(line, "Modules linked in:") && (has_word_of(line, names->own, false) ||
							 has_word_of(line, names->related, true)))
			return true;
	}
	return false;
}

bool vct_kernel_complains_of(const char *lines, const struct vct_log_names *names)
{
	const char *end = lines + strlen(lines);
	struct text part;

	for (const char *at = lines; at < end; at = part.to) {
		part = line_at(at, end);
		if (line_complains_of(part, names))
			return true;
		if (!has(part, cut_here) && !is_report(part))
			continue;
		part = report_at(at, end);
		if (has_report(part) && report_names(part, names))
			return true;
	}
	return false;
}

bool vct_kernel_report_is_open(const char *lines)
{
	const char *last = NULL;

	for (const char *at = lines; (at = strstr(at, cut_here)); at++)
		last = at;
	return last && !strstr(last, end_trace);
}

/* How the kernels of each architecture begin the report of a fault. */
static const struct fault {
	const char *says, *kind;
} faults[] = {
	{ "ernel NULL pointer dereference", null_pointer }, /* all but s390x */
	{ "unable to handle page fault", bad_address },     /* x86 */
	{ "general protection fault, probably for non-canonical address", bad_address },
	{ "Unable to handle kernel", bad_address },
};

/* Of s390x alone, whose first line does not tell; and in front of the function, of each. */
static const char at_null[] = "Failing address: 0000000000000000 ";
static const char *const at_function[] = { "RIP: ", "pc : ", "Krnl PSW : ", "NIP [" };

static const char *kind_of(struct text line)
{
	for (size_t i = 0; i < N_OF(faults); i++)
		if (is_report(line) && has(line, faults[i].says))
			return faults[i].kind;
	return NULL;
}

/* "pc : rxe_query_srq+0x20/0x60 [rdma_rxe]", also where a compiler has split it (.isra.0) */
static bool read_function(struct text line, char *name, size_t size)
{
	const char *offset = memmem(line.from, (size_t)(line.to - line.from), "+0x", 3), *from, *to;

	if (!offset || !has_any(line, at_function, N_OF(at_function)))
		return false;
	for (from = offset; from > line.from && (in_word(from[-1]) || from[-1] == '.'); from--)
		;
	to = memchr(from, '.', (size_t)(offset - from));
	snprintf(name, size, "%.*s", (int)((to ? to : offset) - from), from);
	return from < offset;
}

/*
 * The words of the fault that the first line begins. Returns the end of that line or of the one
 * with "Oops", a second one about the same fault.
 */
static const char *tell_fault(struct text line, const char *to, char *words, size_t size)
{
	const char *kind = kind_of(line), *end = line.to;
	char name[128] = "an unknown function";
	bool named = false;

	for (struct text rest = report_at(line.to, to); rest.from < rest.to && !named;
	     rest.from = line.to) {
		line = line_at(rest.from, rest.to);
		if (kind_of(line) || has(line, end_trace))
			break;
		if (has(line, "Oops"))
			end = line.to;
		if (has(line, at_null))
			kind = null_pointer;
		named = read_function(line, name, sizeof(name));
	}
	snprintf(words, size, "%s in %s", kind, name);
	return end;
}

bool vct_kernel_only_stalls(const char *lines)
{
	static const char *const stalls[] = { "soft lockup", "INFO: rcu", "INFO: task " };
	const char *end = lines + strlen(lines);
	bool stalls_once = false;

	for (struct text line = { lines, lines }; line.to < end;) {
		line = line_at(line.to, end);
		if (!is_report(line))
			continue;
		if (!has_any(line, stalls, N_OF(stalls)))
			return false;
		stalls_once = true;
	}
	return stalls_once;
}

bool vct_kernel_next_complaint(const char **lines, char *words, size_t size)
{
	const char *end = *lines + strlen(*lines);

	for (struct text line; *lines < end; *lines = line.to) {
		line = line_at(*lines, end);
		if (!is_report(line))
			continue;
		if (kind_of(line)) {
			*lines = tell_fault(line, end, words, size);
		} else {
			snprintf(words, size, "%.*s", (int)strcspn(line.from, "\n"), line.from);
			*lines = line.to;
		}
		return true;
	}
	return false;
}

bool vct_kernel_complains(const char *lines)
{
	return has_report((struct text){ lines, lines + strlen(lines) });
}
