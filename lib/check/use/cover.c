// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes covering arrays, by the greedy rule: each case takes most of what has not met yet. */
#include <string.h>

#include "../judge.h"
#include "cover.h"

enum { NONE = -1, ITEMS = COVER_FACTORS * COVER_LEVELS };

/* An item is a level of a factor. */
struct maker {
	const struct cover *cover;
	int items;
	bool may[ITEMS][ITEMS], open[ITEMS][ITEMS];
	bool open3[COVER_LEVELS][COVER_LEVELS][COVER_LEVELS];
	uint32_t random;
};

static int item(int f, int level)
{
	return f * COVER_LEVELS + level;
}

static bool permits(const struct cover *c, int a, int b)
{
	return c->permits(c->model, a / COVER_LEVELS, a % COVER_LEVELS, b / COVER_LEVELS,
			  b % COVER_LEVELS);
}

static void open_all(struct maker *m)
{
	for (int a = 0; a < m->items; a++)
		for (int b = 0; b < m->items; b++)
			m->may[a][b] = permits(m->cover, a, a) && permits(m->cover, b, b) &&
				       permits(m->cover, a, b) && permits(m->cover, b, a) &&
				       (a == b || a / COVER_LEVELS != b / COVER_LEVELS);
	memcpy(m->open, m->may, sizeof(m->open));
	for (int i = 0; i < COVER_LEVELS; i++)
		for (int k = 0; k < COVER_LEVELS; k++)
			for (int n = 0; n < COVER_LEVELS; n++)
				m->open3[i][k][n] = m->may[item(0, i)][item(1, k)] &&
						    m->may[item(0, i)][item(2, n)] &&
						    m->may[item(1, k)][item(2, n)];
}

/* How many pairs the level closes with those that are set; -1 if it may not meet them. */
static int gain(const struct maker *m, const struct cover_case *c, int f, int level)
{
	int n = 0, own = item(f, level);

	if (!m->may[own][own])
		return -1;
	for (int g = 0; g < m->cover->factors; g++) {
		if (g == f || c->level[g] == NONE)
			continue;
		if (!m->may[own][item(g, c->level[g])])
			return -1;
		n += m->open[own][item(g, c->level[g])];
	}
	return n;
}

/* The levels are tried from a random one on, so that those of equal gain take turns. */
static void choose(struct maker *m, struct cover_case *c, int f)
{
	int most = -1, best = NONE;

	m->random = m->random * 1664525 + 1013904223;
	for (unsigned int i = 0; i < COVER_LEVELS; i++) {
		int level = (int)(((m->random >> 16) + i) % COVER_LEVELS);
		int n = gain(m, c, f, level);

		if (n > most)
			most = n, best = level;
	}
	SETUP(best != NONE);
	c->level[f] = best;
}

/* The other levels of a case are chosen, and what meets in it is closed. */
static void complete(struct maker *m, struct cover_case *c)
{
	for (int f = 0; f < m->cover->factors; f++)
		if (c->level[f] == NONE)
			choose(m, c, f);
	for (int f = 0; f < m->cover->factors; f++)
		for (int g = 0; g < m->cover->factors; g++)
			m->open[item(f, c->level[f])][item(g, c->level[g])] = false;
	m->open3[c->level[0]][c->level[1]][c->level[2]] = false;
}

static struct cover_case *next(struct cover_case cases[], size_t *n)
{
	SETUP(*n < COVER_CASES);
	memset(cases[*n].level, NONE, sizeof(cases[*n].level));
	return &cases[(*n)++];
}

size_t cover_make(const struct cover *cover, struct cover_case cases[COVER_CASES])
{
	static struct maker m;
	size_t n = 0;

	m = (struct maker){ .cover = cover, .items = cover->factors * COVER_LEVELS };
	open_all(&m);
	for (int i = 0; i < COVER_LEVELS * COVER_LEVELS * COVER_LEVELS; i++) {
		int a = i / (COVER_LEVELS * COVER_LEVELS), b = i / COVER_LEVELS % COVER_LEVELS;

		if (m.open3[a][b][i % COVER_LEVELS]) {
			struct cover_case *c = next(cases, &n);

			c->level[0] = a;
			c->level[1] = b;
			c->level[2] = i % COVER_LEVELS;
			complete(&m, c);
		}
	}
	for (int a = 0; a < m.items; a++)
		for (int b = 0; b < m.items; b++)
			if (m.open[a][b]) {
				struct cover_case *c = next(cases, &n);

				c->level[a / COVER_LEVELS] = a % COVER_LEVELS;
				c->level[b / COVER_LEVELS] = b % COVER_LEVELS;
				complete(&m, c);
			}
	return n;
}
