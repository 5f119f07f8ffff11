// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The sequence for `verbs-cts random --replay`: steps as text are the same when they are read. */
#include <string.h>

#include "../../lib/cli/replay.h"
#include "fuzz.h"

static bool is_equal(const struct vct_sequence *a, const struct vct_sequence *b)
{
	for (unsigned int i = 0; i < a->n; i++)
		if (a->steps[i].operation != b->steps[i].operation ||
		    memcmp(a->steps[i].arg, b->steps[i].arg, sizeof(a->steps[i].arg)) != 0)
			return false;
	return a->n == b->n;
}

static struct vct_sequence *read_again(const struct vct_sequence *s)
{
	const char *path = fuzz_file(1, NULL, 0);
	FILE *f = fopen(path, "w");
	char text[256];

	BROKEN_IF(!f);
	for (unsigned int i = 0; i < s->n; i++) {
		vct_step_text(&s->steps[i], text, sizeof(text));
		fprintf(f, "%s\n", text);
	}
	fclose(f);
	return vct_replay_read(path);
}

void fuzz_replay(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(0, data, size), *said;
	struct vct_sequence *s, *again;

	fuzz_listen();
	s = vct_replay_read(path);
	said = fuzz_heard();
	BROKEN_IF(!s != !!said[0]);
	BROKEN_IF(!s && !strstr(said, path));
	if (!s)
		return;
	again = read_again(s);
	BROKEN_IF(!again || !is_equal(s, again));
	free(s);
	free(again);
}
