// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads, validates, writes and transforms XML files. */
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlsave.h>
#include <libxslt/transform.h>
#include <libxslt/xsltutils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/file.h"
#include "../base/late.h"
#include "../base/sync.h"
#include "element.h"
#include "files.h"

/* How long another process may take to write the same file. */
enum { WAIT_MS = 10000 };

bool vct_file_is_special(const char *path)
{
	static const char *const folders[] = { "/dev/", "/proc/" };
	struct stat link, file;

	if (lstat(path, &link) || stat(path, &file))
		return false;
	if (!S_ISREG(file.st_mode))
		return true;
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (S_ISLNK(link.st_mode) && !strncmp(path, folders[i], strlen(folders[i])))
			return true; /* such as /dev/stdout */
	return false;
}

/* Calls `save`, and syncs the file if it is `kept` on disk. Closes the descriptor. -1: errno */
static int fill(int fd, int (*save)(FILE *f, void *), void *argument, bool on_disk)
{
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	int ret, error;
	char *buffer;

	if (!f) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	buffer = vct_buffer(f);
	ret = save(f, argument) || fflush(f) || (on_disk && fsync(fd)) ? -1 : 0;
	error = errno;
	fclose(f);
	free(buffer);
	errno = error;
	return ret;
}

static int write_in_place(const char *path, int (*save)(FILE *f, void *), void *argument)
{
	return fill(open(path, O_WRONLY | O_CLOEXEC), save, argument, false);
}

/*
 * Calls `save` on a new file beside `path`, and renames it when it is complete and on disk. Of
 * processes that write the same file, one after the other does so. Without `save` it only tries.
 */
static int replace_file(const char *path, int (*save)(FILE *f, void *), void *argument)
{
	char *temporary = vct_format("%s.new", path);
	int lock = vct_open_locked(temporary, O_WRONLY | O_CREAT, WAIT_MS);
	int error, ret = lock < 0 || ftruncate(lock, 0) ? -1 : 0;

	if (!ret && save)
		ret = fill(dup(lock), save, argument, true) || rename(temporary, path) ? -1 : 0;
	error = errno;
	if (lock >= 0 && (ret || !save))
		unlink(temporary);
	if (lock >= 0)
		close(lock);
	free(temporary);
	errno = error;
	return ret;
}

/* A device or a pipe is not replaced. A symbolic link stays; the file that it names is replaced. */
static int replace(const char *path, int (*save)(FILE *f, void *), void *argument)
{
	char *target;
	int ret;

	if (vct_file_is_special(path))
		return write_in_place(path, save, argument);
	target = realpath(path, NULL);
	ret = replace_file(target ? target : path, save, argument);
	free(target);
	return ret;
}

static int put(void *f, const char *bytes, int n)
{
	return fwrite(bytes, 1, (size_t)n, f) == (size_t)n ? n : -1;
}

static int save_xml(FILE *f, void *doc)
{
	xmlSaveCtxt *save = xmlSaveToIO(put, NULL, f, "UTF-8", XML_SAVE_FORMAT);

	if (!save || xmlSaveDoc(save, doc) < 0)
		return -1;
	return xmlSaveClose(save) < 0 ? -1 : 0;
}

int vct_results_write(const char *path, xmlDoc *doc)
{
	return replace(path, save_xml, doc);
}

char *vct_results_dump(xmlDoc *doc)
{
	xmlBuffer *buffer = xmlBufferCreate();
	xmlSaveCtxt *save = xmlSaveToBuffer(buffer, "UTF-8", XML_SAVE_FORMAT);
	char *text = NULL;

	if (save && xmlSaveDoc(save, doc) >= 0 && xmlSaveClose(save) >= 0)
		text = vct_copy((const char *)xmlBufferContent(buffer));
	xmlBufferFree(buffer);
	return text;
}

/* A function of libxslt */
#define XSLT(function_) ((__typeof__(function_) *)vct_late(VCT_LIBXSLT, #function_))

struct transformed {
	xmlDoc *doc;
	xsltStylesheet *style;
};

static int save_transformed(FILE *f, void *argument)
{
	const struct transformed *t = argument;

	return XSLT(xsltSaveResultToFile)(f, t->doc, t->style) < 0 ? -1 : 0;
}

static void register_exslt(void)
{
	static const char *const functions[] = { "exsltCommonRegister", "exsltFuncRegister",
						 "exsltMathRegister", "exsltSetsRegister" };

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		((void (*)(void))vct_late(VCT_LIBEXSLT, functions[i]))();
}

static struct transformed transform(xmlDoc *doc, const char *xsl, const char **parameters)
{
	struct transformed t = { 0 };

