// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Up to three results.xml with lines of "--" between them, of two devices in a round of a fleet: a
 * results.xml that its schema allows is counted, one that cannot be read is a gap and adds nothing,
 * and fleet.xml is valid if all that is counted is.
 */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../lib/base/memory.h"
#include "../../lib/fleet/document.h"
#include "../../lib/fleet/gather.h"
#include "../../lib/record/files.h"
#include "fuzz.h"

/* The tasks of a round; each record is a link to a file in memory. */
static const char *const tasks[FUZZ_FILES] = { "a/all.1", "a/all.2", "b/all.1" };

static char *folder;

static void forget_folder(void)
{
	for (unsigned int i = 0; i < FUZZ_FILES; i++) {
		char *path = vct_format("%s/%s/results.xml", folder, tasks[i]);

		unlink(path);
		for (char *slash; strlen(path) > strlen(folder);) {
			slash = strrchr(path, '/');
			*slash = '\0';
			rmdir(path);
		}
		free(path);
	}
}

static void make_folder(void)
{
	static char template[] = "/dev/shm/fuzz-fleet.XXXXXX";

	folder = mkdtemp(template);
	BROKEN_IF(!folder);
	atexit(forget_folder);
}

/* Links the records that there are, and removes the others. */
static void link_records(size_t n)
{
	for (unsigned int i = 0; i < FUZZ_FILES; i++) {
		char *where = vct_format("%s/%s", folder, tasks[i]);
		char *link = vct_format("%s/results.xml", where);
		char *file = vct_format("/proc/self/fd/%d", FUZZ_FIRST_FD + (int)i);

		if (i < n) {
			*strrchr(where, '/') = '\0';
			mkdir(where, 0777);
			where[strlen(where)] = '/';
			mkdir(where, 0777);
			BROKEN_IF(access(link, F_OK) && symlink(file, link));
		} else {
			unlink(link);
			rmdir(where);
		}
		free(where);
		free(link);
		free(file);
	}
}

/* Whether the schema allows the file. */
static bool is_valid(const char *path)
{
	xmlDoc *doc = fuzz_read(path, VCT_EMBEDDED "results.rng");

	xmlFreeDoc(doc);
	return doc;
}

static size_t counted(const struct fleet_tally *t)
{
	size_t results = 0;

	for (size_t i = 0; i < t->n_devices; i++)
		results += t->devices[i].results;
	return results;
}

static void check_counts(const struct fleet_tally *t, size_t n, size_t valid)
{
	size_t results = counted(t), missing = 0;

	for (size_t i = 0; i < t->n_devices; i++) {
		const struct fleet_device *d = &t->devices[i];

		missing += d->missing;
		BROKEN_IF(d->conforming > d->results || d->incomplete > d->results);
		BROKEN_IF(!d->results && (d->n_verdicts || d->n_outcomes));
	}
	BROKEN_IF(results + missing != n || missing != t->n_gaps);
	BROKEN_IF(results < valid);
	for (size_t i = 0; i < t->n_gaps; i++)
		BROKEN_IF(!t->gaps[i].why[0]);
}

static void join(size_t n, size_t valid)
{
	struct fleet_names *checks = fleet_names_new(), *promises = fleet_names_new();
	struct fleet_tally now, before;
	xmlDoc *doc;

	BROKEN_IF(fleet_gather(&now, folder, true, checks, promises, 1));
	BROKEN_IF(fleet_gather(&before, folder, false, checks, promises, 1));
	check_counts(&now, n, valid);
	check_counts(&before, n, valid);
	now.round = 2;
	before.round = 1;
	doc = fleet_document(&now, &before, folder);
	if (counted(&now) == valid)
		fuzz_validate(doc, VCT_EMBEDDED "fleet.rng");
	xmlFreeDoc(doc);
	fleet_tally_free(&now);
	fleet_tally_free(&before);
	fleet_names_free(checks);
	fleet_names_free(promises);
}

void fuzz_fleet(const uint8_t *data, size_t size)
{
	const char *paths[FUZZ_FILES];
	size_t n = fuzz_split(data, size, paths), valid = 0;

	if (!folder)
		make_folder();
	link_records(n);
	for (size_t i = 0; i < n; i++)
		valid += is_valid(paths[i]);
	join(n, valid);
}
