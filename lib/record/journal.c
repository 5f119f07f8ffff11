// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* One XML element per line, appended and synced. */
#include <errno.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "../base/sync.h"
#include "../check/judge.h"
#include "element.h"
#include "journal.h"

enum { RESERVE = 1 << 20, LOCK_MS = 2000 };

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

/* NULL: the text is not a line of a journal. */
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

/* Sets *whole to the length of the lines that are good, and *damaged to the number of the first
 * line that is not; 0: there is none. True: nothing follows that line. */
static bool read_lines(FILE *f, void (*take)(const xmlNode *line, void *context), void *context,
		       off_t *whole, size_t *damaged)
{
	char *line = NULL;
	size_t room = 0, number = 0;
	ssize_t n;
	xmlDoc *doc;

	*whole = 0;
	*damaged = 0;
	while (!*damaged && (n = getline(&line, &room, f)) > 0) {
		doc = line[n - 1] == '\n' && n <= INT_MAX ? parse(line, (size_t)n, !number) : NULL;
		number++;
		if (!doc) {
			*damaged = number;
			continue;
		}
		take(xmlDocGetRootElement(doc), context);
		xmlFreeDoc(doc);
		*whole += n;
	}
	free(line);
	return getc(f) == EOF;
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
	bool only_last = true, failed = true;
	size_t damaged = 0;
	char *buffer;
	off_t whole;

	if (f) {
		buffer = vct_buffer(f);
		rewind(f);
		only_last = read_lines(f, take, context, &whole, &damaged);
		failed = ferror(f);
		fclose(f);
		free(buffer);
	}
	if (!only_last)
		fprintf(stderr, "verbs-cts: %s:%zu: this is not a line of a journal\n", path,
			damaged);
	else if (failed || (damaged && !journal->read_only && ftruncate(journal->fd, whole)))
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	else
		return find_end(journal); /* the stream has moved it */
	return -1;
}

/*
 * Whether no other run writes to the file. The processes of a run that was killed end a moment
 * later than the run, and a run that is resumed was killed.
 */
static bool is_ours(int fd, bool resume)
{
	double until = vct_now_ms() + LOCK_MS;

	while (flock(fd, LOCK_EX | LOCK_NB)) {
		if (errno != EWOULDBLOCK || resume)
			return true;
		if (vct_now_ms() > until)
			return false;
		usleep(10000);
	}
	return true;
}

int vct_journal_open(struct vct_journal *journal, const char *path, int memory, bool resume)
{
	*journal = (struct vct_journal){ .path = path, .fd = memory };
	if (path)
		journal->fd =
			open(path, O_RDWR | O_APPEND | O_CLOEXEC | (resume ? 0 : O_CREAT), 0644);
	if (path && journal->fd >= 0 && !is_ours(journal->fd, resume)) {
		fprintf(stderr,
			"verbs-cts: another run writes %s now; give this one another --results\n",
			path);
		return -1;
	}
	journal->of_host = journal->fd >= 0 && vct_is_of_host(journal->fd);
	if (journal->fd >= 0 && (resume || !path || !ftruncate(journal->fd, 0)) &&
	    !find_end(journal))
		return 0;
	fprintf(stderr, "verbs-cts: cannot %s %s: %s\n", resume ? "resume from" : "write",
		path ? path : "a journal in memory", strerror(errno));
	return -1;
}

int vct_journal_open_to_read(struct vct_journal *journal, const char *path)
{
	*journal = (struct vct_journal){ .path = path, .read_only = true };
	journal->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (journal->fd >= 0)
		return 0;
	fprintf(stderr, "verbs-cts: cannot read %s: %s\n", path, strerror(errno));
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

int vct_journal_append(struct vct_journal *journal, xmlNode *node)
{
	xmlBuffer *line = xmlBufferCreate();
	ssize_t n;
	int ret;

	xmlNodeDump(line, NULL, node, 0, 0);
	xmlFreeNode(node);
	xmlBufferCat(line, (const xmlChar *)"\n");
	reserve(journal);
	n = write(journal->fd, xmlBufferContent(line), (size_t)xmlBufferLength(line));
	journal->length += n > 0 ? n : 0;
	if (n >= 0 && n != xmlBufferLength(line))
		errno = ENOSPC;
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
	close(journal->fd);
	if (journal->path && !keep)
		unlink(journal->path);
}
