// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Begins the journal of a run, or continues the run of an earlier journal. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/memory.h"
#include "verdict/building_blocks.h"
#include "doubt.h"
#include "kernel/kernel.h"
#include "../base/deadline.h"
#include "resume.h"

/*
 * The processes of a run that was killed end a moment later than the run. If it was killed with its
 * machine, the server of a network file system keeps its lock for a minute and a half.
 */
enum { LOCK_MS = 2000, MOVED_LOCK_MS = 120000 };

static void add_mutant(xmlNode *head, const struct vct_mutant *m)
{
	xmlNode *node = vct_child(head, "mutant", m->sentence, strlen(m->sentence));

	vct_set(node, "name", m->name);
	if (m->promise[0])
		vct_set(node, "promise", m->promise);
}

static int resume_error(const struct vct_state *state, const char *what)
{
	fprintf(stderr,
		"verbs-cts: cannot resume: %s is of a run with another %s; give the same one, or "
		"run without --resume\n",
		state->journal.path, what);
	return -1;
}

/* Checks that the journal is of a run with the same checks, device, mutant and build. */
static int check_resumable(const struct vct_state *state, const xmlNode *head)
{
	const xmlNode *device = head->children;
	const struct vct_plan *plan = &state->run->plan;

	if (strcmp(vct_attribute(head, "selection"), plan->selection) ||
	    strcmp(vct_attribute(head, "part"), plan->part ? plan->part : ""))
		return resume_error(state, "selection of checks");
	if (strtoul(vct_attribute(head, "passes"), NULL, 10) != plan->passes ||
	    !vct_attribute(head, "seed")[0] != !plan->shuffle)
		return resume_error(state, "number or order of passes");
	if (strcmp(vct_attribute(device, "name"), plan->dev->name) ||
	    strcmp(vct_attribute(device, "kernel"), plan->dev->kernel))
		return resume_error(state, "device or kernel");
	if (strcmp(device->next ? vct_attribute(device->next, "name") : "",
		   state->run->mutant ? state->run->mutant->name : ""))
		return resume_error(state, "mutant");
	if (strcmp(vct_attribute(head, "commit"), VCT_COMMIT))
		return resume_error(state, "build of the suite");
	return 0;
}

static const struct vct_case *find_case(const struct vct_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->n_cases; i++)
		if (!strcmp(plan->cases[i].name, name))
			return &plan->cases[i];
	return NULL;
}

static void heed_earlier(const struct vct_case *c, const xmlNode *node)
{
	const char *by = vct_attribute(node, "blocked-by");

	vct_blocked_heed(c, vct_verdict_find(vct_attribute(node, "verdict")), by[0] ? by : NULL);
}

/* The journal is read line by line: what the lines before have said. */
struct reading {
	struct vct_state *state;
	struct vct_earlier *earlier;
	bool any, refused;
	char start[256]; /* check and pass of the last line, if it is a <start>; else "" */
	/* The check during which the device was lost, until one comes to an outcome; NULL: none. */
	const struct vct_case *lost;
};

/*
 * The check that ran last ended the kernel, or this process before its time. A person may have
 * ended the run, too: without a reason to blame the check, it runs again, but not for ever.
 */
static bool is_to_blame(const struct reading *r, const xmlNode *start, bool again)
{
	bool booted = strcmp(vct_attribute(start, "boot"), vct_kernel_boot_id());

	if (r->state->run->ended_by || (booted && !r->state->run->moved))
		return true;
	r->earlier->ended_twice = again;
	return again;
}

/*
 * The device was lost, and the check runs again, unless it was lost during this check before, in
 * whichever boot, or the run was ended during it before.
 */
static void take_withdrawn(const xmlNode *line, struct reading *r)
{
	const struct vct_case *c = find_case(&r->state->run->plan, vct_attribute(line, "check"));

	r->state->earlier_seconds = strtod(vct_attribute(line, "at"), NULL);
	r->start[0] = '\0';
	r->earlier->in_flight = NULL;
	if (strcmp(vct_attribute(line, "withdrawn"), VCT_WITHDRAWN_LOST))
		return; /* the machine was to blame */
	r->earlier->ended_twice |= c && c == r->lost;
	r->earlier->in_flight = r->earlier->ended_twice ? c : NULL;
	r->lost = c;
}

static void take_start(const xmlNode *line, struct reading *r)
{
	char start[sizeof(r->start)];

	snprintf(start, sizeof(start), "%s %s", vct_attribute(line, "check"),
		 vct_attribute(line, "pass"));
	r->state->earlier_seconds = strtod(vct_attribute(line, "at"), NULL);
	r->earlier->log_before = strtod(vct_attribute(line, "log"), NULL);
	r->earlier->ended_twice = false;
	r->earlier->again = vct_attribute(line, "again")[0];
	r->earlier->in_flight =
		is_to_blame(r, line, !strcmp(start, r->start))
			? find_case(&r->state->run->plan, vct_attribute(line, "check"))
			: NULL;
	memcpy(r->start, start, sizeof(start));
}

