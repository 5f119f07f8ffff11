/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Judgements. Each MUST_ macro is one judgement; the first that does not hold ends the check as
 * FAIL, with the expected and the seen value. A SETUP that does not hold ends it as BROKEN. The
 * evidence is written to memory shared with the runner, so that it survives when the check's
 * process is killed.
 */
#ifndef VCT_JUDGE_H
#define VCT_JUDGE_H

#include "check.h"

enum vct_verdict {
	VCT_NOTRUN, /* not run to its end: the run ended before */
	VCT_PASS,
	VCT_FAIL,    /* the device broke the promise */
	VCT_SKIP,    /* the device does not claim the capability */
	VCT_BROKEN,  /* setup that should work did not, or the check judged nothing */
	VCT_TIMEOUT, /* did not end before its deadline */
	VCT_CRASH,   /* its process was ended by a signal, or exited */
	VCT_KERNEL,  /* the kernel complained during the check, or died */
	VCT_WAIVED,  /* a known deviation, named by a waiver */
	VCT_XPASS,   /* a waived check that passes: the waiver is stale */
	VCT_BLOCKED, /* what it is built on was seen to fail in another check */
	VCT_VERDICTS,
};

const char *vct_verdict_name(enum vct_verdict verdict);
/* The verdict of this name; VCT_VERDICTS if there is none. */
enum vct_verdict vct_verdict_find(const char *name);

/*
 * The evidence of a check, in memory shared with the runner: text in arrays of fixed size, without
 * pointers into the check's process, which may die at any moment.
 */
struct vct_evidence {
	enum vct_verdict verdict;
	unsigned int judged;               /* number of judgements */
	const struct vct_promise *promise; /* the one judged now; NULL: none of those cited */
	enum vct_block block;              /* what the setup step or judgement that failed needs */
	enum vct_block unreleased;         /* that of the first release that failed */
	bool fatal;                        /* the device raised IBV_EVENT_DEVICE_FATAL */
	bool port_down;                    /* the port raised IBV_EVENT_PORT_ERR */
	bool over;                         /* the check's objects are released, too */
	bool far_lost;                     /* the far side of its links did not answer (far.h) */
	bool rests_on_time;                /* what it found (deadline.h) */
	unsigned int links;                /* number of links whose halves are or can be apart */
	unsigned int uses;                 /* of the device's address: USES_... (check.h) */
	bool crash_at_null;                /* it was ended at an address near 0 */
	char crash[1536];                  /* where a signal ended it: a line each (crash.h) */
	char where[96];                    /* file:line of the judgement */
	char reason[512], expected[512], seen[512];
	double longest_ms; /* longest time from the return of one verb to the return of the next */
	char longest[256]; /* the call of that next verb */
	size_t notes_len, recorded_len, verbs_len, verbs_lost, steps_len;
	char notes[4096];    /* added by the runner and the library, a line each */
	char recorded[4096]; /* what the check recorded, a line each */
	char verbs[524288];  /* the verbs called, a line each, the oldest first; verbs_lost did not
				fit */
	char steps[16384];   /* of a random sequence, a line each */
};

/*
 * Calls function(argument); its judgements are written to *evidence and belong to the case `c`, or
 * to the case that runs already if `c` is NULL. Returns true if the function returned, false if a
 * judgement or a SETUP ended it.
 */
bool vct_until_end(struct vct_evidence *evidence, const struct vct_case *c,
		   void (*function)(void *), void *argument);
/* Ends the check with the verdict of *evidence, of another of its processes, if it has one. */
void vct_end_as(const struct vct_evidence *evidence);

/* The evidence that this process writes; NULL: none. */
struct vct_evidence *vct_own_evidence(void);

/* Names the promise of the judgements that follow. BROKEN if the check does not cite it. */
void vct_at_stake(const struct vct_promise *promise);
#define JUDGING(promise_) vct_at_stake(promise_)
/*
 * The promise that is at stake now; NULL: none. For code that names other promises for a while, and
 * then names this one again.
 */
const struct vct_promise *vct_stake(void);
void vct_stake_is(const struct vct_promise *promise);

/*
 * Records a line that does not affect the verdict: for example, which of several permitted readings
 * was seen. Runs are compared by it, so it must not have pointers, object numbers or times.
 */
