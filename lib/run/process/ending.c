// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Judges how the process of a check ended, and what it left. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../base/deadline.h"
#include "../../check/crash.h"
#include "../../check/patience.h"
#include "../../check/evidence_valid.h"
#include "ending.h"
#include "../state.h"

/* What a check changed in the descriptions of standard output and error is changed for all. */
static void restore_output(void)
{
	static int flags[STDERR_FILENO + 1] = { [STDOUT_FILENO] = -1, [STDERR_FILENO] = -1 };

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		int now = fcntl(fd, F_GETFL);

		if (flags[fd] < 0)
			flags[fd] = now;
		else if (now >= 0 && now != flags[fd])
			fcntl(fd, F_SETFL, flags[fd]);
	}
}

void vct_clear_up(const struct vct_case *c, const struct vct_started *s, struct vct_evidence *e)
{
	/* That of sequences was examined after each of them. */
	const char *error = c->check->sequences ? NULL : vct_evidence_error(e);

	restore_output();
	if (error) {
		memset(e, 0, sizeof(*e));
		vct_note_to(e,
			    "the check's process wrote over the memory in which it reports: %s "
			    "cannot be true",
			    error);
		vct_patience_restore();
	}
	if (s->left)
		vct_note_to(e, "%u processes that the check had left behind were killed", s->left);
	if (s->refused)
		vct_note_to(e, "the check sent signal %d (%s) to the run, which ignored it",
			    s->refused, strsignal(s->refused));
}

/* The verdict of a process that ended with status 0. */
static enum vct_verdict own_verdict(struct vct_evidence *e)
{
	if (e->verdict != VCT_NOTRUN && e->over)
		return e->verdict;
	vct_say_reason(e, "the check's process exited %s",
		       e->verdict == VCT_NOTRUN ? "before it came to a verdict"
						: "while its objects were released");
	return VCT_CRASH;
}

/* Where the process was, and the functions that had called that one. */
static void say_where(int number, struct vct_evidence *e)
{
	const char *culprit = vct_crash_culprit(e->crash);

	vct_say_reason(e, "the check's process was ended by signal %d (%s)%s%.*s%s", number,
		       strsignal(number), culprit ? " in " : "",
		       culprit ? (int)strcspn(culprit, "\n") : 0, culprit ? culprit : "",
		       e->crash_at_null ? ", at a NULL pointer" : "");
	if (e->crash[0])
		vct_note_to(e, "the functions it was in, the innermost first:");
	for (const char *line = e->crash; *line; line += strcspn(line, "\n") + 1)
		vct_note_to(e, "  %.*s", (int)strcspn(line, "\n"), line);
}

/* The verdict from the way in which the process ended. */
enum vct_verdict vct_verdict_of(struct vct_process p, struct vct_evidence *e)
{
	switch (p.ending) {
	case VCT_ENDED:
		return own_verdict(e);
	case VCT_SIGNALED:
		say_where(p.code, e);
		return VCT_CRASH;
	case VCT_EXITED:
		vct_say_reason(e, "the check's process ended with exit status %d", p.code);
		return VCT_CRASH;
	case VCT_LATE:
		vct_say_reason(e, "the check did not end within %.1f s: its process was killed",
			       p.seconds);
		return VCT_TIMEOUT;
	case VCT_UNKILLABLE:
		vct_say_reason(e,
			       "the check did not end within %.1f s, and its process cannot be "
			       "killed: it was left behind",
			       p.seconds);
		return VCT_TIMEOUT;
	case VCT_UNBORN:
	case VCT_STOPPED:
		break;
	}
	return VCT_NOTRUN;
}
