// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Checks that misbehave, each in one way. They are the suite of build/self-cts;
 * harness/test_verdicts.py runs them and has the verdict that each must get.
 */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "../../../suites/vct.h"

CHECK(passes, PROMISES(STR_01))
{
	MUST(ibv_event_type_str(IBV_EVENT_CQ_ERR), "the check judges something");
}

CHECK(fails, PROMISES(STR_01, STR_02))
{
	MUST_EQ(1 + 1, 2);
	JUDGING(STR_02);
	MUST_EQ(2 + 2, 5);
}

CHECK(fails_a_derived_promise, PROMISES(STR_01, STR_03))
{
	MUST_EQ(1 + 1, 2);
	JUDGING(STR_03);
	MUST_EQ(2 + 2, 5);
}

/* Every second execution has a deviation. Each execution appends to the file SELF_COUNT. */
CHECK(fails_or_is_broken, PROMISES(STR_03))
{
	const char *path = getenv("SELF_COUNT");
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;

	SETUP(fd >= 0);
	SETUP(write(fd, "x", 1) == 1);
	SETUP(lseek(fd, 0, SEEK_END) % 2);
	MUST_EQ(2 + 2, 5);
}

CHECK(judges_what_it_does_not_cite, PROMISES(STR_01))
{
	JUDGING(STR_02);
	MUST(true, "the check judges something");
}

CHECK(judges_nothing, PROMISES(STR_01))
{
	RECORD("nothing is judged here");
}

CHECK(skips_itself, PROMISES(STR_01), .asks = true)
{
	vct_skip("the device has no such %s", "thing");
}

CHECK(skips_itself_unexpectedly, PROMISES(STR_01))
{
	vct_skip("the device has no such %s", "thing");
}

CHECK(has_no_setup, PROMISES(STR_01))
{
	SETUP(!pd());
	MUST(true, "the check judges something");
}

CHECK(needs_xrc, PROMISES(STR_01), .needs = NEED_XRC)
{
	MUST(true, "the check judges something");
}

CHECK(segfaults, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	raise(SIGSEGV);
}

CHECK(exits_in_the_middle, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	_exit(0);
}

CHECK(exits_with_7, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	_exit(7);
}

CHECK(hangs, PROMISES(STR_01))
{
	MUST(ctx(), "the check judges something");
	signal(SIGTERM, SIG_IGN);
	for (;;)
		pause();
}

/* Its child keeps the device open, in the same process group; it must end with the check. */
CHECK(leaves_a_child, PROMISES(STR_01))
{
	MUST(ctx(), "the check judges something");
	if (!fork())
		for (;;)
			pause();
}

static void leave_a_qp(void)
{
	struct ibv_cq *cq = cq_make(1);
	struct ibv_qp_init_attr init = { .send_cq = cq,
					 .recv_cq = cq,
					 .srq = srq_make(.max_wr = 1),
					 .cap = { .max_send_wr = 1, .max_send_sge = 1 },
					 .qp_type = IBV_QPT_RC };

	MUST(ibv_create_qp(pd(), &init),
	     "the check judges something"); /* not vct_create_qp(): so nothing destroys it */
}

CHECK(leaves_a_qp_behind, PROMISES(STR_01), .needs = NEED_SRQ)
{
	leave_a_qp();
}

CHECK(fails_and_leaves_a_qp_behind, PROMISES(STR_01, STR_03), .needs = NEED_SRQ)
{
	leave_a_qp();
	JUDGING(STR_03);
	MUST_EQ(2 + 2, 5);
}

/* A limit event is read and never acknowledged; the release must not wait for it for ever. */
CHECK(leaves_an_event_unacknowledged, PROMISES(STR_01), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 1, .posted = 1);

	srq_arm(l.srq, 1);
	link_send(&l, 1);
	MUST_GET_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

static int do_not_return_yet(void *argument)
{
	return vct_destroy_srq(argument);
}

/* Fails while a verb that another thread called still blocks. */
CHECK(fails_with_a_call_under_way, PROMISES(STR_01), .needs = NEED_SRQ | NEED_RC)
{
	struct link l = rc_link(.srq_wr = 1, .posted = 1);

	srq_arm(l.srq, 1);
	link_send(&l, 1);
	MUST_GET_EVENT(l.srq, IBV_EVENT_SRQ_LIMIT_REACHED);
	SETUP(!vct_destroy_qp(l.rx));
	MUST(call_blocks(call_start(do_not_return_yet, l.srq)), "the check judges something");
	MUST(false, "the check judges something");
}

