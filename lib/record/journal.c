// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* One XML element per line, appended and synced. */
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/digest.h"
#include "../base/file.h"
#include "../base/sync.h"
#include "../check/judge.h"
#include "element.h"
#include "journal.h"

enum { RESERVE = 1 << 20, DIGITS = 8 };

/* What is behind the element of a line: "<!--0123abcd-->\n". */
enum { SEAL = 4 + DIGITS + 3 + 1 };

static void seal(const char *text, size_t length, char seal[SEAL + 1])
{
	char digest[VCT_DIGEST_SIZE];

	snprintf(seal, SEAL + 1, "<!--%.*s-->\n", DIGITS, vct_digest(text, length, digest));
}

static bool is_sealed(const char *line, size_t length)
{
	char expected[SEAL + 1];

	if (length < SEAL)
		return false;
	seal(line, length - SEAL, expected);
	return !memcmp(line + length - SEAL, expected, SEAL);
}

static bool is_check(const xmlNode *node)
{
	unsigned int level = 0;

	while (level < VCT_LEVELS && strcmp(vct_attribute(node, "level"), vct_level_name(level)))
		level++;
	return vct_is(node, "check") && vct_attribute(node, "name")[0] && level < VCT_LEVELS &&
	       vct_verdict_find(vct_attribute(node, "verdict")) < VCT_VERDICTS;
}

static bool is_start(const xmlNode *node)
{
	return vct_is(node, "start") && vct_attribute(node, "check")[0] &&
	       vct_attribute(node, "at")[0];
}

/* NULL: the text is not the element of a line. */
static xmlDoc *parse(const char *text, size_t length, bool first)
{
	xmlDoc *doc = xmlReadMemory(text, (int)length, NULL, NULL,
				    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
					    XML_PARSE_NODICT);
	const xmlNode *node = xmlDocGetRootElement(doc);

	if (node && !doc->intSubset &&
	    (first ? vct_is(node, "run") && node->children : is_start(node) || is_check(node)))
		return doc;
	xmlFreeDoc(doc);
	return NULL;
}

static xmlDoc *parse_sealed(const char *line, size_t length, bool first)
{
	return length <= INT_MAX && is_sealed(line, length) ? parse(line, length - SEAL, first)
							    : NULL;
}

/* Before lines had checksums, the first line was the element alone. */
static bool is_old(const char *line, size_t length)
{
	xmlDoc *doc = length <= INT_MAX ? parse(line, length, true) : NULL;
	bool old = doc && !doc->last->prev;

	xmlFreeDoc(doc);
	return old;
}

/* How the lines of a file were read. */
struct lines {
	off_t whole;    /* the length of those that are good */
	size_t damaged; /* the number of the first line that is not; 0: there is none */
	bool old;       /* that line is of a journal without checksums */
	bool is_last;   /* nothing follows that line */
};

static struct lines read_lines(FILE *f, void (*take)(const xmlNode *line, void *context),
			       void *context)
{
	struct lines lines = { 0 };
	char *line = NULL;
	size_t room = 0, number = 0;
	ssize_t n;
	xmlDoc *doc;

	while (!lines.damaged && (n = getline(&line, &room, f)) > 0) {
		doc = parse_sealed(line, (size_t)n, !number);
		number++;
		if (!doc) {
			lines.damaged = number;
			lines.old = number == 1 && is_old(line, (size_t)n);
			continue;
		}
		take(xmlDocGetRootElement(doc), context);
		xmlFreeDoc(doc);
		lines.whole += n;
	}
	free(line);
	lines.is_last = getc(f) == EOF;
	return lines;
}

static int find_end(struct vct_journal *journal)
{
	journal->length = lseek(journal->fd, 0, SEEK_END);
	return journal->length < 0 ? -1 : 0;
}

