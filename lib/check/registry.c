// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the checks and promises that are linked into the program, and makes the names of cases. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "sequence.h"

extern const struct vct_check *const __start_vct_checks[];
extern const struct vct_check *const __stop_vct_checks[];

const char *vct_level_name(enum vct_level level)
{
	static const char *const names[] = { "must", "should", "derived", "open" };

	return names[level];
}

const char *vct_danger_name(enum vct_danger danger)
{
	static const char *const names[] = { "", "refused", "destructive" };

	return names[danger];
}

const struct vct_promise *vct_promise_find(const char *id)
{
	vct_for_each_promise (p)
		if (!strcmp((*p)->id, id))
			return *p;
	return NULL;
}

bool vct_promise_is_of_hca(const struct vct_promise *p)
{
	const struct vct_promise *const *of = __start_vct_promises_of_hca;

	while (of < __stop_vct_promises_of_hca && *of != p)
		of++;
	return of < __stop_vct_promises_of_hca;
}

/* "srq.modify.zero-limit-reads-zero", and ".row" for a row of a table. */
static char *make_name(const struct vct_check *check, const struct vct_row *row)
{
	char *name = vct_format("%s.%s%s%s", check->suite, check->function, row ? "." : "",
				row ? row->name : "");
	for (char *c = name; *c; c++)
		if (*c == '_')
			*c = '-';
	return name;
}

static struct vct_case make_case(const struct vct_check *check, const struct vct_row *row)
{
	return (struct vct_case){
		.name = make_name(check, row),
		.check = check,
		.row = row,
		.promises = check->sequences          ? vct_operation_promises()
			    : row && row->promises[0] ? row->promises
						      : check->promises,
		.needs = check->needs | (row ? row->needs : 0),
		.lacks = check->lacks | (row ? row->lacks : 0),
		.proves = row && row->proves ? row->proves : check->proves,
		.danger = row && row->danger > check->danger ? row->danger : check->danger,
		.answered_by_library = row && row->answered_by_library ? row->answered_by_library
								       : check->answered_by_library,
	};
}

/* Adds the check, or each row of its table that it judges, and returns the new number of cases. */
static size_t add_cases(struct vct_case *cases, size_t n, const struct vct_check *check)
{
	if (!check->rows)
		cases[n++] = make_case(check, NULL);
	for (size_t i = 0; i < check->n_rows; i++) {
		const char *rows = check->rows;
		const struct vct_row *row = (const void *)(rows + i * check->row_size);

		if (!check->kind || row->kind == check->kind)
			cases[n++] = make_case(check, row);
	}
	return n;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct vct_case *)a)->name, ((const struct vct_case *)b)->name);
}

/* Cases are found by name: of two with the same name, one would run twice and the other never. */
static void forbid_duplicates(const struct vct_case *cases, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		if (strcmp(cases[i - 1].name, cases[i].name))
			continue;
		fprintf(stderr, "verbs-cts: two checks have the name %s: rename one\n",
			cases[i].name);
		abort();
	}
}

size_t vct_cases(struct vct_case **cases)
{
	size_t most = 0, n = 0;

	for (const struct vct_check *const *c = __start_vct_checks; c < __stop_vct_checks; c++)
		most += (*c)->rows ? (*c)->n_rows : 1;
	*cases = vct_allocate(most, sizeof(**cases));
	for (const struct vct_check *const *c = __start_vct_checks; c < __stop_vct_checks; c++)
		n = add_cases(*cases, n, *c);
	qsort(*cases, n, sizeof(**cases), by_name);
	forbid_duplicates(*cases, n);
	return n;
}

/* Links are of these types; what else a check needs to have one, it shows when it runs. */
static bool may_make_link(const struct vct_case *c)
{
	return c->needs & (NEED_RC | NEED_UC | NEED_UD | NEED_XRC) && !c->check->compiled &&
	       !c->check->sequences;
}

static struct vct_case variant(const struct vct_case *c, const char *suffix)
{
	struct vct_case other = *c;

	other.name = vct_format("%s@%s", c->name, suffix);
	other.proves = BLOCK_NONE;
	return other;
}

static struct vct_case apart(const struct vct_case *c, enum vct_apart how, const char *suffix)
{
	struct vct_case other = variant(c, suffix);

	other.apart = how;
	return other;
}

size_t vct_cases_apart(struct vct_case **cases)
{
	struct vct_case *all, *alone;
	size_t n = 0, n_alone = vct_cases(&alone);

	all = vct_allocate(3 * n_alone, sizeof(*all));
	for (size_t i = 0; i < n_alone; i++) {
		all[n++] = alone[i];
		if (!may_make_link(&alone[i]))
			continue;
		all[n++] = apart(&alone[i], APART_RECEIVES, "receives");
		all[n++] = apart(&alone[i], APART_SENDS, "sends");
	}
	free(alone);
	qsort(all, n, sizeof(*all), by_name);
	*cases = all;
	return n;
}

size_t vct_cases_each(struct vct_case **cases, const struct vct_column *columns, size_t n_columns)
{
	struct vct_case *all, *alone;
	size_t n = 0, n_alone = vct_cases(&alone);

	all = vct_allocate((1 + n_columns) * n_alone, sizeof(*all));
	for (size_t i = 0; i < n_alone; i++) {
		all[n++] = alone[i];
		for (size_t k = 0; k < n_columns && may_make_link(&alone[i]); k++) {
			all[n] = variant(&alone[i], columns[k].name);
			all[n++].column = &columns[k];
		}
	}
	free(alone);
	qsort(all, n, sizeof(*all), by_name);
	*cases = all;
	return n;
}

const struct vct_case *vct_case_alone(const struct vct_case *cases, size_t n, const char *name)
{
	size_t length = strcspn(name, "@");

	for (size_t i = 0; i < n; i++)
		if (!strncmp(cases[i].name, name, length) && !cases[i].name[length])
			return &cases[i];
	return NULL;
}

enum vct_level vct_case_level(const struct vct_case *c)
{
	enum vct_level level = VCT_OPEN;

	for (const struct vct_promise *const *p = c->promises; *p; p++)
		if (vct_level_of(*p) < level)
			level = vct_level_of(*p);
	return level;
}

bool vct_case_may_break(const struct vct_case *c, const char *promise_id)
{
	const struct vct_promise *p = vct_promise_find(promise_id);

	return (p && p->of_all) || vct_case_cites(c, promise_id);
}

bool vct_case_cites(const struct vct_case *c, const char *promise_id)
{
	for (const struct vct_promise *const *p = c->promises; *p; p++)
		if (!strcmp((*p)->id, promise_id))
			return true;
	return false;
}
