// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What is judged most: conditions, numbers, objects, bytes, and what a verb returns. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "trace/say.h"
#include "trace/track.h"

enum { NAME = 128, VALUE = 64, LINE = 512 };

void vct_must_be_so(bool holds, const struct vct_place *place, const char *words, ...)
{
	char text[LINE], reason[LINE + 16], *seen;
	va_list args;

	if (holds) {
		vct_held();
		return;
	}
	va_start(args, words);
	vsnprintf(text, sizeof(text), words, args);
	va_end(args);
	seen = strstr(text, "; ");
	if (seen)
		*seen = '\0';
	snprintf(reason, sizeof(reason), "does not hold: %s", text);
	vct_fail_with(place, reason, text, seen ? seen + 2 : "it is false");
}

/* The numbers alone are what waivers and other programs read. */
static void __attribute__((noreturn))
fail_of_numbers(const char *name, long long seen, const char *is, const char *promised,
		const struct vct_place *place)
{
	char reason[LINE], number[VALUE];
	bool of_errno = !strcmp(name, "errno");

	snprintf(reason, sizeof(reason), "%s: promised %s, seen %s", name, promised, is);
	snprintf(number, sizeof(number), "%lld", seen);
	vct_fail_with(place, reason, promised, of_errno ? is : number);
}

/* Of what a call returned, the verb is told, if the trace has it. */
static void name_seen(const struct vct_place *place, long long seen, char name[NAME])
{
	char verb[48] = "the call", unknown[NAME];

	snprintf(unknown, sizeof(unknown), VCT_RETURNED, verb);
	vct_say_name(place->expression, name, NAME);
	if (strcmp(name, unknown) != 0)
		return;
	vct_say_verb(vct_errno_text((int)seen), verb, sizeof(verb));
	snprintf(name, NAME, VCT_RETURNED, verb);
}

void vct_must_compare(long long seen, const char *relation, long long expected, bool holds,
		      const struct vct_place *place)
{
	static const struct {
		const char *relation, *says;
	} says[] = { { "==", "" }, { "!=", "not " }, { ">=", "at least " }, { "<=", "at most " } };
	char name[NAME], is[VALUE], number[VALUE], promised[VALUE + 16];
	size_t i = 0;

	if (holds) {
		vct_held();
		return;
	}
	while (strcmp(says[i].relation, relation))
		i++;
	name_seen(place, seen, name);
	vct_say_value(seen, name, place->expected, is, sizeof(is));
	vct_say_value(expected, name, place->expected, number, sizeof(number));
	snprintf(promised, sizeof(promised), "%s%s", says[i].says, number);
	if (!strcmp(name, "errno") && !seen)
		snprintf(promised, sizeof(promised), "an errno value that the call sets");
	fail_of_numbers(name, seen, is, promised, place);
}

void vct_setup_fails(const struct vct_place *place, enum vct_block block)
{
	char when[LINE];

	vct_say_when(when, sizeof(when));
	vct_broken_at(block, place, "setup: a step failed %s", when);
}

static void __attribute__((noreturn))
fail_of_call(const struct vct_place *place, const char *expected, const char *returned)
{
	char verb[48], reason[LINE], seen[VALUE + 32];

	vct_say_verb(returned, verb, sizeof(verb));
	snprintf(reason, sizeof(reason), "%s returned %s, and it is promised that %s", verb,
		 returned, expected);
	snprintf(seen, sizeof(seen), "the call returned %s", returned);
	vct_fail_with(place, reason, expected, seen);
}

void vct_must_return(int returned, bool success, const struct vct_place *place)
{
	if (success && returned)
		vct_skip_if_refused();
	if (success ? returned : !returned)
		fail_of_call(place,
			     success ? "the call succeeds (returns 0)"
				     : "the call is refused (returns an errno value)",
			     vct_errno_text(returned));
	vct_held();
}

void vct_must_return_errno(int returned, const struct vct_place *place)
{
	if (returned <= 0)
		fail_of_call(place, "the call is refused, and returns an errno value",
			     vct_errno_text(returned));
	vct_held();
}

void vct_must_make(const void *object, const struct vct_place *place)
{
	char text[VALUE];

	if (!object) {
		vct_skip_if_refused();
		snprintf(text, sizeof(text), "NULL, errno %s", vct_errno_said());
		fail_of_call(place, "the call succeeds (returns an object)", text);
	}
	vct_held();
}

void vct_must_make_none(const void *object, const struct vct_place *place)
{
	if (object)
		fail_of_call(place, "the call is refused (returns NULL)", vct_name(object));
	vct_held();
}

void vct_must_point_to(const void *seen, const void *expected, const struct vct_place *place)
{
	const char *is = vct_say_pointer(seen), *promised = vct_name(expected);
	char name[NAME], words[NAME], reason[LINE];

	if (seen == expected) {
		vct_held();
		return;
	}
	if (!strcmp(promised, "?")) {
		promised = "the address that was given";
		if (vct_say_named(place->expected, words, sizeof(words)))
			promised = words;
	}
	vct_say_name(place->expression, name, sizeof(name));
	snprintf(reason, sizeof(reason), "%s: promised %s, seen %s", name, promised, is);
	vct_fail_with(place, reason, promised, is);
}

void vct_must_equal_bytes(const void *seen, const void *expected, size_t length,
			  const struct vct_place *place)
{
	const unsigned char *is = seen, *promised = expected;
	char expects[VALUE], name[NAME], text[LINE], reason[2 * LINE];
	size_t first = length, differ = 0;

	for (size_t i = length; i-- > 0;)
		if (is[i] != promised[i])
			first = i, differ++;
	if (!differ) {
		vct_held();
		return;
	}
	snprintf(expects, sizeof(expects), "all %zu bytes are as promised", length);
	snprintf(text, sizeof(text), "byte %zu is 0x%02x in place of 0x%02x; %zu bytes differ",
		 first, is[first], promised[first], differ);
	vct_say_name(place->expression, name, sizeof(name));
	snprintf(reason, sizeof(reason), "the bytes of %s: %s", name, text);
	vct_fail_with(place, reason, expects, text);
}
