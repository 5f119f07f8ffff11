// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Turns each call of a check into statements of C. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "element.h"
#include "embedded.h"
#include "repro.h"
#include "statement.h"

struct verb {
	const char *name;
	void (*write)(FILE *f, const struct vct_call *c, const char *extra);
	const char *extra; /* what the function needs to know of the verb */
	const char *type;  /* of the object that it makes */
};

static const struct verb verbs[] = {
	{ "ibv_open_device", statement_opens, NULL, "struct ibv_context" },
	{ "ibv_close_device", statement_releases, NULL, NULL },
	{ "ibv_query_device", statement_fills, "struct ibv_device_attr", NULL },
	{ "ibv_query_device_ex", statement_fills, "struct ibv_device_attr_ex", NULL },
	{ "ibv_alloc_pd", statement_makes, NULL, "struct ibv_pd" },
	{ "ibv_dealloc_pd", statement_releases, NULL, NULL },
	{ "ibv_reg_mr", statement_makes, NULL, "struct ibv_mr" },
	{ "ibv_reg_mr_iova", statement_makes, NULL, "struct ibv_mr" },
	{ "ibv_rereg_mr", statement_returns, NULL, NULL },
	{ "ibv_dereg_mr", statement_releases, NULL, NULL },
	{ "ibv_alloc_mw", statement_makes, NULL, "struct ibv_mw" },
	{ "ibv_dealloc_mw", statement_releases, NULL, NULL },
	{ "ibv_bind_mw", statement_returns, NULL, NULL },
	{ "ibv_create_comp_channel", statement_makes, NULL, "struct ibv_comp_channel" },
	{ "ibv_destroy_comp_channel", statement_releases, NULL, NULL },
	{ "ibv_create_cq", statement_makes, NULL, "struct ibv_cq" },
	{ "ibv_create_cq_ex", statement_makes_cq, NULL, "struct ibv_cq" },
	{ "ibv_destroy_cq", statement_releases, NULL, NULL },
	{ "ibv_resize_cq", statement_returns, NULL, NULL },
	{ "ibv_modify_cq", statement_returns, NULL, NULL },
	{ "ibv_req_notify_cq", statement_returns, NULL, NULL },
	{ "ibv_poll_cq", statement_polls, NULL, NULL },
	{ "ibv_create_srq", statement_makes, "attr.attr.", "struct ibv_srq" },
	{ "ibv_create_srq_ex", statement_makes, "attr.attr.", "struct ibv_srq" },
	{ "ibv_modify_srq", statement_returns, NULL, NULL },
	{ "ibv_query_srq", statement_fills, "struct ibv_srq_attr", NULL },
	{ "ibv_get_srq_num", statement_returns, NULL, NULL },
	{ "ibv_destroy_srq", statement_releases, NULL, NULL },
	{ "ibv_open_xrcd", statement_makes, NULL, "struct ibv_xrcd" },
	{ "ibv_close_xrcd", statement_releases, NULL, NULL },
	{ "ibv_create_qp", statement_makes, "attr.cap.", "struct ibv_qp" },
	{ "ibv_create_qp_ex", statement_makes, "attr.cap.", "struct ibv_qp" },
	{ "ibv_open_qp", statement_makes, NULL, "struct ibv_qp" },
	{ "ibv_modify_qp", statement_modifies_qp, NULL, NULL },
	{ "ibv_query_qp", statement_reads_qp, NULL, NULL },
	{ "ibv_destroy_qp", statement_releases, NULL, NULL },
	{ "ibv_attach_mcast", statement_returns, NULL, NULL },
	{ "ibv_detach_mcast", statement_returns, NULL, NULL },
	{ "ibv_create_ah", statement_makes, NULL, "struct ibv_ah" },
	{ "ibv_destroy_ah", statement_releases, NULL, NULL },
	{ "ibv_post_srq_recv", statement_posts, "struct ibv_recv_wr", NULL },
	{ "ibv_post_recv", statement_posts, "struct ibv_recv_wr", NULL },
	{ "ibv_post_send", statement_posts, "struct ibv_send_wr", NULL },
	{ "ibv_post_srq_ops", statement_posts, "struct ibv_ops_wr", NULL },
	{ "ibv_get_async_event", statement_gets_event, NULL, NULL },
	{ "ibv_ack_async_event", NULL, NULL, NULL }, /* the program does so when it gets it */
	{ "poll", statement_gets_no_event, NULL, NULL },
};

