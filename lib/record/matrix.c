// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The matrix: each check is a row; identical rows are one group; differences come first. */
#include <libxml/hash.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "element.h"
#include "change.h"
#include "complaint.h"
#include "matrix.h"

/* In the order of the matrix. */
enum kind { VERDICTS, SEEN, NOT_PASS, SKIPPED, GAPS, KEPT };
static const char *const kinds[] = { "verdicts", "seen", "not-pass", "skipped", "gaps" };

struct row {
	const xmlNode *check; /* of the first column that has it */
	xmlNode **in;         /* of each column; NULL if it has none */
	enum kind kind;
	bool seen_differs;
};

struct group {
	enum kind kind;
	unsigned int rank;
	size_t first_row;
	xmlNode *node;
};

struct matrix {
	const struct column *columns;
	size_t n;
	int baseline; /* index; -1: it has no results */
	xmlDoc *doc;
	struct row *rows;
	size_t n_rows, n_all_pass;
	struct group *groups;
	size_t n_groups;
	unsigned int (*changed)[VCT_CHANGES]; /* of each column */
	unsigned int *regressions;            /* of each column */
};

static enum vct_verdict verdict_of(const xmlNode *check)
{
	return check ? vct_verdict_find(vct_attribute(check, "verdict")) : VCT_NOTRUN;
}

/* Whether the check saw it without judging it. */
static bool is_recorded(const xmlNode *node)
{
	return vct_is(node, "seen") && vct_attribute(node, "judged")[0];
}

static char *recorded(xmlNode *check)
{
	xmlBuffer *buffer = xmlBufferCreate();
	char *text;

	VCT_FOR_EACH (seen, check, "seen")
		if (is_recorded(seen))
			xmlNodeDump(buffer, seen->doc, seen, 0, 0);
	text = vct_copy((const char *)xmlBufferContent(buffer));
	xmlBufferFree(buffer);
	return text;
}

/* Compares only runs that recorded something: a check may have ended before that. */
static bool seen_differs(const struct matrix *m, const struct row *row)
{
	char *first = vct_copy("");
	bool differs = false;

	for (size_t i = 0; i < m->n && !differs; i++) {
		char *text = recorded(row->in[i]);

		differs = *first && *text && strcmp(first, text);
		if (*text) {
			free(first);
			first = text;
		} else {
			free(text);
		}
	}
	free(first);
	return differs;
}

static enum kind kind_of(const struct matrix *m, const struct row *row)
{
	enum vct_verdict verdict = VCT_NOTRUN;
	bool gap = false, waived = false;

	for (size_t i = 0; i < m->n; i++) {
		enum vct_verdict v = vct_compared(row->in[i]);

		waived |= verdict_of(row->in[i]) == VCT_WAIVED;
		if (v != VCT_NOTRUN && verdict != VCT_NOTRUN && v != verdict)
			return VERDICTS;
		if (v != VCT_NOTRUN)
			verdict = v;
		else
			gap |= !!m->columns[i].doc;
	}
	if (row->seen_differs)
		return SEEN;
	if (verdict == VCT_SKIP)
		return gap ? GAPS : SKIPPED;
	if (!waived && (verdict == VCT_PASS || verdict == VCT_NOTRUN))
		return gap ? GAPS : KEPT;
	return NOT_PASS;
}

static struct row *find_row(struct matrix *m, xmlHashTable *by_name, const xmlNode *check)
{
	const xmlChar *name = X(vct_attribute(check, "name"));
	uintptr_t at = (uintptr_t)xmlHashLookup(by_name, name);

	if (at)
		return &m->rows[at - 1];
	m->rows = vct_grow(m->rows, m->n_rows, sizeof(*m->rows));
	m->rows[m->n_rows] =
		(struct row){ .check = check, .in = vct_allocate(m->n, sizeof(xmlNode *)) };
	xmlHashAddEntry(by_name, name, (void *)(uintptr_t)++m->n_rows);
	return &m->rows[m->n_rows - 1];
}

static void make_rows(struct matrix *m)
{
	xmlHashTable *by_name = xmlHashCreate(1024);

	for (size_t i = 0; i < m->n; i++)
		VCT_FOR_EACH (check, vct_columns_root(&m->columns[i]), "check") {
			xmlNode **in = &find_row(m, by_name, check)->in[i];

			/* names are unique in a run; if they were not, no failure must be lost */
			if (!*in || vct_deviates(verdict_of(check)))
				*in = check;
		}
	xmlHashFree(by_name, NULL);
	for (struct row *row = m->rows; row < m->rows + m->n_rows; row++) {
		row->seen_differs = seen_differs(m, row);
		row->kind = kind_of(m, row);
	}
}

