// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* One XML element a line, appended and synced. */
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal.h"

static void hold(struct vct_journal *journal, xmlNode *node)
{
	journal->nodes = realloc(journal->nodes, (journal->n + 1) * sizeof(*journal->nodes));
	if (!journal->nodes)
		abort();
	journal->nodes[journal->n++] = node;
	xmlAddChild(xmlDocGetRootElement(journal->doc), node);
}

/* Reads the whole lines and cuts off a torn one. */
static int read_lines(struct vct_journal *journal)
{
	FILE *f = fdopen(dup(journal->fd), "r");
	off_t whole = 0;
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (!f)
		return -1;
	while ((n = getline(&line, &room, f)) > 0 && line[n - 1] == '\n') {
		xmlDoc *doc = xmlReadMemory(line, (int)n, journal->path, NULL,
					    XML_PARSE_NONET | XML_PARSE_NOERROR);
		xmlNode *node = xmlDocGetRootElement(doc);

		if (!node)
			break;
		xmlUnlinkNode(node);
		xmlSetTreeDoc(node, journal->doc);
		hold(journal, node);
		xmlFreeDoc(doc);
		whole += n;
	}
	free(line);
	fclose(f);
	return ftruncate(journal->fd, whole);
}

int vct_journal_open(struct vct_journal *journal, const char *path, bool resume)
{
	*journal = (struct vct_journal){ .fd = -1, .path = path };
	journal->doc = xmlNewDoc((const xmlChar *)"1.0");
	xmlDocSetRootElement(journal->doc, xmlNewNode(NULL, (const xmlChar *)"journal"));
	if (!path)
		return 0;
	journal->fd =
		open(path, O_RDWR | O_APPEND | O_CLOEXEC | (resume ? 0 : O_CREAT | O_TRUNC), 0644);
	if (journal->fd < 0) {
		fprintf(stderr, "verbs-cts: cannot %s %s: %s\n", resume ? "resume from" : "write",
			path, strerror(errno));
		return -1;
	}
	if (resume && read_lines(journal)) {
		fprintf(stderr, "verbs-cts: cannot read %s: %s\n", path, strerror(errno));
		return -1;
	}
	return 0;
}

int vct_journal_append(struct vct_journal *journal, xmlNode *node)
{
	xmlBuffer *line = xmlBufferCreate();
	int ret = 0;

	hold(journal, node);
	xmlNodeDump(line, journal->doc, node, 0, 0);
	xmlBufferCat(line, (const xmlChar *)"\n");
	if (journal->fd >= 0) {
		ssize_t n =
			write(journal->fd, xmlBufferContent(line), (size_t)xmlBufferLength(line));

		if (n >= 0 && n != xmlBufferLength(line))
			errno = ENOSPC;
		ret = n == xmlBufferLength(line) && !fdatasync(journal->fd) ? 0 : -1;
	}
	xmlBufferFree(line);
	return ret;
}

void vct_journal_close(struct vct_journal *journal, bool keep)
{
	if (journal->fd >= 0) {
		close(journal->fd);
		if (!keep)
			unlink(journal->path);
	}
	free(journal->nodes);
	xmlFreeDoc(journal->doc);
}
