// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* One XML element per line, appended and synced. */
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "element.h"
#include "journal.h"

static void hold(struct vct_lines *lines, xmlNode *node)
{
	lines->nodes = realloc(lines->nodes, (lines->n + 1) * sizeof(*lines->nodes));
	if (!lines->nodes)
		abort();
	lines->nodes[lines->n++] = node;
	xmlAddChild(xmlDocGetRootElement(lines->doc), node);
}

static int by_name(const void *a, const void *b)
{
	const xmlNode *one = *(xmlNode *const *)a, *other = *(xmlNode *const *)b;
	int order = strcmp(vct_attribute(one, "name"), vct_attribute(other, "name"));

	return order ? order : one->_private < other->_private ? -1 : 1;
}

static void sort_checks(struct vct_lines *lines)
{
	lines->checks = calloc(lines->n + 1, sizeof(*lines->checks));
	if (!lines->checks)
		abort();
	for (size_t i = 0; i < lines->n; i++) {
		if (strcmp((const char *)lines->nodes[i]->name, "check"))
			continue;
		lines->nodes[i]->_private = &lines->nodes[i];
		lines->checks[lines->n_checks++] = lines->nodes[i];
	}
	qsort(lines->checks, lines->n_checks, sizeof(*lines->checks), by_name);
}

int vct_journal_read(struct vct_journal *journal, struct vct_lines *lines)
{
	FILE *f = fdopen(dup(journal->fd), "r");
	char *line = NULL;
	size_t room = 0;
	off_t whole = 0;
	ssize_t n;

	*lines = (struct vct_lines){ .doc = xmlNewDoc((const xmlChar *)"1.0") };
	xmlDocSetRootElement(lines->doc, xmlNewNode(NULL, (const xmlChar *)"journal"));
	if (!f)
		return -1;
	rewind(f);
	while ((n = getline(&line, &room, f)) > 0 && line[n - 1] == '\n') {
		xmlDoc *doc = xmlReadMemory(line, (int)n, NULL, NULL,
					    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NODICT);
		xmlNode *node = xmlDocGetRootElement(doc);

		if (!node)
			break;
		xmlUnlinkNode(node);
		xmlSetTreeDoc(node, lines->doc);
		hold(lines, node);
		xmlFreeDoc(doc);
		whole += n;
	}
	free(line);
	fclose(f);
	sort_checks(lines);
	return ftruncate(journal->fd, whole);
}

void vct_lines_free(struct vct_lines *lines)
{
	free(lines->nodes);
	free(lines->checks);
	xmlFreeDoc(lines->doc);
}

int vct_journal_open(struct vct_journal *journal, const char *path, int memory, bool resume)
{
	*journal = (struct vct_journal){ .path = path, .fd = memory };
	if (path)
		journal->fd =
			open(path, O_RDWR | O_APPEND | O_CLOEXEC | (resume ? 0 : O_CREAT | O_TRUNC),
			     0644);
	if (journal->fd >= 0)
		return 0;
	fprintf(stderr, "verbs-cts: cannot %s %s: %s\n", resume ? "resume from" : "write",
		path ? path : "a journal in memory", strerror(errno));
	return -1;
}

int vct_journal_append(struct vct_journal *journal, xmlNode *node)
{
	xmlBuffer *line = xmlBufferCreate();
	ssize_t n;
	int ret;

	xmlNodeDump(line, NULL, node, 0, 0);
	xmlFreeNode(node);
	xmlBufferCat(line, (const xmlChar *)"\n");
	lseek(journal->fd, 0, SEEK_END);
	n = write(journal->fd, xmlBufferContent(line), (size_t)xmlBufferLength(line));
	if (n >= 0 && n != xmlBufferLength(line))
		errno = ENOSPC;
	ret = n == xmlBufferLength(line) ? 0 : -1;
	xmlBufferFree(line);
	return ret;
}

int vct_journal_sync(struct vct_journal *journal)
{
	return fdatasync(journal->fd);
}

void vct_journal_close(struct vct_journal *journal, bool keep)
{
	close(journal->fd);
	if (journal->path && !keep)
		unlink(journal->path);
}
