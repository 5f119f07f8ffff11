// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes the statements that make a call again and compare its result. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../check/code.h"
#include "../check/known.h"
#include "statement.h"

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
	if (vasprintf(&text, format, args) < 0)
		abort();
	va_end(args);
	write_wrapped(f, tabs, text);
	free(text);
}

bool statement_same_object(const char *a, const char *b)
{
	size_t n = strcspn(a, " ");

	return n == strcspn(b, " ") && !strncmp(a, b, n);
}

static char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *format_text(const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		abort();
	va_end(args);
	return text;
}

/* The '}' that closes the '{' at `open`. */
static const char *closing(const char *open)
{
	int depth = 0;

	for (;; open++) {
		depth += (*open == '{') - (*open == '}');
		if (!depth || !*open)
			return open;
	}
}

/*
 * Takes a structure out of the arguments, as a variable: "qp0, &(struct ibv_qp_attr){ ... }, 1"
 * becomes "qp0, &attr, 1". The new arguments are freed by the caller.
 */
static char *take_out(FILE *f, const char *arguments, const char *variable)
{
	static const char start[] = "&(struct ";
	const char *at = strstr(arguments, start), *open, *close;

	if (!at) {
		return strdup(arguments);
	}
	open = strchr(at, '{');
	close = closing(open);
	write_code(f, 2, "%.*s %s = %.*s;", (int)(open - at - 3), at + 2, variable,
		   (int)(close + 1 - open), open);
	return format_text("%.*s&%s%s", (int)(at - arguments), arguments, variable, close + 1);
}

static bool has_structure(const char *arguments)
{
	return strstr(arguments, "&(struct ");
}

/* Compares each ".member = value" of "{ ... }" with the structure. */
static void compare_members(FILE *f, const char *values, const char *structure)
{
	const char *dot, *value;
	size_t length;

	for (dot = strstr(values, " ."); dot && dot < closing(strchr(values, '{'));
	     dot = strstr(value, " .")) {
		value = strstr(dot, " = ") + 3;
		length = strcspn(value, ",}");
		while (length && value[length - 1] == ' ')
			length--;
		write_code(f, 2, "SAME(%.*s, %s%.*s);", (int)length, value, structure,
			   (int)(value - dot - 5), dot + 2);
	}
}

static int error_of(const char *result)
{
	const char *number = strstr(result, ", errno ");

	return atoi(number && result[0] != '-' ? number + 8 : result);
}

void statement_returns(FILE *f, const struct vct_call *c, const char *unused)
{
	bool block = has_structure(c->arguments);
	char *arguments;

	(void)unused;
	if (block)
		fputs("\t{\n", f);
	arguments = take_out(f, c->arguments, "attr");
	write_code(f, 1 + block, "RETURNS(%d, %s(%s));", error_of(c->result), c->verb, arguments);
	if (block && strchr(c->result, '{'))
		compare_members(f, c->result, "attr.");
	if (block)
		fputs("\t}\n", f);
	free(arguments);
}

void statement_numbers(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_code(f, 1, "SAME(%.*s, %s(%s));", (int)strcspn(c->result, ","), c->result, c->verb,
		   c->arguments);
}

void statement_calls(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_code(f, 1, "%s(%s);", c->verb, c->arguments);
}

/* ".wr_id = 5, .wr_flags = IBV_SEND_SIGNALED" */
void statement_builds(FILE *f, const struct vct_call *c, const char *unused)
{
	int qp = (int)strcspn(c->arguments, ",");
	const char *flags = strstr(c->result, ", .wr_flags");

	if (flags) {
		write_code(f, 1, "%.*s->%.*s;", qp, c->arguments, (int)(flags - c->result - 1),
			   c->result + 1);
		write_code(f, 1, "%.*s->%s;", qp, c->arguments, flags + 3);
	}
	statement_calls(f, c, unused);
}

void statement_iterates(FILE *f, const struct vct_call *c, const char *macro)
{
	char cq[32];

	snprintf(cq, sizeof(cq), "%.*s->", (int)strcspn(c->arguments, ","), c->arguments);
	fputs("\t{\n", f);
	write_code(f, 2, "%s(%d, %s(%s));", macro, error_of(c->result), c->verb, c->arguments);
	if (!error_of(c->result))
		compare_members(f, c->result, cq);
	fputs("\t}\n", f);
}