static const struct verb *find_verb(const char *name)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (!strcmp(name, verbs[i].name))
			return &verbs[i];
	return NULL;
}

/* Completions of an extended CQ that ibv_start_poll() read are not in the record. */
static bool is_polled(const struct vct_calls *calls, const struct vct_call *made)
{
	if (strcmp(made->verb, "ibv_create_cq_ex") != 0 || !strncmp(made->result, "NULL", 4))
		return true;
	for (size_t i = 0; i < calls->n; i++)
		if (!strcmp(calls->calls[i].verb, "ibv_poll_cq") &&
		    !strncmp(calls->calls[i].arguments, made->result, strlen(made->result)))
			return true;
	return false;
}

static int find_verbs(const struct vct_calls *calls, char *why, size_t size)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct vct_call *c = &calls->calls[i];

		if (!find_verb(c->verb)) {
			snprintf(why, size, "rdma-core has no such verb: %.200s", c->line);
			return -1;
		}
		if (!is_polled(calls, c)) {
			snprintf(why, size, "the completions of %s are not in the record",
				 c->result);
			return -1;
		}
		if (strchr(c->arguments, '?')) {
			snprintf(why, size, "it has an object that is not in the record: %.200s",
				 c->line);
			return -1;
		}
	}
	return 0;
}

/* A query that was repeated waited for a state: the program waits in the last one. */
static bool is_repeated(const struct vct_calls *calls, size_t i)
{
	const struct vct_call *c = &calls->calls[i];

	return i + 1 < calls->n && !strcmp(c->verb, "ibv_query_qp") &&
	       !strcmp(c[1].verb, c->verb) && !strcmp(c[1].arguments, c->arguments);
}

/* The statements of main(). */
static char *write_body(const struct vct_calls *calls)
{
	bool released = false;
	char *body = NULL;
	size_t size;
	FILE *f = open_memstream(&body, &size);

	for (size_t i = 0; f && i < calls->n; i++) {
		const struct vct_call *c = &calls->calls[i];
		const struct verb *v = find_verb(c->verb);

		if (c->release && !released) {
			fputs("\n\t/* What is left is released. */\n", f);
			fflush(f);
			if (strstr(body, "EVENT("))
				fputs("\tacknowledge_events();\n", f);
			released = true;
		}
		if (v->write && !is_repeated(calls, i))
			v->write(f, c, v->extra);
	}
	if (f)
		fclose(f);
	return body;
}

static bool is_made(const struct vct_calls *calls, size_t i)
{
	const struct vct_call *c = &calls->calls[i];

	if (!find_verb(c->verb)->type || !strncmp(c->result, "NULL", 4))
		return false;
	for (size_t j = 0; j < i; j++)
		if (find_verb(calls->calls[j].verb)->type &&
		    statement_same_object(calls->calls[j].result, c->result))
			return false;
	return true;
}

static void declare_objects(FILE *f, const struct vct_calls *calls)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct vct_call *c = &calls->calls[i];

		if (is_made(calls, i))
			fprintf(f, "static %s *%.*s;\n", find_verb(c->verb)->type,
				(int)strcspn(c->result, " "), c->result);
		if (is_made(calls, i) && !strcmp(find_verb(c->verb)->type, "struct ibv_srq"))
			fprintf(f, "static uint32_t %.*s_number __attribute__((unused));\n",
				(int)strcspn(c->result, " "), c->result);
	}
}

