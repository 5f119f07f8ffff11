// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What each statement takes of the record of its call. */
#include "repro_write.h"

/* What a statement takes of the record of its call; of the others nothing is taken. */
static const struct taken {
	repro_writer *write;
	size_t arguments; /* so many of them */
	bool number;      /* the result */
	bool object;      /* the result, or errno */
	bool event;       /* an event and its object */
	size_t shown;     /* so many of what the verb left, if any */
} taken[] = {
	{ repro_numbers, .number = true },
	{ repro_builds, .arguments = 1 },
	{ repro_iterates, .arguments = 1 },
	{ repro_reads_gid, .arguments = 3 },
	{ repro_reads_gids, .arguments = 3, .number = true },
	{ repro_modifies_qp, .arguments = 3 },
	{ repro_makes, .object = true },
	{ repro_makes_cq, .object = true },
	{ repro_opens, .object = true },
	{ repro_exports, .number = true },
	{ repro_posts, .arguments = 2 },
	{ repro_polls, .arguments = 2 },
	{ repro_reads_qp, .arguments = 3, .shown = 2 },
	{ repro_gets_event, .arguments = 1 },
	{ repro_gets_cq_event, .arguments = 1 },
	{ repro_gets_no_event, .arguments = 1, .event = true },
};

static bool has(const struct vct_call *c, enum vct_part part)
{
	return c->part[part] && c->part[part][0];
}

/* A type is that of a structure, and an event that of an object. */
static bool is_whole(const struct vct_call *c)
{
	return (!c->part[PART_TYPE] || has(c, PART_STRUCTURE)) &&
	       (!c->part[PART_EVENT] || has(c, PART_OBJECT));
}

static bool has_taken(const struct taken *t, const struct vct_call *c)
{
	for (size_t i = 0; i < t->arguments; i++)
		if (!c->argument[i] || !c->argument[i][0])
			return false;
	if ((t->number && !has(c, PART_RESULT)) ||
	    (t->object && !has(c, PART_RESULT) && !has(c, PART_ERRNO)) ||
	    (t->event && !has(c, PART_EVENT)))
		return false;
	return !t->shown || !vct_call_shown(c, 0) || vct_call_shown(c, (unsigned int)t->shown - 1);
}

bool repro_can_write(repro_writer *write, const struct vct_call *c)
{
	if (!is_whole(c) || (write == repro_posts && c->argument[1] && c->argument[1][0] == '&' &&
			     !has(c, PART_STRUCTURE)))
		return false;
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (taken[i].write == write)
			return has_taken(&taken[i], c);
	return true;
}
