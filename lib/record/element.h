/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Makes attributes and elements from text of any origin. '?' replaces what XML cannot contain:
 * control characters, and bytes that are not UTF-8.
 */
#ifndef VCT_ELEMENT_H
#define VCT_ELEMENT_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

#define X(text_) ((const xmlChar *)(text_))

void vct_set(xmlNode *node, const char *name, const char *value);
void vct_setf(xmlNode *node, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
const char *vct_attribute(const xmlNode *node, const char *name); /* "": there is none */

xmlNode *vct_child(xmlNode *node, const char *name, const char *text, size_t len);
void vct_text_add(xmlNode *node, const char *text, size_t len); /* at the end of what it has */
void vct_child_if_any(xmlNode *node, const char *name, const char *text);
/* Makes a child of each line that is not empty. */
void vct_children(xmlNode *node, const char *name, const char *lines, size_t len);

bool vct_is(const xmlNode *node, const char *name);
xmlNode *vct_first(const xmlNode *parent, const char *name); /* its first child of that name */
/* for (each child element of that name) */
#define VCT_FOR_EACH(child_, parent_, name_)                                                       \
	for (xmlNode *child_ = (parent_) ? (parent_)->children : NULL; child_;                     \
	     child_ = child_->next)                                                                \
		if (vct_is(child_, name_))

/* The value of a fact of results.xml; "": there is none. */
const char *vct_fact(xmlDoc *results, const char *name);

#endif
