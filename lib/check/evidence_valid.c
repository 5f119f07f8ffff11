// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Examines evidence byte by byte, because it may be anything. */
#include <math.h>
#include <string.h>

#include "evidence_valid.h"

enum { MOST_MS = 1000000000 };

/* The verdicts to which a check's process can come; the runner comes to the others. */
static bool is_verdict(enum vct_verdict v)
{
	return v == VCT_NOTRUN || v == VCT_PASS || v == VCT_FAIL || v == VCT_BROKEN ||
	       v == VCT_SKIP;
}

static bool is_promise(const struct vct_promise *promise)
{
	vct_for_each_promise (p)
		if (*p == promise)
			return true;
	return !promise;
}

static bool is_block(enum vct_block block)
{
	return (unsigned int)block < BLOCKS;
}

/* A bool of any other byte is neither true nor false. */
static bool is_bool(const bool *value)
{
	unsigned char byte;

	memcpy(&byte, value, 1);
	return byte <= 1;
}

static bool ends(const char *text, size_t size)
{
	return memchr(text, '\0', size);
}

#define ENDS(text_) ends(text_, sizeof(text_))

const char *vct_evidence_error(const struct vct_evidence *e)
{
	if (!is_verdict(e->verdict))
		return "its verdict";
	if (!is_promise(e->promise))
		return "the promise that it judged";
	if (!is_block(e->block) || !is_block(e->unreleased))
		return "the building block that failed";
	if (!is_bool(&e->fatal) || !is_bool(&e->port_down) || !is_bool(&e->over) ||
	    !is_bool(&e->far_lost) || !is_bool(&e->rests_on_time))
		return "the state of its device";
	if (!is_bool(&e->crash_at_null) || !ENDS(e->crash))
		return "where it was ended";
	if (!ENDS(e->where) || !ENDS(e->reason) || !ENDS(e->expected) || !ENDS(e->seen) ||
	    !ENDS(e->longest))
		return "its finding";
	if (!isfinite(e->longest_ms) || e->longest_ms < 0 || e->longest_ms > MOST_MS)
		return "its times";
	if (e->notes_len > sizeof(e->notes) || e->recorded_len > sizeof(e->recorded) ||
	    e->verbs_len > sizeof(e->verbs) || e->steps_len > sizeof(e->steps))
		return "the length of its evidence";
	return NULL;
}