/* The line in which the kernel complained, or else the last line. */
static const xmlNode *complaint(const xmlNode *check)
{
	const xmlNode *last = NULL;

	VCT_FOR_EACH (line, check, "kernel") {
		if (!line->children)
			continue;
		last = line;
		if (vct_kernel_complains((const char *)line->children->content))
			break;
	}
	return last;
}

/* The waiver's reason or the check's message. */
static void add_message(xmlNode *in, const xmlNode *check, bool with_recorded)
{
	enum vct_verdict v = verdict_of(check);

	for (xmlNode *child = check->children; child; child = child->next) {
		bool wanted;

		if (is_recorded(child))
			wanted = with_recorded;
		else if (vct_is(child, "kernel"))
			wanted = v == VCT_KERNEL && child == complaint(check);
		else if (vct_is(child, "waiver"))
			wanted = true;
		else
			wanted = v != VCT_WAIVED &&
				 (vct_is(child, "reason") || vct_is(child, "expected") ||
				  vct_is(child, "seen"));
		if (wanted)
			xmlAddChild(in, xmlDocCopyNode(child, in->doc, 1));
	}
}

/*
 * What a column does worse than the baseline; NULL: nothing. What a device does in a pair has not
 * all checks.
 */
static const char *regression_of(const struct matrix *m, const struct row *row, size_t i)
{
	bool whole = m->baseline >= 0 && m->columns[i].doc && !m->columns[i].way;

	return whole ? vct_regression(row->in[m->baseline], row->in[i]) : NULL;
}

/* Makes the group of a row: what each column says about the check, without the check itself. */
static xmlNode *cells(const struct matrix *m, const struct row *row)
{
	xmlNode *group = xmlNewDocNode(m->doc, NULL, X("group"), NULL);
	enum vct_verdict before = m->baseline < 0 ? VCT_NOTRUN : vct_compared(row->in[m->baseline]);

	vct_set(group, "kind", kinds[row->kind]);
	for (size_t i = 0; i < m->n; i++) {
		xmlNode *in = xmlNewChild(group, NULL, X("in"), NULL), *check = row->in[i];
		enum vct_change change = vct_change(before, vct_compared(check));

		vct_set(in, "run", m->columns[i].name);
		if (regression_of(m, row, i))
			vct_set(in, "regression", regression_of(m, row, i));
		if (!check)
			continue;
		vct_set(in, "verdict", vct_attribute(check, "verdict"));
		if (verdict_of(check) == VCT_FAIL)
			vct_set(in, "level", vct_attribute(check, "level"));
		if (vct_attribute(check, "known")[0])
			vct_set(in, "known", vct_attribute(check, "known"));
		if (change != VCT_CHANGES)
			vct_set(in, "change", vct_change_name(change));
		add_message(in, check, row->seen_differs);
	}
	return group;
}

/* The worst change of a row; of unchanged rows, the red ones come first. */
static unsigned int rank_of(const struct matrix *m, const struct row *row)
{
	unsigned int rank = VCT_CHANGES + 1;

	for (size_t i = 0; i < m->n; i++) {
		enum vct_verdict v = vct_compared(row->in[i]);
		unsigned int r = m->baseline < 0
					 ? VCT_CHANGES
					 : vct_change(vct_compared(row->in[m->baseline]), v);

		if (r == VCT_CHANGES)
			r += !vct_deviates(v) && v != VCT_XPASS;
		if (r < rank)
			rank = r;
	}
	return rank;
}

/* The group of rows that are identical to this one: a known group, or a new one. */
static struct group *find_group(struct matrix *m, xmlHashTable *by_cells, const struct row *row)
{
	xmlNode *node = cells(m, row);
	xmlBuffer *text = xmlBufferCreate();
	uintptr_t at;

	xmlNodeDump(text, m->doc, node, 0, 0);
	at = (uintptr_t)xmlHashLookup(by_cells, xmlBufferContent(text));
	if (at) {
		xmlFreeNode(node);
	} else {
		m->groups = vct_grow(m->groups, m->n_groups, sizeof(*m->groups));
		m->groups[m->n_groups] = (struct group){ .kind = row->kind,
							 .rank = rank_of(m, row),
							 .first_row = (size_t)(row - m->rows),
							 .node = node };
		at = ++m->n_groups;
		xmlHashAddEntry(by_cells, xmlBufferContent(text), (void *)at);
	}
	xmlBufferFree(text);
	return &m->groups[at - 1];
}

static int by_importance(const void *one, const void *other)
{
	const struct group *a = one, *b = other;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return a->first_row < b->first_row ? -1 : 1;
}

static void count_changes(struct matrix *m, const struct row *row)
{
	for (size_t i = 0; i < m->n && m->baseline >= 0; i++) {
		enum vct_change change =
			vct_change(vct_compared(row->in[m->baseline]), vct_compared(row->in[i]));

		if (change != VCT_CHANGES)
			m->changed[i][change]++;
		m->regressions[i] += !!regression_of(m, row, i);
	}
}

