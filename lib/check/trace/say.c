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

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

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

const char *vct_say_event(int type)
{
	const char *name = word_of(vct_events, type);

	return name ? name : "the event";
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

/* True of the identifier of an errno value: EINVAL. */
static bool is_errno(const char *name)
{
	return name[0] == 'E' && name[1] && !name[1 + strspn(name + 1, CAPITALS)];
}

void vct_say_value(long long value, const char *name, const char *expected, char *text, size_t size)
{
	const struct vct_word *words = table_of(name, expected);
	const char *word = words ? word_of(words, value) : NULL;

	if (!strcmp(name, "errno"))
		snprintf(text, size, "%s",
			 value ? vct_errno_text((int)value) : "that it was not set");
	else if (expected && is_errno(expected))
		snprintf(text, size, "%s", vct_errno_text((int)value));
	else if (word)
		snprintf(text, size, "%lld %s", value, word);
	else
		snprintf(text, size, "%lld", value);
}

const char *vct_say_object(const void *object, const char *otherwise)
{
	const char *name = vct_name(object);

	return strcmp(name, "?") ? name : otherwise;
}

const char *vct_say_pointer(const void *pointer)
{
	return vct_say_object(pointer, "another address");
}

static const char *end_of_trace(void)
{
	const struct vct_evidence *e = vct_own_evidence();

	return e->verbs + e->verbs_len;
}

/* The line of the trace before *end, which is then its begin; NULL: there is none. */
static const char *line_before(const char **end)
{
	const char *first = vct_own_evidence()->verbs, *last = *end - 1, *line = last;

	if (*end == first)
		return NULL;
	while (line > first && line[-1] != '\n')
		line--;
	*end = line;
	return last;
}

/* What the call returned, "NULL, errno 12 ENOMEM"; false: the line says nothing of it. */
static bool line_returned(const char *line, const char *end, char *text, size_t size)
{
	char error[40];
	size_t n;

	if (!vct_line_part(line, end, "result", text, size))
		return false;
	n = strlen(text);
	if (vct_line_part(line, end, "errno", error, sizeof(error)))
		snprintf(text + n, size - n, ", errno %s", error);
	return true;
}

void vct_say_verb(const char *returned, char *verb, size_t size)
{
	const char *line = end_of_trace(), *end;
	char result[80];

	while ((end = line_before(&line)))
		if (line_returned(line, end, result, sizeof(result)) && !strcmp(result, returned) &&
		    vct_line_part(line, end, "call", verb, size))
			return;
	snprintf(verb, size, "the call");
}

void vct_say_when(char *text, size_t size)
{
	const char *line = end_of_trace(), *end;
	char verb[80], result[80];

	while ((end = line_before(&line)))
		if (line_returned(line, end, result, sizeof(result)) &&
		    vct_line_part(line, end, "call", verb, sizeof(verb)) &&
		    !strncmp(verb, "ibv_", 4)) {
			snprintf(text, size, "after %s returned %s", verb, result);
			return;
		}
	snprintf(text, size, "before any verb was called");
}

static bool is_in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* False if it joins several values: "a - b.c" is no member. */
static bool is_one_value(const char *expression)
{
	int depth = 0;

	for (const char *c = expression; *c; c++) {
		depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
		if (*c == ' ' && !depth && c[1] != '.' && strncmp(c + 1, "->", 2) != 0)
			return false;
	}
	return true;
}

/* The member at the end of the expression; NULL: it ends with something else. */
static const char *last_member(const char *expression)
{
	const char *at = expression + strlen(expression);

	if (!is_one_value(expression))
		return NULL;
	while (at > expression && is_in_name(at[-1]))
		at--;
	if (!*at || at < expression + 2 || isdigit((unsigned char)*at))
		return NULL;
	return at[-1] == '.' || (at[-1] == '>' && at[-2] == '-') ? at : NULL;
}

/* The memory that checks use: as it is in an expression, and in words. */
static const struct {
	const char *c, *words;
} memories[] = {
	{ "recv_slot(", "the receive buffer" },
	{ "send_slot(", "the send buffer" },
	{ "pages()", "the memory" },
};

static bool say_memory(const char *expression, char *name, size_t size)
{
	for (size_t i = 0; i < sizeof(memories) / sizeof(memories[0]); i++) {
		const char *behind = strchr(expression, ')');

		if (strncmp(expression, memories[i].c, strlen(memories[i].c)) != 0 || !behind ||
		    strchr(behind, '['))
			continue;
		snprintf(name, size, "%s", memories[i].words);
		return true;
	}
	return false;
}

/* "IBV_WC_WITH_IMM of wc_flags" of "!!(wc.wc_flags & IBV_WC_WITH_IMM)". */
static bool say_flag(const char *expression, char *name, size_t size)
{
	const char *flags = expression + strspn(expression, "!("), *flag = strstr(flags, " & IBV_");
	char of[64], word[64];
	size_t length;

	if (!flag)
		return false;
	length = strspn(flag + 3, CAPITALS);
	if (flag[3 + length + strspn(flag + 3 + length, ")")])
		return false;
	snprintf(of, sizeof(of), "%.*s", (int)(flag - flags), flags);
	vct_say_name(of, word, sizeof(word));
	snprintf(name, size, "%.*s of %s", (int)length, flag + 3, word);
	return true;
}

/* Of what only changes the form of a value, the value is named: ntohl(wc.imm_data). */
static bool say_form(const char *expression, char *name, size_t size)
{
	static const char *const forms[] = { "ntohl(", "ntohs(", "be16toh(", "be32toh(", "abs(" };
	size_t last = strlen(expression) - 1;
	char argument[256];

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		size_t length = strlen(forms[i]);

		if (strncmp(expression, forms[i], length) || expression[last] != ')')
			continue;
		snprintf(argument, sizeof(argument), "%.*s", (int)(last - length),
			 expression + length);
		vct_say_name(argument, name, size);
		return true;
	}
	return false;
}

/* "what ibv_poll_cq returned" of "vct_poll_cq(cq, 1, wc)" and of "ibv_poll_cq(cq, 1, wc)". */
static bool say_verb(const char *expression, char *name, size_t size)
{
	if (strncmp(expression, "vct_", 4) && strncmp(expression, "ibv_", 4))
		return false;
	if (expression[strlen(expression) - 1] != ')')
		return false;
	snprintf(name, size, "what ibv_%.*s returned", (int)strcspn(expression + 4, "("),
		 expression + 4);
	return true;
}

/* Words, and names that are as good as words. */
static bool say_words(const char *expression, char *name, size_t size)
{
	for (const char *c = expression; *c; c++)
		if (!is_in_name(*c) && *c != ' ')
			return false;
	snprintf(name, size, "%s", expression);
	return true;
}

bool vct_say_named(const char *expression, char *name, size_t size)
{
	static const char named[] = "NAMED(\"";

	if (strncmp(expression, named, sizeof(named) - 1) != 0)
		return false;
	expression += sizeof(named) - 1;
	snprintf(name, size, "%.*s", (int)strcspn(expression, "\""), expression);
	return true;
}

void vct_say_name(const char *expression, char *name, size_t size)
{
	const char *member = last_member(expression);

	if (!strcmp(expression, "ret"))
		snprintf(name, size, VCT_RETURNED, "the call");
	else if (member)
		snprintf(name, size, "%s", member);
	else if (!vct_say_named(expression, name, size) && !say_flag(expression, name, size) &&
		 !say_memory(expression, name, size) && !say_form(expression, name, size) &&
		 !say_verb(expression, name, size) && !say_words(expression, name, size))
		snprintf(name, size, "the value");
}
