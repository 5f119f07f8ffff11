// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads results from files and bundles, and renames checks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/element.h"
#include "../record/parse.h"
#include "bundle.h"
#include "pairs.h"

/* An archive begins as zstd writes it; anything else is taken for a results.xml. */
static bool is_bundle(const char *path)
{
	static const unsigned char magic[4] = { 0x28, 0xb5, 0x2f, 0xfd };
	unsigned char begin[sizeof(magic)] = { 0 };
	FILE *f = fopen(path, "re");

	if (f && fread(begin, 1, sizeof(begin), f) != sizeof(begin))
		begin[0] = 0;
	if (f)
		fclose(f);
	return !memcmp(begin, magic, sizeof(magic));
}

static int read_bundle(struct vct_runs *runs, const char *path)
{
	const struct vct_member *m = NULL;
	struct vct_bundle bundle;
	char why[512], name[64];

	if (vct_bundle_read(&bundle, path, why, sizeof(why)) ||
	    vct_manifest_check(&bundle, why, sizeof(why))) {
		fprintf(stderr, "verbs-cts: %s cannot be used: %s\n", path, why);
		vct_bundle_free(&bundle);
		return -1;
	}
	for (; runs->n < MOST_RUNS; runs->n++) {
		snprintf(name, sizeof(name), "run-%zu/results.xml", runs->n + 1);
		m = vct_bundle_find(&bundle, name);
		runs->results[runs->n] = m ? vct_record_read(m->name, m->data, m->size) : NULL;
		if (!runs->results[runs->n])
			break;
		m = NULL;
	}
	vct_bundle_free(&bundle);
	if (runs->n && !m)
		return 0;
	fprintf(stderr, "verbs-cts: %s cannot be used: its %s cannot be read\n", path, name);
	return -1;
}

int vct_runs_read(struct vct_runs *runs, const char *path)
{
	*runs = (struct vct_runs){ 0 };
	if (is_bundle(path))
		return read_bundle(runs, path);
	runs->results[0] = vct_record_read(path, NULL, 0);
	runs->n = !!runs->results[0];
	return runs->n ? 0 : -1;
}

void vct_runs_free(struct vct_runs *runs)
{
	for (size_t i = 0; i < runs->n; i++)
		xmlFreeDoc(runs->results[i]);
	runs->n = 0;
}

/* How many attributes had the name; they get the new one. */
static unsigned int rename_all(const struct vct_runs *runs, const char *old, const char *new)
{
	static const char *const attributes[] = { "name", "blocked-by" };
	unsigned int n = 0;

	for (size_t i = 0; i < runs->n; i++)
		VCT_FOR_EACH (check, xmlDocGetRootElement(runs->results[i]), "check")
			for (size_t a = 0; a < 2; a++) {
				if (strcmp(vct_attribute(check, attributes[a]), old))
					continue;
				n++;
				if (new)
					xmlSetProp(check, X(attributes[a]), X(new));
			}
	return n;
}

/* What is wrong with a line of the map; NULL: nothing. */
static const char *take_line(char *line, struct vct_runs *old, const struct vct_runs *new)
{
	char *words[3] = { NULL };
	size_t n = 0;

	line[strcspn(line, "#\n")] = '\0';
	for (char *rest = line, *word; n < 3 && (word = strsep(&rest, " \t"));)
		if (*word)
			words[n++] = word;
	if (!n)
		return NULL;
	if (n != 2)
		return "a line has an old name and a new name";
	if (!rename_all(new, words[1], NULL))
		return "NEW has no check with this new name";
	if (rename_all(new, words[0], NULL))
		return "NEW has a check with this old name, too";
	rename_all(old, words[0], words[1]);
	return NULL;
}

int vct_renames_apply(const char *path, struct vct_runs *old, const struct vct_runs *new)
{
	FILE *f = fopen(path, "re");
	unsigned int number = 0;
	const char *wrong = NULL;
	char *line = NULL;
	size_t room = 0;

	if (!f) {
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
		return -1;
	}
	while (!wrong && getline(&line, &room, f) > 0) {
		number++;
		wrong = take_line(line, old, new);
	}
	free(line);
	fclose(f);
	if (wrong)
		fprintf(stderr, "verbs-cts: %s:%u: %s\n", path, number, wrong);
	return wrong ? -1 : 0;
}