static const char *text_of(const xmlNode *parent, const char *name)
{
	for (const xmlNode *n = parent->children; n; n = n->next)
		if (n->type == XML_ELEMENT_NODE && !strcmp((const char *)n->name, name) &&
		    !vct_attribute(n, "judged")[0] && n->children)
			return (const char *)n->children->content;
	return NULL;
}

static const xmlNode *child(const xmlNode *parent, const char *name, const char *attribute,
			    const char *value)
{
	for (const xmlNode *n = parent->children; n; n = n->next)
		if (n->type == XML_ELEMENT_NODE && !strcmp((const char *)n->name, name) &&
		    (!attribute || !strcmp(vct_attribute(n, attribute), value)))
			return n;
	return NULL;
}

/* The promise that was judged, or the first that the check cites. */
static const xmlNode *promise_of(const xmlNode *root, const xmlNode *check)
{
	const xmlNode *reason = child(check, "reason", NULL, NULL);
	char id[32];

	snprintf(id, sizeof(id), "%s", reason ? vct_attribute(reason, "promise") : "");
	if (!id[0])
		snprintf(id, sizeof(id), "%.*s",
			 (int)strcspn(vct_attribute(check, "promises"), " "),
			 vct_attribute(check, "promises"));
	return child(root, "promise", "id", id);
}

/* Text as a string of C, or (comment) as part of a comment. */
static void write_text(FILE *f, const char *text, bool comment)
{
	for (; *text; text++) {
		if (!comment && (*text == '"' || *text == '\\'))
			fputc('\\', f);
		if (comment && text[0] == '*' && text[1] == '/')
			fputs("* ", f);
		else
			fputc(*text == '\n' ? ' ' : *text, f);
	}
}

static void write_string(FILE *f, const char *name, const char *text)
{
	fprintf(f, "static const char %s[] = \"", name);
	write_text(f, text, false);
	fputs("\";\n", f);
}

static void write_comment(FILE *f, const char *label, const char *text)
{
	fprintf(f, " * %s", label);
	write_text(f, text, true);
	fputc('\n', f);
}

static void write_head(FILE *f, const xmlNode *root, const xmlNode *check, const xmlNode *promise,
		       const char *reason)
{
	const xmlNode *device = child(root, "device", NULL, NULL);

	fprintf(f, "/*\n * Written by verbs-cts %s (%s) from the record of its check\n",
		vct_attribute(root, "suite"), vct_attribute(root, "commit"));
	write_comment(f, "", vct_attribute(check, "name"));
	fprintf(f, " * on %s (driver %s, kernel %s, rdma-core %s), %s.\n *\n",
		vct_attribute(device, "name"), vct_attribute(device, "driver"),
		vct_attribute(device, "kernel"), vct_attribute(device, "rdma-core"),
		vct_attribute(root, "start"));
	if (promise) {
		fprintf(f, " * %s, %s:\n", vct_attribute(promise, "id"),
			vct_attribute(promise, "source"));
		write_comment(f, "  ",
			      promise->children ? (const char *)promise->children->content : "");
	}
	write_comment(f,
		      "expected: ", text_of(check, "expected") ?: "the setup of the check works");
	write_comment(f, "seen:     ", text_of(check, "seen") ?: reason);
	fputs(" *\n"
	      " *	gcc -Wall -Wextra -Werror -o repro repro.c -libverbs\n"
	      " *	./repro [-i PORT] [-x GID_INDEX] [DEVICE]\n"
	      " *\n"
	      " * It makes the calls of the check again, and compares each result with what "
	      "verbs-cts\n"
	      " * saw. Exit codes: 1 reproduced, 0 not reproduced, 2 usage or environment.\n"
	      " */\n",
	      f);
}