static void make_groups(struct matrix *m)
{
	static const char *const copied[] = { "name", "promises" };
	xmlHashTable *by_cells = xmlHashCreate(256);

	for (const struct row *row = m->rows; row < m->rows + m->n_rows; row++) {
		xmlNode *check;

		count_changes(m, row);
		if (row->kind == KEPT) {
			m->n_all_pass++;
			continue;
		}
		check = xmlNewChild(find_group(m, by_cells, row)->node, NULL, X("check"), NULL);
		for (size_t i = 0; i < sizeof(copied) / sizeof(copied[0]); i++)
			vct_set(check, copied[i], vct_attribute(row->check, copied[i]));
		vct_set(check, "level", vct_strictest_level(row->check));
	}
	xmlHashFree(by_cells, NULL);
	if (m->n_groups)
		qsort(m->groups, m->n_groups, sizeof(*m->groups), by_importance);
}

static void add_runs(const struct matrix *m, xmlNode *root)
{
	for (size_t i = 0; i < m->n; i++) {
		xmlNode *run = vct_columns_run(&m->columns[i], root);

		if (m->regressions[i])
			vct_setf(run, "regressions", "%u", m->regressions[i]);
		for (unsigned int c = 0; c < VCT_CHANGES; c++) {
			xmlNode *node =
				m->changed[i][c] ? xmlNewChild(run, NULL, X("change"), NULL) : NULL;

			if (!node)
				continue;
			vct_set(node, "kind", vct_change_name(c));
			vct_setf(node, "checks", "%u", m->changed[i][c]);
		}
	}
}

static bool is_cited(const struct matrix *m, const char *id)
{
	for (size_t g = 0; g < m->n_groups; g++)
		VCT_FOR_EACH (check, m->groups[g].node, "check")
			if (vct_cites(check, id))
				return true;
	return false;
}

/* The promises that the rows cite, each once. */
static void add_promises(const struct matrix *m, xmlNode *root)
{
	xmlHashTable *by_id = xmlHashCreate(512);

	for (size_t i = 0; i < m->n; i++)
		VCT_FOR_EACH (promise, vct_columns_root(&m->columns[i]), "promise") {
			const char *id = vct_attribute(promise, "id");

			if (!xmlHashAddEntry(by_id, X(id), promise) && is_cited(m, id))
				xmlAddChild(root, xmlDocCopyNode(promise, m->doc, 1));
		}
	xmlHashFree(by_id, NULL);
}

static bool all(const struct matrix *m, bool (*holds)(const struct column *column))
{
	for (size_t i = 0; i < m->n; i++)
		if (!holds(&m->columns[i]))
			return false;
	return true;
}

static void release(struct matrix *m)
{
	for (size_t r = 0; r < m->n_rows; r++)
		free(m->rows[r].in);
	free(m->rows);
	free(m->groups);
	free(m->changed);
	free(m->regressions);
}

/*
 * The checks that a device of the baseline's kind no longer claims: what nobody judges any more
 * is as grave as what fails.
 */
static unsigned int newly_skipped(const struct matrix *m)
{
	unsigned int n = 0;

	for (size_t i = 0; i < m->n && m->baseline >= 0; i++)
		if (vct_columns_of_one_kind(&m->columns[i], &m->columns[m->baseline]))
			n += m->changed[i][VCT_SKIPPED_NOW];
	return n;
}

xmlDoc *vct_matrix_document(const struct column *columns, size_t n, int baseline)
{
	struct matrix m = { .columns = columns, .n = n, .doc = xmlNewDoc(X("1.0")) };
	xmlNode *root = xmlNewNode(NULL, X("matrix"));

	m.baseline = columns[baseline].doc ? baseline : -1;
	m.changed = vct_allocate(n, sizeof(*m.changed));
	m.regressions = vct_allocate(n, sizeof(*m.regressions));
	xmlDocSetRootElement(m.doc, root);
	vct_set(root, "complete", all(&m, vct_columns_complete) ? "true" : "false");
	vct_set(root, "conforms", all(&m, vct_columns_conform) ? "true" : "false");
	vct_set(root, "baseline", columns[baseline].name);
	make_rows(&m);
	make_groups(&m);
	if (newly_skipped(&m))
		vct_setf(root, "newly-skipped", "%u", newly_skipped(&m));
	vct_setf(root, "checks", "%zu", m.n_rows);
	vct_setf(root, "kept", "%zu", m.n_all_pass);
	add_runs(&m, root);
	add_promises(&m, root);
	for (size_t g = 0; g < m.n_groups; g++)
		xmlAddChild(root, m.groups[g].node);
	release(&m);
	return m.doc;
}
