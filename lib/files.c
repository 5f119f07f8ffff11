// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* results.xml and what stylesheets make of it, as files that are whole at any time. */
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <libxml/xmlsave.h>
#include <libxslt/transform.h>
#include <libxslt/xsltutils.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "results.h"

/* Calls `save` on a new file beside `path` and puts it in its place once it is whole and on disk.
 */
static int replace(const char *path, int (*save)(int fd, void *), void *argument)
{
	char *temporary;
	int fd, error, ret;

	if (asprintf(&temporary, "%s.new", path) < 0)
		return -1;
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	ret = fd < 0 || save(fd, argument) || fsync(fd) ? -1 : rename(temporary, path);
	error = errno;
	if (fd >= 0)
		close(fd);
	if (ret)
		unlink(temporary);
	free(temporary);
	errno = error;
	return ret;
}

static int save_xml(int fd, void *doc)
{
	xmlSaveCtxt *save = xmlSaveToFd(fd, "UTF-8", XML_SAVE_FORMAT);

	if (!save || xmlSaveDoc(save, doc) < 0)
		return -1;
	return xmlSaveClose(save) < 0 ? -1 : 0;
}

int vct_results_write(const char *path, xmlDoc *doc)
{
	return replace(path, save_xml, doc);
}

struct transformed {
	xmlDoc *doc;
	xsltStylesheet *style;
};

static int save_transformed(int fd, void *argument)
{
	const struct transformed *t = argument;

	return xsltSaveResultToFd(fd, t->doc, t->style) < 0 ? -1 : 0;
}

int vct_results_transform(const char *path, xmlDoc *doc, const char *xsl, const char *xsl_end)
{
	xmlDoc *style_doc = xmlReadMemory(xsl, (int)(xsl_end - xsl), NULL, NULL, XML_PARSE_NONET);
	struct transformed t = { .style = xsltParseStylesheetDoc(style_doc) };
	int ret = -1;

	t.doc = t.style ? xsltApplyStylesheet(t.style, doc, NULL) : NULL;
	if (t.doc)
		ret = replace(path, save_transformed, &t);
	xmlFreeDoc(t.doc);
	xsltFreeStylesheet(t.style);
	return ret;
}

int vct_results_probe(const char *path)
{
	bool was_there = !access(path, F_OK);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	if (fd < 0)
		return -1;
	close(fd);
	return was_there ? 0 : unlink(path);
}
