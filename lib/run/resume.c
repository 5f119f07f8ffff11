// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Begins the journal of a run, or continues the run of an earlier journal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocked.h"
#include "kernel.h"
#include "resume.h"
#include "state.h"

static void add_mutant(xmlNode *head, const struct vct_mutant *m)
{
	xmlNode *node = vct_child(head, "mutant", m->sentence, strlen(m->sentence));

	vct_set(node, "name", m->name);
	if (m->promise[0])
		vct_set(node, "promise", m->promise);
}

static int resume_error(const char *what)
{
	fprintf(stderr,
		"verbs-cts: cannot resume: %s is of a run with another %s; give the same one, or "
		"run "
		"without --resume\n",
		vct_state.journal.path, what);
	return -1;
}

/* Checks that the journal is of a run with the same checks, device, mutant and build. */
static int check_resumable(const struct vct_lines *lines)
{
	const xmlNode *head = lines->n ? lines->nodes[0] : NULL, *device;
	const struct vct_plan *plan = &vct_state.run->plan;

	if (!head || strcmp((const char *)head->name, "run") || !head->children) {
		fprintf(stderr,
			"verbs-cts: cannot resume: %s is not a journal; run without --resume\n",
			vct_state.journal.path);
		return -1;
	}
	device = head->children;
	if (strcmp(vct_attribute(head, "selection"), plan->selection) ||
	    strcmp(vct_attribute(head, "part"), plan->part ? plan->part : ""))
		return resume_error("selection of checks");
	if (strtoul(vct_attribute(head, "passes"), NULL, 10) != plan->passes ||
	    !vct_attribute(head, "seed")[0] != !plan->shuffle)
		return resume_error("number or order of passes");
	if (strcmp(vct_attribute(device, "name"), plan->dev->name) ||
	    strcmp(vct_attribute(device, "kernel"), plan->dev->kernel))
		return resume_error("device or kernel");
	if (strcmp(device->next ? vct_attribute(device->next, "name") : "",
		   vct_state.run->mutant ? vct_state.run->mutant->name : ""))
		return resume_error("mutant");
	if (strcmp(vct_attribute(head, "commit"), VCT_COMMIT))
		return resume_error("build of the suite");
	return 0;
}

static const struct vct_case *find_case(const char *name)
{
	for (size_t i = 0; i < vct_state.run->plan.n_cases; i++)
		if (!strcmp(vct_state.run->plan.cases[i].name, name))
			return &vct_state.run->plan.cases[i];
	return NULL;
}

static void heed_earlier(const struct vct_case *c, const xmlNode *node)
{
	const char *by = vct_attribute(node, "blocked-by");

	vct_blocked_heed(c, vct_verdict_find(vct_attribute(node, "verdict")), by[0] ? by : NULL);
}

/*
 * The check that ran last ended the kernel, or this process before its time. A person may have
 * ended the run, too: without a reason to blame the check, it runs again, but not for ever.
 */
static bool is_to_blame(const struct vct_lines *lines, size_t i)
{
	const xmlNode *start = lines->nodes[i], *before = lines->nodes[i - 1];

	if (vct_state.run->ended_by || strcmp(vct_attribute(start, "boot"), vct_kernel_boot_id()))
		return true;
	vct_state.ended_twice =
		!strcmp((const char *)before->name, "start") &&
		!strcmp(vct_attribute(start, "check"), vct_attribute(before, "check")) &&
		!strcmp(vct_attribute(start, "pass"), vct_attribute(before, "pass"));
	return vct_state.ended_twice;
}

/* Reads from the journal which checks have run, and which was running when the run ended. */
static int read_earlier(void)
{
	struct vct_lines lines;
	int ret = vct_journal_read(&vct_state.journal, &lines) ? -1 : check_resumable(&lines);

	for (size_t i = 0; !ret && i < lines.n; i++) {
		const xmlNode *node = lines.nodes[i];
		bool is_start = !strcmp((const char *)node->name, "start");
		const struct vct_case *c =
			find_case(vct_attribute(node, is_start ? "check" : "name"));

		if (is_start)
			vct_state.earlier_seconds = strtod(vct_attribute(node, "at"), NULL);
		else if (c && !vct_attribute(node, "amends")[0])
			vct_state.executed[c - vct_state.run->plan.cases]++;
		if (c && !is_start)
			heed_earlier(c, node);
		if (is_start && i + 1 == lines.n && is_to_blame(&lines, i))
			vct_state.in_flight = c;
	}
	if (!ret)
		vct_state.run->plan.seed = strtoul(vct_attribute(lines.nodes[0], "seed"), NULL, 10);
	vct_lines_free(&lines);
	return ret;
}

char *vct_journal_path(const struct vct_run *run)
{
	char *path;

	if (!run->results || vct_file_is_special(run->results))
		return NULL;
	if (asprintf(&path, "%s.journal", run->results) < 0)
		abort();
	return path;
}

xmlNode *vct_run_head(const struct vct_run *run)
{
	xmlNode *head = vct_results_run(&run->plan);

	if (run->mutant)
		add_mutant(head, run->mutant);
	if (run->plan.facts)
		vct_results_facts(head, run->plan.facts);
	return head;
}

int vct_open_journal(void)
{
	char *path = vct_journal_path(vct_state.run);

	if (vct_state.run->resume && !path && !vct_state.run->ended_by) {
		fprintf(stderr, "verbs-cts: cannot resume: no journal can lie beside %s\n",
			vct_state.run->results);
		return -1;
	}
	vct_state.executed = calloc(vct_state.run->plan.n_cases, sizeof(*vct_state.executed));
	if (!vct_state.executed || vct_journal_open(&vct_state.journal, path, vct_state.run->memory,
						    vct_state.run->resume))
		return -1;
	if (vct_state.run->resume)
		return read_earlier();
	vct_append(vct_run_head(vct_state.run));
	if (!vct_state.why_ended[0])
		return 0;
	fprintf(stderr, "verbs-cts: %s\n", vct_state.why_ended);
	return -1;
}
