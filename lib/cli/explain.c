// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts explain: a promise in plain words, what judges it, and which deviations are known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/exit.h"
#include "../check/check.h"
#include "../check/device.h"
#include "../run/deviations.h"
#include "program.h"
#include "words.h"

enum { WIDTH = 100, MOST_CHECKS = 12 };

static const struct argp argp = {
	.args_doc = "PROMISE\nCHECK",
	.doc = "Explains a promise (SRQ-QRY-09) or a check (srq.limit.zero-disarms): the promise, "
	       "its page, what it says in plain words and what it is often mistaken for, the "
	       "checks that judge it, and the deviations from it that the released waivers list.\v"
	       "A word that is no promise and no check gives those that have it in their name or "
	       "text.\n"
	       "Exit codes: 0 explained, 2 wrong usage, or nothing has this name.\n\n"
	       "  verbs-cts explain SRQ-QRY-09\n"
	       "  verbs-cts explain rnr_retry",
};

static struct vct_case *cases;
static size_t n_cases;

/* Prints a text in lines of at most WIDTH characters, each after `indent` blanks. */
static void say(int indent, const char *text)
{
	size_t room = (size_t)(WIDTH - indent);

	while (*text) {
		size_t n = strlen(text);

		if (n > room) {
			for (n = room; n && text[n] != ' ';)
				n--;
			n = n ? n : strcspn(text, " ");
		}
		printf("%*s%.*s\n", indent, "", (int)n, text);
		text += n;
		text += strspn(text, " ");
	}
}

static void say_misunderstandings(const struct vct_promise *p)
{
	vct_for_each_misunderstanding(m)
	{
		if ((*m)->promise != p)
			continue;
		printf("\n  In plain words:\n");
		say(4, (*m)->plain);
		printf("  Often misunderstood:\n");
		say(4, (*m)->mistake);
		printf("  See:\n");
		say(4, (*m)->where);
	}
}

static void say_checks(const struct vct_promise *p)
{
	size_t found = 0;
	char needs[256];

	for (size_t i = 0; i < n_cases; i++)
		found += vct_case_cites(&cases[i], p->id);
	if (!found) {
		printf("\n  No check judges it.\n");
		return;
	}
	printf("\n  %zu check%s it:\n", found, found == 1 ? " judges" : "s judge");
	for (size_t i = 0, n_printed = 0; i < n_cases && n_printed < MOST_CHECKS; i++) {
		if (!vct_case_cites(&cases[i], p->id))
			continue;
		vct_need_list(cases[i].needs, needs, sizeof(needs));
		printf("    %s%s%s\n", cases[i].name, needs[0] ? "  needs " : "", needs);
		n_printed++;
	}
	if (found > MOST_CHECKS)
		printf("    ... and %zu more: verbs-cts run --promise %s\n", found - MOST_CHECKS,
		       p->id);
}

static void say_deviation(const struct vct_known_deviation *d, void *found)
{
	printf("%s    %s: %s%s%s\n", (*(size_t *)found)++ ? "" : "\n  Known deviations:\n",
	       d->whose, d->check ? d->check : "each check of it",
	       d->sometimes ? ", sometimes" : "",
	       d->expired ? ", although its waiver has expired" : "");
	say(6, d->reason);
	printf("      %s\n", d->url);
}

static void say_causes(const struct vct_promise *p)
{
	if (!p->broken_with)
		return;
	printf("\n  The mistake that breaks one of these may break it, too:\n   ");
	for (const struct vct_promise *const *cause = p->broken_with; *cause; cause++)
		printf(" %s", (*cause)->id);
	printf("\n");
}

static void explain_promise(const struct vct_promise *p)
{
	size_t found = 0;

	printf("%s, a promise of level %s\n", p->id, vct_level_name(p->level));
	say(2, vct_promise_text(p));
	printf("  From %s\n", vct_promise_source(p));
	say_misunderstandings(p);
	say_causes(p);
	say_checks(p);
	vct_known_deviations(p, NULL, cases, n_cases, say_deviation, &found);
	if (!found)
		printf("\n  No deviation from it is known.\n");
}

static void explain_check(const struct vct_case *c)
{
	char needs[256];
	size_t found = 0;

	vct_need_list(c->needs, needs, sizeof(needs));
	printf("%s, a check\n", c->name);
	if (needs[0])
		printf("  It needs %s; without that, it is skipped.\n", needs);
	if (c->check->asks)
		printf("  It asks the device whether it has what is judged, and skips where it has "
		       "not.\n");
	if (c->danger)
		printf("  Danger: %s.\n", vct_danger_name(c->danger));
	for (const struct vct_promise *const *p = c->promises; *p; p++) {
		printf("\n  %s (%s), from %s:\n", (*p)->id, vct_level_name((*p)->level),
		       vct_promise_source(*p));
		say(4, (*p)->statement);
		vct_for_each_misunderstanding(m) if ((*m)->promise == *p)
		{
			say(4, (*m)->plain);
			say(4, (*m)->mistake);
		}
	}
	vct_known_deviations(NULL, c, cases, n_cases, say_deviation, &found);
	if (!found)
		printf("\n  No deviation that it finds is known.\n");
	printf("\n  verbs-cts run '%s' runs it.\n", c->name);
}

static const struct vct_promise *promise_of(const char *word)
{
	vct_for_each_promise (p)
		if (!strcasecmp((*p)->id, word))
			return *p;
	return NULL;
}

static const struct vct_case *case_of(const char *word)
{
	size_t length = strcspn(word, "@");

	for (size_t i = 0; i < n_cases; i++)
		if (strlen(cases[i].name) == length && !strncmp(cases[i].name, word, length))
			return &cases[i];
	return NULL;
}

/* What the word may mean: where it is a part of the name or the text, or else what is spelled like
 * it. */
static int suggest(const char *word)
{
	struct words near = words_like(word);

	vct_for_each_misunderstanding(m)
		words_offer_told(&near, (*m)->promise->id, (*m)->plain, (*m)->mistake);
	vct_for_each_promise (p)
		words_offer(&near, (*p)->id, (*p)->statement);
	for (size_t i = 0; i < n_cases; i++)
		words_offer(&near, cases[i].name, NULL);
	fprintf(stderr, "verbs-cts: no promise and no check is named '%s'%s\n", word,
		near.n ? "; did you mean" : "; 'verbs-cts list' lists all");
	words_print(&near, stderr);
	return VCT_USAGE;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const char **word = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (*word)
			argp_error(state, "explain takes one promise or check");
		*word = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "no promise or check is given");
	}
	return ARGP_ERR_UNKNOWN;
}

int explain_main(int argc, char **argv)
{
	struct argp with_parser = argp;
	const char *word = NULL;

	with_parser.parser = parse;
	argp_parse(&with_parser, argc, argv, 0, NULL, &word);
	n_cases = vct_cases(&cases);
	if (promise_of(word))
		explain_promise(promise_of(word));
	else if (case_of(word))
		explain_check(case_of(word));
	else
		return suggest(word);
	return VCT_CONFORMS;
}
