// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The manifest of a bundle: what sha256sum(1) prints of its files, and 'sha256sum -c' reads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../base/digest.h"
#include "bundle.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct vct_member *)a)->name, ((const struct vct_member *)b)->name);
}

/* The signature is of the manifest, which cannot name itself. */
static int is_listed(const struct vct_member *m)
{
	return strcmp(m->name, VCT_MANIFEST) && strcmp(m->name, VCT_SIGNATURE);
}

static void say_sum(FILE *f, const struct vct_member *m)
{
	char digest[VCT_DIGEST_SIZE];

	fprintf(f, "%s  %s\n", vct_digest(m->data, m->size, digest), m->name);
}

void vct_manifest_add(struct vct_bundle *bundle)
{
	char *text = NULL;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	qsort(bundle->members, bundle->n, sizeof(*bundle->members), by_name);
	for (size_t i = 0; i < bundle->n; i++)
		say_sum(f, &bundle->members[i]);
	fclose(f);
	vct_bundle_add(bundle, VCT_MANIFEST, text, size);
	free(text);
}

/* Checks a line of the manifest, "digest  name". Returns what is wrong; NULL: nothing. */
static const char *check_line(const struct vct_bundle *bundle, const char *line, const char *name)
{
	const struct vct_member *m = vct_bundle_find(bundle, name);
	char digest[VCT_DIGEST_SIZE];

	if (!m || !is_listed(m))
		return "is listed there, but missing";
	vct_digest(m->data, m->size, digest);
	if (strncmp(line, digest, VCT_DIGEST_SIZE - 1))
		return "was changed: its SHA-256 is another one";
	return NULL;
}

/* The name in a line of the manifest; NULL: it is not such a line. */
static const char *name_in(const char *line)
{
	size_t digits = strspn(line, "0123456789abcdef");

	if (digits != VCT_DIGEST_SIZE - 1 || strncmp(line + digits, "  ", 2))
		return NULL;
	return line + digits + 2;
}

int vct_manifest_check(const struct vct_bundle *bundle, char *why, size_t size)
{
	const struct vct_member *manifest = vct_bundle_find(bundle, VCT_MANIFEST);
	size_t listed = 0, lines = 0;
	char *copy, *rest;

	if (!manifest) {
		snprintf(why, size, "it has no " VCT_MANIFEST);
		return -1;
	}
	copy = rest = vct_copy(manifest->data);
	why[0] = '\0';
	for (char *line; !why[0] && (line = strsep(&rest, "\n")) && *line; lines++) {
		const char *name = name_in(line), *wrong;

		wrong = name ? check_line(bundle, line, name) : NULL;
		if (!name)
			snprintf(why, size, VCT_MANIFEST ":%zu is not a line of sha256sum",
				 lines + 1);
		else if (wrong)
			snprintf(why, size, "its file %s %s", name, wrong);
	}
	free(copy);
	for (size_t i = 0; i < bundle->n; i++)
		listed += (size_t) !!is_listed(&bundle->members[i]);
	if (!why[0] && listed != lines)
		snprintf(why, size, "it has %zu files, but its " VCT_MANIFEST " lists %zu", listed,
			 lines);
	return why[0] ? -1 : 0;
}
