// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The loop over the checks: runs each, writes its verdict to the journal, and the results at the
 * end. */
#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <errno.h>
#include <libxml/xmlerror.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/deadline.h"
#include "../base/exit.h"
#include "../base/process.h"
#include "../check/body.h"
#include "../check/patience.h"
#include "blocked.h"
#include "choose.h"
#include "../record/complaint.h"
#include "kernel.h"
#include "progress.h"
#include "run.h"

/* The only run of this process. Global, because CUnit's test functions take no argument. */
static struct vct_run *run;
static struct vct_journal journal;
static struct vct_evidence *evidence;
static CU_pTest *tests;   /* one for each case */
static CU_pSuite *suites; /* the suite of each case */
static size_t current;    /* the case that CUnit runs next */
static unsigned int pass; /* from 1 */
static size_t done;
static double began_ms, earlier_seconds;
static char why_ended[256]; /* not empty: the run ends before all checks have run */
static const struct vct_case *last;
static const struct vct_case
	*in_flight;            /* the check that ran when the kernel died, in a resumed run */
static unsigned int *executed; /* how often each case ran before the run was resumed */

static double elapsed(void)
{
	return earlier_seconds + (vct_now_ms() - began_ms) / 1e3;
}

static struct vct_evidence *share_evidence(void)
{
	void *page = mmap(NULL, sizeof(*evidence), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		abort();
	return page;
}

static void end_run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void end_run(const char *format, ...)
{
	va_list args;

	if (why_ended[0])
		return;
	va_start(args, format);
	vsnprintf(why_ended, sizeof(why_ended), format, args);
	va_end(args);
}

static void journal_must(int failed)
{
	if (failed)
		end_run("the journal %s could not be written: %s; make room, and resume with "
			"--resume",
			journal.path, strerror(errno));
}

static void append(xmlNode *node)
{
	journal_must(vct_journal_append(&journal, node));
}

static void add_mutant(xmlNode *run, const struct vct_mutant *m)
{
	xmlNode *node = vct_child(run, "mutant", m->sentence, strlen(m->sentence));

	vct_set(node, "name", m->name);
	if (m->promise[0])
		vct_set(node, "promise", m->promise);
}

/* Not needed for a device in user space, as it cannot crash the kernel. */
static void sync_journal(void)
{
	if (!run->plan.dev->user_space)
		journal_must(vct_journal_sync(&journal));
}

static void write_start(const struct vct_case *c)
{
	xmlNode *node = xmlNewNode(NULL, (const xmlChar *)"start");
	char text[32];

	xmlNewProp(node, (const xmlChar *)"check", (const xmlChar *)c->name);
	snprintf(text, sizeof(text), "%u", pass);
	xmlNewProp(node, (const xmlChar *)"pass", (const xmlChar *)text);
	xmlNewProp(node, (const xmlChar *)"boot", (const xmlChar *)vct_kernel_boot_id());
	snprintf(text, sizeof(text), "%.3f", elapsed());
	xmlNewProp(node, (const xmlChar *)"at", (const xmlChar *)text);
	append(node);
	sync_journal();
}

static void run_check(void *c)
{
	vct_judge(c, evidence);
}

/* A check that is not part of the run, for what it says of a building block. */
static enum vct_verdict execute_aside(const struct vct_case *c)
{
	struct vct_evidence *kept = evidence;
	enum vct_verdict verdict = VCT_NOTRUN;

