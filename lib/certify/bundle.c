// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads and writes the archive of a certification, by libarchive. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/late.h"
#include "bundle.h"

/* More than the largest certification needs: a record of each port and each type of GID. */
#define MOST_BYTES ((size_t)512 << 20)
enum { MOST_MEMBERS = 256, LONGEST_NAME = 100, BLOCK = 1 << 16 };

/* The functions of libarchive, without its prefix. */
/* clang-format off */
#define FUNCTIONS(F) \
	F(entry_pathname) F(entry_hardlink) F(entry_filetype) F(entry_clear) \
	F(entry_set_pathname) F(entry_set_filetype) F(entry_set_perm) F(entry_set_size) \
	F(entry_new) F(entry_free) F(error_string) F(read_data) F(read_next_header) \
	F(read_new) F(read_support_filter_zstd) F(read_support_format_tar) \
	F(read_open_filename) F(read_free) F(write_header) F(write_data) F(write_close) \
	F(write_new) F(write_add_filter_zstd) F(write_set_format_ustar) F(write_open_fd) \
	F(write_free)
/* clang-format on */
#define MEMBER(name_) __typeof__(&archive_##name_) name_;
#define LOAD(name_)   *(void **)&lib.name_ = vct_late(VCT_LIBARCHIVE, "archive_" #name_);

static struct {
	FUNCTIONS(MEMBER)
} lib;

static void load(void)
{
	FUNCTIONS(LOAD)
}