/* Not only in a guest: a line in the log harms no machine. */
static void log_to_the_kernel(const char *line)
{
	int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	SETUP(fd >= 0);
	SETUP(write(fd, line, strlen(line)) > 0);
	close(fd);
}

CHECK(makes_the_kernel_warn, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	log_to_the_kernel("WARNING: CPU: 0 PID: 1 at self.c:1 verdicts\n");
}

CHECK(makes_the_kernel_talk, PROMISES(STR_01))
{
	MUST(true, "the check judges something");
	log_to_the_kernel("rxe0: nothing to worry about\n");
}

CHECK(says_what_xml_cannot, PROMISES(STR_01))
{
	RECORD("<b>&amp; ]]> \x01\x1b[31m \xff\xfe \xef\xbf\xbe \xed\xa0\x80 \xc3\xa9 \t end");
	vct_fail(VCT_HERE("\"<&>\""), "<&\">'", "%s", "\x07 \x80 ]]>");
}

CHECK(calls_very_many_verbs, PROMISES(STR_01), .needs = NEED_SRQ)
{
	struct ibv_srq *srq = srq_make(.max_wr = 1);

	for (uint32_t i = 0; i < 10000; i++)
		srq_modify(srq, IBV_SRQ_LIMIT, .srq_limit = i & 1);
	MUST_EQ(srq_query(srq).srq_limit, 2);
}

static int hand_on(void *number)
{
	MUST(vct_create_srq(pd(), &(struct ibv_srq_init_attr){ .attr = { 1, 1, 0 } }),
	     "the check judges something");
	RECORD("%d came", *(int *)number);
	return (*(int *)number)++;
}

CHECK(another_process_has_its_own_objects, PROMISES(STR_01), .needs = NEED_SRQ)
{
	struct other *a = other_start(), *b = other_start();
	int number = 7;

	MUST_EQ(other_does(a, hand_on, &number), 7);
	MUST_EQ(other_does(b, hand_on, &number), 8);
	MUST_EQ(other_does(a, hand_on, &number), 9);
	MUST_EQ(number, 10);
	other_leaves(a);
	other_is_killed(b);
}

static int fail_there(void *unused __attribute__((unused)))
{
	JUDGING(STR_02);
	MUST_EQ(2 + 2, 5);
	return 0;
}

CHECK(fails_in_another_process, PROMISES(STR_01, STR_02))
{
	MUST_EQ(other_does(other_start(), fail_there, &(int){ 0 }), 0);
}

static int die_there(void *signal)
{
	return raise(*(int *)signal);
}

CHECK(dies_in_another_process, PROMISES(STR_01))
{
	MUST_EQ(other_does(other_start(), die_there, &(int){ SIGSEGV }), 0);
}

/* The release of the SRQ follows the pointer. */
static int die_later_there(void *unused __attribute__((unused)))
{
	srq_make(.max_wr = 1)->context = NULL;
	return 0;
}

CHECK(dies_in_another_process_that_releases, PROMISES(STR_01), .needs = NEED_SRQ)
{
	MUST_EQ(other_does(other_start(), die_later_there, &(int){ 0 }), 0);
}

static int leave_a_qp_there(void *unused __attribute__((unused)))
{
	struct ibv_cq *cq = cq_make(1);
	struct ibv_qp_init_attr init = { .send_cq = cq,
					 .recv_cq = cq,
					 .srq = srq_make(.max_wr = 1),
					 .cap = { .max_send_wr = 1, .max_send_sge = 1 },
					 .qp_type = IBV_QPT_RC };

	return !ibv_create_qp(pd(), &init);
}

CHECK(leaves_a_qp_in_another_process, PROMISES(STR_01), .needs = NEED_SRQ)
{
	MUST_EQ(other_does(other_start(), leave_a_qp_there, &(int){ 0 }), 0);
}

static int runs;

CHECK(has_a_process_of_its_own, PROMISES(STR_01))
{
	MUST_EQ(++runs, 1);
}

static const struct {
	struct vct_row vct_row;
	int number;
} numbers[] = {
	{ ROW("two", STR_02), .number = 2 },
	{ ROW("three", STR_03), .number = 3 },
	{ ROW("needs-xrc", STR_04), .vct_row.needs = NEED_XRC, .number = 4 },
};

CHECK_ROWS(is_even, numbers, PROMISES(STR_01))
{
	MUST_EQ(row->number % 2, 0);
}

STATIC_CHECK(compiles, PROMISES(STR_05))
{
	_Static_assert(sizeof(char) == 1, "");
}