	vct_embedded_register();
	register_exslt();
	t.style = XSLT(xsltParseStylesheetFile)((const xmlChar *)xsl);
	t.doc = t.style ? XSLT(xsltApplyStylesheet)(t.style, doc, parameters) : NULL;
	return t;
}

static void release(struct transformed *t)
{
	xmlFreeDoc(t->doc);
	XSLT(xsltFreeStylesheet)(t->style);
}

int vct_results_transform(const char *path, xmlDoc *doc, const char *xsl, const char **parameters)
{
	struct transformed t = transform(doc, xsl, parameters);
	int ret = t.doc ? replace(path, save_transformed, &t) : -1;

	release(&t);
	return ret;
}

int vct_results_print(FILE *f, xmlDoc *doc, const char *xsl, const char **parameters)
{
	struct transformed t = transform(doc, xsl, parameters);
	int ret = t.doc && XSLT(xsltSaveResultToFile)(f, t.doc, t.style) >= 0 ? 0 : -1;

	release(&t);
	return ret;
}

int vct_results_end(xmlDoc *doc, const char *results, const char *html)
{
	int ret = vct_results_print(stdout, doc, VCT_EMBEDDED "end.xsl", NULL);

	if (results)
		printf("results: %s\n", results);
	if (html)
		printf("report:  %s\n", html);
	return ret;
}

char *vct_results_text(xmlDoc *doc, const char *xsl)
{
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);
	int error = vct_results_print(f, doc, xsl, NULL);

	fclose(f);
	if (error) {
		free(text);
		return NULL;
	}
	return text;
}

static void say_error(void *path, xmlErrorPtr error)
{
	fprintf(stderr, "verbs-cts: %s:%d: %.*s\n", (const char *)path, error->line,
		(int)strcspn(error->message, "\n"), error->message);
}

/* The schema is kept for the next file of its kind, because to read it takes longer than the file.
 */
static xmlRelaxNG *schema_of(const char *rng)
{
	static xmlRelaxNG *schema;
	static const char *schema_rng;
	xmlRelaxNGParserCtxt *parser;

	if (schema && !strcmp(schema_rng, rng))
		return schema;
	xmlRelaxNGFree(schema);
	vct_embedded_register();
	parser = xmlRelaxNGNewParserCtxt(rng);
	schema = xmlRelaxNGParse(parser);
	schema_rng = rng;
	xmlRelaxNGFreeParserCtxt(parser);
	return schema;
}

bool vct_results_is_valid(const char *path, xmlDoc *doc, const char *rng)
{
	xmlRelaxNG *schema = schema_of(rng);
	xmlRelaxNGValidCtxt *validator;
	bool valid = false;

	if (schema) {
		validator = xmlRelaxNGNewValidCtxt(schema);
		xmlRelaxNGSetValidStructuredErrors(validator, (xmlStructuredErrorFunc)say_error,
						   (void *)path);
		valid = !xmlRelaxNGValidateDoc(validator, doc);
		xmlRelaxNGFreeValidCtxt(validator);
	}
	return valid;
}

xmlDoc *vct_xml_read(const char *path)
{
	xmlDoc *doc;

	if (access(path, R_OK)) {
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
		return NULL;
	}
	xmlSetStructuredErrorFunc((void *)path, (xmlStructuredErrorFunc)say_error);
	doc = xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOBLANKS | XML_PARSE_NODICT);
	xmlSetStructuredErrorFunc(NULL, NULL);
	return doc;
}

xmlDoc *vct_results_read(const char *path, const char *rng)
{
	xmlDoc *doc = vct_xml_read(path);

	if (doc && !vct_results_is_valid(path, doc, rng)) {
		xmlFreeDoc(doc);
		doc = NULL;
	}
	return doc;
}

bool vct_results_is_complete(const char *path)
{
	const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
	xmlTextReader *reader = access(path, R_OK) ? NULL : xmlReaderForFile(path, NULL, options);
	bool complete = false;

	if (reader && xmlTextReaderRead(reader) == 1) {
		const xmlNode *root = xmlTextReaderCurrentNode(reader);

		complete =
			vct_is(root, "results") && !strcmp(vct_attribute(root, "complete"), "true");
	}
	xmlFreeTextReader(reader);
	return complete;
}

int vct_results_probe(const char *path)
{
	struct stat file;

	if (vct_file_is_special(path)) { /* to open a FIFO would wait for its reader */
		errno = EISDIR;
		return stat(path, &file) || S_ISDIR(file.st_mode) ? -1 : access(path, W_OK);
	}
	return replace(path, NULL, NULL);
}
