/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* A line of the trace while it is made. Private to the library. */
#ifndef VCT_TEXT_H
#define VCT_TEXT_H

#include <stddef.h>

#include "line.h"
#include "refused.h"
#include "track.h"
#include "words.h"

/* What does not fit is left out, and vct_trace() marks the line. */
struct vct_text {
	size_t n;
	char s[VCT_LINE];
};

/* A new text, with a start; valid until the next one of this thread. */
struct vct_text *vct_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A new text that is a call: its marks, its name and "(". */
#define CALL_TEXT(verb_) vct_text_of_call(verb_, CALLED(verb_))
struct vct_text *vct_text_of_call(const char *verb, const char *start);
void put(struct vct_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Most of a text is strings and numbers: these functions are faster than put(). */
void put_string(struct vct_text *t, const char *string);
void put_chars(struct vct_text *t, const char *chars, size_t n);
void put_hex(struct vct_text *t, unsigned long long n);
/*
 * Writes a number. One above the largest signed number is written in hexadecimal digits, because C
 * has no decimal constant for it.
 */
void put_number(struct vct_text *t, unsigned long long n);
void put_word(struct vct_text *t, const struct vct_word *words, long value);
/* "A | B | 0x80", or one number if there are many flags. */
void put_flags(struct vct_text *t, const struct vct_word *words, unsigned long long flags);
void put_pointer(struct vct_text *t, const void *pointer);
/* ", " if an argument stands before. */
void put_next(struct vct_text *t);
/* What the verb returned: an errno value; 0, or -1 and errno; an object, or NULL and errno. */
void put_error(struct vct_text *t, int error);
void put_minus(struct vct_text *t, int returned);
void put_made(struct vct_text *t, const void *object);

#endif
