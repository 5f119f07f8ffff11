// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The loop over the checks: runs each, and writes its verdict to the journal. */
#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <errno.h>
#include <libxml/xmlerror.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/deadline.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../check/patience.h"
#include "apart.h"
#include "blame.h"
#include "blocked.h"
#include "kernel_blame.h"
#include "execute.h"
#include "kernel.h"
#include "leaked.h"
#include "left_out.h"
#include "order.h"
#include "peer.h"
#include "progress.h"
#include "resume.h"
#include "run.h"
#include "save.h"
#include "starter.h"
#include "state.h"

static CU_pTest *tests;   /* one for each case */
static CU_pSuite *suites; /* the suite of each case */
static size_t current;    /* the case that CUnit runs next */
static unsigned int pass; /* from 1 */
static size_t done;
static const struct vct_case *last;

/* `withdrawn`: of a check that had started, and whose execution does not count. */
static void write_start(const struct vct_case *c, double at, bool withdrawn)
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
	if (withdrawn)
		xmlNewProp(node, (const xmlChar *)"withdrawn", (const xmlChar *)"true");
	vct_append(node);
	vct_sync_journal();
}

static bool is_variant(const struct vct_case *c)
{
	return c->apart || c->column;
}

static bool cites(const char *check, const struct vct_promise *promise)
{
	const struct vct_case *c = vct_case_alone(vct_state.run->all, vct_state.run->n_all, check);

	return c && vct_case_cites(c, promise->id);
}

/*
 * A check may fail at a building block: in a setup step, in a judgement that relies on the block,
 * or in the release of an object. If the check that proves the block has failed, too, that failure
 * is the finding, and this check is BLOCKED by it.
 */
static void find_cause(struct vct_outcome *o)
{
	bool only_release = o->verdict == VCT_FAIL && !vct_state.evidence->promise;
	bool judged = o->verdict == VCT_FAIL && !only_release;
	enum vct_block block = only_release                         ? vct_state.evidence->unreleased
			       : judged || o->verdict == VCT_BROKEN ? vct_state.evidence->block
								    : BLOCK_NONE;
	char reason[sizeof(vct_state.evidence->reason)];

	if (!block || (judged && o->c->proves == block))
		return;
	o->blocked_by = vct_blocked_by(block, o->c, !judged && !is_variant(o->c));
	/* Not where both judge the same promise, or all that prove the block passed. */
	if (judged && o->blocked_by &&
	    (cites(o->blocked_by, vct_state.evidence->promise) || !vct_blocked_is_proved(block)))
		o->blocked_by = NULL;
	if (!o->blocked_by)
		return;
	o->verdict = VCT_BLOCKED;
	memcpy(reason, vct_state.evidence->reason, sizeof(reason));
	snprintf(vct_state.evidence->reason, sizeof(vct_state.evidence->reason),
		 "%.200s failed; here: %.290s", o->blocked_by, reason);
}

/* Applies the waivers to the verdict, and writes it to the journal. */
static void conclude(struct vct_outcome *o)
{
	const struct vct_waiver *waiver;
	xmlNode *node;
	bool news;

	find_cause(o);
	vct_blame(o);
	if (!is_variant(o->c))
		vct_apart_heed(o);
	vct_blocked_heed(o->c, o->verdict, o->blocked_by);
	if (vct_judged_lost(vct_state.run->judged, vct_state.run->plan.dev, o,
			    vct_state.run->care.gentle)) {
		o->verdict = VCT_FAIL;
		vct_judged_tell(vct_state.evidence);
	}
	if (o->verdict == VCT_FAIL)
		o->failed = vct_state.evidence->promise;
	o->verdict = vct_waivers_apply(vct_state.run->waivers, o, vct_peer_device(), &waiver);
	if (o->verdict == VCT_XPASS && waiver->promise)
		o->failed = vct_promise_find(waiver->promise);
	if (vct_state.run->brief && o->verdict == VCT_PASS)
		o->evidence = NULL;
	node = vct_results_check(o);
	if (waiver)
		vct_waiver_add(waiver, node);
	if (waiver && waiver->unread)
		vct_set(node, "known", waiver->unread);
	news = vct_is_worst(o->c, node);
	if (!news)
		vct_shorten(node);
	vct_append(node);
	vct_progress_outcome(o, waiver, news);
	if (ferror(stdout))
		vct_end_run("standard output cannot be written");
	last = o->c;
}

