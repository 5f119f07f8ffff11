// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Turns each call of a check into statements of C. */
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "calls.h"
#include "element.h"
#include "embedded.h"
#include "repro.h"
#include "repro_head.h"
#include "repro_verbs.h"
#include "repro_write.h"

/* A query that was repeated waited for a state: the program waits in the last one. */
static bool is_repeated(const struct vct_calls *calls, size_t i)
{
	const struct vct_call *c = &calls->calls[i];

	return i + 1 < calls->n && !strcmp(c->verb, "ibv_query_qp") &&
	       !strcmp(c[1].verb, c->verb) && !strcmp(c[1].arguments, c->arguments);
}

static const char *write_call(FILE *f, const struct vct_call *c)
{
	struct repro_verb v;

	if (!repro_verb(c->verb, &v))
		return "rdma-core has no such verb";
	if (strchr(c->arguments, '?'))
		return "it has an object that is not in the record";
	return repro_write(f, c, &v) ? NULL : "a part of the call is not in the record";
}

/* The statements of main(), to be freed; NULL with the reason in `why` if a call has none. */
static char *write_body(const struct vct_calls *calls, char *why, size_t size)
{
	const char *refused = NULL;
	bool released = false;
	char *body = NULL;
	size_t length;
	FILE *f = vct_open_text(&body, &length);

	for (size_t i = 0; i < calls->n && !refused; i++) {
		const struct vct_call *c = &calls->calls[i];

		if (c->release && !released) {
			fputs("\n\t/* What is left is released. */\n", f);
			fflush(f);
			if (strstr(body, "EVENT("))
				fputs("\tacknowledge_events();\n", f);
			released = true;
		}
		if (is_repeated(calls, i))
			continue;
		refused = write_call(f, c);
		if (refused)
			snprintf(why, size, "%s: %.200s", refused, c->line);
	}
	fclose(f);
	if (!refused)
		return body;
	free(body);
	return NULL;
}

/* The type of the object that the call made; NULL: it made none. */
static const char *made_type(const struct vct_call *c)
{
	struct repro_verb v;

	return repro_verb(c->verb, &v) && !c->part[PART_ERRNO] && c->part[PART_RESULT] ? v.made
										       : NULL;
}

/* No earlier call made an object of this name. */
static bool is_first(const struct vct_calls *calls, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (made_type(&calls->calls[j]) &&
		    !strcmp(calls->calls[j].part[PART_RESULT], calls->calls[i].part[PART_RESULT]))
			return false;
	return true;
}

/* The extended form of a QP or of a CQ, if the program uses it. */
static void define_extended(FILE *f, const struct vct_call *c, const char *body)
{
	bool is_qp = !strcmp(made_type(c), "struct ibv_qp *");
	char name[40];

	snprintf(name, sizeof(name), "%s_ex", c->part[PART_RESULT]);
	if (strstr(body, name))
		fprintf(f,
			is_qp ? "#define %s ibv_qp_to_qp_ex(%s)\n"
			      : "#define %s ((struct ibv_cq_ex *)%s)\n",
			name, c->part[PART_RESULT]);
}

static void declare_objects(FILE *f, const struct vct_calls *calls, const char *body)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct vct_call *c = &calls->calls[i];
		const char *type = made_type(c), *name = c->part[PART_RESULT];

		if (!type || !is_first(calls, i))
			continue;
		fprintf(f, "static %s%s;\n", type, name);
		if (!strcmp(type, "struct ibv_srq *"))
			fprintf(f, "static uint32_t %s_number __attribute__((unused));\n", name);
		define_extended(f, c, body);
	}
}

/* Each section of this file that the body needs; what stands before the first is always needed. */
static void write_sections(FILE *f, const char *file, const char *body)
{
	static const char mark[] = "/* Only for ";
	size_t size;
	const char *text = vct_embedded(file, &size), *end = text + size, *next;

	for (; text < end; text = next) {
		const char *name = text + sizeof(mark) - 1;
		bool wanted = strncmp(text, mark, sizeof(mark) - 1) != 0;

		next = memmem(text + 1, (size_t)(end - text) - 1, mark, sizeof(mark) - 1);
		next = next ? next : end;
		if (!wanted) {
			char token[32];

			snprintf(token, sizeof(token), "%.*s", (int)strcspn(name, " "), name);
			wanted = strstr(body, token);
			text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
		}
		if (wanted)
			fwrite(text, 1, (size_t)(next - text), f);
	}
}

