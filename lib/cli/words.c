// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the names that a word may mean. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "words.h"

enum { MOST_LETTERS = 128, TOLD = 1, IN_NAME = 2, IN_TEXT = 3, LIKE = 4 };

struct words words_like(const char *word)
{
	return (struct words){ .word = word };
}

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	return a < b ? (a < c ? a : c) : (b < c ? b : c);
}

/* How many letters have to be changed, added or left out to make one word of the other. */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int row[MOST_LETTERS + 1], before, left;
	size_t n = strlen(b);

	if (n > MOST_LETTERS)
		return MOST_LETTERS;
	for (size_t i = 0; i <= n; i++)
		row[i] = (unsigned int)i;
	for (; *a; a++) {
		before = row[0]++;
		for (size_t i = 1; i <= n; i++) {
			left = row[i];
			row[i] = least(row[i] + 1, row[i - 1] + 1,
				       before + (tolower((unsigned char)*a) !=
						 tolower((unsigned char)b[i - 1])));
			before = left;
		}
	}
	return row[n];
}

/* The text has each word of the phrase, in any order. */
static bool has_words(const char *text, const char *phrase)
{
	char words[MOST_LETTERS + 1], *rest = words;

	snprintf(words, sizeof(words), "%s", phrase);
	for (char *word = strtok_r(rest, " ", &rest); word; word = strtok_r(rest, " ", &rest))
		if (!strcasestr(text, word))
			return false;
	return true;
}

/* 0: it is not near */
static unsigned int how_far(const char *word, const char *name, const char *text)
{
	unsigned int letters;

	if (strcasestr(name, word))
		return IN_NAME;
	if (text && has_words(text, word))
		return IN_TEXT;
	letters = distance(word, name);
	return letters <= 2 + strlen(word) / 8 ? LIKE + letters : 0;
}

static void keep(struct words *words, const char *name, const char *text, unsigned int far)
{
	size_t at;

	for (size_t i = 0; i < words->n; i++)
		if (words->best[i].name == name)
			return;
	for (at = words->n; at && words->best[at - 1].far > far; at--)
		;
	if (at == MOST_WORDS)
		return;
	words->n += words->n < MOST_WORDS;
	memmove(&words->best[at + 1], &words->best[at],
		(words->n - at - 1) * sizeof(words->best[0]));
	words->best[at].name = name;
	words->best[at].text = text;
	words->best[at].far = far;
}

void words_offer(struct words *words, const char *name, const char *text)
{
	unsigned int far = how_far(words->word, name, text);

	if (far)
		keep(words, name, text, far);
}

void words_offer_told(struct words *words, const char *name, const char *text, const char *more)
{
	if (strcasestr(name, words->word) || has_words(text, words->word) ||
	    has_words(more, words->word))
		keep(words, name, text, TOLD);
}

void words_print(const struct words *words, FILE *f)
{
	for (size_t i = 0; i < words->n; i++)
		fprintf(f, "  %s%s%.100s\n", words->best[i].name, words->best[i].text ? "  " : "",
			words->best[i].text ? words->best[i].text : "");
}
