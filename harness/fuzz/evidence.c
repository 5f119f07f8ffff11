// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The evidence of a check that a peer performed: what is taken of it can be recorded. */
#include <string.h>

#include "../../lib/check/far/far_evidence.h"
#include "../../lib/check/evidence_valid.h"
#include "../../lib/record/results.h"
#include "fuzz.h"

static void record(struct vct_evidence *e)
{
	static const struct vct_check check;
	static const struct vct_promise *const none[] = { NULL };
	struct vct_case c = { .name = "fuzz.evidence.one", .check = &check, .promises = none };
	struct vct_outcome o = {
		.c = &c, .verdict = e->verdict, .evidence = e, .kernel = "", .failed = e->promise
	};
	xmlNode *node = vct_results_check(&o);
	xmlDoc *doc = xmlNewDoc((const xmlChar *)"1.0"), *again;
	xmlChar *text;
	int size;

	xmlDocSetRootElement(doc, node);
	xmlDocDumpMemory(doc, &text, &size);
	again = xmlReadMemory((const char *)text, size, NULL, NULL, XML_PARSE_NOERROR);
	BROKEN_IF(!again);
	xmlFree(text);
	xmlFreeDoc(again);
	xmlFreeDoc(doc);
}

void fuzz_evidence(const uint8_t *data, size_t size)
{
	static struct vct_evidence e;
	const char *error;

	memset(&e, 0, offsetof(struct vct_evidence, notes));
	error = vct_far_take_evidence(&e, (const char *)data, size);
	BROKEN_IF(error && !error[0]);
	BROKEN_IF(vct_evidence_error(&e) || e.steps_len);
	if (!error)
		record(&e);
}