/* Kernel complaints may come late: those logged between two checks belong to the earlier one. */
static void judge_late_complaints(void)
{
	struct vct_outcome o = {
		.c = last, .verdict = VCT_KERNEL, .evidence = vct_state.evidence, .amends = true
	};

	o.kernel = vct_kernel_lines();
	memset(vct_state.evidence, 0, offsetof(struct vct_evidence, notes));
	if (!last || !vct_kernel_is_to_blame(o.kernel, 0))
		return;
	vct_say_reason("the kernel complained just after the check");
	conclude(&o);
}

/* Of a check that leaked memory of the kernel, in a guest, which has time for that. */
static void conclude_leak(const struct vct_case *c, const char *lines)
{
	struct vct_outcome o = { .c = c,
				 .verdict = VCT_KERNEL,
				 .evidence = vct_state.evidence,
				 .kernel = lines,
				 .amends = true };

	memset(vct_state.evidence, 0, offsetof(struct vct_evidence, notes));
	vct_say_reason("the kernel lost memory that was allocated during the check (kmemleak)");
	conclude(&o);
}

static void run_case(const struct vct_case *c)
{
	struct vct_outcome o = {
		.c = c, .verdict = VCT_PASS, .evidence = vct_state.evidence, .kernel = ""
	};
	const char *why = vct_left_out(c);
	double now;

	judge_late_complaints();
	memset(vct_state.evidence, 0, offsetof(struct vct_evidence, notes));
	now = vct_now_ms();
	vct_progress_check(c, ++done, vct_state.run->plan.n_cases * vct_state.run->plan.passes,
			   now);
	write_start(c, vct_elapsed_at(now), false);
	if (vct_state.why_ended[0])
		return;
	if (c->check->compiled) {
		vct_note_to(vct_state.evidence, "the compiler judged it when the suite was built");
	} else if (why) {
		o.verdict = VCT_SKIP;
		vct_say_reason("%s", why);
	} else {
		vct_leaks_check(c);
		vct_execute(&o);
	}
	if (vct_stop_signal())
		vct_end_run("the run was ended by %s", strsignal(vct_stop_signal()));
	else if (vct_state.lost)
		write_start(c, vct_elapsed(), true);
	else
		conclude(&o);
}

static void cunit_test(void)
{
	if (vct_state.executed[current] >= pass)
		done++;
	else
		run_case(&vct_state.run->plan.cases[current]);
}

/*
 * The registry: a CUnit suite for each check, and in it a CUnit test for each case of the check.
 * One suite for all would be slow, because CUnit compares each name with all others of its suite.
 */
static bool register_cases(void)
{
	const struct vct_plan *plan = &vct_state.run->plan;
	CU_pSuite suite = NULL;

	tests = calloc(plan->n_cases, sizeof(*tests));
	suites = calloc(plan->n_cases, sizeof(*suites));
	if (CU_initialize_registry() != CUE_SUCCESS || !tests || !suites)
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
	const struct vct_plan *plan = &vct_state.run->plan;
	size_t *order = calloc(plan->n_cases, sizeof(*order));

	if (!order)
		abort();
	for (pass = 1; pass <= plan->passes && !vct_state.why_ended[0]; pass++) {
		vct_make_order(plan, pass, order);
		for (size_t i = 0; i < plan->n_cases && !vct_state.why_ended[0]; i++) {
			current = order[i];
			CU_run_test(suites[current], tests[current]);
		}
	}
	if (!vct_state.why_ended[0]) {
		judge_late_complaints();
		vct_leaks_find(conclude_leak);
	}
	vct_sync_journal();
	free(order);
}

