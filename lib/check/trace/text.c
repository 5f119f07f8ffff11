// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Appends words, flags and numbers to a text. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

struct vct_text *vct_text(const char *format, ...)
{
	static __thread struct vct_text text;
	va_list args;

	va_start(args, format);
	text.n = (size_t)vsnprintf(text.s, sizeof(text.s), format, args);
	va_end(args);
	vct_call_begins(NULL);
	return &text;
}

struct vct_text *vct_text_of_call(const char *verb, const char *start)
{
	struct vct_text *t = vct_text("%s", start);

	vct_call_begins(verb);
	return t;
}

void put(struct vct_text *t, const char *format, ...)
{
	size_t room = sizeof(t->s) - t->n;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->s + t->n, room, format, args);
	va_end(args);
	if (n > 0)
		t->n += (size_t)n < room ? (size_t)n : room - 1;
}

void put_chars(struct vct_text *t, const char *chars, size_t n)
{
	size_t room = sizeof(t->s) - 1 - t->n;

	if (n > room)
		n = room;
	memcpy(t->s + t->n, chars, n);
	t->n += n;
	t->s[t->n] = '\0';
}

void put_string(struct vct_text *t, const char *string)
{
	put_chars(t, string, strlen(string));
}

static void put_digits(struct vct_text *t, unsigned long long n, unsigned int base)
{
	char digits[24], *digit = digits + sizeof(digits) - 1;

	*digit = '\0';
	do {
		*--digit = "0123456789abcdef"[n % base];
		n /= base;
	} while (n);
	put_string(t, digit);
}

void put_hex(struct vct_text *t, unsigned long long n)
{
	put_string(t, "0x");
	put_digits(t, n, 16);
}

void put_number(struct vct_text *t, unsigned long long n)
{
	if (n > INT64_MAX)
		put_hex(t, n);
	else
		put_digits(t, n, 10);
}

void put_word(struct vct_text *t, const struct vct_word *words, long value)
{
	for (; words->name; words++)
		if (words->value == value) {
			put_string(t, words->name);
			return;
		}
	put(t, "%ld", value);
}

/* A mask of nearly all flags is easier to read as a number. */
enum { MOST_FLAGS = 14 };

void put_flags(struct vct_text *t, const struct vct_word *words, unsigned long long flags)
{
	const char *between = "";

	if (__builtin_popcountll(flags) > MOST_FLAGS) {
		put_hex(t, flags);
		return;
	}
	for (; words->name; words++)
		if (flags & (unsigned long long)words->value) {
			put_string(t, between);
			put_string(t, words->name);
			flags &= ~(unsigned long long)words->value;
			between = " | ";
		}
	if (flags || !*between)
		put(t, flags ? "%s0x%llx" : "%s%llu", between, flags);
}

void put_pointer(struct vct_text *t, const void *pointer)
{
	if (pointer)
		put(t, "(void *)%p", pointer);
	else
		put(t, "NULL");
}

void put_next(struct vct_text *t)
{
	if (t->n && t->s[t->n - 1] != '(')
		put_string(t, ", ");
}

void put_error(struct vct_text *t, int error)
{
	vct_call_returned(error);
	put(t, RESULT("%s"), vct_errno_text(error));
}

static void put_errno(struct vct_text *t)
{
	put(t, ", errno " PART("errno") "%s" END_PART, vct_errno_said());
}

void put_minus(struct vct_text *t, int returned)
{
	if (returned)
		vct_call_is_refused(false);
	if (returned != -1) {
		put(t, RESULT("%s"), vct_errno_text(returned));
		return;
	}
	put_string(t, RESULT("-1"));
	put_errno(t);
}

void put_made(struct vct_text *t, const void *object)
{
	if (object) {
		put(t, RESULT("%s"), vct_name(object));
		return;
	}
	vct_call_is_refused(true);
	put_string(t, RESULT("NULL"));
	put_errno(t);
}
