// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes the statements that make a call again and compare what it did. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/code.h"
#include "../check/expression.h"
#include "element.h"
#include "repro_write.h"

enum { WIDTH = 96, TAB = 8 };

/* Writes text that may be broken after a comma and before a "|". */
static void write_wrapped(FILE *f, int tabs, const char *text)
{
	int column = tabs * TAB;

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
}

static void __attribute__((format(printf, 3, 4)))
write_code(FILE *f, int tabs, const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	text = vct_format_list(format, args);
	va_end(args);
	write_wrapped(f, tabs, text);
	free(text);
}

static int number_of(const struct vct_call *c, enum vct_part part)
{
	return c->part[part] ? atoi(c->part[part]) : 0;
}

/*
 * Writes the structure of the arguments as the variable `attr`, in a block, and returns the
 * arguments with "&attr" in its place. To be freed.
 */
static char *write_attr(FILE *f, const struct vct_call *c)
{
	const char *type = c->part[PART_TYPE], *structure = c->part[PART_STRUCTURE], *at;
	char *text = NULL, *arguments = NULL;

	if (!type)
		return strdup(c->arguments);
	fputs("\t{\n", f);
	write_code(f, 2, "%s attr = %s;", type, structure);
	text = vct_format("&(%s)%s", type, structure);
	at = strstr(c->arguments, text);
	if (at)
		arguments = vct_format("%.*s&attr%s", (int)(at - c->arguments), c->arguments,
				       at + strlen(text));
	free(text);
	return at ? arguments : strdup(c->arguments);
}

static void end_block(FILE *f, const struct vct_call *c)
{
	if (c->part[PART_TYPE])
		fputs("\t}\n", f);
}

/* Compares each member that the verb left in a structure or in an object. */
static void compare_members(FILE *f, const xmlNode *shown, const char *place)
{
	VCT_FOR_EACH (member, shown, "member") {
		xmlChar *value = xmlNodeGetContent(member);

		write_code(f, 2, "SAME(%s, %s%s%s);", (const char *)value, place,
			   strncmp(place, "attr", 4) ? "->" : ".", vct_attribute(member, "name"));
		xmlFree(value);
	}
}

static void compare_shown(FILE *f, const struct vct_call *c)
{
	const xmlNode *shown;

	for (unsigned int n = 0; (shown = vct_call_shown(c, n)); n++)
		compare_members(f, shown, vct_attribute(shown, "name"));
}

void repro_returns(FILE *f, const struct vct_call *c, const char *unused)
{
	char *arguments = write_attr(f, c);

	(void)unused;
	write_code(f, 1 + !!c->part[PART_TYPE], "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT),
		   c->verb, arguments);
	if (c->part[PART_TYPE])
		compare_shown(f, c);
	end_block(f, c);
	free(arguments);
}

void repro_numbers(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_code(f, 1, "SAME(%s, %s(%s));", c->part[PART_RESULT], c->verb, c->arguments);
}

void repro_calls(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_code(f, 1, "%s(%s);", c->verb, c->arguments);
}

void repro_builds(FILE *f, const struct vct_call *c, const char *unused)
{
	VCT_FOR_EACH (member, c->node, "member") {
		xmlChar *value = xmlNodeGetContent(member);

		write_code(f, 1, "%s->%s = %s;", c->argument[0], vct_attribute(member, "name"),
			   (const char *)value);
		xmlFree(value);
	}
	repro_calls(f, c, unused);
}

void repro_iterates(FILE *f, const struct vct_call *c, const char *macro)
{
	fputs("\t{\n", f);
	write_code(f, 2, "%s(%d, %s(%s));", macro, number_of(c, PART_RESULT), c->verb,
		   c->arguments);
	compare_members(f, vct_call_shown(c, 0), c->argument[0]);
	fputs("\t}\n", f);
}

