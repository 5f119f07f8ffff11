// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds what people type or paste in the table of meanings. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "meanings.h"

enum { MOST_TOKENS = 64, MOST_KEY = 1024, SHORTEST_PART = 3, ENOUGH = 4 };

/* Words of sentences that say nothing of a row. */
static const char *const empty[] = { "a",    "an",   "the",  "of",    "is",   "it",    "its",
				     "to",   "in",   "my",   "i",     "why",  "what",  "how",
				     "does", "do",   "did",  "can",   "and",  "or",    "on",
				     "for",  "by",   "when", "with",  "that", "after", "get",
				     "got",  "says", "say",  "error", "not",  "was",   "are",
				     "has",  "if",   "at",   NULL };

struct tokens {
	char text[MOST_KEY], *words[MOST_TOKENS];
	size_t n;
};

static bool is_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void split(struct tokens *t, const char *phrase)
{
	char *rest = t->text;

	snprintf(t->text, sizeof(t->text), "%s", phrase);
	for (char *c = t->text; *c; c++)
		if (!is_of_word(*c))
			*c = ' ';
	while (t->n < MOST_TOKENS && (t->words[t->n] = strtok_r(rest, " ", &rest)))
		t->n++;
}

static bool is_number(const char *word, long *value)
{
	char *end;

	*value = strtol(word, &end, 0);
	return isdigit((unsigned char)*word) && !*end;
}

static bool is_empty(const char *word)
{
	for (const char *const *w = empty; *w; w++)
		if (!strcasecmp(*w, word))
			return true;
	return false;
}

void meanings_title(const struct vct_meaning *m, char *title, size_t size)
{
	if (!vct_meaning_kind_name(m))
		snprintf(title, size, "%s", m->name);
	else
		snprintf(title, size, "%s%s%s, %s %ld: %s", m->call ? m->call : "",
			 m->call ? ": " : "", m->name, vct_meaning_kind_name(m), m->value,
			 vct_meaning_text(m));
}

/* Its title, the parts of its names, and the other words that people type. */
static void write_key(const struct vct_meaning *m, char *key)
{
	char title[256], parts[256];

	meanings_title(m, title, sizeof(title));
	memcpy(parts, title, sizeof(parts));
	for (char *c = parts; *c; c++)
		if (*c == '_')
			*c = ' ';
	snprintf(key, MOST_KEY, "%s %s %s", title, parts, m->also ? m->also : "");
}

/* A word of the key is this one, or begins with it. */
static bool key_has(const char *key, const char *word, bool whole)
{
	size_t length = strlen(word);

	for (const char *at = key; *at; at++)
		if ((at == key || !is_of_word(at[-1])) && !strncasecmp(at, word, length) &&
		    (!whole || !is_of_word(at[length])))
			return true;
	return false;
}

/* "ibv_wc_retry_exc_err", "retry_exc_err", "transport retry counter exceeded", "MADV_DONTFORK" */
static bool is_called(const struct vct_meaning *m, const char *phrase)
{
	static const char *const prefixes[] = { "", "IBV_", "IBV_WC_", "IBV_EVENT_" };
	const char *text = vct_meaning_text(m);

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(m->name, prefixes[i], strlen(prefixes[i])) &&
		    !strcasecmp(m->name + strlen(prefixes[i]), phrase))
			return true;
	return (text && !strcasecmp(text, phrase)) || (m->also && key_has(m->also, phrase, true));
}

static bool has_number(const struct vct_meaning *m, const struct tokens *t)
{
	long value;

	return t->n == 1 && vct_meaning_kind_name(m) && is_number(t->words[0], &value) &&
	       value == m->value;
}

/* "status 12", "event=0x10"; not of errno, beside which other words may name a call */
static bool has_pair(const struct vct_meaning *m, const struct tokens *t)
{
	long value;

	for (size_t i = 0; m->kind < VCT_ERRNO && i + 1 < t->n; i++)
		if (!strcasecmp(t->words[i], vct_meaning_kind_name(m)) &&
		    is_number(t->words[i + 1], &value) && value == m->value)
			return true;
	return false;
}

/* "vendor_err 129", "vendor err 129", "syndrom 0x81", besides a status or alone. */
static bool is_of_vendor(const struct vct_meaning *m, const struct tokens *t)
{
	for (size_t i = 0; m->kind == VCT_QUESTION && i < t->n; i++)
		if (!strcmp(m->name, "vendor_err") && (!strncasecmp(t->words[i], "vendor", 6) ||
						       !strncasecmp(t->words[i], "syndrom", 7)))
			return true;
	return false;
}

/* How many of the words the key has; 0 if these are few of them. */
static size_t count_words(const struct tokens *t, const char *key)
{
	size_t n = 0, all = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (is_empty(t->words[i]))
			continue;
		all++;
		n += key_has(key, t->words[i],
			     strlen(t->words[i]) < SHORTEST_PART ||
				     isdigit((unsigned char)t->words[i][0]));
	}
	return 2 * n >= all || n >= ENOUGH ? n : 0;
}

/* A lone word with a hyphen, a point or an underscore is a name, and no phrase. */
static bool is_phrase(const char *text)
{
	return strchr(text, ' ') || !text[strcspn(text, "-._")];
}

static size_t find_words(const struct tokens *t, const struct vct_meaning *found[MOST_MEANINGS])
{
	size_t n = 0, most = 1;
	char key[MOST_KEY];

	vct_for_each_meaning (m) {
		size_t words;

		if (m->kind == VCT_MISUNDERSTOOD)
			continue;
		write_key(m, key);
		words = count_words(t, key);
		if (words > most)
			n = 0;
		if (words >= most && n < MOST_MEANINGS) {
			found[n++] = m;
			most = words;
		}
	}
	return n;
}

size_t meanings_find(const char *phrase, const struct vct_meaning *found[MOST_MEANINGS])
{
	struct tokens t = { .n = 0 };
	size_t n = 0;

	split(&t, phrase);
	vct_for_each_meaning (m)
		if (m->kind != VCT_MISUNDERSTOOD && n < MOST_MEANINGS &&
		    (is_called(m, phrase) || has_number(m, &t) || has_pair(m, &t) ||
		     is_of_vendor(m, &t)))
			found[n++] = m;
	return n || !is_phrase(phrase) ? n : find_words(&t, found);
}
