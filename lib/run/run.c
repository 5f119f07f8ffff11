// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The loop over the checks: runs each, and writes its verdict to the journal. */
#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <errno.h>
#include <libxml/xmlerror.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../check/patience.h"
#include "verdict/building_blocks.h"
#include "verdict/conclude.h"
#include "doubt.h"
#include "process/execute.h"
#include "kernel/kernel.h"
#include "kernel/kernel_blame.h"
#include "kernel/leaked.h"
#include "verdict/left_out.h"
#include "peer/peer.h"
#include "progress.h"
#include "run.h"
#include "save.h"
#include "process/starter.h"

/* Checks that prove building blocks run before those that may be built on them. */
static void provers_first(const struct vct_plan *plan, size_t *order)
{
	size_t at = 0;

	for (int block = BLOCK_NONE + 1; block < BLOCKS; block++)
		for (size_t i = at; i < plan->n_cases; i++) {
			size_t prover = order[i];

			if (plan->cases[prover].proves != (enum vct_block)block)
				continue;
			memmove(order + at + 1, order + at, (i - at) * sizeof(*order));
			order[at++] = prover;
		}
}

/* What may end the kernel ends nothing but itself if it is the last. */
static void destructive_last(const struct vct_plan *plan, size_t *order)
{
	size_t *rest = vct_allocate(plan->n_cases, sizeof(*rest)), n = 0, at = 0;

	for (size_t i = 0; i < plan->n_cases; i++)
		if (plan->cases[order[i]].danger == DANGER_DESTRUCTIVE)
			rest[n++] = order[i];
		else
			order[at++] = order[i];
	memcpy(order + at, rest, n * sizeof(*rest));
	free(rest);
}

/*
 * Fills `order` with the index of each case: by name or, shuffled, in the order given by the seed
 * and the pass; those that prove building blocks are the first, and those that may put the machine
 * out of order the last.
 */
static void make_order(const struct vct_plan *plan, unsigned int pass, size_t *order)
{
	unsigned short state[3] = { (unsigned short)plan->seed, (unsigned short)(plan->seed >> 16),
				    (unsigned short)pass };

	for (size_t i = 0; i < plan->n_cases; i++)
		order[i] = i;
	for (size_t i = plan->n_cases; plan->shuffle && i > 1; i--) {
		size_t j = (size_t)(erand48(state) * (double)i), swap = order[i - 1];

		order[i - 1] = order[j];
		order[j] = swap;
	}
	destructive_last(plan, order);
	provers_first(plan, order);
}

/* Of the only run of this process, because CUnit's test functions take no argument. */
static struct vct_state state;
static struct vct_earlier earlier;
static struct vct_evidence *evidence; /* of the check that runs, shared with its process */
static CU_pTest *tests;               /* one for each case */
static CU_pSuite *suites;             /* the suite of each case */
static size_t current;                /* the case that CUnit runs next */
static unsigned int pass;             /* from 1 */
static size_t done;
static const struct vct_case *last; /* that came to a verdict */

/*
 * `what` is said of a start, as `why`: "withdrawn", of a check that had started, and whose
 * execution does not count; "again", of one that was in doubt; NULL: nothing.
 */
static void write_start(const struct vct_case *c, double at, const char *what, const char *why)
{
	xmlNode *node = xmlNewNode(NULL, (const xmlChar *)"start");
	char text[32];

	xmlNewProp(node, (const xmlChar *)"check", (const xmlChar *)c->name);
	snprintf(text, sizeof(text), "%u", pass);
	xmlNewProp(node, (const xmlChar *)"pass", (const xmlChar *)text);
	xmlNewProp(node, (const xmlChar *)"boot", (const xmlChar *)vct_kernel_boot_id());
	snprintf(text, sizeof(text), "%.3f", at);
	xmlNewProp(node, (const xmlChar *)"at", (const xmlChar *)text);
	if (vct_kernel_is_heard()) {
		snprintf(text, sizeof(text), "%.6f", vct_kernel_read_until());
		xmlNewProp(node, (const xmlChar *)"log", (const xmlChar *)text);
	}
	if (what)
		xmlNewProp(node, (const xmlChar *)what, (const xmlChar *)why);
	vct_append(&state, node);
	vct_sync_journal(&state);
}

