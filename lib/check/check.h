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
#include "promise.h"

/*
 * Needs: what the device has to claim for a check to run. Without it the check is SKIP. If the
 * device claims it and then refuses it, the check is FAIL, never SKIP.
 */
enum vct_need {
	NEED_SRQ = 1 << 0,           /* max_srq > 0 */
	NEED_RESIZE = 1 << 1,        /* IBV_DEVICE_SRQ_RESIZE */
	NEED_NO_RESIZE = 1 << 2,     /* the device does not claim it */
	NEED_RC = 1 << 3,            /* RC QPs; on iWARP, librdmacm connects them */
	NEED_UD = 1 << 4,            /* UD QPs (not iWARP) */
	NEED_XRC = 1 << 5,           /* IBV_DEVICE_XRC */
	NEED_NO_XRC = 1 << 6,        /* the device does not claim it */
	NEED_TM = 1 << 7,            /* tm_caps.max_num_tags > 0 */
	NEED_MW2 = 1 << 8,           /* IBV_DEVICE_MEM_WINDOW_TYPE_2A or _2B */
	NEED_NO_CSUM = 1 << 9,       /* the device does not claim IP checksum offload */
	NEED_SRQ_FAULT = 1 << 10,    /* a fault injector for SRQs (fault.h) */
	NEED_NO_TM = 1 << 11,        /* the device does not claim tag matching */
	NEED_APM = 1 << 12,          /* IBV_DEVICE_AUTO_PATH_MIG: alternate paths */
	NEED_NO_APM = 1 << 13,       /* the device does not claim them */
	NEED_QP_RESIZE = 1 << 14,    /* IBV_DEVICE_RESIZE_MAX_WR */
	NEED_QP_FAULT = 1 << 15,     /* a fault injector for QPs */
	NEED_CQ_FAULT = 1 << 16,     /* a fault injector for CQs */
	NEED_NO_QP_RESIZE = 1 << 17, /* the device does not claim IBV_DEVICE_RESIZE_MAX_WR */
	NEED_GRH = 1 << 18,          /* IBV_QPF_GRH_REQUIRED */
	NEED_MCAST = 1 << 19,        /* max_mcast_grp > 0 */
	NEED_UC = 1 << 20,           /* UC QPs; found by trying (lib/run/tried.h) */
	NEED_RAW = 1 << 21,          /* raw packet QPs; found by trying */
	NEED_SRQ_ROOM = 1 << 22,     /* max_srq_wr >= 128 and max_srq_sge >= 3 */
	NEED_NET_RAW = 1 << 23,      /* raw packet QPs are not refused with EPERM (CAP_NET_RAW) */
	NEED_SEND_OPS = 1 << 24,     /* extended sends of RC QPs; found by trying */
	NEED_IB_STATES = 1 << 25,    /* the states and attributes of ibv_modify_qp(3) (not iWARP) */
	NEED_IMM = 1 << 26,          /* immediate data (not iWARP) */
	NEED_RNR = 1 << 27,          /* senders that wait for a receive WR (not iWARP) */
	NEED_CQ_EX = 1 << 28,        /* extended CQs; found by trying */
	NEED_PACING = 1 << 29,       /* packet_pacing_caps: raw packet QPs with a rate limit */
	NEED_ATOMIC = 1 << 30,       /* atomic_cap is not IBV_ATOMIC_NONE */
	NEED_CQ_RESIZE = 1ULL << 31, /* CQs that resize; found by trying */
	NEED_CQ_MODERATE = 1ULL << 32,     /* cq_mod_caps.max_cq_count > 0 */
	NEED_MW1 = 1ULL << 33,             /* IBV_DEVICE_MEM_WINDOW */
	NEED_GIDS = 1ULL << 34,            /* two valid GIDs; found by looking (lib/run/tried.h) */
	NEED_WQ = 1ULL << 40,              /* max_wq_type_rq > 0 */
	NEED_NO_WQ = 1ULL << 41,           /* the device does not claim it */
	NEED_FLOW = 1ULL << 42,            /* IBV_DEVICE_MANAGED_FLOW_STEERING */
	NEED_NO_FLOW = 1ULL << 43,         /* the device does not claim it */
	NEED_NO_PACING = 1ULL << 44,       /* the device claims no packet pacing of any QP */
	NEED_EMPTY_GID = 1ULL << 35,       /* an empty entry in the GID table; found by looking */
	NEED_RAW_CSUM = 1ULL << 36,        /* IBV_DEVICE_RAW_IP_CSUM */
	NEED_RAW_TSO = 1ULL << 37,         /* tso_caps: raw packet QPs */
	NEED_UD_TSO = 1ULL << 38,          /* tso_caps: UD QPs */
	NEED_CVLAN = 1ULL << 39,           /* raw_packet_caps: IBV_RAW_PACKET_CAP_CVLAN_STRIPPING */
	NEED_RAW_CLOCK = 1ULL << 45,       /* ibv_query_rt_values_ex; found by trying */
	NEED_NO_CQ_MODERATE = 1ULL << 46,  /* the device does not claim to moderate CQs */
	NEED_RSS = 1ULL << 47,             /* rss_caps: raw packet QPs, and Toeplitz */
	NEED_REREG = 1ULL << 48,           /* ibv_rereg_mr; found by trying */
	NEED_NULL_MR = 1ULL << 49,         /* null MRs; found by trying */
	NEED_TD = 1ULL << 50,              /* thread domains; found by trying */
	NEED_PARENT_DOMAIN = 1ULL << 51,   /* parent domains; found by trying */
	NEED_IMPORT = 1ULL << 52,          /* ibv_import_device; found by trying */
	NEED_DM = 1ULL << 53,              /* max_dm_size > 0 */
	NEED_ODP = 1ULL << 54,             /* odp_caps: IBV_ODP_SUPPORT, and writes of RC QPs */
	NEED_NO_ODP = 1ULL << 55,          /* the device does not claim IBV_ODP_SUPPORT */
	NEED_NO_DM = 1ULL << 56,           /* the device does not claim max_dm_size */
	NEED_ODP_IMPLICIT = 1ULL << 57,    /* odp_caps: IBV_ODP_SUPPORT_IMPLICIT */
	NEED_NO_ODP_IMPLICIT = 1ULL << 58, /* the device does not claim it */
};
typedef unsigned long long vct_needs;

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
	vct_needs needs;        /* in addition to the needs of the whole table */
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
/* Where the halves of a case's links are, if the run has a peer (lib/run/peer.h). */
enum vct_apart {
	APART_NOT,      /* both are of the device under test */
	APART_RECEIVES, /* the receiver is; the sender is of the peer's device */
	APART_SENDS,    /* the sender is; the receiver, and the check, are the peer's */
};

/* An address of the device under test other than the chosen one (lib/run/each.h). */
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
	vct_needs needs;
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
/* The same, and after each case that may make a link the two cases where it is apart. */
size_t vct_cases_apart(struct vct_case **cases);
/* The same, and after each case that may use an address one case for each column. */
size_t vct_cases_each(struct vct_case **cases, const struct vct_column *columns, size_t n_columns);
/* The case of this name; NULL: none. A name that ends with @... is found without it, too. */
const struct vct_case *vct_case_alone(const struct vct_case *cases, size_t n, const char *name);
/* The strictest level of the promises that the case cites. */
enum vct_level vct_case_level(const struct vct_case *c);
bool vct_case_cites(const struct vct_case *c, const char *promise_id);

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
