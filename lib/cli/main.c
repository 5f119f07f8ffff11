// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts: the table of its commands. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/exit.h"
#include "program.h"

static const char usage[] =
	"Usage: verbs-cts COMMAND [OPTION...]\n"
	"Checks whether an RDMA device and its driver keep the promises that the verbs documents "
	"make about\n"
	"shared receive queues and related objects.\n"
	"\n"
	"  list            list the checks with the promises they cite and the capabilities they "
	"need\n"
	"  explain WORD    explain a promise, a check, a status, an event or an errno in plain "
	"words\n"
	"  info -d DEV     show the capabilities that a device claims; they decide which checks "
	"apply\n"
	"  doctor -d DEV   say whether a run on a device can start, and what to do if not\n"
	"  run -d DEV      run the checks on a device\n"
	"  peer -d DEV     be the other end of the links of 'verbs-cts run --peer' on another "
	"host\n"
	"  random -d DEV   call verbs in random sequences, and compare the device with a model of "
	"the documents\n"
	"  report FILE     make reports from a results.xml, also after a run was killed\n"
	"  repro FILE CHECK   write a C program that shows what a failing check saw\n"
	"  certify -d DEV -o BUNDLE   run all that a certificate needs, and put it into one file\n"
	"  verify BUNDLE   say for which profiles a bundle certifies its device, or why it is "
	"refused\n"
	"  compare OLD NEW   compare two runs of a device, regressions first\n"
	"  matrix FILE...  compare runs on several kernels or devices, differences first\n"
	"  fleet PLAN      run a plan on many machines with Slurm, and make one report of it\n"
	"  bench srq-post -d DEV   measure how fast a device accepts receives\n"
	"  bench compare OLD NEW   compare two such measurements\n"
	"  bench duel A B  measure two stacks in turn, and say whether the second is slower\n"
	"\n"
	"'verbs-cts COMMAND --help' describes a command. Example: verbs-cts run -d rxe0\n"
	"Exit codes: 0 nothing is new, 1 something is new, 2 wrong usage or environment, 3 "
	"incomplete.\n";

#ifdef __SANITIZE_ADDRESS__
/* Memory that a run still has at its end is freed with its process. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}
#endif

/* However a command ends: what it printed must have been written before that is a success. */
static void close_output(int code, void *unused)
{
	bool failed = ferror(stdout), pending = __fpending(stdout);

	(void)unused;
	errno = 0;
	if (fclose(stdout) && (pending || errno != EBADF)) /* a person may have closed it */
		failed = true;
	if (!failed || code == VCT_USAGE || code == VCT_INCOMPLETE)
		return;
	fprintf(stderr, "verbs-cts: standard output cannot be written%s%s\n", errno ? ": " : "",
		errno ? strerror(errno) : "");
	_exit(VCT_USAGE);
}

int main(int argc, char **argv)
{
	static const struct command commands[] = {
		{ "list", list_main },     { "explain", explain_main },
		{ "info", info_main },     { "doctor", doctor_main },
		{ "run", run_main },       { "peer", peer_main },
		{ "random", random_main }, { "report", report_main },
		{ "repro", repro_main },   { "certify", certify_main },
		{ "verify", verify_main }, { "compare", compare_main },
		{ "matrix", matrix_main }, { "fleet", fleet_main },
		{ "bench", bench_main }
	};
	static char program[] = "verbs-cts";

	argp_err_exit_status = VCT_USAGE;
	on_exit(close_output, NULL);
	/* A limit of the size of files (ulimit -f) is an error of write(2) then. */
	signal(SIGXFSZ, SIG_IGN);
	/* Who started this program may ignore it, and then nobody learns how a process ended. */
	signal(SIGCHLD, SIG_DFL);
	if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))) {
		printf("verbs-cts %s (%s)\n", VCT_VERSION, VCT_COMMIT);
		return 0;
	}
	if (argc)
		argv[0] = program;
	return run_command(commands, sizeof(commands) / sizeof(commands[0]), usage, argc, argv);
}