static void write_environment(FILE *f, const xmlNode *root, const xmlNode *check,
			      const xmlNode *promise, const char *reason)
{
	static const char *const headers[] = { "arpa/inet.h", "errno.h",  "fcntl.h",    "poll.h",
					       "signal.h",    "stdarg.h", "stdbool.h",  "stdio.h",
					       "stdlib.h",    "string.h", "sys/mman.h", "time.h",
					       "unistd.h" };
	const xmlNode *device = child(root, "device", NULL, NULL);
	char *text = NULL;

	fputs("#define _GNU_SOURCE\n#include <infiniband/verbs.h>\n", f);
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		fprintf(f, "#include <%s>\n", headers[i]);
	if (promise && asprintf(&text, "%s: %s (%s)", vct_attribute(promise, "id"),
				promise->children ? (const char *)promise->children->content : "",
				vct_attribute(promise, "source")) < 0)
		abort();
	fputc('\n', f);
	write_string(f, "promise", text ?: "");
	free(text);
	write_string(f, "expected", text_of(check, "expected") ?: "the setup of the check works");
	write_string(f, "seen", text_of(check, "seen") ?: reason);
	fprintf(f,
		"\n/* What the arguments may change. */\n"
		"static const char *device_name = \"%s\";\n"
		"static uint8_t port = %s;\n"
		"static int gid_index = %s;\n"
		"/* What differs from device to device. */\n"
		"static struct ibv_device *device;\n"
		"static uint16_t lid;\n"
		"static union ibv_gid gid;\n\n",
		vct_attribute(device, "name"), vct_attribute(device, "port"),
		vct_attribute(device, "gid-index"));
}

/* The fixed part of the program: its start, and each section that the body needs. */
static void write_fixed_part(FILE *f, const char *body)
{
	static const char mark[] = "/* Only for ";
	size_t size;
	const char *text = vct_embedded("repro.c", &size), *end = text + size, *next;

	if (strstr(body, "READS(") || strstr(body, "others_are_ones("))
		statement_members(f);
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

static void write_program(FILE *f, const xmlNode *root, const xmlNode *check, const char *reason,
			  const struct vct_calls *calls)
{
	const xmlNode *promise = promise_of(root, check);
	char *body = write_body(calls);

	write_head(f, root, check, promise, reason);
	write_environment(f, root, check, promise, reason);
	write_fixed_part(f, body);
	fputc('\n', f);
	declare_objects(f, calls);
	fprintf(f,
		"\nint main(int argc, char **argv)\n{\n\tread_arguments(argc, argv);\n%s"
		"\treturn finish();\n}\n",
		body);
	free(body);
}

int vct_repro_write(FILE *f, xmlDoc *results, const char *name, char *why, size_t size)
{
	const xmlNode *root = xmlDocGetRootElement(results);
	const xmlNode *check = child(root, "check", "name", name);
	const char *verdict, *reason;
	struct vct_calls calls = { 0 };
	int ret;

	if (!check) {
		snprintf(why, size, "there is no check '%s' in the record", name);
		return -1;
	}
	verdict = vct_attribute(check, "verdict");
	reason = text_of(check, "reason");
	if (strcmp(verdict, "FAIL") && strcmp(verdict, "WAIVED") && strcmp(verdict, "BROKEN")) {
		snprintf(why, size,
			 "%s is %s: a program can show only what is FAIL, WAIVED or BROKEN", name,
			 verdict);
		return -1;
	}
	if (!reason || (!vct_attribute(child(check, "reason", NULL, NULL), "where")[0] &&
			!text_of(check, "expected"))) {
		snprintf(why, size,
			 "%s came to no judgement: the verb that ended it is not in the record: %s",
			 name, reason ?: verdict);
		return -1;
	}
	ret = vct_calls_read(check, &calls, why, size) || find_verbs(&calls, why, size);
	if (!ret)
		write_program(f, root, check, reason, &calls);
	vct_calls_free(&calls);
	return ret ? -1 : 0;
}
