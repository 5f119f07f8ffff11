// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes words of C. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "line.h"
#include "say.h"
#include "track.h"
#include "words.h"

static const struct {
	const struct vct_word *words;
	const char *members; /* of which they are the values */
} tables[] = {
	{ vct_wc_statuses, " status " },
	{ vct_wc_opcodes, " opcode " },
	{ vct_qp_states, " qp_state cur_qp_state state " },
	{ vct_qp_types, " qp_type " },
	{ vct_mig_states, " path_mig_state " },
	{ vct_mtus, " path_mtu max_mtu active_mtu " },
	{ vct_events, " event_type " },
	{ vct_mw_types, "" },
	{ vct_srq_types, "" },
};

static const char *word_of(const struct vct_word *words, long long value)
{
	for (; words->name; words++)
		if (words->value == value)
			return words->name;
	return NULL;
}

static bool has_word(const struct vct_word *words, const char *name)
{
	for (; words->name; words++)
		if (!strcmp(words->name, name))
			return true;
	return false;
}

static const struct vct_word *table_of(const char *name, const char *expected)
{
	char member[64];

	snprintf(member, sizeof(member), " %.60s ", name);
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if ((expected && has_word(tables[i].words, expected)) ||
		    strstr(tables[i].members, member))
			return tables[i].words;
	return NULL;
}

void vct_say_value(long long value, const char *name, const char *expected, char *text, size_t size)
{
	const struct vct_word *words = table_of(name, expected);
	const char *word = words ? word_of(words, value) : NULL;

	if (!strcmp(name, "errno"))
		snprintf(text, size, "%s",
			 value ? vct_errno_text((int)value) : "that it was not set");
	else if (word)
		snprintf(text, size, "%lld %s", value, word);
	else
		snprintf(text, size, "%lld", value);
}

const char *vct_say_pointer(const void *pointer)
{
	const char *name = vct_name(pointer);

	return strcmp(name, "?") ? name : "another address";
}

/* True if the call returned this. */
static bool returned_it(const char *call, const char *returned)
{
	char text[80];
	const char *open = strchr(call, '(');

	snprintf(text, sizeof(text), ") = %s", returned);
	return open && strstr(open, text);
}

void vct_say_verb(const char *returned, char *verb, size_t size)
{
	const struct vct_evidence *e = vct_own_evidence();
	const char *end = e->verbs + e->verbs_len, *line;
	char call[VCT_LINE + 64];

	snprintf(verb, size, "the call");
	for (; end > e->verbs; end = line) {
		line = --end;
		while (line > e->verbs && line[-1] != '\n')
			line--;
		call[vct_line_plain(line, (size_t)(end - line), call)] = '\0';
		if (returned_it(call, returned)) {
			snprintf(verb, size, "%.*s", (int)strcspn(call, "("), call);
			return;
		}
	}
}

static bool is_in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The member at the end of the expression; NULL: it ends with something else. */
static const char *last_member(const char *expression)
{
	const char *at = expression + strlen(expression);

	while (at > expression && is_in_name(at[-1]))
		at--;
	if (!*at || at < expression + 2 || isdigit((unsigned char)*at))
		return NULL;
	return at[-1] == '.' || (at[-1] == '>' && at[-2] == '-') ? at : NULL;
}

/* True if the whole expression is one call of a function with a name of this length. */
static bool is_call(const char *expression, size_t name)
{
	int depth = 0;

	if (!name || expression[name] != '(')
		return false;
	for (const char *c = expression + name; *c; c++) {
		depth += (*c == '(') - (*c == ')');
		if (!depth)
			return !c[1];
	}
	return false;
}

/* Of what only changes the form of a value, the value is named. */
static bool is_form(const char *function, size_t length)
{
	static const char *const forms[] = { "ntohl", "ntohs", "be16toh", "be32toh", "abs" };

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strlen(forms[i]) == length && !strncmp(function, forms[i], length))
			return true;
	return false;
}

static void say_call(const char *function, size_t length, char *name, size_t size)
{
	char argument[256];

	if (is_form(function, length)) {
		snprintf(argument, sizeof(argument), "%.*s", (int)(strlen(function) - length - 2),
			 function + length + 1);
		vct_say_name(argument, name, size);
		return;
	}
	if (!strncmp(function, "vct_", 4)) {
		snprintf(name, size, "what ibv_%.*s returned", (int)length - 4, function + 4);
		return;
	}
	snprintf(name, size, "%.*s", (int)length, function);
	for (char *c = name; *c; c++)
		if (*c == '_')
			*c = ' ';
}

void vct_say_name(const char *expression, char *name, size_t size)
{
	const char *member = last_member(expression);
	size_t length = 0;

	while (is_in_name(expression[length]))
		length++;
	if (!strcmp(expression, "ret")) {
		snprintf(name, size, "what the call returned");
	} else if (member) {
		snprintf(name, size, "%s", member);
	} else if (is_call(expression, length)) {
		say_call(expression, length, name, size);
	} else {
		snprintf(name, size, "%s", expression);
	}
}