/* The fixed part of the program (reports/repro). */
static void write_fixed_part(FILE *f, const char *body)
{
	static const char *const files[] = { "start",       "memory",      "requests", "qps",
					     "connections", "completions", "events" };

	if (strstr(body, "READS(") || strstr(body, "others_are_ones("))
		repro_members(f);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char file[32];

		snprintf(file, sizeof(file), "repro/%s.c", files[i]);
		write_sections(f, file, body);
		fputc('\n', f);
	}
}

/* The release of rdma-core that has all verbs of the calls; 0: any that the suite is built with. */
static int oldest_release(const struct vct_calls *calls)
{
	struct repro_verb v;
	int release = 0;

	for (size_t i = 0; i < calls->n; i++)
		if (repro_verb(calls->calls[i].verb, &v) && v.since > release)
			release = v.since;
	return release;
}

static void write_program(FILE *f, const xmlNode *root, const xmlNode *check, const char *reason,
			  const struct vct_calls *calls, const char *body)
{
	vct_repro_head(f, root, check, reason, strstr(body, "cm_connect("), oldest_release(calls));
	write_fixed_part(f, body);
	fputc('\n', f);
	declare_objects(f, calls, body);
	fprintf(f,
		"\nint main(int argc, char **argv)\n{\n\tread_arguments(argc, argv);\n%s\treturn "
		"finish();\n}\n",
		body);
}

static bool is_of_two_hosts(const char *name)
{
	const char *variant = strchr(name, '@');

	return variant && (!strcmp(variant, "@receives") || !strcmp(variant, "@sends"));
}

/* What to do for a program all the same. */
static const char *who_fails_alone(const xmlNode *check)
{
	const char *blames = vct_attribute(check, "blames");

	if (!strcmp(blames, "device") || !strcmp(blames, "both"))
		return "the device under test fails alone, too, so run the check without --peer, "
		       "and give that record";
	if (!strcmp(blames, "peer"))
		return "the peer's device fails alone, too, so run the check on that host without "
		       "--peer, and give that record";
	return "neither device is known to fail alone; the calls of both are in the record";
}

int vct_repro_write(FILE *f, xmlDoc *results, const char *name, char *why, size_t size)
{
	const xmlNode *root = xmlDocGetRootElement(results);
	const xmlNode *check = vct_repro_child(root, "check", "name", name);
	const char *verdict, *reason;
	struct vct_calls calls = { 0 };
	char *body = NULL;

	if (!check) {
		snprintf(why, size, "there is no check '%s' in the record", name);
		return -1;
	}
	verdict = vct_attribute(check, "verdict");
	reason = vct_repro_text(check, "reason");
	if (is_of_two_hosts(name)) {
		snprintf(
			why, size,
			"%s has one end of its link on another host, and a program runs on one: %s",
			name, who_fails_alone(check));
		return -1;
	}
	if (strcmp(verdict, "FAIL") && strcmp(verdict, "WAIVED") && strcmp(verdict, "BROKEN")) {
		snprintf(why, size,
			 "%s is %s: a program can show only what is FAIL, WAIVED or BROKEN", name,
			 verdict);
		return -1;
	}
	if (!reason || (!vct_attribute(vct_repro_child(check, "reason", NULL, NULL), "where")[0] &&
			!vct_repro_text(check, "expected"))) {
		snprintf(why, size,
			 "%s came to no judgement: the verb that ended it is not in the record: %s",
			 name, reason ?: verdict);
		return -1;
	}
	if (!vct_calls_read(check, &calls, why, size))
		body = write_body(&calls, why, size);
	if (body)
		write_program(f, root, check, reason, &calls, body);
	vct_calls_free(&calls);
	free(body);
	return body ? 0 : -1;
}
