// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes results.xml and the reports of a run. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../base/deadline.h"
#include "save.h"

static int write_file(const char *path, int failed)
{
	if (failed)
		fprintf(stderr, "verbs-cts: cannot write %s: %s\n", path, strerror(errno));
	return failed;
}

static int write_results(const char *path, struct vct_summary *summary, xmlDoc *doc)
{
	int failed = write_file(path, vct_results_write(path, doc));

	summary->recorded = !failed;
	return failed;
}

int vct_save(struct vct_state *state, struct vct_summary *summary, bool over)
{
	const struct vct_run *run = state->run;
	const struct {
		const char *path, *xsl;
	} reports[] = { { run->junit, VCT_EMBEDDED "junit.xsl" },
			{ run->ktap, VCT_EMBEDDED "ktap.xsl" },
			{ run->html, VCT_EMBEDDED "html.xsl" } };
	const char *why_not =
		state->why_ended[0] ? state->why_ended : "the run has not reached this check";
	struct vct_history history;
	int failed = vct_history_read(&history, &state->journal) ||
		     vct_journal_give_back(&state->journal);
	xmlDoc *doc = vct_results_document(&run->plan, &history,
					   vct_elapsed_at(state, vct_now_ms()), why_not, summary);

	if (run->results && !over && vct_file_is_special(run->results))
		failed |= write_file(run->results, vct_results_probe(run->results));
	else if (run->results)
		failed |= write_results(run->results, summary, doc);
	for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++) {
		const char *path = reports[i].path;

		if (path && over)
			failed |= write_file(
				path, vct_results_transform(path, doc, reports[i].xsl, NULL));
		else if (path)
			failed |= write_file(path, vct_results_probe(path));
	}
	if (over) {
		summary->doc = doc; /* freed with this process */
		return failed;
	}
	xmlFreeDoc(doc);
	vct_history_free(&history);
	return failed;
}