static void conclude(struct vct_outcome *o)
{
	vct_conclude(&state, o);
	last = o->c;
}

/* Kernel complaints may come late: those logged between two checks belong to the earlier one. */
static void judge_late_complaints(void)
{
	struct vct_outcome o = {
		.c = last, .verdict = VCT_KERNEL, .evidence = evidence, .amends = true
	};

	o.kernel = vct_kernel_lines();
	vct_clear_evidence(evidence);
	if (!last || !vct_kernel_is_to_blame(state.run, o.kernel, 0, evidence))
		return;
	vct_say_reason(evidence, "the kernel complained just after the check");
	conclude(&o);
}

/* Of a check that leaked memory of the kernel, in a guest, which has time for that. */
static void conclude_leak(const struct vct_case *c, const char *lines)
{
	struct vct_outcome o = {
		.c = c, .verdict = VCT_KERNEL, .evidence = evidence, .kernel = lines, .amends = true
	};

	vct_clear_evidence(evidence);
	vct_say_reason(evidence,
		       "the kernel lost memory that was allocated during the check (kmemleak)");
	conclude(&o);
}

static void run_case(const struct vct_case *c, bool again)
{
	struct vct_outcome o = { .c = c, .verdict = VCT_PASS, .evidence = evidence, .kernel = "" };
	const char *why = vct_left_out(state.run, c);
	double now;

	judge_late_complaints();
	vct_clear_evidence(evidence);
	now = vct_now_ms();
	o.amends = again;
	done += !again;
	if (again)
		vct_tell_doubt(&state, c, evidence);
	vct_progress_check(c, done, state.run->plan.n_cases * state.run->plan.passes, now);
	write_start(c, vct_elapsed_at(&state, now), again ? "again" : NULL, "true");
	if (state.why_ended[0])
		return;
	if (c->check->compiled) {
		vct_note_to(evidence, "the compiler judged it when the suite was built");
	} else if (why) {
		o.verdict = VCT_SKIP;
		vct_say_reason(evidence, "%s", why);
	} else {
		vct_leaks_check(c);
		vct_execute(&state, &o);
	}
	if (vct_stop_signal())
		vct_end_run(&state, "the run was ended by %s", strsignal(vct_stop_signal()));
	else if (state.withdrawn)
		write_start(c, vct_elapsed_at(&state, vct_now_ms()), "withdrawn", state.withdrawn);
	else
		conclude(&o);
}

static void run_again(const struct vct_case *c)
{
	run_case(c, true);
}

static void cunit_test(void)
{
	if (earlier.executed[current] >= pass)
		done++;
	else
		run_case(&state.run->plan.cases[current], false);
}

/*
 * The registry: a CUnit suite for each check, and in it a CUnit test for each case of the check.
 * One suite for all would be slow, because CUnit compares each name with all others of its suite.
 */
static bool register_cases(void)
{
	const struct vct_plan *plan = &state.run->plan;
	CU_pSuite suite = NULL;

	tests = vct_allocate(plan->n_cases, sizeof(*tests));
	suites = vct_allocate(plan->n_cases, sizeof(*suites));
	if (CU_initialize_registry() != CUE_SUCCESS)
		return false;
	for (size_t i = 0; i < plan->n_cases; i++) {
		if (!i || plan->cases[i].check != plan->cases[i - 1].check)
			suite = CU_add_suite(plan->cases[i].name, NULL, NULL);
		suites[i] = suite;
		tests[i] = suite ? CU_add_test(suite, plan->cases[i].name, cunit_test) : NULL;
		if (!tests[i])
			return false;
	}
	return true;
}

