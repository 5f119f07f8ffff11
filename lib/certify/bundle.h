/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A bundle: the files of a certification in an archive, .tar compressed with zstd. It is read into
 * memory and nowhere else, so that no archive can write a file. It has a manifest, in the form of
 * sha256sum(1), that names every other file.
 */
#ifndef VCT_BUNDLE_H
#define VCT_BUNDLE_H

#include <stddef.h>

#define VCT_MANIFEST  "MANIFEST"
#define VCT_SIGNATURE "MANIFEST.sig"

struct vct_member {
	char *name; /* "facts", "run-1/results.xml" */
	char *data; /* followed by '\0' */
	size_t size;
};

struct vct_bundle {
	struct vct_member *members;
	size_t n;
};

/*
 * Reads an archive. Only regular files with plain names are accepted, each once, and no more than
 * a certification can have. -1: `why` says in a sentence what is wrong.
 */
int vct_bundle_read(struct vct_bundle *bundle, const char *path, char *why, size_t size);
/* Writes the archive through a new file beside `path`. -1: as above */
int vct_bundle_write(const struct vct_bundle *bundle, const char *path, char *why, size_t size);
void vct_bundle_free(struct vct_bundle *bundle);

/* A file in memory with that content, at its begin; a child process inherits it. */
int vct_member_file(const void *data, size_t size);
/* NULL: there is none. */
const struct vct_member *vct_bundle_find(const struct vct_bundle *bundle, const char *name);
/* Adds a copy of the data. */
void vct_bundle_add(struct vct_bundle *bundle, const char *name, const void *data, size_t size);
/* Adds the content of a file. -1: as above */
int vct_bundle_add_file(struct vct_bundle *bundle, const char *name, const char *path, char *why,
			size_t size);

/* Sorts the members by name, and adds the manifest of all. */
void vct_manifest_add(struct vct_bundle *bundle);
/* -1: `why` says which file was changed, added or removed. */
int vct_manifest_check(const struct vct_bundle *bundle, char *why, size_t size);

#endif