void vct_record(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define RECORD(...) vct_record(__VA_ARGS__)

/* Notes a line about how the check ran, not about what the device did. For library and runner. */
void vct_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vct_note_to(struct vct_evidence *evidence, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The place of a judgement. `expression` is what is promised, in words, or the value that is judged
 * as C, of which say.c makes words: C itself is never shown.
 */
struct vct_place {
	const char *file;
	int line;
	const char *expression;
	const char *expected; /* of a comparison, the other side as C */
};
#define VCT_HERE(expression_)          (&(struct vct_place){ __FILE__, __LINE__, expression_, NULL })
#define VCT_COMPARED(seen_, expected_) (&(struct vct_place){ __FILE__, __LINE__, seen_, expected_ })

/* What the macros below call: one judgement each. */
/* "what is promised", or "what is promised; what was seen". */
void vct_must_be_so(bool holds, const struct vct_place *place, const char *words, ...)
	__attribute__((format(printf, 3, 4)));
void vct_must_make(const void *object, const struct vct_place *place);
void vct_must_make_none(const void *object, const struct vct_place *place);
void vct_must_point_to(const void *seen, const void *expected, const struct vct_place *place);
void vct_must_equal_bytes(const void *seen, const void *expected, size_t length,
			  const struct vct_place *place);
void vct_must_compare(long long seen, const char *relation, long long expected, bool holds,
		      const struct vct_place *place);
void vct_must_return(int returned, bool success, const struct vct_place *place);
void vct_must_return_errno(int returned, const struct vct_place *place);
/* Ends the check as FAIL; the format and its arguments say what was seen. */
void vct_fail(const struct vct_place *place, const char *expected, const char *format, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
/* The same, with a reason in place of "does not hold: " and the expression. */
void vct_fail_with(const struct vct_place *place, const char *reason, const char *expected,
		   const char *seen) __attribute__((noreturn));
/* Ends the check as BROKEN, with this reason, because a setup step fails at a building block. */
void vct_broken_at(enum vct_block block, const struct vct_place *place, const char *format, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
/* The same for a step of no building block. */
#define vct_broken(place_, ...) vct_broken_at(BLOCK_NONE, place_, __VA_ARGS__)
/*
 * From now on, a setup step that fails ends the check as FAIL at this place, or as BLOCKED where
 * RELIES_ON of the building block of that step would. After a call with NULL it ends the check as
 * BROKEN again. For steps that must work because of what the check has judged.
 */
void vct_setup_is_judged(const struct vct_place *place);
/*
 * The next judgement needs this building block, which other checks judge: if the judgement fails,
 * and a check that proves the block has failed, the check is BLOCKED by that one, and not FAIL.
 */
void vct_relies_on(enum vct_block block);
#define RELIES_ON(block_) vct_relies_on(block_)
enum vct_block vct_relied_on(void); /* by the next judgement */
/* Links are apart (far.h): on the peer's host the case does not say so. Any check may be skipped.
 */
void vct_judges_apart(void);
/*
 * Ends the check as SKIP, with this reason: the device does not have what the check asked for, and
 * no capability had said so before. The check has .asks in its CHECK, or ends as BROKEN.
 */
void vct_skip(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/*
 * The call that is traced next, or is not traced, was refused because the device has no more of
 * what it made. If its check ends at it, as FAIL or BROKEN, it is SKIP for this reason.
 */
void vct_refused_for(const char *why, ...) __attribute__((format(printf, 1, 2)));
/*
 * The same, because there are no more objects: setup steps that come later may fail for this
 * reason, too. A step that another process of the check did not do hands its reason on with both.
 */
void vct_has_no_more(const char *why);
const char *vct_no_more(void);
/* As vct_has_no_more(), for a verb that the driver lacks: a judgement of this call is SKIP, too. */
void vct_has_no_verb(const char *why);
/* Ends the check so, if that was the last call. */
void vct_skip_if_refused(void);
/* For a step that runs threads. BROKEN if the check has not .threads. */
void vct_runs_threads(void);
/* Counts a link whose halves are, or can be, apart. */
void vct_count_link(void);
/* Notes which parts of the device's address the check used: USES_... (check.h). */
void vct_uses(unsigned int what);
/* Counts one judgement, or n, that a function of the library made and that held. */
void vct_held(void);
void vct_count_judged(unsigned int n);

/* "0", "22 EINVAL", "-1, which is not an errno value"; valid for the next 7 calls of this thread.
 */
const char *vct_errno_text(int error);

/*
 * The words say what is promised, as a sentence; behind "; " they may say what was seen, with
 * values:
 *
 *	MUST(a == b || c, "a new QP is in RESET; it is in state %d", state);
 *
 * Compare what can be compared, each member by itself: then both values are shown.
 */
#define MUST(condition_, words_, ...)                                                              \
	vct_must_be_so(condition_, VCT_HERE(#condition_), words_, ##__VA_ARGS__)
/*
 * The words for a value that is judged and has no name of its own; also for the other side, where
 * that is an address:
 *
 *	MUST_EQ(NAMED("the byte behind the region", memory[PAGE]), 0);
 *
 * A member, a function of libibverbs, `ret` and `errno` need none (say.c).
 */
#define NAMED(words_, value_) (value_)
/* Of numbers. The words are made of the name of what is seen: "srq_limit: promised 0, seen 4". */
#define VCT_COMPARE(seen_, relation_, expected_, ...)                                              \
	do {                                                                                       \
		long long vct_s = (seen_), vct_e = (expected_);                                    \
		vct_must_compare(vct_s, #relation_, vct_e, vct_s relation_ vct_e,                  \
				 VCT_COMPARED(__VA_ARGS__));                                       \
	} while (0)
#define MUST_EQ(seen_, expected_) VCT_COMPARE(seen_, ==, expected_, #seen_, #expected_)
#define MUST_NE(seen_, other_)    VCT_COMPARE(seen_, !=, other_, #seen_, #other_)
#define MUST_GE(seen_, least_)    VCT_COMPARE(seen_, >=, least_, #seen_, #least_)
#define MUST_LE(seen_, most_)     VCT_COMPARE(seen_, <=, most_, #seen_, #most_)
/* A verb makes an object; or refuses to, and returns NULL. */
#define MUST_MAKE(object_)        vct_must_make(object_, VCT_HERE(#object_))
#define MUST_MAKE_NONE(object_)   vct_must_make_none(object_, VCT_HERE(#object_))
/* A member is the object, or the address, that it must be. */
#define MUST_POINT_TO(seen_, expected_)                                                            \
	vct_must_point_to(seen_, expected_, VCT_COMPARED(#seen_, #expected_))
/* bad_wr is the WR at which the call ended. */
#define MUST_END_AT(bad_, wr_)                                                                     \
	MUST_POINT_TO(NAMED("bad_wr", bad_), NAMED("the WR that was refused", wr_))
#define MUST_EQUAL_BYTES(seen_, expected_, length_)                                                \
	vct_must_equal_bytes(seen_, expected_, length_, VCT_COMPARED(#seen_, #expected_))

/*
 * For verbs that return 0 or an errno value. -1 is no refusal. That any other value is an errno
 * value (and not -EINVAL) is judged by the checks of that promise, with MUST_REFUSE_WITH_ERRNO.
 */
#define MUST_SUCCEED(call_)           vct_must_return(call_, true, VCT_HERE(#call_))
#define MUST_REFUSE(call_)            vct_must_return(call_, false, VCT_HERE(#call_))
#define MUST_REFUSE_WITH_ERRNO(call_) vct_must_return_errno(call_, VCT_HERE(#call_))

/* For the runner: the device, or the port, told that it failed while the check ran. */
void vct_device_is_lost(void);
void vct_port_went_down(void);

/* Ends the check as BROKEN: a setup step has failed, after the last call of the trace. */
void vct_setup_fails(const struct vct_place *place, enum vct_block block) __attribute__((noreturn));
/* The same as SETUP for a step that is, or uses, a building block. */
#define SETUP_OF(block_, condition_)                                                               \
	do {                                                                                       \
		if (!(condition_))                                                                 \
			vct_setup_fails(VCT_HERE("a setup step works"), block_);                   \
	} while (0)
/* A condition that the judgements depend on; BROKEN if it does not hold. */
#define SETUP(condition_) SETUP_OF(BLOCK_NONE, condition_)

#endif