static void run_passes(void)
{
	const struct vct_plan *plan = &state.run->plan;
	size_t *order = vct_allocate(plan->n_cases, sizeof(*order));

	for (pass = 1; pass <= plan->passes && !state.why_ended[0]; pass++) {
		make_order(plan, pass, order);
		for (size_t i = 0; i < plan->n_cases && !state.why_ended[0]; i++) {
			current = order[i];
			CU_run_test(suites[current], tests[current]);
		}
		vct_resolve_doubts(&state, order, run_again);
	}
	if (!state.why_ended[0]) {
		judge_late_complaints();
		vct_leaks_find(conclude_leak);
		vct_tell_doubts(&state);
	}
	vct_sync_journal(&state);
	free(order);
}

/* libxml2 would also print its errors on stderr; this program prints them with the file's name. */
static void ignore_error(void *context, const char *format, ...)
{
	(void)context;
	(void)format;
}

static void add_peer_facts(struct vct_plan *plan)
{
	const struct vct_device *dev = vct_peer_device();
	const char *fw = dev->attr.orig_attr.fw_ver;
	char *text = vct_format("%speer.device\t%s\npeer.driver\t%s\npeer.kernel\t%s\n"
				"peer.rdma_core\t%s\npeer.fw\t%s\n",
				plan->facts, dev->name, dev->driver, dev->kernel, dev->rdma_core,
				fw[0] ? fw : "none");
	plan->facts = text;
}

int vct_run(struct vct_run *run)
{
	struct vct_summary summary;
	char error[1024];
	int failed;

	state = vct_state_of(run);
	xmlSetGenericErrorFunc(NULL, ignore_error);
	evidence = vct_share(sizeof(*evidence));
	vct_patience_share();
	vct_execute_begin(run);
	vct_blocked_begin(run->all, run->n_all, vct_execute_aside, &state);
	if (!register_cases()) {
		fprintf(stderr, "verbs-cts: no memory for the run\n");
		return VCT_USAGE;
	}
	if (run->peer && vct_peer_start(run->peer, run->plan.dev, error, sizeof(error))) {
		fprintf(stderr, "verbs-cts: --peer: %s\n", error);
		return VCT_USAGE;
	}
	if (run->peer)
		add_peer_facts(&run->plan);
	run->plan.log_unreadable = !run->plan.dev->user_space && !vct_kernel_listen();
	if (run->plan.log_unreadable)
		fprintf(stderr,
			"verbs-cts: the kernel log cannot be read (%s): complaints of the kernel "
			"will be seen only by its taint flags; run as root to read it\n",
			strerror(errno));
	/* From the start there is a results.xml; it says that the run is not complete. */
	if (vct_open_journal(&state, &earlier) || vct_save(&state, &summary, false))
		return VCT_USAGE;
	vct_progress_begin(run);
	vct_conclude_in_flight(&state, &earlier, evidence);
	if (run->care.in_guest && !run->plan.dev->user_space)
		vct_leaks_begin();
	run_passes();
	vct_starter_end();
	vct_peer_stop();
	failed = vct_save(&state, &summary, true);
	if (state.why_ended[0])
		fprintf(stderr, "verbs-cts: incomplete: %s%s\n", state.why_ended,
			run->results ? "; the same command with --resume continues the run" : "");
	if (vct_kernel_lost())
		fprintf(stderr,
			"verbs-cts: %llu records of the kernel log were lost: they were "
			"overwritten before they were read, or were too many\n",
			vct_kernel_lost());
	vct_progress_end(run, &summary);
	vct_journal_close(&state.journal, failed || !summary.complete || run->keep_journal);
	if (fflush(stdout) || ferror(stdout)) {
		fputs("verbs-cts: incomplete: standard output cannot be written\n", stderr);
		failed = -1;
	}
	CU_cleanup_registry();
	return failed || !summary.complete ? VCT_INCOMPLETE
	       : summary.strict   ? (summary.conforms_strictly ? VCT_CONFORMS : VCT_CONFORMS_NOT)
	       : summary.conforms ? VCT_CONFORMS
				  : VCT_CONFORMS_NOT;
}