	if (vct_device_lacks(run->plan.dev, c->needs))
		return VCT_SKIP;
	evidence = share_evidence();
	if (vct_process_watch(run_check, (void *)c, run->deadline * vct_slow).ending == VCT_ENDED)
		verdict = evidence->verdict;
	munmap(evidence, sizeof(*evidence));
	evidence = kept;
	return verdict == VCT_NOTRUN ? VCT_CRASH : verdict;
}

/*
 * A setup step that failed at a building block, or a release that failed, is another check's
 * finding where that one has failed for it.
 */
static void find_cause(struct vct_outcome *o)
{
	bool only_release = o->verdict == VCT_FAIL && !evidence->promise;
	enum vct_block block = o->verdict == VCT_BROKEN ? evidence->block
			       : only_release           ? evidence->unreleased
							: BLOCK_NONE;
	char reason[sizeof(evidence->reason)];

	if (!block)
		return;
	o->blocked_by = vct_blocked_by(block, o->c);
	if (!o->blocked_by)
		return;
	o->verdict = VCT_BLOCKED;
	memcpy(reason, evidence->reason, sizeof(reason));
	snprintf(evidence->reason, sizeof(evidence->reason), "%.200s failed; here: %.290s",
		 o->blocked_by, reason);
}

/* Applies the waivers to the verdict, and writes it to the journal. */
static void conclude(struct vct_outcome *o)
{
	const struct vct_waiver *waiver;
	xmlNode *node;

	find_cause(o);
	vct_blocked_heed(o->c, o->verdict, o->blocked_by);
	o->verdict = vct_waivers_apply(run->waivers, o->c, o->verdict, evidence->promise, &waiver);
	if (run->brief && o->verdict == VCT_PASS)
		o->evidence = NULL;
	node = vct_results_check(o);
	if (waiver)
		vct_waiver_add(waiver, node);
	append(node);
	vct_progress_outcome(o, waiver);
	last = o->c;
}

static void __attribute__((format(printf, 1, 2))) say_reason(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(evidence->reason, sizeof(evidence->reason), format, args);
	va_end(args);
}

/* The verdict from the way in which the process ended. */
static enum vct_verdict verdict_of(struct vct_process p)
{
	switch (p.ending) {
	case VCT_ENDED:
		if (evidence->verdict != VCT_NOTRUN)
			return evidence->verdict;
		say_reason("the check's process exited before it came to a verdict");
		return VCT_CRASH;
	case VCT_SIGNALED:
		say_reason("the check's process was ended by signal %d (%s)", p.code,
			   strsignal(p.code));
		return VCT_CRASH;
	case VCT_EXITED:
		say_reason("the check's process ended with exit status %d", p.code);
		return VCT_CRASH;
	case VCT_LATE:
		say_reason("the check did not end within %.1f s: its process was killed",
			   run->deadline * vct_slow);
		return VCT_TIMEOUT;
	case VCT_UNKILLABLE:
		say_reason("the check did not end within %.1f s, and its process cannot be killed: "
			   "it was "
			   "left behind",
			   run->deadline * vct_slow);
		return VCT_TIMEOUT;
	case VCT_STOPPED:
		break;
	}
	return VCT_NOTRUN;
}

static void end_if_device_is_gone(struct vct_process p)
{
	if (p.ending != VCT_LATE && p.ending != VCT_UNKILLABLE)
		return;
	if (!vct_device_answers(run->plan.dev, run->deadline * vct_slow))
		end_run("%s does not answer any more: reset it, or load its driver again",
			run->plan.dev->name);
}

static void run_process(struct vct_outcome *o)
{
	unsigned long taint = vct_kernel_taint(), gained;
	double began = vct_now_ms();
	struct vct_process p = vct_process_watch(run_check, (void *)o->c, run->deadline * vct_slow);

	o->seconds = (vct_now_ms() - began) / 1e3;
	o->verdict = verdict_of(p);
	o->kernel = vct_kernel_lines();
	gained = vct_kernel_taint() & ~taint;
	if (gained || vct_kernel_complains(o->kernel)) {
		if (!evidence->reason[0])
			say_reason("the kernel complained during the check");
		if (o->verdict != VCT_PASS && o->verdict != VCT_NOTRUN)
			vct_note_to(evidence,
				    "without the complaint of the kernel the verdict would be %s",
				    vct_verdict_name(o->verdict));
		o->verdict = VCT_KERNEL;
	}
	end_if_device_is_gone(p);
	if ((gained & VCT_TAINT_DIE) && run->stop_after_oops)
		end_run("the kernel has oopsed, so later verdicts would not be reliable: boot it "
			"again "
			"and resume with --resume");
}

/* Kernel complaints may come late: those logged between two checks belong to the earlier one. */
static void judge_late_complaints(void)
{
	struct vct_outcome o = {
		.c = last, .verdict = VCT_KERNEL, .evidence = evidence, .amends = true
	};

	o.kernel = vct_kernel_lines();
	if (!last || !vct_kernel_complains(o.kernel))
		return;
	memset(evidence, 0, sizeof(*evidence));
	say_reason("the kernel complained just after the check");
	conclude(&o);
}

static void run_case(const struct vct_case *c)
{
	struct vct_outcome o = { .c = c, .verdict = VCT_PASS, .evidence = evidence, .kernel = "" };
	const char *lacks = c->check->compiled ? NULL : vct_device_lacks(run->plan.dev, c->needs);

	judge_late_complaints();
	memset(evidence, 0, offsetof(struct vct_evidence, notes));
	vct_progress_check(c, ++done, run->plan.n_cases * run->plan.passes);
	write_start(c);
	if (why_ended[0])
		return;
	if (c->check->compiled) {
		vct_note_to(evidence, "the compiler judged it when the suite was built");
	} else if (lacks) {
		o.verdict = VCT_SKIP;
		say_reason("%s", lacks);
	} else {
		run_process(&o);
	}
	if (vct_stop_signal())
		end_run("the run was ended by %s", strsignal(vct_stop_signal()));
	else
		conclude(&o);
}

static void cunit_test(void)
{
	if (executed[current] >= pass)
		done++;
	else
		run_case(&run->plan.cases[current]);
}

/*
 * The registry: a CUnit suite for each check, and in it a CUnit test for each case of the check.
 * One suite for all would be slow, because CUnit compares each name with all others of its suite.
 */
static bool register_cases(void)
{
	CU_pSuite suite = NULL;

	tests = calloc(run->plan.n_cases, sizeof(*tests));
	suites = calloc(run->plan.n_cases, sizeof(*suites));
	if (CU_initialize_registry() != CUE_SUCCESS || !tests || !suites)
		return false;
	for (size_t i = 0; i < run->plan.n_cases; i++) {
		if (!i || run->plan.cases[i].check != run->plan.cases[i - 1].check)
			suite = CU_add_suite(run->plan.cases[i].name, NULL, NULL);
		suites[i] = suite;
		tests[i] = suite ? CU_add_test(suite, run->plan.cases[i].name, cunit_test) : NULL;
		if (!tests[i])
			return false;
	}
	return true;
}

/* Checks that prove building blocks run before those that may be built on them. */
static void provers_first(size_t *order)
{
	size_t at = 0;

	for (int block = BLOCK_NONE + 1; block < BLOCKS; block++)
		for (size_t i = at; i < run->plan.n_cases; i++) {
			size_t prover = order[i];

			if (run->plan.cases[prover].proves != (enum vct_block)block)
				continue;
			memmove(order + at + 1, order + at, (i - at) * sizeof(*order));
			order[at++] = prover;
		}
}

/* The order of one pass: by name or, shuffled, the order given by the seed and the pass. */
static void make_order(size_t *order)
{
	unsigned short state[3] = { (unsigned short)run->plan.seed,
				    (unsigned short)(run->plan.seed >> 16), (unsigned short)pass };

	for (size_t i = 0; i < run->plan.n_cases; i++)
		order[i] = i;
	for (size_t i = run->plan.n_cases; run->plan.shuffle && i > 1; i--) {
		size_t j = (size_t)(erand48(state) * (double)i), swap = order[i - 1];

		order[i - 1] = order[j];
		order[j] = swap;
	}
	provers_first(order);
}

static void run_passes(void)
{
	size_t *order = calloc(run->plan.n_cases, sizeof(*order));

	if (!order)
		abort();
	for (pass = 1; pass <= run->plan.passes; pass++) {
		make_order(order);
		for (size_t i = 0; i < run->plan.n_cases && !why_ended[0]; i++) {
			current = order[i];
			CU_run_test(suites[current], tests[current]);
		}
	}
	if (!why_ended[0])
		judge_late_complaints();
	sync_journal();
	free(order);
}

/* The check that ran when the kernel died is KERNEL, and does not run again. */
static void conclude_in_flight(void)
{
	struct vct_outcome o = { .c = in_flight, .verdict = VCT_KERNEL, .evidence = evidence };

	if (!in_flight)
		return;
	o.kernel = vct_kernel_console(run->console);
	say_reason("the kernel died, hung or was ended while the check ran");
	conclude(&o);
	executed[in_flight - run->plan.cases]++;
	last = NULL;
}

static int resume_error(const char *what)
{
	fprintf(stderr,
		"verbs-cts: cannot resume: %s is of a run with another %s; give the same one, or "
		"run "
		"without --resume\n",
		journal.path, what);
	return -1;
}

/* Checks that the journal is of a run with the same checks, device, mutant and build. */
static int check_resumable(const struct vct_lines *lines)
{
	const xmlNode *head = lines->n ? lines->nodes[0] : NULL, *device;

	if (!head || strcmp((const char *)head->name, "run") || !head->children) {
		fprintf(stderr,
			"verbs-cts: cannot resume: %s is not a journal; run without --resume\n",
			journal.path);
		return -1;
	}
	device = head->children;
	if (strcmp(vct_attribute(head, "selection"), run->plan.selection))
		return resume_error("selection of checks");
	if (strcmp(vct_attribute(device, "name"), run->plan.dev->name) ||
	    strcmp(vct_attribute(device, "kernel"), run->plan.dev->kernel))
		return resume_error("device or kernel");
	if (strcmp(device->next ? vct_attribute(device->next, "name") : "",
		   run->mutant ? run->mutant->name : ""))
		return resume_error("mutant");
	if (strcmp(vct_attribute(head, "commit"), VCT_COMMIT))
		return resume_error("build of the suite");
	return 0;
}

static const struct vct_case *find_case(const char *name)
{
	for (size_t i = 0; i < run->plan.n_cases; i++)
		if (!strcmp(run->plan.cases[i].name, name))
			return &run->plan.cases[i];
	return NULL;
}

static void heed_earlier(const struct vct_case *c, const xmlNode *node)
{
	const char *by = vct_attribute(node, "blocked-by");

	vct_blocked_heed(c, vct_verdict_find(vct_attribute(node, "verdict")), by[0] ? by : NULL);
}

/* Reads from the journal which checks have run, and which was running when the kernel died. */
static int read_earlier(void)
{
	struct vct_lines lines;
	int ret = vct_journal_read(&journal, &lines) ? -1 : check_resumable(&lines);

	for (size_t i = 0; !ret && i < lines.n; i++) {
		const xmlNode *node = lines.nodes[i];
		bool is_start = !strcmp((const char *)node->name, "start");
		const struct vct_case *c =
			find_case(vct_attribute(node, is_start ? "check" : "name"));

		if (is_start)
			earlier_seconds = strtod(vct_attribute(node, "at"), NULL);
		else if (c && !vct_attribute(node, "amends")[0])
			executed[c - run->plan.cases]++;
		if (c && !is_start)
			heed_earlier(c, node);
		/* If the boot id is the same, only the run was ended; the kernel did not die. */
		if (is_start && i + 1 == lines.n &&
		    strcmp(vct_attribute(node, "boot"), vct_kernel_boot_id()))
			in_flight = c;
	}
	if (!ret)
		run->plan.seed = strtoul(vct_attribute(lines.nodes[0], "seed"), NULL, 10);
	vct_lines_free(&lines);
	return ret;
}

static int open_journal(void)
{
	static char *path;
	xmlNode *head;

	if (run->results && asprintf(&path, "%s.journal", run->results) < 0)
		return -1;
	executed = calloc(run->plan.n_cases, sizeof(*executed));
	if (!executed || vct_journal_open(&journal, path, run->resume))
		return -1;
	if (run->resume)
		return read_earlier();
	head = vct_results_run(&run->plan);
	if (run->mutant)
		add_mutant(head, run->mutant);
	append(head);
	if (!why_ended[0])
		return 0;
	fprintf(stderr, "verbs-cts: %s\n", why_ended);
	return -1;
}

static int write_file(const char *path, int failed)
{
	if (failed)
		fprintf(stderr, "verbs-cts: cannot write %s: %s\n", path, strerror(errno));
	return failed;
}

/* Writes results.xml and, at the end of the run, the reports; before, only tries their paths. */
static int write_results(struct vct_summary *summary, bool over)
{
	const struct {
		const char *path, *xsl;
	} reports[] = { { run->junit, VCT_EMBEDDED "junit.xsl" },
			{ run->html, VCT_EMBEDDED "html.xsl" } };
	const char *why_not = why_ended[0] ? why_ended : "the run has not reached this check";
	struct vct_lines lines;
	int failed = write_file(journal.path, vct_journal_read(&journal, &lines));
	xmlDoc *doc = vct_results_document(&run->plan, &lines, elapsed(), why_not, summary);

	if (run->results)
		failed |= write_file(run->results, vct_results_write(run->results, doc));
	for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++) {
		const char *path = reports[i].path;

		if (path && over)
			failed |=
				write_file(path, vct_results_transform(path, doc, reports[i].xsl));
		else if (path)
			failed |= write_file(path, vct_results_probe(path));
	}
	if (over)
		return failed; /* the memory is freed with this process */
	xmlFreeDoc(doc);
	vct_lines_free(&lines);
	malloc_trim(0); /* the process of each check is a copy of this one */
	return failed;
}

