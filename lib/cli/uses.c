// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Refuses command lines that would destroy a file. */
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/exit.h"
#include "uses.h"

static char *joined(const char *folder, const char *name)
{
	return vct_format("%s/%s", folder, name);
}

/* The absolute path of a file that may not be there yet, without symbolic links. To be freed. */
static char *real_path(const char *path, int depth)
{
	char *real = realpath(path, NULL), *copy = vct_copy(path), *name = vct_copy(path);
	char target[PATH_MAX], *folder, *next;
	ssize_t n = real ? -1 : readlink(path, target, sizeof(target) - 1);

	if (!real && n > 0 && depth) { /* a link to a file that is not there */
		target[n] = '\0';
		next = target[0] == '/' ? vct_copy(target) : joined(dirname(copy), target);
		real = real_path(next, depth - 1);
		free(next);
	} else if (!real) {
		folder = realpath(dirname(copy), NULL);
		real = joined(folder ? folder : ".", basename(name));
		free(folder);
	}
	free(copy);
	free(name);
	return real;
}

static bool is_same(const struct file_use *a, const struct file_use *b)
{
	struct stat one, other;

	if (stat(a->path, &one) || stat(b->path, &other))
		return !strcmp(a->real, b->real);
	return S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* The descriptors of this process are open: /dev/fd/63 of a shell's >(command) has its reader. */
static void refuse_fifo(const char *as, const char *path)
{
	struct stat file;

	if (stat(path, &file) || !S_ISFIFO(file.st_mode) || !strncmp(path, "/dev/", 5) ||
	    !strncmp(path, "/proc/", 6))
		return;
	fprintf(stderr,
		"verbs-cts: %s %s is a FIFO: this program would wait for its reader; name a file\n",
		as, path);
	exit(VCT_USAGE);
}

static void add(struct file_uses *uses, const char *as, const char *path, bool written)
{
	struct file_use use = { as, vct_copy(path), real_path(path, 8), written };

	if (written)
		refuse_fifo(as, path);
	for (size_t i = 0; i < uses->n; i++) {
		const struct file_use *other = &uses->list[i];

		if (!(written || other->written) || !is_same(&use, other))
			continue;
		fprintf(stderr, "verbs-cts: %s %s and %s %s are the same file, which %s\n",
			other->as, other->path, as, path,
			written && other->written ? "cannot hold both" : "would be overwritten");
		exit(VCT_USAGE);
	}
	uses->list = vct_resize(uses->list, uses->n + 1, sizeof(use));
	uses->list[uses->n++] = use;
}

void uses_reads(struct file_uses *uses, const char *as, const char *path)
{
	if (path)
		add(uses, as, path, false);
}

void uses_writes(struct file_uses *uses, const char *as, const char *path)
{
	if (path)
		add(uses, as, path, true);
}

void uses_writes_beside(struct file_uses *uses, const char *as, const char *path,
			const char *ending)
{
	char *beside;

	if (!path)
		return;
	beside = vct_format("%s%s", path, ending);
	add(uses, as, beside, true);
	free(beside);
}