/* "ctx0, port, 3, &attr, 0" */
void statement_reads_gid(FILE *f, const struct vct_call *c, const char *unused)
{
	const char *index = strstr(strstr(c->arguments, ", ") + 2, ", ") + 2;

	(void)unused;
	fputs("\t{\n\t\tstruct ibv_gid_entry attr = { 0 };\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", error_of(c->result), c->verb, c->arguments);
	if (!error_of(c->result) && atoi(index) < KNOWN_GIDS)
		write_code(f, 2, "gids[%d] = attr.gid;", atoi(index));
	fputs("\t}\n", f);
}

/* "ctx0, entries, 64, 0" */
void statement_reads_gids(FILE *f, const struct vct_call *c, const char *unused)
{
	const char *n = strstr(c->arguments, "entries, ") + 9;

	fprintf(f, "\t{\n\t\tstruct ibv_gid_entry entries[%d + 1];\n", atoi(n));
	statement_numbers(f, c, unused);
	fputs("\t}\n", f);
}

void statement_releases(FILE *f, const struct vct_call *c, const char *unused)
{
	int error = error_of(c->result);

	(void)unused;
	write_code(f, 1, "%s(%d, %s(%s));", error ? "KEEPS" : "RETURNS", error, c->verb,
		   c->arguments);
}

void statement_modifies_qp(FILE *f, const struct vct_call *c, const char *unused)
{
	static const char ones[] = "others_are_ones(";
	const char *with_ones = strstr(c->arguments, ones), *mask;
	char *arguments;

	(void)unused;
	fputs("\t{\n", f);
	arguments = take_out(f, c->arguments, "attr");
	mask = strrchr(arguments, ',') + 2;
	if (with_ones)
		write_code(f, 2, "others_are_ones(&attr, %s);", mask);
	write_code(f, 2, "RETURNS(%d, %s(%.*s, &attr, %s));", error_of(c->result), c->verb,
		   (int)strcspn(arguments, ","), arguments, mask);
	fputs("\t}\n", f);
	free(arguments);
}

void statement_fills(FILE *f, const struct vct_call *c, const char *type)
{
	fprintf(f, "\t{\n\t\t%.*s attr;\n", (int)strlen(type) - 2, type);
	write_code(f, 2, "RETURNS(%d, %s(%s));", error_of(c->result), c->verb, c->arguments);
	if (!error_of(c->result))
		compare_members(f, c->result, "attr.");
	fputs("\t}\n", f);
}

/* The values are of members of the object that the call made. */
static void compare_handle(FILE *f, const struct vct_call *c, const char *values)
{
	char structure[32];

	snprintf(structure, sizeof(structure), "%.*s->", (int)strcspn(c->result, " "), c->result);
	compare_members(f, values, structure);
}

static void write_maker(FILE *f, const struct vct_call *c, const char *call, const char *sizes)
{
	bool block = has_structure(c->arguments), made = strncmp(c->result, "NULL", 4);
	const char *handle;
	char *arguments;

	if (block)
		fputs("\t{\n", f);
	arguments = take_out(f, c->arguments, "attr");
	if (made)
		write_code(f, 1 + block, "MAKES(%.*s, %s(%s)%s);", (int)strcspn(c->result, " "),
			   c->result, call, arguments, strchr(call, '(') ? ")" : "");
	else
		write_code(f, 1 + block, "REFUSES(%d, %s(%s)%s);", error_of(c->result), call,
			   arguments, strchr(call, '(') ? ")" : "");
	if (made && sizes && !strcmp(sizes, "->"))
		compare_handle(f, c, c->result);
	else if (made && sizes)
		compare_members(f, c->result, sizes);
	handle = made ? strstr(c->result, "} {") : NULL;
	if (handle)
		compare_handle(f, c, handle + 2);
	if (block)
		fputs("\t}\n", f);
	free(arguments);
}

void statement_makes(FILE *f, const struct vct_call *c, const char *sizes)
{
	write_maker(f, c, c->verb, sizes);
}

void statement_makes_cq(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_maker(f, c, "ibv_cq_ex_to_cq(ibv_create_cq_ex", NULL);
}

void statement_opens(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	fprintf(f, "\tMAKES(%s, ibv_open_device(device));\n\tread_port(%s);\n", c->result,
		c->result);
}