int vct_member_file(const void *data, size_t size)
{
	int fd = memfd_create("verbs-cts", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	lseek(fd, 0, SEEK_SET);
	return fd;
}

const struct vct_member *vct_bundle_find(const struct vct_bundle *bundle, const char *name)
{
	for (size_t i = 0; i < bundle->n; i++)
		if (!strcmp(bundle->members[i].name, name))
			return &bundle->members[i];
	return NULL;
}

static struct vct_member *append(struct vct_bundle *bundle, const char *name)
{
	struct vct_member *m;

	bundle->members = vct_resize(bundle->members, bundle->n + 1, sizeof(*bundle->members));
	m = &bundle->members[bundle->n++];
	*m = (struct vct_member){ .name = vct_copy(name) };
	return m;
}

void vct_bundle_add(struct vct_bundle *bundle, const char *name, const void *data, size_t size)
{
	struct vct_member *m = append(bundle, name);

	m->size = size;
	m->data = vct_allocate(size + 1, 1);
	if (size)
		memcpy(m->data, data, size);
}

void vct_bundle_free(struct vct_bundle *bundle)
{
	for (size_t i = 0; i < bundle->n; i++) {
		free(bundle->members[i].name);
		free(bundle->members[i].data);
	}
	free(bundle->members);
	*bundle = (struct vct_bundle){ 0 };
}

int vct_bundle_add_file(struct vct_bundle *bundle, const char *name, const char *path, char *why,
			size_t size)
{
	FILE *f = fopen(path, "re"), *to;
	char block[BLOCK], *data = NULL;
	size_t length, n;

	if (!f) {
		snprintf(why, size, "%s cannot be read: %s", path, strerror(errno));
		return -1;
	}
	to = vct_open_text(&data, &length);
	while ((n = fread(block, 1, sizeof(block), f)))
		fwrite(block, 1, n, to);
	fclose(f);
	fclose(to);
	vct_bundle_add(bundle, name, data, length);
	free(data);
	return 0;
}

/* "run-1/results.xml": words of letters, digits, '.', '-' and '_', none of which begins with '.'.
 */
static bool is_plain(const char *name)
{
	const char *word = name;

	if (strlen(name) > LONGEST_NAME)
		return false;
	for (;; word++) {
		size_t n = strspn(
			word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");

		if (!n || word[0] == '.' || (word[n] && word[n] != '/'))
			return false;
		word += n;
		if (!*word)
			return true;
	}
}

/* What is wrong with an entry before it is read; NULL: nothing. */
static const char *wrong_entry(const struct vct_bundle *bundle, struct archive_entry *entry)
{
	const char *name = lib.entry_pathname(entry);

	if (!name || !is_plain(name))
		return "has a name that no file of a bundle has";
	if (lib.entry_hardlink(entry) || lib.entry_filetype(entry) != AE_IFREG)
		return "is not a regular file";
	if (vct_bundle_find(bundle, name))
		return "is there twice";
	if (bundle->n == MOST_MEMBERS)
		return "is one file too many";
	return NULL;
}

/* Reads the data of an entry; never more than the room that is left. */
static const char *read_data(struct archive *a, struct vct_member *m, size_t *left)
{
	size_t room = 0;
	ssize_t n;

	do {
		if (room - m->size < BLOCK + 1) {
			room = 2 * room + BLOCK + 1;
			m->data = vct_resize(m->data, room, 1);
		}
		n = lib.read_data(a, m->data + m->size, BLOCK);
		if (n < 0)
			return "cannot be read";
		if ((size_t)n > *left)
			return "is too large";
		m->size += (size_t)n;
		*left -= (size_t)n;
	} while (n);
	m->data[m->size] = '\0';
	return NULL;
}

static int read_members(struct vct_bundle *bundle, struct archive *a, char *why, size_t size)
{
	size_t left = MOST_BYTES;
	struct archive_entry *entry;
	const char *wrong;
	int ret;

	while ((ret = lib.read_next_header(a, &entry)) == ARCHIVE_OK) {
		const char *name = lib.entry_pathname(entry);

		wrong = wrong_entry(bundle, entry);
		if (!wrong)
			wrong = read_data(a, append(bundle, name), &left);
		if (!wrong)
			continue;
		snprintf(why, size, "its entry '%.*s' %s", LONGEST_NAME, name ? name : "", wrong);
		return -1;
	}
	if (ret == ARCHIVE_EOF && bundle->n)
		return 0;
	snprintf(why, size, "it is not a whole archive of a certification: %s",
		 ret == ARCHIVE_EOF ? "it is empty" : lib.error_string(a));
	return -1;
}

int vct_bundle_read(struct vct_bundle *bundle, const char *path, char *why, size_t size)
{
	struct archive *a;
	int ret = -1;

	load();
	a = lib.read_new();
	*bundle = (struct vct_bundle){ 0 };
	if (!a)
		abort();
	lib.read_support_filter_zstd(a);
	lib.read_support_format_tar(a);
	if (access(path, R_OK))
		snprintf(why, size, "it cannot be read: %s", strerror(errno));
	else if (lib.read_open_filename(a, path, BLOCK) != ARCHIVE_OK)
		snprintf(why, size, "it is not an archive of a certification: %s",
			 lib.error_string(a));
	else
		ret = read_members(bundle, a, why, size);
	lib.read_free(a);
	if (ret)
		vct_bundle_free(bundle);
	return ret;
}

static int write_member(struct archive *a, struct archive_entry *entry, const struct vct_member *m)
{
	lib.entry_clear(entry);
	lib.entry_set_pathname(entry, m->name);
	lib.entry_set_filetype(entry, AE_IFREG);
	lib.entry_set_perm(entry, 0644);
	lib.entry_set_size(entry, (la_int64_t)m->size);
	if (lib.write_header(a, entry) != ARCHIVE_OK)
		return -1;
	return lib.write_data(a, m->data, m->size) == (la_ssize_t)m->size ? 0 : -1;
}

static int write_members(const struct vct_bundle *bundle, struct archive *a)
{
	struct archive_entry *entry = lib.entry_new();
	int ret = 0;

	for (size_t i = 0; i < bundle->n && !ret; i++)
		ret = write_member(a, entry, &bundle->members[i]);
	lib.entry_free(entry);
	return lib.write_close(a) == ARCHIVE_OK ? ret : -1;
}

int vct_bundle_write(const struct vct_bundle *bundle, const char *path, char *why, size_t size)
{
	struct archive *a;
	char *temporary;
	int fd, ret = -1;

	load();
	a = lib.write_new();
	temporary = vct_format("%s.new", path);
	if (!a)
		abort();
	lib.write_add_filter_zstd(a);
	lib.write_set_format_ustar(a);
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd >= 0 && lib.write_open_fd(a, fd) == ARCHIVE_OK)
		ret = write_members(bundle, a) || fsync(fd) || rename(temporary, path) ? -1 : 0;
	if (ret)
		snprintf(why, size, "%s cannot be written: %s", path,
			 fd < 0 || !lib.error_string(a) ? strerror(errno) : lib.error_string(a));
	lib.write_free(a);
	if (fd >= 0)
		close(fd);
	if (ret)
		unlink(temporary);
	free(temporary);
	return ret;
}
