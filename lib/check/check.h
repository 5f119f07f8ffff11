/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A check: a C function that gives evidence for one or more promises.
 *
 *	CHECK(zero_limit_reads_zero, PROMISES(SRQ_LIM_06), .needs = NEED_SRQ)
 *	{
 *		struct ibv_srq *srq = srq_make(.max_wr = 16);
 *
 *		srq_arm(srq, 4);
 *		MUST_SUCCEED(srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = 0));
 *		MUST_EQ(srq_query(srq).srq_limit, 0);
 *	}
 *
 * The name of a check is made from its file and its function and never changes: in
 * suites/srq/modify.c this one is "srq.modify.zero-limit-reads-zero". A check runs in a process of
 * its own with a deadline. When it ends, for whatever reason, its objects are released in reverse
 * order. A check that judged nothing is BROKEN.
 */
#ifndef VCT_CHECK_H
#define VCT_CHECK_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "block.h"
#include "needs.h"
#include "promise.h"

/*
 * Needs: what the device has to claim for a check to run (needs.h). Without it the check is SKIP.
 * If the device claims it and then refuses it, the check is FAIL, never SKIP.
 */
typedef uint64_t vct_needs;
#define VCT_NEED_BIT(name_, ...) VCT_NEED_BIT_##name_,
#define VCT_NEED_NONE(...)
enum { VCT_NEEDS(VCT_NEED_BIT, VCT_NEED_NONE) VCT_NEED_BITS };
#define VCT_NEED(name_, ...) NEED_##name_ = 1ULL << VCT_NEED_BIT_##name_,
enum vct_need { VCT_NEEDS(VCT_NEED, VCT_NEED_NONE) };
_Static_assert(VCT_NEED_BITS <= 64, "each need has a bit");

/* What a check may do to a device or to its machine, if the device cannot stand it. */
enum vct_danger {
	DANGER_NONE,
	/* It sends requests that must be refused; a driver may leave that to its firmware. The
	 * option --gentle leaves it out. */
	DANGER_REFUSED,
	/* It may put an adapter or the machine out of order. On a device of a machine that is not
	 * thrown away afterwards, it runs only with --destructive. */
	DANGER_DESTRUCTIVE,
};
/* "refused", "destructive"; "" for DANGER_NONE. */
const char *vct_danger_name(enum vct_danger danger);

/* A row of a table of cases: it has its own name, verdict and promises. */
struct vct_row {
	const char *name;
	const struct vct_promise *promises[6];
	vct_needs needs; /* in addition to the needs of the whole table */
	vct_needs lacks; /* what the device must not claim, in addition to that of the table */
	enum vct_block proves;  /* instead of the building block that the whole table proves */
	enum vct_danger danger; /* instead of that of the whole table, if it is greater */
	int kind;               /* which of the checks that share the table judge the row */
	const char *answered_by_library; /* instead of that of the whole table */
};

struct vct_check {
	const char *suite;    /* "srq.modify" */
	const char *function; /* "zero_limit_reads_zero" */
	void (*run)(const void *row);
	const struct vct_promise *const *promises; /* ends with NULL */
	vct_needs needs;                           /* enum vct_need, OR'ed */
	vct_needs lacks;       /* the same: the check is for devices that claim none of these */
	enum vct_block proves; /* the building block that fails if the check does (block.h) */
	enum vct_danger danger;
	bool compiled; /* judged by the compiler: it needs no device and no process */
	/*
	 * A legacy call ("open_xrc_domain"): libibverbs-xrc itself decides what this check judges,
	 * and asks no device. The check is SKIP unless libibverbs has the call.
	 */
	const char *answered_by_library;
	bool asks;        /* it may end as SKIP by itself (vct_skip) */
	bool threads;     /* it runs threads (together.h): two CPUs show more than one */
	bool sequences;   /* its body runs a random sequence (sequence.h), and it runs many */
	const void *rows; /* a table whose elements begin with a struct vct_row */
	size_t n_rows, row_size;
	int kind; /* only the rows of this kind; 0: all of them */
};

/* A check without a table, or one row of a check: the unit that is selected, run and reported. */
/* Where the halves of a case's links are, if the run has a peer (lib/run/peer/peer.h). */
enum vct_apart {
	APART_NOT,      /* both are of the device under test */
	APART_RECEIVES, /* the receiver is; the sender is of the peer's device */
	APART_SENDS,    /* the sender is; the receiver, and the check, are the peer's */
};

