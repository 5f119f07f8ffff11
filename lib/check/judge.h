/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * How a check judges. Each MUST_ is one judgement; the first that does not hold ends the check as
 * FAIL with what was expected and what was seen. A SETUP that does not hold ends it as BROKEN.
 * Evidence goes to a page shared with the runner, so that a kill loses nothing.
 */
#ifndef VCT_JUDGE_H
#define VCT_JUDGE_H

#include "check.h"

enum vct_verdict {
	VCT_NOTRUN, /* not run, or ended before it was */
	VCT_PASS,
	VCT_FAIL,    /* the device broke the promise */
	VCT_SKIP,    /* the device does not claim the capability */
	VCT_BROKEN,  /* setup that should work did not, or the check judged nothing */
	VCT_TIMEOUT, /* not over by its deadline */
	VCT_CRASH,   /* ended by a signal or by leaving */
	VCT_KERNEL,  /* the kernel complained during it, or died */
	VCT_WAIVED,  /* a deviation that a waiver names */
	VCT_XPASS,   /* a waived check that passes: the waiver is stale */
	VCT_VERDICTS,
};

const char *vct_verdict_name(enum vct_verdict verdict);
/* VCT_VERDICTS when there is none of that name */
enum vct_verdict vct_verdict_find(const char *name);

/* What a check's process leaves behind: text in fixed places, for it may die at any moment. */
struct vct_evidence {
	enum vct_verdict verdict;
	unsigned int judged;
	const struct vct_promise *promise; /* the one at stake; NULL: none that it cites */
	char where[96];                    /* file:line of the judgement */
	char reason[512], expected[512], seen[512];
	double longest_ms; /* of its steps from one verb's return to the next one's */
	char longest[256]; /* that next verb: what was waited for */
	size_t notes_len, recorded_len, verbs_len, verbs_lost;
	char notes[4096];    /* what the runner and the library add, a line each */
	char recorded[4096]; /* what the check recorded, a line each */
	char verbs[49152];   /* the verbs called, a line each, the oldest first */
};

/*
 * Calls function(argument) with *evidence as the place for what it judges, as a judgement of the
 * check `c`, or of the check that runs already if `c` is NULL. Returns true if the function
 * returned, false if a judgement or a SETUP ended it.
 */
bool vct_until_end(struct vct_evidence *evidence, const struct vct_case *c,
		   void (*function)(void *), void *argument);
/* Ends the check as another process of it ended, if that process came to a verdict. */
void vct_end_as(const struct vct_evidence *evidence);

/* The promise that the judgements from here on are about; it must be one the check cites. */
void vct_at_stake(const struct vct_promise *promise);
#define JUDGING(promise_) vct_at_stake(promise_)

/* Something worth knowing that no verdict hangs on: which of several readings was seen, and the
 * like. It is compared from run to run: no pointers, numbers of objects or times. */
void vct_record(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define RECORD(...) vct_record(__VA_ARGS__)

/* Not what the device did but how it came to be seen: for the library, and for the runner. */
void vct_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void vct_note_to(struct vct_evidence *evidence, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

struct vct_place {
	const char *file;
	int line;
	const char *expression;
};
#define VCT_HERE(expression_) (&(struct vct_place){ __FILE__, __LINE__, expression_ })

void vct_must(bool holds, const struct vct_place *place);
void vct_must_compare(long long seen, const char *relation, long long expected, bool holds,
		      const struct vct_place *place);
void vct_must_return(int returned, bool success, const struct vct_place *place);
void vct_fail(const struct vct_place *place, const char *expected, const char *format, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
void vct_broken(const struct vct_place *place, const char *format, ...)
	__attribute__((noreturn, format(printf, 2, 3)));
/* Counts a judgement, or n of them, made by a function of the library that held. */
void vct_held(void);
void vct_count_judged(unsigned int n);

/* "0", "22 EINVAL", "-1 (not an errno value)"; good for the next few calls of this thread */
const char *vct_errno_text(int error);

#define MUST(condition_) vct_must(condition_, VCT_HERE(#condition_))
#define VCT_COMPARE(seen_, relation_, expected_)                                                   \
	do {                                                                                       \
		long long vct_s = (seen_), vct_e = (expected_);                                    \
		vct_must_compare(vct_s, #relation_, vct_e, vct_s relation_ vct_e,                  \
				 VCT_HERE(#seen_ " " #relation_ " " #expected_));                  \
	} while (0)
#define MUST_EQ(seen_, expected_) VCT_COMPARE(seen_, ==, expected_)
#define MUST_NE(seen_, other_)    VCT_COMPARE(seen_, !=, other_)
#define MUST_GE(seen_, least_)    VCT_COMPARE(seen_, >=, least_)
#define MUST_LE(seen_, most_)     VCT_COMPARE(seen_, <=, most_)

/* A verb that returns 0 or the value of errno. Any non-zero value is a refusal. */
#define MUST_SUCCEED(call_)       vct_must_return(call_, true, VCT_HERE(#call_))
#define MUST_REFUSE(call_)        vct_must_return(call_, false, VCT_HERE(#call_))

/* What has to work before there is anything to judge. */
#define SETUP(condition_)                                                                          \
	do {                                                                                       \
		if (!(condition_))                                                                 \
			vct_broken(VCT_HERE(#condition_), "setup: %s does not hold", #condition_); \
	} while (0)

#endif
