// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Checks that write into the memory which they share with the process that runs them.
 * harness/test_attack.py has the verdict of each.
 */
#include <signal.h>
#include <unistd.h>

#include "../../../lib/check/patience.h"
#include "../../../suites/vct.h"

static void all_ones(struct vct_evidence *e)
{
	memset(e, 0xff, sizeof(*e));
}

static void all_zero(struct vct_evidence *e)
{
	memset(e, 0, sizeof(*e));
}

static void letters(struct vct_evidence *e)
{
	memset(e, 'x', sizeof(*e));
}

static void an_unknown_verdict(struct vct_evidence *e)
{
	e->verdict = 4711;
}

static void a_verdict_of_the_runner(struct vct_evidence *e)
{
	e->verdict = VCT_WAIVED;
}

static void an_unknown_promise(struct vct_evidence *e)
{
	static const struct vct_promise none;

	e->promise = &none;
}

static void an_unknown_block(struct vct_evidence *e)
{
	e->verdict = VCT_BROKEN;
	e->block = e->unreleased = 0x7fffffff;
}

static void a_length(struct vct_evidence *e)
{
	e->verbs_len = (size_t)-1;
}

static void lines_without_an_end(struct vct_evidence *e)
{
	e->notes_len = e->recorded_len = 100;
	memset(e->notes, 'x', sizeof(e->notes));
	memset(e->recorded, 'x', sizeof(e->recorded));
}

static void text_without_an_end(struct vct_evidence *e)
{
	memset(e->reason, 'x', sizeof(e->reason));
	memset(e->where, 'x', sizeof(e->where));
	memset(e->longest, 'x', sizeof(e->longest));
}

static void a_lost_device(struct vct_evidence *e)
{
	memset(&e->fatal, 0x55, sizeof(e->fatal));
	memset(&e->port_down, 0x55, sizeof(e->port_down));
}

static const struct written {
	struct vct_row vct_row;
	void (*write)(struct vct_evidence *e);
} written[] = {
	{ ROW("all-ones"), all_ones },
	{ ROW("all-zero"), all_zero },
	{ ROW("letters"), letters },
	{ ROW("an-unknown-verdict"), an_unknown_verdict },
	{ ROW("a-verdict-of-the-runner"), a_verdict_of_the_runner },
	{ ROW("an-unknown-promise"), an_unknown_promise },
	{ ROW("an-unknown-block"), an_unknown_block },
	{ ROW("a-length"), a_length },
	{ ROW("lines-without-an-end"), lines_without_an_end },
	{ ROW("text-without-an-end"), text_without_an_end },
	{ ROW("a-lost-device"), a_lost_device },
};

CHECK_ROWS(writes, written, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	row->write(vct_own_evidence());
	_exit(0);
}

/* The process ends by a signal after it has written. */
CHECK_ROWS(writes_and_crashes, written, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	row->write(vct_own_evidence());
	raise(SIGSEGV);
}

/* All memory that the check shares with the process that runs it and with the next checks. */
CHECK(writes_into_all_shared_memory, PROMISES(STR_01))
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512];

	MUST(maps, "the check judges something");
	while (fgets(line, sizeof(line), maps)) {
		unsigned long from, to;

		if (sscanf(line, "%lx-%lx rw-s", &from, &to) == 2 && strstr(line, " rw-s ") &&
		    strstr(line, "/dev/zero"))
			memset((void *)from, 0xff, to - from);
	}
	_exit(0);
}

/* What the checks wait for in vain makes later ones less patient; nobody waited here. */
CHECK(z_waits_as_long_as_before, PROMISES(STR_01))
{
	MUST(vct_patience_ms("an event that no other check waits for", 1000) > 999,
	     "the check judges something");
}
