// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_open_xrc_domain and ibv_close_xrc_domain, and the current ibv_open_xrcd and ibv_close_xrcd:
 * domains that processes share through a file. Two handles are of one domain if a QP of one can be
 * opened through the other.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "../vct.h"

static bool same_domain(enum xrc_api api, struct ibv_xrcd *a, struct ibv_xrcd *b)
{
	struct rcv_qp made = rcv_qp_make(api, a), seen;
	bool same = !rcv_qp_register(api, b, made.number, &seen);

	if (same && api == XRC_TODAY)
		SETUP_OF(BLOCK_RELEASE_QP, !rcv_qp_unregister(&seen));
	SETUP_OF(BLOCK_RELEASE_QP, !rcv_qp_unregister(&made));
	return same;
}

/*
 * A device that claims XRC opens domains. A device that does not claim it refuses, without other
 * effects.
 */
CHECK_ROWS(is_there_where_xrc_is_claimed, xrc_apis, PROMISES(XRV_DOM_07, XRCD_OPN_02),
	   .needs = NEED_XRC)
{
	MUST_MAKE(domain_open(row->api, -1, O_CREAT));
	MUST_MAKE(domain_open(row->api, domain_file(), O_CREAT));
}

CHECK_ROWS(is_refused_where_xrc_is_not_claimed, xrc_apis, PROMISES(XRV_DOM_07, XRCD_OPN_12),
	   .lacks = NEED_XRC)
{
	SETUP(pd());
	errno = 0;
	MUST_MAKE_NONE(domain_open(row->api, -1, O_CREAT));
	MUST_NE(errno, 0);
	MUST_MAKE_NONE(domain_open(row->api, domain_file(), O_CREAT));
	MUST_SUCCEED(vct_dealloc_pd(pd()));
}

CHECK_ROWS(opening_again_gives_the_open_one, xrc_apis, PROMISES(XRV_DOM_01, XRCD_OPN_04),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	int file = domain_file();
	struct ibv_xrcd *first = domain_open(row->api, file, O_CREAT), *second;

	MUST_MAKE(first);
	second = domain_open(row->api, file, 0);
	MUST_MAKE(second);
	MUST(same_domain(row->api, first, second), "both handles are one domain");
	MUST(same_domain(row->api, second, first), "both handles are one domain");
}

/* The SRQ belongs to one handle, the receive QP to the other. */
CHECK_ROWS(messages_reach_srqs_of_the_other_handle, xrc_apis, PROMISES(XRV_DOM_01, XRCD_OPN_04),
	   .needs = NEED_XRC)
{
	int file = domain_file();
	struct ibv_xrcd *first = domain_open(row->api, file, O_CREAT), *second;
	struct ibv_cq *cq = cq_make(4);
	struct ibv_srq *srq;
	struct rcv_qp q;
	struct link l;

	SETUP_OF(BLOCK_XRC_DOMAIN, first);
	second = domain_open(row->api, file, 0);
	SETUP_OF(BLOCK_XRC_DOMAIN, second);
	srq = domain_srq_make(row->api, second, cq, 4);
	srq_post(srq, 3, 1);
	q = rcv_qp_make(row->api, first);
	l = rcv_qp_link(&q, srq, cq);
	MUST_RECEIVE(&l, 3);
}

CHECK_ROWS(create_opens_what_exists, xrc_apis, PROMISES(XRV_DOM_02, XRCD_OPN_06),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	int file = domain_file();
	struct ibv_xrcd *first = domain_open(row->api, file, O_CREAT), *second;
	struct rcv_qp q, seen;

	MUST_MAKE(first);
	q = rcv_qp_make(row->api, first);
	second = domain_open(row->api, file, O_CREAT);
	MUST_MAKE(second);
	MUST_SUCCEED(rcv_qp_register(row->api, second, q.number, &seen));
}

CHECK_ROWS(exclusive_creation_refuses_what_exists, xrc_apis,
	   PROMISES(XRV_DOM_03, XRCD_OPN_08, XRCD_OPN_05), .needs = NEED_XRC)
{
	int file = domain_file();

	MUST_MAKE(domain_open(row->api, file, O_CREAT | O_EXCL));
	MUST_MAKE_NONE(domain_open(row->api, file, O_CREAT | O_EXCL));
}

struct attempt {
	enum xrc_api api;
	int file, oflags;
};

enum { RACERS = 4, ROUNDS = 200, RACE_MS = 2000, NEVER = -1 };

/*
 * In memory that the racers share: who has come to the start of each round, when it starts, and who
 * was refused.
 */
struct race {
	enum xrc_api api;
	int files[ROUNDS];
	atomic_uint ready[ROUNDS], refused[ROUNDS];
	_Atomic double start_ms[ROUNDS];
	double until_ms; /* no round begins later, the first one excepted */
};

