// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads the calls of a record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../check/trace/track.h"
#include "calls.h"
#include "element.h"

enum { MOST_NAMES = 64 };

/* The objects of the fences, which a program does not need: it waits instead. */
struct fences {
	char names[MOST_NAMES][24];
	size_t n;
};

char *vct_call_text(const xmlNode *node)
{
	xmlChar *content = node ? xmlNodeGetContent(node) : NULL;
	char *text = content ? vct_copy((const char *)content) : NULL;

	xmlFree(content);
	return text;
}

const xmlNode *vct_call_find(const xmlNode *node, const char *element, const char *name)
{
	const xmlNode *found = NULL;

	for (const xmlNode *child = node->children; child && !found; child = child->next) {
		if (child->type != XML_ELEMENT_NODE)
			continue;
		if (vct_is(child, element) &&
		    (!name || !strcmp(vct_attribute(child, "name"), name)))
			found = child;
		else
			found = vct_call_find(child, element, name);
	}
	return found;
}

const xmlNode *vct_call_shown(const struct vct_call *c, unsigned int n)
{
	VCT_FOR_EACH (shown, c->node, "shown")
		if (!n--)
			return shown;
	return NULL;
}

static char *join(char *const *arguments)
{
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	for (char *const *a = arguments; *a; a++)
		fprintf(f, "%s%s", a == arguments ? "" : ", ", *a);
	fclose(f);
	return text;
}

static struct vct_call take_apart(const xmlNode *node)
{
	static const char *const names[PARTS] = {
		[PART_RESULT] = "result",       [PART_ERRNO] = "errno", [PART_EVENT] = "event",
		[PART_OBJECT] = "object",       [PART_BAD] = "bad",     [PART_TYPE] = "type",
		[PART_STRUCTURE] = "structure",
	};
	struct vct_call c = { .node = node,
			      .verb = vct_attribute(node, "verb"),
			      .line = vct_call_text(node) };
	size_t n = 0;

	VCT_FOR_EACH (arg, node, "arg")
		if (n < MOST_ARGUMENTS)
			c.argument[n++] = vct_call_text(arg);
	c.arguments = join(c.argument);
	for (size_t i = 0; i < PARTS; i++)
		c.part[i] = vct_call_text(vct_call_find(node, names[i], NULL));
	return c;
}

static void free_call(struct vct_call *c)
{
	for (size_t i = 0; i < MOST_ARGUMENTS; i++)
		free(c->argument[i]);
	for (size_t i = 0; i < PARTS; i++)
		free(c->part[i]);
	free(c->arguments);
	free(c->line);
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
		if (has_name(c->arguments, f->names[i]) ||
		    (c->part[PART_RESULT] && has_name(c->part[PART_RESULT], f->names[i])) ||
		    (c->part[PART_OBJECT] && has_name(c->part[PART_OBJECT], f->names[i])))
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
	return c->part[PART_RESULT] && c->part[PART_RESULT][0] &&
	       (!strncmp(c->verb, "ibv_create_", 11) || !strcmp(c->verb, "cm_connect"));
}

/* An event of the port, of the device, or of an object that is not in the record. */
static bool is_of_others(const struct vct_call *c)
{
	const char *object = c->part[PART_OBJECT];

	return c->part[PART_EVENT] && object && (object[0] == '?' || !strcmp(object, "NULL"));
}

/* True if the call is part of a fence only, or of no object of the check. */
static bool leave_out(struct fences *f, const struct vct_call *c, bool fence)
{
	if (fence && makes_one(c) && f->n < MOST_NAMES)
		snprintf(f->names[f->n++], sizeof(f->names[0]), "%s", c->part[PART_RESULT]);
	if (is_of_fence(f, c) || is_of_others(c))
		return true;
	return fence && !serves_all(c) && !is_event(c);
}

static int refuse(char *why, size_t size, const char *reason, const char *line)
{
	snprintf(why, size, "%s: %.200s", reason, line);
	return -1;
}

/* What the call was made for: of a fence or a probe, a release; or something that is refused. */
static const char *read_purposes(struct vct_call *c, bool *fence)
{
	const char *refused = NULL;

	*fence = false;
	VCT_FOR_EACH (mark, c->node, "for") {
		char *what = vct_call_text(mark);

		if (!strcmp(what, VCT_LINE_FENCE) || !strcmp(what, VCT_LINE_PROBE))
			*fence = true;
		else if (!strcmp(what, VCT_LINE_RELEASE))
			c->release = true;
		else
			refused = !strcmp(what, VCT_LINE_CUT)
					  ? "the record was cut"
					  : "it is no call of the check's first thread";
		free(what);
	}
	return refused;
}

static int read_call(struct vct_calls *calls, struct fences *fences, const xmlNode *node, char *why,
		     size_t size)
{
	struct vct_call *c = &calls->calls[calls->n];
	const char *refused;
	bool fence;

	*c = take_apart(node);
	refused = read_purposes(c, &fence);
	if (refused)
		refuse(why, size, refused, c->line);
	if (refused || leave_out(fences, c, fence))
		free_call(c);
	else
		calls->n++;
	return refused ? -1 : 0;
}

/* What stands for calls that are not in the record, or in that of an older release. */
static int refuse_text(const xmlNode *verb, char *why, size_t size)
{
	char *text = vct_call_text(verb);
	int ret;

	if (text[0] == '(')
		ret = refuse(why, size, "the record was cut", text);
	else
		ret = refuse(why, size,
			     "the record has its calls as text, as those of older releases have: "
			     "run the check again with this release",
			     text);
	free(text);
	return ret;
}

int vct_calls_read(const xmlNode *check, struct vct_calls *calls, char *why, size_t size)
{
	struct fences fences = { .n = 0 };
	size_t n = xmlChildElementCount((xmlNode *)check);

	*calls = (struct vct_calls){ .calls = vct_allocate(n + 1, sizeof(*calls->calls)) };
	for (const xmlNode *v = check->children; v; v = v->next) {
		if (vct_is(v, "verb"))
			return refuse_text(v, why, size);
		if (vct_is(v, "call") && read_call(calls, &fences, v, why, size))
			return -1;
	}
	if (calls->n)
		return 0;
	snprintf(why, size, "the record has no call");
	return -1;
}

void vct_calls_free(struct vct_calls *calls)
{
	for (size_t i = 0; i < calls->n; i++)
		free_call(&calls->calls[i]);
	free(calls->calls);
}
