// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Takes the lines of a record apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check/track.h"
#include "calls.h"
#include "element.h"

enum { MOST_NAMES = 64 };

/* The objects of the fences, which a program does not need: it waits instead. */
struct fences {
	char names[MOST_NAMES][24];
	size_t n;
};

/* Cuts "  [what]" off. */
static bool cut_off(char *line, const char *what)
{
	size_t n = strlen(line), m = strlen(what);

	if (n < m + 4 || line[n - 1] != ']' || strncmp(line + n - m - 4, "  [", 3) ||
	    strncmp(line + n - m - 1, what, m))
		return false;
	line[n - m - 4] = '\0';
	return true;
}

static char *end_of_arguments(char *open)
{
	int depth = 0;

	for (char *c = open; *c; c++) {
		depth += (*c == '(') - (*c == ')');
		if (!depth)
			return c;
	}
	return NULL;
}

/* Takes the line apart in place. */
static bool take_apart(struct vct_call *c, char *line)
{
	char *open = strchr(line, '('), *close = open ? end_of_arguments(open) : NULL;

	if (!close)
		return false;
	*open = *close = '\0';
	c->verb = line;
	c->arguments = open + 1;
	c->result = close + 1;
	if (!strncmp(c->result, " = ", 3) || !strncmp(c->result, ": ", 2))
		c->result = strchr(c->result + 1, ' ') + 1;
	return true;
}

/* True if the name stands in the text, as a whole. */
static bool has_name(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (const char *c = text; (c = strstr(c, name)); c += n)
		if ((c == text || c[-1] == ' ' || c[-1] == '(') &&
		    (!c[n] || c[n] == ',' || c[n] == ')' || c[n] == ' '))
			return true;
	return false;
}

static bool is_of_fence(const struct fences *f, const struct vct_call *c)
{
	for (size_t i = 0; i < f->n; i++)
		if (has_name(c->arguments, f->names[i]) || has_name(c->result, f->names[i]))
			return true;
	return false;
}

/* Made once in a process, perhaps first for a fence. */
static bool serves_all(const struct vct_call *c)
{
	return !strcmp(c->verb, "ibv_open_device") || !strcmp(c->verb, "ibv_alloc_pd") ||
	       !strcmp(c->verb, "ibv_reg_mr");
}

static bool is_event(const struct vct_call *c)
{
	return !strcmp(c->verb, "ibv_get_async_event") || !strcmp(c->verb, "ibv_ack_async_event");
}

static bool makes_one(const struct vct_call *c)
{
	return !strncmp(c->verb, "ibv_create_", 11) || !strcmp(c->verb, "cm_connect");
}

/* True if the call is part of a fence only. */
static bool leave_out(struct fences *f, const struct vct_call *c, bool fence)
{
	if (fence && makes_one(c) && f->n < MOST_NAMES)
		snprintf(f->names[f->n++], sizeof(f->names[0]), "%.*s",
			 (int)strcspn(c->result, " "), c->result);
	if (is_of_fence(f, c))
		return true;
	return fence && !serves_all(c) && !is_event(c);
}

static int refuse(char *why, size_t size, const char *reason, const char *line)
{
	snprintf(why, size, "%s: %.200s", reason, line);
	return -1;
}

static int read_line(struct vct_calls *calls, struct fences *fences, const char *text, char *why,
		     size_t size)
{
	struct vct_call *c = &calls->calls[calls->n];
	char *line = strdup(text);
	size_t n = strlen(line);
	bool fence;

	if (line[0] == '(' || strstr(line, VCT_LINE_CUT)) {
		free(line);
		return refuse(why, size, "the record was cut", text);
	}
	fence = cut_off(line, VCT_LINE_FENCE) || cut_off(line, VCT_LINE_PROBE);
	*c = (struct vct_call){ .line = strdup(text), .release = cut_off(line, "release") };
	n = strlen(line);
	if ((n && line[n - 1] == ']') || !take_apart(c, line)) {
		free(line);
		free(c->line);
		return refuse(why, size, "it is no call of the check's first thread", text);
	}
	if (leave_out(fences, c, fence)) {
		free(line);
		free(c->line);
	} else {
		calls->n++;
	}
	return 0;
}

int vct_calls_read(const xmlNode *check, struct vct_calls *calls, char *why, size_t size)
{
	struct fences fences = { .n = 0 };
	size_t n = xmlChildElementCount((xmlNode *)check);

	*calls = (struct vct_calls){ .calls = calloc(n + 1, sizeof(*calls->calls)) };
	for (const xmlNode *v = check->children; v; v = v->next) {
		xmlChar *text;
		int ret;

		if (v->type != XML_ELEMENT_NODE || strcmp((const char *)v->name, "verb"))
			continue;
		text = xmlNodeGetContent(v);
		ret = read_line(calls, &fences, (const char *)text, why, size);
		xmlFree(text);
		if (ret)
			return ret;
	}
	if (calls->n)
		return 0;
	snprintf(why, size, "the record has no call");
	return -1;
}

void vct_calls_free(struct vct_calls *calls)
{
	for (size_t i = 0; i < calls->n; i++) {
		free(calls->calls[i].verb); /* the start of the line that was taken apart */
		free(calls->calls[i].line);
	}
	free(calls->calls);
}
