// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Delta debugging: first on the steps of a sequence, then on the values of their arguments. */
#include <stdlib.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "shrink.h"

/* A sequence that does not end by then does not end at all: it takes milliseconds. */
enum { HANG_SECONDS = 1 };

struct shrink {
	struct vct_attempts *attempts;
	const struct vct_disagreement *how;
	struct vct_sequence *best;
	double until;
};

static bool in_time(const struct shrink *s)
{
	return vct_now_ms() < s->until && !vct_stop_signal();
}

/* Runs attempts->sequence; if it disagrees in the same thing, it is the best so far. */
static bool is_better(struct shrink *s)
{
	struct vct_disagreement how;

	if (vct_attempt_passes(s->attempts, &how) || !vct_same_disagreement(&how, s->how))
		return false;
	*s->best = *s->attempts->sequence;
	return true;
}

/* The candidate: the best without `count` steps from `first`. */
static void without(struct shrink *s, unsigned int first, unsigned int count)
{
	struct vct_sequence *candidate = s->attempts->sequence;

	candidate->n = 0;
	candidate->seed = 0;
	for (unsigned int i = 0; i < s->best->n; i++)
		if (i < first || i >= first + count)
			candidate->steps[candidate->n++] = s->best->steps[i];
}

/*
 * Leaves out pieces of `size` steps, the last first: later steps depend on earlier ones. Each two
 * neighbours are a piece: the second may undo the first.
 */
static bool drop_pieces(struct shrink *s, unsigned int size)
{
	bool any = false;

	for (unsigned int end = s->best->n; end > 0 && in_time(s);) {
		unsigned int first = end > size ? end - size : 0;
		bool better;

		without(s, first, end - first);
		better = is_better(s);
		any |= better;
		end = better || size > 2 ? first : end - 1;
	}
	return any;
}

static void drop_steps(struct shrink *s)
{
	for (unsigned int size = (s->best->n + 1) / 2; size > 0 && in_time(s);)
		if (!drop_pieces(s, size) || size > 1)
			size /= 2;
}

static bool with_value(struct shrink *s, unsigned int step, unsigned int arg, uint32_t value)
{
	*s->attempts->sequence = *s->best;
	s->attempts->sequence->seed = 0;
	s->attempts->sequence->steps[step].arg[arg] = value;
	return is_better(s);
}

/* The smallest value, by trying 0, then halves, then one less. */
static bool lower_value(struct shrink *s, unsigned int step, unsigned int arg)
{
	const uint32_t *value = &s->best->steps[step].arg[arg];
	bool any = false;

	if (!*value || !in_time(s))
		return false;
	if (with_value(s, step, arg, 0))
		return true;
	while (*value > 1 && in_time(s) && with_value(s, step, arg, *value / 2))
		any = true;
	while (*value > 1 && in_time(s) && with_value(s, step, arg, *value - 1))
		any = true;
	return any;
}

static bool lower_values(struct shrink *s)
{
	bool any = false;

	for (unsigned int i = 0; i < s->best->n; i++)
		for (unsigned int a = 0; s->best->steps[i].operation->args[a].name; a++)
			any |= lower_value(s, i, a);
	return any;
}

unsigned int vct_shrink(struct vct_attempts *attempts, const struct vct_disagreement *how,
			double seconds)
{
	struct vct_sequence *best = vct_allocate(1, sizeof(*best));
	struct shrink s = { attempts, how, best, vct_deadline_ms(seconds * 1e3) };
	unsigned int done = 0;

	*best = *attempts->sequence;
	if (how->process.ending == VCT_LATE && attempts->deadline > HANG_SECONDS)
		attempts->deadline = HANG_SECONDS;
	/* Steps that did nothing can be left out at once. */
	for (unsigned int i = 0; i < best->reached; i++)
		if (best->did[i])
			attempts->sequence->steps[done++] = best->steps[i];
	attempts->sequence->n = done;
	attempts->sequence->seed = 0;
	is_better(&s);
	do
		drop_steps(&s);
	while (in_time(&s) && lower_values(&s));
	*attempts->sequence = *best;
	attempts->deadline = attempts->random->deadline;
	free(best);
	return done;
}
