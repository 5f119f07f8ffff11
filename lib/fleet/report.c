// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Joins a round, and writes its files. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../record/element.h"
#include "../record/files.h"
#include "document.h"
#include "gather.h"
#include "report.h"

static int failed(const char *path)
{
	fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	return VCT_USAGE;
}

/* The page writes those beside it into the working directory. */
static int write_files(xmlDoc *doc, const char *out)
{
	if ((mkdir(out, 0777) && errno != EEXIST) || chdir(out))
		return failed(out);
	if (vct_results_write("fleet.xml", doc) ||
	    vct_results_transform("index.html", doc, VCT_EMBEDDED "fleet.xsl", NULL))
		return failed(out);
	if (vct_results_print(stdout, doc, VCT_EMBEDDED "fleet-text.xsl", NULL))
		return failed("standard output");
	printf("report: %s/index.html\n", out);
	return 0;
}

/* The exit code that the results deserve. */
static int judge(const struct fleet_tally *now)
{
	int ret = VCT_CONFORMS;

	for (size_t i = 0; i < now->n_devices; i++) {
		const struct fleet_device *d = &now->devices[i];

		if (d->incomplete)
			return VCT_INCOMPLETE;
		if (d->conforming < d->results)
			ret = VCT_CONFORMS_NOT;
	}
	return now->n_gaps ? VCT_INCOMPLETE : ret;
}

static int gather_round(struct fleet_tally *tally, const char *results, unsigned int number,
			bool judged, struct fleet_names *checks, struct fleet_names *promises,
			unsigned int threads)
{
	char *folder = vct_format("%s/round-%u", results, number);
	int ret = fleet_gather(tally, folder, judged, checks, promises, threads);

	tally->round = number;
	free(folder);
	return ret;
}

/* The number of the last folder "round-N"; 0: there is none. */
static unsigned int last_round(const char *results)
{
	unsigned int last = 0, number;
	DIR *dir = opendir(results);
	struct dirent *e;
	int end;

	/* cppcheck-suppress readdirCalled ; no other thread has this stream */
	while (dir && (e = readdir(dir)))
		if (sscanf(e->d_name, "round-%7u%n", &number, &end) == 1 && !e->d_name[end] &&
		    number > last)
			last = number;
	if (dir)
		closedir(dir);
	return last;
}

int fleet_report(const char *results, const char *out, unsigned int threads)
{
	struct fleet_names *checks, *promises;
	unsigned int last = last_round(results);
	struct fleet_tally now, before;
	int ret = VCT_USAGE;

	if (!last) {
		fprintf(stderr,
			"verbs-cts: %s has no results of a fleet: there is no folder round-1\n",
			results);
		return VCT_USAGE;
	}
	checks = fleet_names_new();
	promises = fleet_names_new();
	if (!gather_round(&now, results, last, true, checks, promises, threads) &&
	    (last == 1 ||
	     !gather_round(&before, results, last - 1, false, checks, promises, threads))) {
		xmlDoc *doc = fleet_document(&now, last > 1 ? &before : NULL, results);

		ret = write_files(doc, out);
		ret = ret ? ret : judge(&now);
		xmlFreeDoc(doc);
		if (last > 1)
			fleet_tally_free(&before);
	}
	fleet_tally_free(&now);
	fleet_names_free(checks);
	fleet_names_free(promises);
	return ret;
}