void statement_posts(FILE *f, const struct vct_call *c, const char *type)
{
	const char *list = strstr(c->arguments, ", ") + 2, *end = strstr(list, ", &bad");
	const char *bad = strstr(c->result, "bad is WR ");
	const char *one = list[0] == '&' ? strchr(list, '{') : NULL;

	for (const char *next = end; next; next = strstr(next + 1, ", &bad"))
		end = next;
	fputs("\t{\n", f);
	if (one) {
		write_code(f, 2, "%.*s wr = %.*s, *bad = NULL;", (int)strlen(type) - 2, type,
			   (int)(end - one), one);
	} else {
		write_code(f, 2, "%swr = %.*s, *bad = NULL;", type, (int)(end - list), list);
	}
	write_code(f, 2, "RETURNS(%d, %s(%.*s, %swr, &bad));", error_of(c->result), c->verb,
		   (int)strcspn(c->arguments, ","), c->arguments, one ? "&" : "");
	if (bad)
		write_code(f, 2, "SAME(%d, NUMBER_OF(%swr, bad));", atoi(bad + 10), one ? "&" : "");
	fputs("\t}\n", f);
}

void statement_polls(FILE *f, const struct vct_call *c, const char *unused)
{
	int n = atoi(c->result), most = atoi(strstr(c->arguments, ", ") + 2);
	int cq = (int)strcspn(c->arguments, ",");
	const char *saw = strchr(c->result, '{');

	(void)unused;
	if (!n) {
		write_code(f, 1, "NO_COMPLETION(%.*s);", cq, c->arguments);
	} else if (n < 0 || n > most || !saw) {
		write_code(f, 1, "POLLS(%d, %.*s, %d);", n, cq, c->arguments, most);
	} else {
		write_code(f, 1, "COMPLETES(%.*s, %s);", cq, c->arguments, saw);
	}
}

void statement_reads_qp(FILE *f, const struct vct_call *c, const char *unused)
{
	const char *mask = strstr(c->arguments, "&attr, "), *saw = strchr(c->result, '{');
	int qp = (int)strcspn(c->arguments, ","), length;

	(void)unused;
	mask += 7;
	length = (int)(strstr(mask, ", &init") - mask);
	if (saw) {
		const char *end = closing(saw) + 1;

		write_code(f, 1,
			   "READS(%.*s, %.*s, &(struct ibv_qp_attr)%.*s, "
			   "&(struct ibv_qp_init_attr)%s);",
			   qp, c->arguments, length, mask, (int)(end - saw), saw, end + 1);
		return;
	}
	fputs("\t{\n\t\tstruct ibv_qp_init_attr init;\n\t\tstruct ibv_qp_attr attr;\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", error_of(c->result), c->verb, c->arguments);
	fputs("\t}\n", f);
}

static void write_event(FILE *f, bool came, const char *context, int length, const char *type)
{
	const char *object = strstr(type, " for ");

	/* The events of the port and of the device are not the check's. */
	if (object && object[5] != '?' && strcmp(object + 5, "NULL") != 0)
		write_code(f, 1, "EVENT(%s, %.*s, %.*s, %s);", came ? "true" : "false", length,
			   context, (int)(object - type), type, object + 5);
}

void statement_gets_event(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	if (!strncmp(c->result, "0: ", 3)) {
		write_event(f, true, c->arguments, (int)strcspn(c->arguments, ","), c->result + 3);
		return;
	}
	fputs("\t{\n\t\tstruct ibv_async_event event;\n", f);
	write_code(f, 2, "RETURNS(%d, %s(%s));", error_of(c->result), c->verb, c->arguments);
	fputs("\t}\n", f);
}

/* "channel0, &cq, &context", and "0: cq0" */
void statement_gets_cq_event(FILE *f, const struct vct_call *c, const char *unused)
{
	(void)unused;
	write_code(f, 1, "CHANNEL_GIVES(%s, %.*s);",
		   strncmp(c->result, "0: ", 3) ? "NULL" : c->result + 3,
		   (int)strcspn(c->arguments, ","), c->arguments);
}

/* "poll() of ctx0->async_fd = 0, until the deadline: no IBV_EVENT_SRQ_LIMIT_REACHED for srq0" */
void statement_gets_no_event(FILE *f, const struct vct_call *c, const char *unused)
{
	const char *context = strstr(c->line, " of ") + 4, *type = strstr(c->line, ": no ") + 5;
	char *text = strdup(type), *end = strstr(text, "  [");

	(void)unused;
	if (end)
		*end = '\0';
	write_event(f, false, context, (int)strcspn(context, "-"), text);
	free(text);
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

void statement_members(FILE *f)
{
#define ONE(flag_, member_, kind_, words_) write_member(f, #flag_, #member_);
	fputs("#define QP_MEMBERS(X)", f);
	VCT_QP_MEMBERS(ONE)
	fputs("\n#define QP_INIT_MEMBERS(X)", f);
	VCT_QP_INIT_MEMBERS(ONE)
	fputs("\n\n", f);
#undef ONE
}
