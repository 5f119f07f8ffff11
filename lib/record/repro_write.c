// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes the statements that make a call again and compare what it did. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/trace/expression.h"
#include "element.h"
#include "repro_write.h"

enum { WIDTH = 96, TAB = 8 };

/* Writes code that may be broken after a comma and before a "|", and frees it. */
static void write_code(FILE *f, int tabs, char *code)
{
	int column = tabs * TAB;
	const char *text = code;

	for (int i = 0; i < tabs; i++)
		fputc('\t', f);
	while (*text) {
		size_t n = strcspn(text, ",|"), blanks;

		n += text[n] != '\0';
		if (column + (int)n > WIDTH && column > (tabs + 2) * TAB) {
			fputc('\n', f);
			for (int i = 0; i < tabs + 2; i++)
				fputc('\t', f);
			column = (tabs + 2) * TAB;
		} else if (column > tabs * TAB) {
			fputc(' ', f);
		}
		fwrite(text, 1, n, f);
		blanks = strspn(text + n, " ");
		column += (int)n + 1;
		text += n + blanks;
	}
	fputc('\n', f);
	free(code);
}

/* A number in the program; to be freed. */
static char *number(const char *text)
{
	return text ? vct_format("%d", atoi(text)) : NULL;
}

/* The text of the nth element <shown>, from 0; to be freed. NULL: there is none. */
static char *shown(const struct vct_call *c, unsigned int n)
{
	return vct_call_text(vct_call_shown(c, n));
}

/* The arguments with "&attr" in place of the structure; to be freed. */
static char *arguments_of(const struct vct_call *c)
{
	const char *type = c->part[PART_TYPE], *structure = c->part[PART_STRUCTURE], *at = NULL;
	char *text = vct_format("&(%s)%s", type ?: "", structure ?: ""), *arguments;

	if (type && structure)
		at = strstr(c->arguments, text);
	arguments = at ? vct_format("%.*s&attr%s", (int)(at - c->arguments), c->arguments,
				    at + strlen(text))
		       : vct_copy(c->arguments);
	free(text);
	return arguments;
}

/* "struct ibv_port_attr" of "struct ibv_port_attr *". */
static char *pointed_to(const char *type)
{
	return type ? vct_copy_part(type, strlen(type) - 2) : NULL;
}

/* A part of the call by its letter; to be freed. NULL: it has none. */
static char *part(const struct vct_call *c, const struct repro_verb *v, char letter)
{
	static const char *const letters = "r.Eobts"; /* enum vct_part */
	const char *at = strchr(letters, letter);

	if (at)
		return c->part[at - letters] ? vct_copy(c->part[at - letters]) : NULL;
	switch (letter) {
	case 'v':
		return vct_copy(c->verb);
	case 'a':
		return v->fills ? vct_copy(c->arguments) : arguments_of(c);
	case 'n':
		return number(c->part[PART_RESULT]);
	case 'e':
		return number(c->part[PART_ERRNO]);
	case 'x':
		return pointed_to(v->fills);
	case 'w':
		return shown(c, 0);
	case 'i':
		return shown(c, 1);
	case 'g':
		return c->argument[2] && atoi(c->argument[2]) < KNOWN_GIDS
			       ? vct_copy(c->argument[2])
			       : vct_format("%d", KNOWN_GIDS);
	default:
		return c->argument[letter - '0'] ? vct_copy(c->argument[letter - '0']) : NULL;
	}
}

/* Whether the call has it; l: the second argument is a list that a function makes. */
static bool has(const struct vct_call *c, const struct repro_verb *v, char letter)
{
	char *text = letter == 'l' ? NULL : part(c, v, letter);
	bool there = letter == 'n' ? text && strcmp(text, "0") != 0 : text != NULL;

	free(text);
	return letter == 'l' ? c->argument[0] && c->argument[1] && c->argument[1][0] != '&' : there;
}

