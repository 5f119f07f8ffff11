// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes elements and attributes from any text. */
#include <libxml/parserInternals.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "element.h"

/* Replaces what XML cannot contain by '?'. */
static char *clean(const char *text, size_t len)
{
	char *copy = vct_copy_part(text, len), *out = copy;
	int left = (int)strlen(copy), size;

	for (const unsigned char *in = X(copy); left; left -= size) {
		bool good;
		int c;

		size = left;
		c = xmlGetUTF8Char(in, &size);
		good = c >= 0 && xmlIsCharQ(c) && c != '\n' && c != '\r';
		if (c < 0)
			size = 1;
		if (good)
			memmove(out, in, (size_t)size);
		else
			*out = '?';
		out += good ? size : 1;
		in += size;
	}
	*out = '\0';
	return copy;
}

void vct_set(xmlNode *node, const char *name, const char *value)
{
	char *text = clean(value, strlen(value));

	xmlNewProp(node, X(name), X(text));
	free(text);
}

void vct_setf(xmlNode *node, const char *name, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	vct_set(node, name, text);
}

xmlNode *vct_child(xmlNode *node, const char *name, const char *text, size_t len)
{
	char *copy = clean(text, len);
	xmlNode *new = xmlNewTextChild(node, NULL, X(name), X(copy));

	free(copy);
	return new;
}

void vct_text_add(xmlNode *node, const char *text, size_t len)
{
	char *copy = clean(text, len);

	xmlNodeAddContent(node, X(copy));
	free(copy);
}

void vct_child_if_any(xmlNode *node, const char *name, const char *text)
{
	if (text[0])
		vct_child(node, name, text, strlen(text));
}

void vct_children(xmlNode *node, const char *name, const char *lines, size_t len)
{
	const char *end = lines + len;

	while (lines < end) {
		const char *eol = memchr(lines, '\n', (size_t)(end - lines));

		if (!eol)
			eol = end;
		if (eol > lines)
			vct_child(node, name, lines, (size_t)(eol - lines));
		lines = eol + 1;
	}
}

const char *vct_attribute(const xmlNode *node, const char *name)
{
	for (const xmlAttr *a = node->properties; a; a = a->next)
		if (!strcmp((const char *)a->name, name) && a->children)
			return (const char *)a->children->content;
	return "";
}

bool vct_is(const xmlNode *node, const char *name)
{
	return !strcmp((const char *)node->name, name);
}

xmlNode *vct_first(const xmlNode *parent, const char *name)
{
	VCT_FOR_EACH (child, parent, name)
		return child;
	return NULL;
}

const char *vct_fact(xmlDoc *results, const char *name)
{
	VCT_FOR_EACH (facts, xmlDocGetRootElement(results), "facts")
		VCT_FOR_EACH (fact, facts, "fact")
			if (!strcmp(vct_attribute(fact, "name"), name) && fact->children)
				return (const char *)fact->children->content;
	return "";
}