void repro_reads_gid(FILE *f, const struct vct_call *c, const char *unused)
{
	int index = atoi(c->argument[2]);

	(void)unused;
	fputs("\t{\n\t\tstruct ibv_gid_entry attr = { 0 };\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	if (!number_of(c, PART_RESULT) && index < KNOWN_GIDS)
		write_code(f, 2, "gids[%d] = attr.gid;", index);
	fputs("\t}\n", f);
}

void repro_reads_gids(FILE *f, const struct vct_call *c, const char *unused)
{
	fprintf(f, "\t{\n\t\tstruct ibv_gid_entry entries[%d + 1];\n", atoi(c->argument[2]));
	repro_numbers(f, c, unused);
	fputs("\t}\n", f);
}

void repro_releases(FILE *f, const struct vct_call *c, const char *unused)
{
	int error = number_of(c, PART_RESULT);

	(void)unused;
	write_code(f, 1, "%s(%d, %s(%s));", error ? "KEEPS" : "RETURNS", error, c->verb,
		   c->arguments);
}

void repro_modifies_qp(FILE *f, const struct vct_call *c, const char *unused)
{
	const char *mask = c->argument[2];

	(void)unused;
	free(write_attr(f, c));
	if (strncmp(c->argument[1], "&", 1))
		write_code(f, 2, "others_are_ones(&attr, %s);", mask);
	write_code(f, 2, "RETURNS(%d, %s(%s, &attr, %s));", number_of(c, PART_RESULT), c->verb,
		   c->argument[0], mask);
	end_block(f, c);
}

void repro_fills(FILE *f, const struct vct_call *c, const char *type)
{
	fprintf(f, "\t{\n\t\t%.*s attr;\n", (int)strlen(type) - 2, type);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	if (!number_of(c, PART_RESULT))
		compare_shown(f, c);
	fputs("\t}\n", f);
}

static void write_maker(FILE *f, const struct vct_call *c, const char *call, const char *end)
{
	char *arguments = write_attr(f, c);
	int tabs = 1 + !!c->part[PART_TYPE];

	if (!c->part[PART_ERRNO])
		write_code(f, tabs, "MAKES(%s, %s(%s)%s);", c->part[PART_RESULT], call, arguments,
			   end);
	else
		write_code(f, tabs, "REFUSES(%d, %s(%s)%s);", number_of(c, PART_ERRNO), call,
			   arguments, end);
	compare_shown(f, c);
	end_block(f, c);
	free(arguments);
}

void repro_makes(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_maker(f, c, c->verb, "");
}

void repro_makes_cq(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_maker(f, c, "ibv_cq_ex_to_cq(ibv_create_cq_ex", ")");
}

void repro_reads_number(FILE *f, const struct vct_call *c, const char *unused)
{
	const xmlNode *shown = vct_call_shown(c, 0);

	(void)unused;
	fputs("\t{\n\t\tuint64_t attr = 0;\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	if (shown) {
		xmlChar *value = xmlNodeGetContent(shown);

		write_code(f, 2, "SAME(%s, attr);", (const char *)value);
		xmlFree(value);
	}
	fputs("\t}\n", f);
}

void repro_exports(FILE *f, const struct vct_call *c, const char *unused)
{
	(c->part[PART_ERRNO] ? repro_numbers : repro_calls)(f, c, unused);
}

void repro_opens(FILE *f, const struct vct_call *c, const char *unused)
{
	const char *context = c->part[PART_RESULT];

	(void)unused;
	fprintf(f, "\tMAKES(%s, ibv_open_device(device));\n\tread_port(%s);\n", context, context);
}

void repro_posts(FILE *f, const struct vct_call *c, const char *type)
{
	bool one = c->argument[1][0] == '&'; /* not what a function of the program makes */
	const char *by = one ? "&" : "";

	fputs("\t{\n", f);
	if (one)
		write_code(f, 2, "%.*s wr = %s, *bad = NULL;", (int)strlen(type) - 2, type,
			   c->part[PART_STRUCTURE]);
	else
		write_code(f, 2, "%swr = %s, *bad = NULL;", type, c->argument[1]);
	write_code(f, 2, "RETURNS(%d, %s(%s, %swr, &bad));", number_of(c, PART_RESULT), c->verb,
		   c->argument[0], by);
	if (c->part[PART_BAD])
		write_code(f, 2, "SAME(%s, NUMBER_OF(%swr, bad));", c->part[PART_BAD], by);
	fputs("\t}\n", f);
}

void repro_polls(FILE *f, const struct vct_call *c, const char *unused)
{
	int n = number_of(c, PART_RESULT), most = atoi(c->argument[1]);
	const xmlNode *shown = vct_call_shown(c, 0);
	const char *cq = c->argument[0];
	xmlChar *completions;

	(void)unused;
	if (!n) {
		write_code(f, 1, "NO_COMPLETION(%s);", cq);
	} else if (n < 0 || n > most || !shown) {
		write_code(f, 1, "POLLS(%d, %s, %d);", n, cq, most);
	} else {
		completions = xmlNodeGetContent(shown);
		write_code(f, 1, "COMPLETES(%s, %s);", cq, (const char *)completions);
		xmlFree(completions);
	}
}

void repro_reads_qp(FILE *f, const struct vct_call *c, const char *unused)
{
	const xmlNode *shown = vct_call_shown(c, 0);

	(void)unused;
	if (shown) {
		xmlChar *attr = xmlNodeGetContent(shown);
		xmlChar *init = xmlNodeGetContent(vct_call_shown(c, 1));

		write_code(f, 1,
			   "READS(%s, %s, &(struct ibv_qp_attr)%s, &(struct ibv_qp_init_attr)%s);",
			   c->argument[0], c->argument[2], (const char *)attr, (const char *)init);
		xmlFree(attr);
		xmlFree(init);
		return;
	}
	fputs("\t{\n\t\tstruct ibv_qp_init_attr init;\n\t\tstruct ibv_qp_attr attr;\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	fputs("\t}\n", f);
}

static void write_event(FILE *f, const struct vct_call *c, const char *came)
{
	const char *object = c->part[PART_OBJECT];

	/* The events of the port and of the device are not the check's. */
	if (object[0] != '?' && strcmp(object, "NULL") != 0)
		write_code(f, 1, "EVENT(%s, %s, %s, %s);", came, c->argument[0],
			   c->part[PART_EVENT], object);
}

void repro_gets_event(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	if (c->part[PART_EVENT]) {
		write_event(f, c, "true");
		return;
	}
	fputs("\t{\n\t\tstruct ibv_async_event event;\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	fputs("\t}\n", f);
}

void repro_gets_cq_event(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_code(f, 1, "CHANNEL_GIVES(%s, %s);", c->part[PART_OBJECT] ?: "NULL", c->argument[0]);
}

void repro_gets_no_event(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_event(f, c, "false");
}

/* The preprocessor leaves blanks in some names. */
static void write_member(FILE *f, const char *flag, const char *member)
{
	fprintf(f, " \\\n\tX(%s, ", flag);
	for (; *member; member++)
		if (*member != ' ')
			fputc(*member, f);
	fputc(')', f);
}

/* What a statement takes of the record of its call; of the others nothing is taken. */
static const struct taken {
	repro_writer *write;
	size_t arguments; /* so many of them */
	bool number;      /* the result */
	bool object;      /* the result, or errno */
	bool event;       /* an event and its object */
	size_t shown;     /* so many of what the verb left, if any */
} taken[] = {
	{ repro_numbers, .number = true },
	{ repro_builds, .arguments = 1 },
	{ repro_iterates, .arguments = 1 },
	{ repro_reads_gid, .arguments = 3 },
	{ repro_reads_gids, .arguments = 3, .number = true },
	{ repro_modifies_qp, .arguments = 3 },
	{ repro_makes, .object = true },
	{ repro_makes_cq, .object = true },
	{ repro_opens, .object = true },
	{ repro_exports, .number = true },
	{ repro_posts, .arguments = 2 },
	{ repro_polls, .arguments = 2 },
	{ repro_reads_qp, .arguments = 3, .shown = 2 },
	{ repro_gets_event, .arguments = 1 },
	{ repro_gets_cq_event, .arguments = 1 },
	{ repro_gets_no_event, .arguments = 1, .event = true },
};

static bool has(const struct vct_call *c, enum vct_part part)
{
	return c->part[part] && c->part[part][0];
}

/* A type is that of a structure, and an event that of an object. */
static bool is_whole(const struct vct_call *c)
{
	return (!c->part[PART_TYPE] || has(c, PART_STRUCTURE)) &&
	       (!c->part[PART_EVENT] || has(c, PART_OBJECT));
}

static bool has_taken(const struct taken *t, const struct vct_call *c)
{
	for (size_t i = 0; i < t->arguments; i++)
		if (!c->argument[i] || !c->argument[i][0])
			return false;
	if ((t->number && !has(c, PART_RESULT)) ||
	    (t->object && !has(c, PART_RESULT) && !has(c, PART_ERRNO)) ||
	    (t->event && !has(c, PART_EVENT)))
		return false;
	return !t->shown || !vct_call_shown(c, 0) || vct_call_shown(c, (unsigned int)t->shown - 1);
}

bool repro_can_write(repro_writer *write, const struct vct_call *c)
{
	if (!is_whole(c) || (write == repro_posts && c->argument[1] && c->argument[1][0] == '&' &&
			     !has(c, PART_STRUCTURE)))
		return false;
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (taken[i].write == write)
			return has_taken(&taken[i], c);
	return true;
}

void repro_members(FILE *f)
{
#define ONE(flag_, member_, kind_, words_) write_member(f, #flag_, #member_);
	fputs("#define QP_MEMBERS(X)", f);
	VCT_QP_MEMBERS(ONE)
	fputs("\n#define QP_INIT_MEMBERS(X)", f);
	VCT_QP_INIT_MEMBERS(ONE)
	fputs("\n\n", f);
#undef ONE
}
