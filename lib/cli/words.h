/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Names to offer in place of a word that is not one. */
#ifndef VCT_CLI_WORDS_H
#define VCT_CLI_WORDS_H

#include <stddef.h>
#include <stdio.h>

enum { MOST_WORDS = 8 };

struct words {
	const char *word;
	struct {
		const char *name, *text;
		unsigned int far;
	} best[MOST_WORDS]; /* the nearest first */
	size_t n;
};

struct words words_like(const char *word);
/*
 * Keeps the name if it is near: the word is a part of it, the text has each part of the word
 * between blanks, or a few letters differ.
 * `text` may be NULL.
 */
void words_offer(struct words *words, const char *name, const char *text);
/* Offers a name about which there is more to tell than about others: it comes first. */
void words_offer_told(struct words *words, const char *name, const char *text, const char *more);
/* A line for each name, with the beginning of its text. */
void words_print(const struct words *words, FILE *f);

#endif
