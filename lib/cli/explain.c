// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * verbs-cts explain: a promise in plain words, what judges it, and which deviations are known; and
 * what a status, an event, an errno or a question means.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/exit.h"
#include "../check/check.h"
#include "../check/device.h"
#include "../run/verdict/deviations.h"
#include "meanings.h"
#include "program.h"
#include "words.h"

enum { WIDTH = 100, MOST_CHECKS = 12, MOST_WHOLE = 2, MOST_PHRASE = 1024 };

static const struct argp argp = {
	.args_doc = "PROMISE\nCHECK\nSTATUS\nEVENT\nERRNO\nQUESTION...",
	.doc = "Explains a promise (SRQ-QRY-09) or a check (srq.limit.zero-disarms). It prints "
	       "the promise, its page, its meaning in plain words, and what it is often mistaken "
	       "for. It names the checks that judge it, and the deviations from it that the "
	       "released waivers list. Explains the status of a completion, an asynchronous event "
	       "or a value of errno, by its name, its text or its number. It tells the meaning, "
	       "the commonest causes, where to look, and the promises that speak of it. Takes a "
	       "question, or a message of a program, in any words.\v"
	       "A word that is none of these gives the promises and checks that have it in their "
	       "name or text.\n"
	       "Exit codes: 0 explained, 2 wrong usage, or nothing has this name.\n\n"
	       "  verbs-cts explain SRQ-QRY-09\n"
	       "  verbs-cts explain IBV_WC_RETRY_EXC_ERR\n"
	       "  verbs-cts explain status 12 vendor_err 129\n"
	       "  verbs-cts explain RTR errno 110\n"
	       "  verbs-cts explain 'transport retry counter exceeded'\n"
	       "  verbs-cts explain pd busy",
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

static bool speaks_of(const struct vct_meaning *m, const struct vct_promise *p)
{
	for (const struct vct_promise *const *of = m->promises; *of; of++)
		if (*of == p)
			return true;
	return false;
}

static void say_misunderstandings(const struct vct_promise *p)
{
	vct_for_each_meaning (m) {
		if (m->kind != VCT_MISUNDERSTOOD || !speaks_of(m, p))
			continue;
		printf("\n  In plain words:\n");
		say(4, m->means);
		printf("  Often misunderstood:\n");
		say(4, m->causes[0]);
		printf("  See:\n");
		say(4, m->look);
	}
}

static void say_meaning(const struct vct_meaning *m)
{
	char text[512];

	meanings_title(m, text, sizeof(text));
	printf("%s\n", text);
	say(2, m->means);
	printf("  %s:\n", m->kind == VCT_QUESTION ? "To know" : "Most often");
	for (size_t i = 0; i < VCT_CAUSES; i++) {
		snprintf(text, sizeof(text), "- %s", m->causes[i]);
		say(4, text);
	}
	printf("  Look at:\n");
	say(4, m->look);
	printf("  Promises that speak of it:\n");
	for (const struct vct_promise *const *p = m->promises; *p; p++) {
		snprintf(text, sizeof(text), "%s (%s): %s", (*p)->id, vct_level_name((*p)->level),
			 (*p)->statement);
		say(4, text);
	}
}

static void say_meaning_in_short(const struct vct_meaning *m, int indent)
{
	char title[256];

	meanings_title(m, title, sizeof(title));
	printf("%*s%s\n", indent, "", title);
	say(indent + 2, m->means);
}

/* Beside others, those of one call come last and in short. */
static void say_meanings(const struct vct_meaning *const *found, size_t n)
{
	const struct vct_meaning *in_short = NULL;
	const char *between = "";

	for (size_t i = 0; i < n; i++) {
		if (n > MOST_WHOLE && found[i]->call)
			continue;
		printf("%s", between);
		say_meaning(found[i]);
		between = "\n";
	}
	for (size_t i = 0; i < n && n > MOST_WHOLE; i++) {
		if (!found[i]->call)
			continue;
		in_short = found[i];
		printf("%s", between);
		say_meaning_in_short(in_short, 0);
		between = "\n";
	}
	if (in_short)
		printf("\n'verbs-cts explain %s %s' tells more of the last one.\n", in_short->call,
		       in_short->name);
}

/* The statuses, events, values of errno and questions that speak of the promise. */
static void say_words(const struct vct_promise *p)
{
	bool any = false;

	vct_for_each_meaning (m) {
		if (m->kind == VCT_MISUNDERSTOOD || !speaks_of(m, p))
			continue;
		if (!any)
			printf("\n  What programs print of it (verbs-cts explain NAME tells "
			       "more):\n");
		any = true;
		say_meaning_in_short(m, 4);
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
		vct_need_list(cases[i].needs, cases[i].lacks, needs, sizeof(needs));
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
	printf("\n"
	       "  A driver that breaks one of these promises often breaks this one, too:\n"
	       "   ");
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
	say_words(p);
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

	vct_need_list(c->needs, c->lacks, needs, sizeof(needs));
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
		vct_for_each_meaning (m)
			if (m->kind == VCT_MISUNDERSTOOD && speaks_of(m, *p)) {
				say(4, m->means);
				say(4, m->causes[0]);
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

	vct_for_each_meaning (m)
		if (m->kind == VCT_MISUNDERSTOOD)
			words_offer_told(&near, m->promises[0]->id, m->means, m->causes[0]);
		else
			words_offer(&near, m->name, m->means);
	vct_for_each_promise (p)
		words_offer(&near, (*p)->id, (*p)->statement);
	for (size_t i = 0; i < n_cases; i++)
		words_offer(&near, cases[i].name, NULL);
	fprintf(stderr,
		"verbs-cts: '%s' is no promise, check, status, event, errno or question%s\n", word,
		near.n ? "; did you mean" : "; 'verbs-cts list' lists the first two");
	words_print(&near, stderr);
	return VCT_USAGE;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	char *phrase = state->input;
	size_t length = strlen(phrase);

	switch (key) {
	case ARGP_KEY_ARG:
		if (length + strlen(arg) + 2 > MOST_PHRASE)
			argp_error(state, "explain takes at most %d characters", MOST_PHRASE - 2);
		snprintf(phrase + length, MOST_PHRASE - length, "%s%s", length ? " " : "", arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "nothing to explain is given");
	}
	return ARGP_ERR_UNKNOWN;
}

int explain_main(int argc, char **argv)
{
	const struct vct_meaning *found[MOST_MEANINGS];
	struct argp with_parser = argp;
	char phrase[MOST_PHRASE] = "";
	size_t n;

	with_parser.parser = parse;
	argp_parse(&with_parser, argc, argv, 0, NULL, phrase);
	n_cases = vct_cases(&cases);
	n = meanings_find(phrase, found);
	if (promise_of(phrase))
		explain_promise(promise_of(phrase));
	else if (case_of(phrase))
		explain_check(case_of(phrase));
	else if (n)
		say_meanings(found, n);
	else
		return suggest(phrase);
	return VCT_CONFORMS;
}