/* libxml2 would also print its errors on stderr; this program prints them with the file's name. */
static void ignore_error(void *context, const char *format, ...)
{
	(void)context;
	(void)format;
}

int vct_run(struct vct_run *the_run)
{
	struct vct_summary summary;
	int failed;

	run = the_run;
	began_ms = vct_now_ms();
	xmlSetGenericErrorFunc(NULL, ignore_error);
	evidence = share_evidence();
	vct_patience_share();
	vct_blocked_begin(run->all, run->n_all, execute_aside);
	if (!register_cases()) {
		fprintf(stderr, "verbs-cts: no memory for the run\n");
		return VCT_USAGE;
	}
	if (!run->plan.dev->user_space && !vct_kernel_listen())
		fprintf(stderr,
			"verbs-cts: the kernel log cannot be read (%s): complaints of the kernel "
			"will "
			"be seen only by its taint flags; run as root to read it\n",
			strerror(errno));
	/* From the start there is a results.xml; it says that the run is not complete. */
	if (open_journal() || write_results(&summary, false))
		return VCT_USAGE;
	vct_progress_begin(&run->plan, run->mutant);
	conclude_in_flight();
	run_passes();
	failed = write_results(&summary, true);
	vct_progress_end(&run->plan, run->mutant, run->results, &summary, elapsed());
	if (why_ended[0])
		fprintf(stderr, "verbs-cts: incomplete: %s\n", why_ended);
	vct_journal_close(&journal, failed || !summary.complete);
	CU_cleanup_registry();
	return failed || !summary.complete ? VCT_INCOMPLETE
	       : summary.conforms          ? VCT_CONFORMS
					   : VCT_CONFORMS_NOT;
}