int vct_journal_read(struct vct_journal *journal, void (*take)(const xmlNode *line, void *context),
		     void *context)
{
	const char *path = journal->path ? journal->path : "the journal in memory";
	int fd = dup(journal->fd);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	struct lines lines = { .is_last = true };
	bool failed = true;
	char *buffer;

	if (f) {
		buffer = vct_buffer(f);
		rewind(f);
		lines = read_lines(f, take, context);
		failed = ferror(f);
		fclose(f);
		free(buffer);
	}
	if (lines.old)
		fprintf(stderr,
			"verbs-cts: %s:1: this line has no checksum: the journal is of an older "
			"release of verbs-cts, which alone can read it\n",
			path);
	else if (!lines.is_last)
		fprintf(stderr,
			"verbs-cts: %s:%zu: this is not a line of a journal, or it is damaged\n",
			path, lines.damaged);
	else if (failed ||
		 (lines.damaged && !journal->read_only && ftruncate(journal->fd, lines.whole)))
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	else
		return find_end(journal); /* the stream has moved it */
	return -1;
}

int vct_journal_lock(const char *path, int flags, double ms)
{
	int fd = vct_open_locked(path, flags, ms);

	if (fd < 0 && errno == EWOULDBLOCK)
		fprintf(stderr,
			"verbs-cts: another run writes %s now; give this one another --results\n",
			path);
	else if (fd < 0)
		fprintf(stderr, "verbs-cts: cannot %s %s: %s\n",
			flags & O_CREAT ? "write" : "resume from", path, strerror(errno));
	return fd;
}

bool vct_journal_has_checks(int fd)
{
	char part[4096];
	const char *end;
	off_t at = 0;
	ssize_t n;

	while ((n = pread(fd, part, sizeof(part), at)) > 0) {
		end = memchr(part, '\n', (size_t)n);
		if (end)
			return pread(fd, part, 1, at + (end - part) + 1) == 1;
		at += n;
	}
	return false;
}

int vct_journal_open(struct vct_journal *journal, const char *path, int fd, bool resume)
{
	*journal = (struct vct_journal){ .path = path, .fd = fd };
	journal->of_host = vct_is_of_host(fd);
	if ((resume || !ftruncate(fd, 0)) && !find_end(journal))
		return 0;
	fprintf(stderr, "verbs-cts: cannot write %s: %s\n", path ? path : "a journal in memory",
		strerror(errno));
	return -1;
}

/*
 * A check may fill the disk: there is room for its own verdict and those of later checks, and, when
 * the run is over, for a results.xml that is as long as the journal. Not every file system can
 * reserve room.
 */
static void reserve(struct vct_journal *journal)
{
	off_t most = 2 * journal->length + RESERVE;

	if (!journal->path || journal->reserved - journal->length > RESERVE / 2)
		return;
	/* where there is no reserve, it is not asked for again at each line */
	if (!fallocate(journal->fd, FALLOC_FL_KEEP_SIZE, 0, most) || errno == EOPNOTSUPP)
		journal->reserved = most;
}

int vct_journal_give_back(struct vct_journal *journal)
{
	journal->reserved = 0;
	if (!ftruncate(journal->fd, journal->length))
		return 0;
	fprintf(stderr, "verbs-cts: cannot give back the room that %s does not need: %s\n",
		journal->path ? journal->path : "the journal in memory", strerror(errno));
	return -1;
}

/* The disk, or the limit of the size of files, may have room for a part: errno is of what has none.
 */
static ssize_t write_all(int fd, const char *text, int length)
{
	ssize_t done = 0, n;

	while (done < length && (n = write(fd, text + done, (size_t)(length - done))) > 0)
		done += n;
	return done;
}

int vct_journal_append(struct vct_journal *journal, xmlNode *node)
{
	xmlBuffer *line = xmlBufferCreate();
	char end[SEAL + 1];
	ssize_t n;
	int ret;

	xmlNodeDump(line, NULL, node, 0, 0);
	xmlFreeNode(node);
	seal((const char *)xmlBufferContent(line), (size_t)xmlBufferLength(line), end);
	xmlBufferCat(line, (const xmlChar *)end);
	reserve(journal);
	n = write_all(journal->fd, (const char *)xmlBufferContent(line), xmlBufferLength(line));
	journal->length += n;
	ret = n == xmlBufferLength(line) ? 0 : -1;
	xmlBufferFree(line);
	return ret;
}

int vct_journal_sync(struct vct_journal *journal)
{
	return vct_sync(journal->fd, journal->of_host);
}

void vct_journal_close(struct vct_journal *journal, bool keep)
{
	/* the lock ends last */
	if (journal->path && !keep)
		unlink(journal->path);
	close(journal->fd);
}