static struct race *new_race(enum xrc_api api)
{
	struct race *race = mmap(NULL, sizeof(*race), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	SETUP(race != MAP_FAILED);
	race->api = api;
	race->until_ms = vct_deadline_ms(RACE_MS);
	for (int i = 0; i < ROUNDS; i++)
		race->files[i] = domain_file();
	return race;
}

static double start_of(const struct race *race, int round)
{
	double now = vct_now_ms();

	return round && now > race->until_ms ? NEVER : now + 0.1;
}

/*
 * Waits until all racers are there. The last of them sets a moment a little later, at which those
 * that have a CPU then call the verb together. False: a busy machine had no time for this round.
 */
static bool starts(struct race *race, int round)
{
	double start;

	if (atomic_fetch_add(&race->ready[round], 1) == RACERS - 1)
		atomic_store(&race->start_ms[round], start_of(race, round));
	while ((start = atomic_load(&race->start_ms[round])) == 0)
		sched_yield();
	while (vct_now_ms() < start)
		;
	return start != NEVER;
}

static int race_there(void *argument)
{
	struct race *race = *(struct race **)argument;

	ctx();
	for (int i = 0; i < ROUNDS && starts(race, i); i++)
		if (!domain_open(race->api, race->files[i], O_CREAT | O_EXCL))
			atomic_fetch_add(&race->refused[i], 1);
	return 0;
}

/* Each process keeps its handles open, so that a later one finds the domain of the first. */
CHECK_ROWS(one_of_several_processes_creates_it, xrc_apis,
	   PROMISES(XRV_DOM_04, XRCD_OPN_08, XRCD_OPN_05), .needs = NEED_XRC)
{
	struct race *race = new_race(row->api);
	struct other *racers[RACERS];

	for (int i = 0; i < RACERS; i++)
		racers[i] = other_start();
	for (int i = 0; i < RACERS; i++)
		other_begins(racers[i], race_there, &race);
	for (int i = 0; i < RACERS; i++)
		other_ended(racers[i], &race);
	for (int i = 0; i < ROUNDS && atomic_load(&race->start_ms[i]) != NEVER; i++)
		MUST_EQ(NAMED("the number of processes whose O_EXCL was refused",
			      atomic_load(&race->refused[i])),
			RACERS - 1);
}

CHECK_ROWS(without_a_file_it_is_a_new_one, xrc_apis, PROMISES(XRV_DOM_05, XRCD_OPN_10),
	   .needs = NEED_XRC)
{
	struct ibv_xrcd *first = domain_open(row->api, -1, O_CREAT);
	struct ibv_xrcd *second = domain_open(row->api, -1, O_CREAT);

	MUST_MAKE(first);
	MUST_MAKE(second);
	MUST(!same_domain(row->api, first, second),
	     "the domains are two; what is in one is found in the other");
}

static const struct flags_row {
	struct vct_row vct_row;
	int oflags;
} invalid_flags[] = {
	{ ROW("legacy-0"), 0 },
	{ ROW("legacy-excl"), O_EXCL },
	{ ROW("legacy-creat-excl"), O_CREAT | O_EXCL },
};

/* The page of ibv_open_xrcd says only that O_CREAT must be given; xrc.domain checks the rest. */
CHECK_ROWS(without_a_file_other_flags_are_invalid, invalid_flags, PROMISES(XRV_DOM_05),
	   .needs = NEED_XRC, .answered_by_library = "open_xrc_domain")
{
	MUST_MAKE_NONE(domain_open(XRC_LEGACY, -1, row->oflags));
}

CHECK_ROWS(lives_until_its_last_handle_is_closed, xrc_apis, PROMISES(XRV_DOM_06, XRCD_CLS_02),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	int file = domain_file();
	struct ibv_xrcd *first = domain_open(row->api, file, O_CREAT), *second;

	SETUP_OF(BLOCK_XRC_DOMAIN, first);
	second = domain_open(row->api, file, 0);
	SETUP_OF(BLOCK_XRC_DOMAIN, second);
	MUST_SUCCEED(domain_close(row->api, first));
	first = domain_open(row->api, file, 0);
	MUST_MAKE(first);
	MUST(same_domain(row->api, first, second), "both handles are one domain");
	MUST_SUCCEED(domain_close(row->api, first));
	MUST_SUCCEED(domain_close(row->api, second));
	MUST_MAKE_NONE(domain_open(row->api, file, 0));
}

/*
 * Another process creates the domain with a SRQ and a QP in it, and dies, which closes its handle.
 */
static int fill_there(void *argument)
{
	const struct attempt *a = argument;
	struct ibv_xrcd *domain = domain_open(a->api, a->file, a->oflags);

	SETUP_OF(BLOCK_XRC_DOMAIN, domain);
	domain_srq_make(a->api, domain, cq_make(1), 1);
	rcv_qp_make(a->api, domain);
	return 0;
}

CHECK_ROWS(a_killed_process_closes_it, xrc_apis, PROMISES(XRV_DOM_06, XRCD_CLS_02),
	   .needs = NEED_XRC | NEED_OPEN_QP)
{
	struct attempt a = { row->api, domain_file(), O_CREAT };
	struct other *b = other_start();
	struct ibv_xrcd *domain;

	SETUP_OF(BLOCK_XRC_DOMAIN, !other_does(b, fill_there, &a));
	domain = domain_open(row->api, a.file, 0);
	SETUP_OF(BLOCK_XRC_DOMAIN, domain);
	other_is_killed(b);
	MUST(same_domain(row->api, domain, domain),
	     "a domain is the same as itself: a receive QP that is made in it is found in it");
	MUST_SUCCEED(domain_close(row->api, domain));
	MUST_MAKE_NONE(domain_open(row->api, a.file, 0));
}