static void take_check(const xmlNode *line, struct reading *r)
{
	const struct vct_case *c = find_case(&r->state->run->plan, vct_attribute(line, "name"));
	const char *late_ms = vct_attribute(line, "late-ms");

	r->earlier->in_flight = NULL;
	r->start[0] = '\0';
	r->lost = NULL;
	if (!c)
		return;
	if (!vct_attribute(line, "amends")[0])
		r->earlier->executed[c - r->state->run->plan.cases]++;
	r->state->doubts[c - r->state->run->plan.cases] =
		(struct vct_doubt){ .open = late_ms[0], .late_ms = strtod(late_ms, NULL) };
	if (late_ms[0])
		return;
	vct_is_worst(r->state, c, line);
	heed_earlier(c, line);
}

static void take(const xmlNode *line, void *context)
{
	struct reading *r = context;

	if (r->refused)
		return;
	if (!r->any) {
		r->any = true;
		r->refused = check_resumable(r->state, line);
		r->state->run->plan.seed = strtoul(vct_attribute(line, "seed"), NULL, 10);
	} else if (vct_attribute(line, "withdrawn")[0]) {
		take_withdrawn(line, r);
	} else if (!strcmp((const char *)line->name, "start")) {
		take_start(line, r);
	} else {
		take_check(line, r);
	}
}

/* Reads from the journal which checks have run, and which was running when the run ended. */
static int read_earlier(struct vct_state *state, struct vct_earlier *earlier)
{
	struct reading r = { .state = state, .earlier = earlier };

	if (vct_journal_read(&state->journal, take, &r) || r.refused)
		return -1;
	if (r.any)
		return 0;
	fprintf(stderr, "verbs-cts: cannot resume: %s is not a journal; run without --resume\n",
		state->journal.path);
	return -1;
}

/* The path of the journal; NULL: it is in memory, as no file can lie beside the results. */
static const char *journal_path(const struct vct_run *run)
{
	static char *path;

	if (!path && run->results && !vct_file_is_special(run->results))
		path = vct_format("%s.journal", run->results);
	return path;
}

/* A run that ends before its journal has a line leaves none. */
static const struct vct_run *claimed;

static void drop_empty_journal(void)
{
	if (!lseek(claimed->journal, 0, SEEK_END) &&
	    vct_names_file(journal_path(claimed), claimed->journal))
		unlink(journal_path(claimed));
}

/* Whether the journal has what no results.xml has. The journal of a complete run is evidence only.
 */
static bool is_of_unended_run(const struct vct_run *run)
{
	return vct_journal_has_checks(run->journal) && !vct_results_is_complete(run->results);
}

int vct_claim_record(struct vct_run *run)
{
	const char *path = journal_path(run);

	if (run->resume && !path) {
		fprintf(stderr, "verbs-cts: cannot resume: no journal can lie beside %s\n",
			run->results);
		return -1;
	}
	run->journal =
		path ? vct_journal_lock(path, O_RDWR | O_APPEND | (run->resume ? 0 : O_CREAT),
					(int)((run->moved ? MOVED_LOCK_MS : LOCK_MS) * vct_slow))
		     : memfd_create("journal", MFD_CLOEXEC);
	if (run->journal < 0)
		return -1;
	if (path && !run->resume && !run->fresh && is_of_unended_run(run)) {
		fprintf(stderr,
			"verbs-cts: %s is of a run that did not end: continue it with --resume, or "
			"drop it with --fresh\n",
			path);
		return -1;
	}
	claimed = run;
	if (path)
		atexit(drop_empty_journal);
	return 0;
}

static void add_kernel_log(xmlNode *facts, const struct vct_plan *plan)
{
	const char *log = plan->dev->user_space  ? "not involved: the device is in user space"
			  : plan->log_unreadable ? "unreadable"
						 : "read";

	vct_set(vct_child(facts, "fact", log, strlen(log)), "name", "system.kernel_log");
}

xmlNode *vct_run_head(const struct vct_run *run)
{
	xmlNode *head = vct_results_run(&run->plan);

	if (run->mutant)
		add_mutant(head, run->mutant);
	if (run->plan.facts) {
		vct_results_facts(head, run->plan.facts);
		add_kernel_log(head->last, &run->plan);
	}
	return head;
}

int vct_open_journal(struct vct_state *state, struct vct_earlier *earlier)
{
	const struct vct_run *run = state->run;

	earlier->executed = vct_allocate(run->plan.n_cases, sizeof(*earlier->executed));
	state->worst = vct_allocate(run->plan.n_cases, sizeof(*state->worst));
	state->doubts = vct_allocate(run->plan.n_cases, sizeof(*state->doubts));
	if (vct_journal_open(&state->journal, journal_path(run), run->journal, run->resume))
		return -1;
	if (run->resume)
		return read_earlier(state, earlier);
	vct_append(state, vct_run_head(run));
	if (!state->why_ended[0])
		return 0;
	fprintf(stderr, "verbs-cts: %s\n", state->why_ended);
	return -1;
}
