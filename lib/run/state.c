// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What the files of a run share. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/deadline.h"
#include "state.h"

struct vct_state vct_state;

double vct_elapsed_at(double now_ms)
{
	return vct_state.earlier_seconds + (now_ms - vct_state.began_ms) / 1e3;
}

double vct_elapsed(void)
{
	return vct_elapsed_at(vct_now_ms());
}

struct vct_evidence *vct_share_evidence(void)
{
	void *page = mmap(NULL, sizeof(*vct_state.evidence), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		abort();
	return page;
}

const char *vct_seed_file(void)
{
	static char *path;

	if (!path && vct_state.run->results && !vct_file_is_special(vct_state.run->results) &&
	    asprintf(&path, "%s.seed", vct_state.run->results) < 0)
		abort();
	return path;
}

void vct_say_reason(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(vct_state.evidence->reason, sizeof(vct_state.evidence->reason), format, args);
	va_end(args);
}

void vct_end_run(const char *format, ...)
{
	va_list args;

	if (vct_state.why_ended[0])
		return;
	va_start(args, format);
	vsnprintf(vct_state.why_ended, sizeof(vct_state.why_ended), format, args);
	va_end(args);
}

bool vct_is_worst(const struct vct_case *c, const xmlNode *check)
{
	int *worst = &vct_state.worst[c - vct_state.run->plan.cases];
	int badness = vct_badness(check) + 1;

	if (badness <= *worst)
		return false;
	*worst = badness;
	return true;
}

static void journal_must(int failed)
{
	if (failed)
		vct_end_run("the journal %s could not be written: %s; make room, and resume with "
			    "--resume",
			    vct_state.journal.path, strerror(errno));
}

void vct_append(xmlNode *node)
{
	journal_must(vct_journal_append(&vct_state.journal, node));
}

/* Not needed for a device in user space, as it cannot crash the kernel. */
void vct_sync_journal(void)
{
	if (!vct_state.run->plan.dev->user_space)
		journal_must(vct_journal_sync(&vct_state.journal));
}
