// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares versions, and tells a deviation that is known of another one from one that is new. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "version.h"

/* The numbers of a version: 6, 12, 117 of "6.12.117+deb12-amd64"; 6, 1, 0, 50 of "6.1.0-50". */
static size_t numbers(const char *version, unsigned long *out, size_t room)
{
	size_t n = 0;
	char *end;

	while (n < room && isdigit((unsigned char)*version)) {
		out[n++] = strtoul(version, &end, 10);
		version = end;
		if (*version == '.' || *version == '-')
			version++;
	}
	return n;
}

int vct_version_compare(const char *version, const char *bound)
{
	unsigned long v[8] = { 0 }, b[8] = { 0 };
	size_t n = numbers(bound, b, 8);

	numbers(version, v, 8);
	for (size_t i = 0; i < n; i++)
		if (v[i] != b[i])
			return v[i] < b[i] ? -1 : 1;
	return 0;
}

bool vct_version_within(const char *version, const char *from, const char *to)
{
	const char *last = strstr(version, "..");

	if ((from || to) && !isdigit((unsigned char)*version))
		return false;
	last = last ? last + 2 : version;
	return (!from || vct_version_compare(version, from) >= 0) &&
	       (!to || (*last && vct_version_compare(last, to) <= 0));
}

/* What has versions. */
static const struct kind {
	const char *on, *name; /* in words: "on", "Linux" */
	size_t from, to;       /* the bounds in struct vct_waiver */
} kinds[] = {
	{ "on", "Linux", offsetof(struct vct_waiver, kernel_from),
	  offsetof(struct vct_waiver, kernel_to) },
	{ "with", "firmware", offsetof(struct vct_waiver, fw_from),
	  offsetof(struct vct_waiver, fw_to) },
	{ "with", "rdma-core", offsetof(struct vct_waiver, rdma_core_from),
	  offsetof(struct vct_waiver, rdma_core_to) },
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static const char *version_of(const struct vct_device *dev, size_t kind)
{
	const char *const versions[KINDS] = { dev->kernel, dev->attr.orig_attr.fw_ver,
					      dev->rdma_core };

	return versions[kind];
}

static const char *bound(const struct vct_waiver *w, size_t offset)
{
	return *(char *const *)((const char *)w + offset);
}

static bool holds(const struct vct_waiver *w, const struct vct_device *dev, size_t kind)
{
	return vct_version_within(version_of(dev, kind), bound(w, kinds[kind].from),
				  bound(w, kinds[kind].to));
}

bool vct_is_of_versions(const struct vct_waiver *w, const struct vct_device *dev)
{
	for (size_t i = 0; i < KINDS; i++)
		if (!holds(w, dev, i))
			return false;
	return true;
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Whoever has read a version of a driver for one of its waivers has read it for all of them. */
static bool is_of_the_same(const struct vct_waiver *a, const struct vct_waiver *b)
{
	return is_same(a->driver, b->driver) && is_same(a->core, b->core);
}

/* A version that was read lies beyond the end of the range, and not beyond the version that runs.
 */
static bool lies_between(const char *read, const char *end, const char *version, bool above)
{
	if (!read)
		return false;
	return above ? vct_version_compare(read, end) > 0 && vct_version_compare(version, read) >= 0
		     : vct_version_compare(end, read) > 0 &&
			       vct_version_compare(version, read) <= 0;
}

static bool was_read(const struct vct_waiver *of, size_t n, const struct vct_waiver *w, size_t kind,
		     const char *end, const char *version)
{
	bool above = end == bound(w, kinds[kind].to);

	for (size_t i = 0; i < n; i++)
		if (is_of_the_same(&of[i], w) &&
		    (lies_between(bound(&of[i], kinds[kind].from), end, version, above) ||
		     lies_between(bound(&of[i], kinds[kind].to), end, version, above)))
			return true;
	return false;
}

/* The end of the range that the version is beyond; NULL: the version is not known well enough. */
static const char *end_before(const char *version, const char *from, const char *to)
{
	const char *last = strstr(version, "..");

	last = last ? last + 2 : version;
	if (!isdigit((unsigned char)*version))
		return NULL;
	if (to && vct_version_compare(version, to) > 0)
		return to;
	return from && *last && vct_version_compare(last, from) < 0 ? from : NULL;
}

bool vct_is_unread(const struct vct_waivers *waivers, const struct vct_waiver *w,
		   const struct vct_device *dev, char *words, size_t size)
{
	words[0] = '\0';
	for (size_t i = 0; i < KINDS; i++) {
		const char *version = version_of(dev, i), *end;

		if (holds(w, dev, i))
			continue;
		end = end_before(version, bound(w, kinds[i].from), bound(w, kinds[i].to));
		if (!end || (w->mended && end == bound(w, kinds[i].to)) ||
		    was_read(waivers->list, waivers->n, w, i, end, version) ||
		    was_read(waivers->others, waivers->n_others, w, i, end, version))
			return false;
		if (!words[0])
			snprintf(words, size, "known %s %s %s, not yet read %s %s", kinds[i].on,
				 kinds[i].name, end, kinds[i].on, version);
	}
	return words[0];
}
