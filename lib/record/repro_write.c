// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes the statements that make a call again and compare what it did. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/trace/code.h"
#include "../check/trace/expression.h"
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
	char *text, *arguments;

	if (!type)
		return vct_copy(c->arguments);
	fputs("\t{\n", f);
	write_code(f, 2, "%s attr = %s;", type, structure);
	text = vct_format("&(%s)%s", type, structure);
	at = strstr(c->arguments, text);
	arguments = at ? vct_format("%.*s&attr%s", (int)(at - c->arguments), c->arguments,
				    at + strlen(text))
		       : vct_copy(c->arguments);
	free(text);
	return arguments;
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

#define WRITER(name_)                                                                              \
	void name_(FILE *f, const struct vct_call *c, const char *extra __attribute__((unused)))

WRITER(repro_returns)
{
	char *arguments = write_attr(f, c);

	write_code(f, 1 + !!c->part[PART_TYPE], "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT),
		   c->verb, arguments);
	if (c->part[PART_TYPE])
		compare_shown(f, c);
	end_block(f, c);
	free(arguments);
}

WRITER(repro_numbers)
{
	write_code(f, 1, "SAME(%s, %s(%s));", c->part[PART_RESULT], c->verb, c->arguments);
}

WRITER(repro_calls)
{
	write_code(f, 1, "%s(%s);", c->verb, c->arguments);
}

WRITER(repro_builds)
{
	VCT_FOR_EACH (member, c->node, "member") {
		xmlChar *value = xmlNodeGetContent(member);

		write_code(f, 1, "%s->%s = %s;", c->argument[0], vct_attribute(member, "name"),
			   (const char *)value);
		xmlFree(value);
	}
	repro_calls(f, c, NULL);
}

WRITER(repro_iterates)
{
	fputs("\t{\n", f);
	write_code(f, 2, "%s(%d, %s(%s));", extra, number_of(c, PART_RESULT), c->verb,
		   c->arguments);
	compare_members(f, vct_call_shown(c, 0), c->argument[0]);
	fputs("\t}\n", f);
}

WRITER(repro_reads_gid)
{
	int index = atoi(c->argument[2]);

	fputs("\t{\n\t\tstruct ibv_gid_entry attr = { 0 };\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	if (!number_of(c, PART_RESULT) && index < KNOWN_GIDS)
		write_code(f, 2, "gids[%d] = attr.gid;", index);
	fputs("\t}\n", f);
}

WRITER(repro_reads_gids)
{
	fprintf(f, "\t{\n\t\tstruct ibv_gid_entry entries[%d + 1];\n", atoi(c->argument[2]));
	repro_numbers(f, c, NULL);
	fputs("\t}\n", f);
}

WRITER(repro_releases)
{
	int error = number_of(c, PART_RESULT);

	write_code(f, 1, "%s(%d, %s(%s));", error ? "KEEPS" : "RETURNS", error, c->verb,
		   c->arguments);
}

WRITER(repro_modifies_qp)
{
	const char *mask = c->argument[2];

	free(write_attr(f, c));
	if (strncmp(c->argument[1], "&", 1))
		write_code(f, 2, "others_are_ones(&attr, %s);", mask);
	write_code(f, 2, "RETURNS(%d, %s(%s, &attr, %s));", number_of(c, PART_RESULT), c->verb,
		   c->argument[0], mask);
	end_block(f, c);
}

WRITER(repro_fills)
{
	fprintf(f, "\t{\n\t\t%.*s attr;\n", (int)strlen(extra) - 2, extra);
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

WRITER(repro_makes)
{
	write_maker(f, c, c->verb, "");
}

WRITER(repro_makes_cq)
{
	write_maker(f, c, "ibv_cq_ex_to_cq(ibv_create_cq_ex", ")");
}

WRITER(repro_reads_number)
{
	const xmlNode *shown = vct_call_shown(c, 0);

	fputs("\t{\n\t\tuint64_t attr = 0;\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	if (shown) {
		xmlChar *value = xmlNodeGetContent(shown);

		write_code(f, 2, "SAME(%s, attr);", (const char *)value);
		xmlFree(value);
	}
	fputs("\t}\n", f);
}

WRITER(repro_exports)
{
	(c->part[PART_ERRNO] ? repro_numbers : repro_calls)(f, c, NULL);
}

WRITER(repro_opens)
{
	const char *context = c->part[PART_RESULT];

	fprintf(f, "\tMAKES(%s, ibv_open_device(device));\n\tread_port(%s);\n", context, context);
}

WRITER(repro_posts)
{
	bool one = c->argument[1][0] == '&'; /* not what a function of the program makes */
	const char *by = one ? "&" : "";

	fputs("\t{\n", f);
	if (one)
		write_code(f, 2, "%.*s wr = %s, *bad = NULL;", (int)strlen(extra) - 2, extra,
			   c->part[PART_STRUCTURE]);
	else
		write_code(f, 2, "%swr = %s, *bad = NULL;", extra, c->argument[1]);
	write_code(f, 2, "RETURNS(%d, %s(%s, %swr, &bad));", number_of(c, PART_RESULT), c->verb,
		   c->argument[0], by);
	if (c->part[PART_BAD])
		write_code(f, 2, "SAME(%s, NUMBER_OF(%swr, bad));", c->part[PART_BAD], by);
	fputs("\t}\n", f);
}

WRITER(repro_polls)
{
	int n = number_of(c, PART_RESULT), most = atoi(c->argument[1]);
	const xmlNode *shown = vct_call_shown(c, 0);
	const char *cq = c->argument[0];
	xmlChar *completions;

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

WRITER(repro_reads_qp)
{
	const xmlNode *shown = vct_call_shown(c, 0);

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

WRITER(repro_gets_event)
{
	if (c->part[PART_EVENT]) {
		write_event(f, c, "true");
		return;
	}
	fputs("\t{\n\t\tstruct ibv_async_event event;\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", number_of(c, PART_RESULT), c->verb, c->arguments);
	fputs("\t}\n", f);
}

WRITER(repro_gets_cq_event)
{
	write_code(f, 1, "CHANNEL_GIVES(%s, %s);", c->part[PART_OBJECT] ?: "NULL", c->argument[0]);
}

WRITER(repro_gets_no_event)
{
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
