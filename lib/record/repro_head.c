// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The head of a program: what it shows, how it is built, and what it is told about the device. */
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "element.h"
#include "repro_head.h"

const char *vct_repro_text(const xmlNode *parent, const char *name)
{
	for (const xmlNode *n = parent->children; n; n = n->next)
		if (n->type == XML_ELEMENT_NODE && !strcmp((const char *)n->name, name) &&
		    !vct_attribute(n, "judged")[0] && n->children)
			return (const char *)n->children->content;
	return NULL;
}

const xmlNode *vct_repro_child(const xmlNode *parent, const char *name, const char *attribute,
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
	const xmlNode *reason = vct_repro_child(check, "reason", NULL, NULL);
	char id[32];

	snprintf(id, sizeof(id), "%s", reason ? vct_attribute(reason, "promise") : "");
	if (!id[0])
		snprintf(id, sizeof(id), "%.*s",
			 (int)strcspn(vct_attribute(check, "promises"), " "),
			 vct_attribute(check, "promises"));
	return vct_repro_child(root, "promise", "id", id);
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

static void write_comments(FILE *f, const xmlNode *root, const xmlNode *check,
			   const xmlNode *promise, const char *reason, bool connects,
			   int oldest_release)
{
	const xmlNode *device = vct_repro_child(root, "device", NULL, NULL);

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
	write_comment(f, "expected: ",
		      vct_repro_text(check, "expected") ?: "the setup of the check works");
	write_comment(f, "seen:     ", vct_repro_text(check, "seen") ?: reason);
	if (oldest_release)
		fprintf(f,
			" *\n * It needs rdma-core %d or newer: it calls a verb that is there "
			"since then.\n",
			oldest_release);
	fprintf(f, " *\n *	gcc -Wall -Wextra -Werror -o repro repro.c -libverbs%s\n",
		connects ? " -lrdmacm" : "");
	fputs(" *	./repro [-i PORT] [-x GID_INDEX] [DEVICE]\n"
	      " *\n"
	      " * It makes the calls of the check again, and compares each result with what "
	      "verbs-cts\n"
	      " * saw. Exit codes: 1 reproduced, 0 not reproduced, 2 usage or environment.\n"
	      " */\n",
	      f);
}

/* A variant of a check with another address (run --each) has that in a fact. */
static const char *address_of(const xmlNode *root, const xmlNode *check, const char *attribute,
			      const char *last)
{
	const char *variant = strchr(vct_attribute(check, "name"), '@');
	const xmlNode *facts = vct_repro_child(root, "facts", NULL, NULL), *fact;
	char name[128];

	snprintf(name, sizeof(name), "each.%s.%s", variant ? variant + 1 : "", last);
	fact = variant && facts ? vct_repro_child(facts, "fact", "name", name) : NULL;
	return fact && fact->children
		       ? (const char *)fact->children->content
		       : vct_attribute(vct_repro_child(root, "device", NULL, NULL), attribute);
}

static void write_includes(FILE *f, bool connects)
{
	static const char *const headers[] = { "arpa/inet.h", "errno.h",  "fcntl.h",    "poll.h",
					       "signal.h",    "stdarg.h", "stdbool.h",  "stdio.h",
					       "stdlib.h",    "string.h", "sys/mman.h", "time.h",
					       "unistd.h" };

	fputs("#define _GNU_SOURCE\n#include <infiniband/verbs.h>\n", f);
	if (connects)
		fputs("#include <ifaddrs.h>\n#include <rdma/rdma_cma.h>\n", f);
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		fprintf(f, "#include <%s>\n", headers[i]);
}

static void write_environment(FILE *f, const xmlNode *root, const xmlNode *check,
			      const xmlNode *promise, const char *reason)
{
	const xmlNode *device = vct_repro_child(root, "device", NULL, NULL);
	char *text = NULL;

	if (promise)
		text = vct_format("%s: %s (%s)", vct_attribute(promise, "id"),
				  promise->children ? (const char *)promise->children->content : "",
				  vct_attribute(promise, "source"));
	fputc('\n', f);
	write_string(f, "promise", text ?: "");
	free(text);
	write_string(f, "expected",
		     vct_repro_text(check, "expected") ?: "the setup of the check works");
	write_string(f, "seen", vct_repro_text(check, "seen") ?: reason);
	fprintf(f,
		"\n/* What the arguments may change. */\n"
		"static const char *device_name = \"%s\";\n"
		"static uint8_t port = %s;\n"
		"static int gid_index = %s;\n"
		"/* What differs from device to device. */\n"
		"static struct ibv_device *device;\n"
		"static uint16_t lid;\n"
		"static union ibv_gid gid;\n\n",
		vct_attribute(device, "name"), address_of(root, check, "port", "port"),
		address_of(root, check, "gid-index", "gid_index"));
}

void vct_repro_head(FILE *f, const xmlNode *root, const xmlNode *check, const char *reason,
		    bool connects, int oldest_release)
{
	const xmlNode *promise = promise_of(root, check);

	write_comments(f, root, check, promise, reason, connects, oldest_release);
	write_includes(f, connects);
	write_environment(f, root, check, promise, reason);
}