/* The line with the parts of the call in it; to be freed. NULL: it lacks one. */
static char *filled_in(const char *line, size_t n, const struct vct_call *c,
		       const struct repro_verb *v)
{
	bool whole = true;
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	for (const char *at = line; at < line + n; at++) {
		char *value;

		if (*at != '$') {
			fputc(*at, f);
			continue;
		}
		value = part(c, v, *++at);
		whole = whole && value && value[0];
		fputs(value ?: "", f);
		free(value);
	}
	fclose(f);
	if (whole)
		return text;
	free(text);
	return NULL;
}

/* Compares each member that the verb left in a structure or in an object, or the number. */
static void compare_shown(FILE *f, int tabs, const struct vct_call *c)
{
	VCT_FOR_EACH (left, c->node, "shown") {
		const char *place = vct_attribute(left, "name");
		const char *arrow = strncmp(place, "attr", 4) ? "->" : ".";
		char *text = vct_call_text(left);

		if (text && text[0] && text[0] != '{')
			write_code(f, tabs, vct_format("SAME(%s, %s);", text, place));
		free(text);
		VCT_FOR_EACH (member, left, "member") {
			text = vct_call_text(member);
			write_code(f, tabs,
				   vct_format("SAME(%s, %s%s%s);", text,
					      strcmp(place, "cq") ? place : c->argument[0], arrow,
					      vct_attribute(member, "name")));
			free(text);
		}
	}
}

/* A builder takes members of its QP, which were set before. */
static void set_members(FILE *f, const struct vct_call *c)
{
	VCT_FOR_EACH (member, c->node, "member") {
		char *value = vct_call_text(member);

		write_code(f, 1,
			   vct_format("%s->%s = %s;", c->argument[0] ?: "?",
				      vct_attribute(member, "name"), value));
		free(value);
	}
}

/* True if the line is for this call; *line is then behind its conditions. */
static bool is_for(const char **line, const struct vct_call *c, const struct repro_verb *v)
{
	const char *at = *line;
	bool wanted = true;

	for (; isalpha((unsigned char)at[0]) && at[1] && strchr("?!", at[1]); at += 2)
		wanted = wanted && has(c, v, at[0]) == (at[1] == '?');
	*line = at;
	return wanted;
}

bool repro_write(FILE *f, const struct vct_call *c, const struct repro_verb *v)
{
	const char *line = v->statement, *end;
	int tabs = 1;

	if (line[0])
		set_members(f, c);
	for (; (end = strchr(line, '\n')); line = end + 1) {
		bool wanted = is_for(&line, c, v);
		char *text;

		if (!wanted)
			continue;
		if (line[0] == '*') {
			compare_shown(f, tabs, c);
			continue;
		}
		text = filled_in(line, (size_t)(end - line), c, v);
		if (!text)
			return false;
		if (text[0] == '}')
			tabs--;
		write_code(f, tabs, text);
		if (line[0] == '{')
			tabs++;
	}
	return true;
}

/* Without the blanks that the preprocessor leaves in some names. */
static void write_member(FILE *f, const char *flag, const char *member)
{
	fprintf(f, " \\\n\tX(%s, ", flag);
	for (; *member; member++)
		if (*member != ' ')
			fputc(*member, f);
	fputc(')', f);
}

static const char *flag_of(const struct vct_member *member)
{
	const struct vct_word *flag = vct_qp_mask;

	while (flag->name && (unsigned long)flag->value != member->flag)
		flag++;
	return flag->name ?: "0";
}

void repro_members(FILE *f)
{
	fputs("#define QP_MEMBERS(X)", f);
	for (const struct vct_member *m = vct_qp_members; m->name; m++)
		write_member(f, flag_of(m), m->name);
	fputs("\n#define QP_INIT_MEMBERS(X)", f);
	for (const struct vct_member *m = vct_qp_init_members; m->name; m++)
		write_member(f, flag_of(m), m->name);
	fputs("\n\n", f);
}
