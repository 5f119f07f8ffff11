// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the sequence that verbs-cts random is to replay. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/files.h"
#include "replay.h"

/* Adds a step; `line` is where it stands in the file. False: after printing an error. */
static bool add_step(struct vct_sequence *s, const char *text, const char *path, long line)
{
	const char *wrong = s->n < MOST_STEPS ? vct_step_read(&s->steps[s->n++], text)
					      : "there are more steps than a sequence can have";

	if (wrong)
		fprintf(stderr, "verbs-cts: %s:%ld: %s: %s\n", path, line, text, wrong);
	return !wrong;
}

static bool read_steps(struct vct_sequence *s, const char *path, const xmlNode *check)
{
	bool good = true;

	for (xmlNode *n = check->children; good && n; n = n->next) {
		xmlChar *text = xmlNodeGetContent(n);

		if (!strcmp((const char *)n->name, "step"))
			good = add_step(s, (const char *)text, path, xmlGetLineNo(n));
		xmlFree(text);
	}
	return good;
}

/* The steps of the first check that has any. */
static bool read_results(struct vct_sequence *s, const char *path)
{
	xmlDoc *doc = vct_results_read(path, VCT_EMBEDDED "results.rng");
	bool good = doc;

	if (!doc)
		return false;
	for (xmlNode *c = xmlDocGetRootElement(doc)->children; good && c && !s->n; c = c->next)
		good = read_steps(s, path, c);
	xmlFreeDoc(doc);
	return good;
}

static bool read_text(struct vct_sequence *s, const char *path, FILE *f)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t length;
	bool good = true;

	for (long line = 1; good && (length = getline(&text, &room, f)) >= 0; line++) {
		if (length && text[length - 1] == '\n')
			text[--length] = '\0';
		if (strlen(text) != (size_t)length) {
			fprintf(stderr, "verbs-cts: %s:%ld: this is not text\n", path, line);
			good = false;
		} else if (text[0]) {
			good = add_step(s, text, path, line);
		}
	}
	if (ferror(f)) {
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
		good = false;
	}
	free(text);
	return good;
}

static bool read_file(struct vct_sequence *s, const char *path)
{
	FILE *f = fopen(path, "r");
	bool good;
	int first;

	if (!f) {
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
		return false;
	}
	first = ungetc(getc(f), f);
	good = first == '<' ? read_results(s, path) : read_text(s, path, f);
	fclose(f);
	return good;
}

struct vct_sequence *vct_replay_read(const char *path)
{
	struct vct_sequence *s = vct_allocate(1, sizeof(*s));

	if (read_file(s, path)) {
		if (s->n)
			return s;
		fprintf(stderr,
			"verbs-cts: %s: it has no finding of random use, so there is no sequence "
			"to replay\n",
			path);
	}
	free(s);
	return NULL;
}
