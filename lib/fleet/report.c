// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Joins a round, and writes its files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "../record/element.h"
#include "../record/files.h"
#include "document.h"
#include "gather.h"
#include "pages.h"
#include "report.h"
#include "round.h"
#include "trend.h"

static int failed(const char *path)
{
	fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	return VCT_USAGE;
}

static int write_files(const struct fleet_tally *now, xmlDoc *doc, const char *out)
{
	char *path = vct_format("%s/fleet.xml", out);
	int ret = 0;

	if (fleet_make_folder(out))
		ret = failed(out);
	else if (fleet_pages(now, doc, out))
		ret = failed(out);
	if (!ret) {
		if (vct_results_print(stdout, doc, VCT_EMBEDDED "fleet-text.xsl", NULL))
			ret = failed("standard output");
		fleet_add_devices(xmlDocGetRootElement(doc), now, 0, now->n_devices);
		if (vct_results_write(path, doc))
			ret = failed(path);
	}
	if (!ret)
		printf("report: %s/index.html\n", out);
	free(path);
	return ret;
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

int fleet_report(const char *results, const char *out, unsigned int threads)
{
	struct fleet_names *checks, *promises;
	unsigned int last = fleet_last_round(results);
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
		xmlDoc *doc = fleet_document(&now, last > 1 ? &before : NULL);

		fleet_add_trends(xmlDocGetRootElement(doc), results, last);
		ret = write_files(&now, doc, out);
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