/* An address of the device under test other than the chosen one (lib/run/device/addresses.h). */
struct vct_device;
struct vct_column {
	const char *name;             /* "gid-v1" */
	unsigned int uses;            /* the members of the address that differ: USES_... */
	const struct vct_device *dev; /* the device under test with this address */
};
/* What of its device's address a check used. */
enum { USES_PORT = 1, USES_GID = 2, USES_MTU = 4, USES_PKEY = 8 };

struct vct_case {
	char *name;
	const struct vct_check *check;
	const struct vct_row *row; /* NULL: the check has no table */
	const struct vct_promise *const *promises;
	vct_needs needs; /* of the check and of its row */
	vct_needs lacks;
	enum vct_block proves;
	enum vct_danger danger;
	const char *answered_by_library; /* NULL: the device decides */
	enum vct_apart apart;
	const struct vct_column *column; /* NULL: the address is the chosen one */
};

/*
 * Sets *cases to an array of all cases linked into the program, sorted by name, and returns their
 * number. Ends the program if two have the same name.
 */
size_t vct_cases(struct vct_case **cases);
/* vct_cases(), and after each case that may make a link the two cases where it is apart. */
size_t vct_cases_apart(struct vct_case **cases);
/* vct_cases(), and after each case that may use an address one case for each column. */
size_t vct_cases_each(struct vct_case **cases, const struct vct_column *columns, size_t n_columns);
/* The case of this name; NULL: none. A name that ends with @... is found without it, too. */
const struct vct_case *vct_case_alone(const struct vct_case *cases, size_t n, const char *name);
/* The strictest level of the promises that the case cites. */
enum vct_level vct_case_level(const struct vct_case *c);
bool vct_case_cites(const struct vct_case *c, const char *promise_id);
/* It cites the promise, or a rule judges it in each check. */
bool vct_case_may_break(const struct vct_case *c, const char *promise_id);

#define PROMISES(...)                                                                              \
	.promises = (const struct vct_promise *const[])                                            \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

#define VCT_REGISTER(section_, type_, name_)                                                       \
	__attribute__((used, section(#section_))) static const type_ *const name_

#define VCT_CHECK(function_, ...)                                                                  \
	static const struct vct_check vct_check_##function_ = { .suite = VCT_SUITE,                \
								.function = #function_,            \
								__VA_ARGS__ };                     \
	VCT_REGISTER(vct_checks, struct vct_check, vct_check_##function_##_ptr) =                  \
		&vct_check_##function_

#define CHECK(function_, ...)                                                                      \
	static void function_(const void *vct_no_row);                                             \
	VCT_CHECK(function_, .run = function_, __VA_ARGS__);                                       \
	static void function_(const void *vct_no_row __attribute__((unused)))

/*
 * One case for each row of a table. The row's name is appended to the check's name, and the body
 * reads the row through the pointer `row`. The type of a row begins with `struct vct_row vct_row`,
 * which ROW("name", PROMISE, ...) fills; a row without promises has those of the check. With
 * `.kind`, a check judges only the rows of that kind, so that several checks can share one table.
 */
#define CHECK_ROWS(function_, table_, ...)                                                         \
	static void function_(const __typeof__((table_)[0]) *row);                                 \
	static void function_##_run(const void *vct_the_row)                                       \
	{                                                                                          \
		function_(vct_the_row);                                                            \
	}                                                                                          \
	VCT_CHECK(function_, .run = function_##_run, .rows = (table_),                             \
		  .n_rows = sizeof(table_) / sizeof((table_)[0]), .row_size = sizeof((table_)[0]), \
		  __VA_ARGS__);                                                                    \
	static void function_(const __typeof__((table_)[0]) *row)

#define ROW(name_, ...) .vct_row = { .name = (name_), .promises = { __VA_ARGS__ } }

/* A check that the compiler judges: its body has only _Static_asserts. Compiled, it is PASS. */
#define STATIC_CHECK(function_, ...)                                                               \
	static void function_(const void *vct_no_row);                                             \
	VCT_CHECK(function_, .run = function_, .compiled = true, __VA_ARGS__);                     \
	static void function_(const void *vct_no_row __attribute__((unused)))

/* True if the function `verb`, extern or inline, is declared with exactly this type. */
#define HAS_PROTOTYPE(verb, ...) __builtin_types_compatible_p(__typeof__(verb), __VA_ARGS__)
/* True if `member` of `type` has exactly this type. */
#define HAS_MEMBER(type, member, ...)                                                              \
	__builtin_types_compatible_p(__typeof__(((type *)0)->member), __VA_ARGS__)

#endif
