// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A parser of libxml2 that has one child of the root in memory at a time. */
#include <errno.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "element.h"
#include "files.h"
#include "parse.h"

struct parsing {
	vct_take_fn *take; /* NULL: all is kept */
	void *context;
	unsigned int depth; /* in elements that are left out */
	char *why;
	size_t size;
};

static bool is_left_out(const xmlChar *name)
{
	return xmlStrEqual(name, X("verb")) || xmlStrEqual(name, X("call")) ||
	       xmlStrEqual(name, X("longest"));
}

static void start(void *parser, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
		  int n_namespaces, const xmlChar **namespaces, int n_attributes, int n_defaulted,
		  const xmlChar **attributes)
{
	const xmlParserCtxt *ctxt = parser;
	struct parsing *p = ctxt->_private;

	if (p->depth || is_left_out(name)) {
		p->depth++;
		return;
	}
	xmlSAX2StartElementNs(parser, name, prefix, uri, n_namespaces, namespaces, n_attributes,
			      n_defaulted, attributes);
	if (p->take && ctxt->nodeNr == 1 && ctxt->node)
		p->take(p->context, ctxt->node);
}

static void end(void *parser, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	const xmlParserCtxt *ctxt = parser;
	struct parsing *p = ctxt->_private;
	xmlNode *done = p->depth ? NULL : ctxt->node;

	if (p->depth)
		p->depth--;
	else
		xmlSAX2EndElementNs(parser, name, prefix, uri);
	if (!done || !p->take || ctxt->nodeNr != 1)
		return;
	p->take(p->context, done);
	xmlUnlinkNode(done);
	xmlFreeNode(done);
}

static void text(void *parser, const xmlChar *characters, int length)
{
	const struct parsing *p = ((const xmlParserCtxt *)parser)->_private;

	if (!p->depth)
		xmlSAX2Characters(parser, characters, length);
}

static void keep_error(void *parser, xmlErrorPtr error)
{
	const struct parsing *p = ((const xmlParserCtxt *)parser)->_private;

	if (!p->why[0] && error->level > XML_ERR_WARNING)
		snprintf(p->why, p->size, "line %d: %.*s", error->line,
			 (int)strcspn(error->message, "\n"), error->message);
}

/* Reads the file, or the data if there are some. The document has what was not taken. */
static xmlDoc *parse(struct parsing *p, const char *path, const char *data, size_t size)
{
	const int options = XML_PARSE_NONET | XML_PARSE_NOBLANKS | XML_PARSE_NODICT;
	xmlParserCtxt *parser;
	xmlDoc *doc;

	p->why[0] = '\0';
	if (!data && access(path, R_OK)) {
		snprintf(p->why, p->size, "it cannot be read: %s", strerror(errno));
		return NULL;
	}
	parser = xmlNewParserCtxt();
	parser->_private = p;
	parser->sax->startElementNs = start;
	parser->sax->endElementNs = end;
	parser->sax->characters = text;
	parser->sax->cdataBlock = text;
	parser->sax->comment = NULL;
	parser->sax->processingInstruction = NULL;
	parser->sax->entityDecl = NULL; /* what an entity stands for would not be in its place */
	parser->sax->serror = keep_error;
	doc = data ? xmlCtxtReadMemory(parser, data, (int)size, path, NULL, options)
		   : xmlCtxtReadFile(parser, path, NULL, options);
	if (!parser->wellFormed && !p->why[0])
		snprintf(p->why, p->size, "line 1: this is not well-formed");
	xmlFreeParserCtxt(parser);
	return doc;
}

int vct_record_parse(const char *path, vct_take_fn *take, void *context, char *why, size_t size)
{
	struct parsing p = { .take = take, .context = context, .why = why, .size = size };

	xmlFreeDoc(parse(&p, path, NULL, 0));
	return why[0] ? -1 : 0;
}

xmlDoc *vct_record_read(const char *path, const char *data, size_t size)
{
	int line, rest = 0;
	char why[256];
	struct parsing p = { .why = why, .size = sizeof(why) };
	xmlDoc *doc = parse(&p, path, data, size);
	bool valid = doc && !why[0] && vct_results_is_valid(path, doc, VCT_EMBEDDED "results.rng");

	if (sscanf(why, "line %d: %n", &line, &rest) == 1)
		fprintf(stderr, "verbs-cts: %s:%d: %s\n", path, line, why + rest);
	else if (why[0])
		fprintf(stderr, "verbs-cts: %s: %s\n", path, why);
	if (valid)
		return doc;
	xmlFreeDoc(doc);
	return NULL;
}