/* Which random sequence ran when the kernel died. */
static void tell_sequence(void)
{
	const struct vct_random *random = &vct_state.run->random;
	FILE *f = vct_seed_file() ? fopen(vct_seed_file(), "r") : NULL;
	unsigned long long seed;

	if (random->replay)
		vct_tell_steps(vct_state.evidence, random->replay);
	else if (f && fscanf(f, "%llu", &seed) == 1)
		vct_note_to(vct_state.evidence, "found by seed %llu with --steps %u", seed,
			    random->steps);
	if (f)
		fclose(f);
}

/* Why the run ended while the check ran, and so the verdict of the check. */
static enum vct_verdict find_end(void)
{
	if (vct_state.run->ended_by)
		vct_say_reason("signal %d (%s) ended the process of the run while the check ran",
			       vct_state.run->ended_by, strsignal(vct_state.run->ended_by));
	else if (vct_state.ended_twice)
		vct_say_reason("the run was ended twice while the check ran");
	else
		vct_say_reason("the kernel died, hung or was ended while the check ran");
	return vct_state.run->ended_by || vct_state.ended_twice ? VCT_CRASH : VCT_KERNEL;
}

/* The check that ran when the run or its kernel ended does not run again. */
void vct_conclude_in_flight(void)
{
	struct vct_outcome o = { .c = vct_state.in_flight, .evidence = vct_state.evidence };

	if (!vct_state.in_flight)
		return;
	o.verdict = find_end();
	o.kernel = o.verdict == VCT_KERNEL
			   ? vct_kernel_console(vct_state.run->console, vct_state.log_before)
			   : "";
	if (o.c->check->sequences)
		tell_sequence();
	conclude(&o);
	vct_state.executed[vct_state.in_flight - vct_state.run->plan.cases]++;
	last = NULL;
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
	char *text;

	if (asprintf(&text,
		     "%speer.device\t%s\npeer.driver\t%s\npeer.kernel\t%s\n"
		     "peer.rdma_core\t%s\npeer.fw\t%s\n",
		     plan->facts, dev->name, dev->driver, dev->kernel, dev->rdma_core,
		     fw[0] ? fw : "none") < 0)
		abort();
	plan->facts = text;
}

int vct_run(struct vct_run *run)
{
	struct vct_summary summary;
	char error[1024];
	int failed;

	vct_state.run = run;
	vct_state.began_ms = vct_now_ms();
	xmlSetGenericErrorFunc(NULL, ignore_error);
	vct_state.evidence = vct_share_evidence();
	vct_patience_share();
	vct_execute_begin();
	vct_blocked_begin(run->all, run->n_all, vct_execute_aside);
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
			"will "
			"be seen only by its taint flags; run as root to read it\n",
			strerror(errno));
	/* From the start there is a results.xml; it says that the run is not complete. */
	if (vct_open_journal() || vct_save(&summary, false))
		return VCT_USAGE;
	if (!run->ended_by)
		vct_progress_begin(&run->plan, run->mutant, run->verbose, run->results != NULL);
	vct_conclude_in_flight();
	if (run->care.in_guest && !run->plan.dev->user_space)
		vct_leaks_begin();
	run_passes();
	vct_starter_end();
	vct_peer_stop();
	failed = vct_save(&summary, true);
	vct_progress_end(&run->plan, run->mutant, run->results, &summary, vct_elapsed());
	if (vct_state.why_ended[0])
		fprintf(stderr, "verbs-cts: incomplete: %s%s\n", vct_state.why_ended,
			run->results ? "; the same command with --resume continues the run" : "");
	if (vct_kernel_lost())
		fprintf(stderr,
			"verbs-cts: %llu records of the kernel log were lost: they were "
			"overwritten before they were read, or were too many\n",
			vct_kernel_lost());
	vct_journal_close(&vct_state.journal, failed || !summary.complete || run->keep_journal);
	CU_cleanup_registry();
	return failed || !summary.complete ? VCT_INCOMPLETE
	       : summary.strict   ? (summary.conforms_strictly ? VCT_CONFORMS : VCT_CONFORMS_NOT)
	       : summary.conforms ? VCT_CONFORMS
				  : VCT_CONFORMS_NOT;
}
