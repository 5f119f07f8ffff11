// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Random use of a toy: a stack that holds at most three numbers. What it does wrong with the
 * numbers 5, 6 and 7 in it, pushed in this order with any others taken off between, is the word in
 * VCT_TOY.
 */
#include <signal.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../suites/vct.h"
#include "../guest.h"

static uint32_t stack[3];
static unsigned int height;

static int exit_later(void *unused __attribute__((unused)))
{
	usleep(20000);
	_exit(0);
}

static void write_and_exit(void *memory, size_t size)
{
	memset(memory, 'x', size);
	_exit(0);
}

static void power_off(void)
{
	ONLY_IN_A_GUEST();
	reboot(RB_POWER_OFF);
}

static void go_wrong(const char *how)
{
	FILE *log;

	if (!how)
		return;
	if (!strcmp(how, "fail"))
		MUST_EQ(stack[2], 0);
	else if (!strcmp(how, "once")) /* only the first process makes the folder */
		MUST_NE(NAMED("what mkdir() returned", mkdir(getenv("VCT_TOY_FOLDER"), 0700)), 0);
	else if (!strcmp(how, "crash"))
		raise(SIGSEGV);
	else if (!strcmp(how, "hang"))
		pause();
	else if (!strcmp(how, "exit-late")) /* while its objects are released */
		call_start(exit_later, NULL);
	else if (!strcmp(how, "write-evidence"))
		write_and_exit(vct_own_evidence(), sizeof(*vct_own_evidence()));
	else if (!strcmp(how, "write-sequence"))
		write_and_exit(vct_sequence, sizeof(*vct_sequence));
	else if (!strcmp(how, "power-off"))
		power_off();
	else if (!strcmp(how, "complain") && is_guest() && (log = fopen("/dev/kmsg", "w"))) {
		fputs("WARNING: CPU: 0 PID: 1 at toy.c:1 toy+0x0/0x10\n", log);
		fclose(log);
	}
}

OPERATION(push, ARGS({ "number", 10 }), PROMISES(STR_01), .weight = 3, .makes = true)
{
	if (height == 3)
		return false;
	stack[height++] = arg[0];
	MUST_LE(height, 3);
	if (height == 3 && stack[0] == 5 && stack[1] == 6 && stack[2] == 7)
		go_wrong(getenv("VCT_TOY"));
	return true;
}

OPERATION(pop, PROMISES(STR_02), .weight = 2)
{
	if (!height)
		return false;
	height--;
	return true;
}

/* Nothing is known of it, if STR-03 is left out. */
OPERATION(clear, ARGS({ "how", 1000 }), PROMISES(STR_03))
{
	if (!ASK(STR_03))
		return false;
	height = 0;
	return true;
}

CHECK(use, .sequences = true)
{
	vct_sequence_run();
	vct_held();
}
