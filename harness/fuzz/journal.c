// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Journals: those read, written and read again are equal; a cut one loses only its last line. */
#include <libxml/parser.h>
#include <string.h>
#include <unistd.h>

#include "../../lib/base/digest.h"
#include "../../lib/record/history.h"
#include "../../lib/record/results.h"
#include "fuzz.h"

/* The lines of a journal. */
struct lines {
	struct vct_journal *copy; /* where each line is written, too; NULL: nowhere */
	xmlBuffer *text;
	size_t n;
};

static void take(const xmlNode *line, void *context)
{
	struct lines *lines = context;

	xmlNodeDump(lines->text, NULL, (xmlNode *)line, 0, 0);
	xmlBufferCat(lines->text, (const xmlChar *)"\n");
	lines->n++;
	if (lines->copy)
		BROKEN_IF(vct_journal_append(lines->copy, xmlCopyNode((xmlNode *)line, 1)));
}

static struct lines read_lines(struct vct_journal *journal, struct vct_journal *copy)
{
	struct lines lines = { .copy = copy, .text = xmlBufferCreate() };
	const char *said;
	int ret;

	fuzz_listen();
	ret = vct_journal_read(journal, take, &lines);
	said = fuzz_heard();
	BROKEN_IF(ret && !fuzz_names_line(said, journal->path));
	BROKEN_IF(!ret && said[0]);
	if (!ret)
		return lines;
	xmlBufferFree(lines.text);
	return (struct lines){ 0 };
}

/* The journal was read without an error, so it now ends with its last good line. */
static void cut(struct vct_journal *journal, size_t n)
{
	off_t end = lseek(journal->fd, 0, SEEK_END);
	struct lines less;

	BROKEN_IF(ftruncate(journal->fd, end - 1));
	less = read_lines(journal, NULL);
	BROKEN_IF(!less.text || less.n != n - 1);
	xmlBufferFree(less.text);
}

/* What a killed run left, and `verbs-cts report` merges: what it makes is valid or refused. */
static void merge(struct vct_journal *journal)
{
	static const char left[] =
		"<results complete=\"false\" conforms=\"false\" conforms-strictly=\"false\" "
		"suite=\"0.1.0\" "
		"commit=\"c\" start=\"2026-01-01T00:00:00Z\" seconds=\"0.000\" passes=\"2\"><check "
		"name=\"a.b.c\" "
		"verdict=\"NOTRUN\"/><check name=\"a.b.d\" verdict=\"NOTRUN\"/></results>";
	xmlDoc *doc = xmlReadMemory(left, sizeof(left) - 1, NULL, NULL, 0);
	struct vct_history history;

	BROKEN_IF(vct_history_read(&history, journal));
	vct_results_merge(doc, &history);
	fuzz_listen();
	vct_results_is_valid(journal->path, doc, VCT_EMBEDDED "results.rng");
	fuzz_heard();
	vct_history_free(&history);
	xmlFreeDoc(doc);
}

/* What would be refused for its checksum alone gets the right one. */
static const char *sealed_file(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(0, data, 0);
	const uint8_t *line = data;
	FILE *f = fopen(path, "w");
	char digest[VCT_DIGEST_SIZE];

	for (size_t i = 0; i < size; i++) {
		if (data[i] != '\n') {
			putc(data[i], f);
			continue;
		}
		fprintf(f, "<!--%.8s-->\n", vct_digest(line, (size_t)(data + i - line), digest));
		line = data + i + 1;
	}
	fclose(f);
	return path;
}

void fuzz_journal(const uint8_t *data, size_t size)
{
	struct vct_journal journal = { .path = sealed_file(data, size), .fd = fuzz_fd(0) };
	struct vct_journal copy = { .path = fuzz_file(1, data, 0), .fd = fuzz_fd(1) };
	struct lines lines, again;

	lseek(copy.fd, 0, SEEK_SET);
	lines = read_lines(&journal, &copy);
	if (!lines.text)
		return;
	again = read_lines(&copy, NULL);
	BROKEN_IF(!again.text || again.n != lines.n);
	BROKEN_IF(strcmp((const char *)xmlBufferContent(lines.text),
			 (const char *)xmlBufferContent(again.text)) != 0);
	merge(&journal);
	if (lines.n)
		cut(&journal, lines.n);
	xmlBufferFree(lines.text);
	xmlBufferFree(again.text);
}
