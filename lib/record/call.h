/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A call in results.xml: its text is the call as C, with its result, as a reader sees it. Elements
 * in the text say what each part is, so that no program has to take C apart:
 *
 *	<call verb="ibv_close_xrcd">
 *	ibv_close_xrcd(<arg name="xrcd">xrcd0</arg>) = <result>0</result>
 *	</call>
 *
 * in one line. verbs-cts-results(5) lists the elements.
 */
#ifndef VCT_CALL_ELEMENT_H
#define VCT_CALL_ELEMENT_H

#include <libxml/tree.h>
#include <stddef.h>

/* Adds the call that a line of the trace (lib/check/trace/line.h) is, to its check. */
xmlNode *vct_call_add(xmlNode *check, const char *line, size_t n);

#endif
