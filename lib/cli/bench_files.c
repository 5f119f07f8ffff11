// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes the record and the reports of a command of the benchmark. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../base/exit.h"
#include "../record/files.h"
#include "bench_files.h"

void bench_files_use(const struct bench_files *files, struct file_uses *uses)
{
	uses_writes(uses, "--out", files->out);
	uses_writes(uses, "--junit", files->junit);
	uses_writes(uses, "--html", files->html);
}

const char *bench_files_wrong(const struct bench_files *files)
{
	const char *const paths[] = { files->out, files->junit, files->html };

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (paths[i] && vct_results_probe(paths[i]))
			return paths[i];
	return NULL;
}

int bench_files_write(const struct bench_files *files, xmlDoc *doc, int ret)
{
	const char *bad = NULL;

	if (files->out && vct_results_write(files->out, doc))
		bad = files->out;
	else if (files->junit &&
		 vct_results_transform(files->junit, doc, VCT_EMBEDDED "bench-junit.xsl", NULL))
		bad = files->junit;
	else if (files->html &&
		 vct_results_transform(files->html, doc, VCT_EMBEDDED "bench.xsl", NULL))
		bad = files->html;
	if (bad)
		fprintf(stderr, "verbs-cts: cannot write %s: %s\n", bad, strerror(errno));
	else if (vct_results_print(stdout, doc, VCT_EMBEDDED "bench-summary.xsl", NULL))
		bad = "standard output";
	xmlFreeDoc(doc);
	return bad ? VCT_USAGE : ret;
}
