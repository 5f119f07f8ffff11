// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Executes one check in a process of its own, and judges how the process ended. */
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "../base/process.h"
#include "../base/relatives.h"
#include "../check/body.h"
#include "../check/patience.h"
#include "../check/sound.h"
#include "../check/verbs_legacy.h"
#include "charge.h"
#include "choose.h"
#include "execute.h"
#include "kept.h"
#include "kernel.h"
#include "said.h"
#include "state.h"
#include "sysfs.h"

/* How often a check is executed while its port goes down, and how long the port may stay so. */
enum { MOST_EXECUTIONS = 3, PORT_SECONDS = 60 };

/* A device in user space and the kernel of a guest are thrown away afterwards. */
static const char *left_out_as_dangerous(const struct vct_case *c)
{
	const struct vct_care *care = &vct_state.run->care;

	if (c->danger == DANGER_DESTRUCTIVE && !care->destructive && !care->in_guest &&
	    !vct_state.run->plan.dev->user_space)
		return "the check is destructive: it may put an adapter or its machine out of "
		       "order; with --destructive it runs";
	if (c->danger >= DANGER_REFUSED && care->gentle)
		return "the check sends requests that must be refused; without --gentle it runs";
	return NULL;
}

/* NULL: the device answers. */
static const char *answered_by_library(const struct vct_case *c)
{
	static char text[160];

	if (!c->answered_by_library || vct_legacy_is_own(c->answered_by_library))
		return NULL;
	snprintf(text, sizeof(text),
		 "answered by libibverbs-xrc, not by the device: libibverbs has no ibv_%s",
		 c->answered_by_library);
	return text;
}

const char *vct_left_out(const struct vct_case *c)
{
	const char *why =
		c->check->compiled ? NULL : vct_device_lacks(vct_state.run->plan.dev, c->needs);

	if (!why)
		why = answered_by_library(c);
	return why ? why : left_out_as_dangerous(c);
}

/* The process has no business with the descriptors of the run. */
static void run_check(void *c)
{
	close(vct_state.journal.fd);
	vct_kernel_close();
	vct_judge(c, vct_state.evidence);
}

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

/*
 * Between the end of a check's process and its verdict: nothing that it started lives on, and
 * nothing that it wrote into shared memory is believed if it cannot be true.
 */
static void clear_up(const struct vct_case *c)
{
	struct vct_evidence *e = vct_state.evidence;
	unsigned int left = vct_end_relatives();
	/* That of sequences was examined after each of them. */
	const char *error = c->check->sequences ? NULL : vct_evidence_error(e);
	int signal = vct_refused_signal();

	restore_output();
	if (error) {
		memset(e, 0, sizeof(*e));
		vct_note_to(e,
			    "the check's process wrote over the memory in which it reports: %s "
			    "cannot be true",
			    error);
		vct_patience_restore();
	}
	if (left)
		vct_note_to(e, "%u processes that the check had left behind were killed", left);
	if (signal)
		vct_note_to(e, "the check sent signal %d (%s) to the run, which ignored it", signal,
			    strsignal(signal));
}

enum vct_verdict vct_execute_aside(const struct vct_case *c)
{
	struct vct_evidence *kept = vct_state.evidence;
	enum vct_verdict verdict = VCT_NOTRUN;
	enum vct_ending ending;

	if (vct_left_out(c))
		return VCT_SKIP;
	vct_state.evidence = vct_share_evidence();
	vct_patience_keep();
	ending = vct_process_watch(run_check, (void *)c, vct_state.run->deadline * vct_slow).ending;
	clear_up(c);
	if (ending == VCT_ENDED && vct_state.evidence->over)
		verdict = vct_state.evidence->verdict;
	munmap(vct_state.evidence, sizeof(*vct_state.evidence));
	vct_state.evidence = kept;
	return verdict == VCT_NOTRUN ? VCT_CRASH : verdict;
}

/* The verdict of a process that ended with status 0. */
static enum vct_verdict own_verdict(void)
{
	const struct vct_evidence *e = vct_state.evidence;

	if (e->verdict != VCT_NOTRUN && e->over)
		return e->verdict;
	vct_say_reason("the check's process exited %s",
		       e->verdict == VCT_NOTRUN ? "before it came to a verdict"
						: "while its objects were released");
	return VCT_CRASH;
}

/* The verdict from the way in which the process ended. */
static enum vct_verdict verdict_of(struct vct_process p)
{
	switch (p.ending) {
	case VCT_ENDED:
		return own_verdict();
	case VCT_SIGNALED:
		vct_say_reason("the check's process was ended by signal %d (%s)", p.code,
			       strsignal(p.code));
		return VCT_CRASH;
	case VCT_EXITED:
		vct_say_reason("the check's process ended with exit status %d", p.code);
		return VCT_CRASH;
	case VCT_LATE:
		vct_say_reason("the check did not end within %.1f s: its process was killed",
			       vct_state.run->deadline * vct_slow);
		return VCT_TIMEOUT;
	case VCT_UNKILLABLE:
		vct_say_reason(
			"the check did not end within %.1f s, and its process cannot be killed: "
			"it was "
			"left behind",
			vct_state.run->deadline * vct_slow);
		return VCT_TIMEOUT;
	case VCT_UNBORN:
		vct_say_reason("no process could be made for the check: %s", strerror(p.code));
		return VCT_BROKEN;
	case VCT_STOPPED:
		break;
	}
	return VCT_NOTRUN;
}

static void end_if_device_is_gone(struct vct_process p)
{
	if (p.ending != VCT_LATE && p.ending != VCT_UNKILLABLE)
		return;
	if (!vct_device_answers(vct_state.run->plan.dev, vct_state.run->deadline * vct_slow))
		vct_end_run("%s does not answer any more: reset it, or load its driver again",
			    vct_state.run->plan.dev->name);
}

/*
 * True if the port went down during the check, which is red for that: it raised IBV_EVENT_PORT_ERR,
 * or is down now.
 */
static bool port_was_down(const struct vct_outcome *o)
{
	const struct vct_device *dev = vct_state.run->plan.dev;
	char state[32];

	if (o->verdict == VCT_PASS || o->verdict == VCT_KERNEL || o->verdict == VCT_NOTRUN)
		return false;
	if (vct_state.evidence->port_down)
		return true;
	return vct_sysfs_read(state, sizeof(state), "class/infiniband/%s/ports/%u/state", dev->name,
			      dev->port) &&
	       strtol(state, NULL, 10) != IBV_PORT_ACTIVE;
}

/* True once the port is ACTIVE and has its GID. */
static bool wait_for_port(void)
{
	double until = vct_deadline_ms(PORT_SECONDS * 1e3);

	while (!vct_device_answers(vct_state.run->plan.dev, vct_state.run->deadline * vct_slow)) {
		if (vct_now_ms() > until || vct_stop_signal())
			return false;
		usleep(100000);
	}
	return true;
}

/* What an execution of the check that does not count has left. */
static void forget(void)
{
	memset(vct_state.evidence, 0, offsetof(struct vct_evidence, notes));
}

static void blame_kernel(struct vct_outcome *o)
{
	if (!vct_state.evidence->reason[0])
		vct_say_reason("the kernel complained during the check");
	if (o->verdict != VCT_PASS && o->verdict != VCT_NOTRUN)
		vct_note_to(vct_state.evidence,
			    "without the complaint of the kernel the verdict would be %s",
			    vct_verdict_name(o->verdict));
	o->verdict = VCT_KERNEL;
}

/* In a guest, nobody else uses the device. */
static bool counts_objects(void)
{
	return vct_state.run->care.in_guest && !vct_state.run->plan.dev->user_space;
}

static bool kernel_kept_objects(void)
{
	char kept[128];

	if (!counts_objects() || !vct_kept_any(vct_state.run->plan.dev->name, kept, sizeof(kept)))
		return false;
	vct_note_to(vct_state.evidence,
		    "the kernel kept objects of the check after its processes had ended: %s", kept);
	if (!vct_state.evidence->reason[0])
		vct_say_reason("the kernel kept objects of the check after its processes had "
			       "ended: %s",
			       kept);
	return true;
}

static void note_lost_records(unsigned long long n)
{
	if (n)
		vct_note_to(vct_state.evidence,
			    "%llu records of the kernel log were lost: they were overwritten "
			    "before they were read, or were too many",
			    n);
}

static struct vct_process explore(const struct vct_case *c)
{
	struct vct_random random = vct_state.run->random;
	struct vct_process p;

	random.deadline = vct_state.run->deadline;
	if (!vct_state.run->plan.dev->user_space) {
		random.complained = vct_said_complaint;
		random.seed_file = vct_seed_file();
	}
	vct_said_forget();
	p = vct_explore(&random, c, vct_state.evidence);
	if (random.seed_file)
		unlink(random.seed_file);
	return p;
}

static struct vct_process run_process(const struct vct_case *c)
{
	if (c->check->sequences)
		return explore(c);
	return vct_process_watch(run_check, (void *)c, vct_state.run->deadline * vct_slow);
}

/* What the kernel said during the check. */
static const char *lines_of(const struct vct_case *c)
{
	return c->check->sequences ? vct_said_lines() : vct_kernel_lines();
}

static void execute_once(struct vct_outcome *o)
{
	unsigned long long lost = vct_kernel_lost();
	unsigned long taint = vct_kernel_taint(), gained;
	double began = vct_now_ms();
	struct vct_process p;

	vct_patience_keep();
	if (counts_objects())
		vct_kept_count(vct_state.run->plan.dev->name);
	p = run_process(o->c);
	o->seconds = (vct_now_ms() - began) / 1e3;
	clear_up(o->c);
	o->verdict = verdict_of(p);
	o->kernel = lines_of(o->c);
	note_lost_records(vct_kernel_lost() - lost);
	gained = vct_kernel_taint() & ~taint;
	if (vct_kernel_is_to_blame(o->kernel, gained))
		blame_kernel(o);
	else if (p.ending != VCT_UNKILLABLE && kernel_kept_objects())
		blame_kernel(o);
	if (vct_state.evidence->fatal)
		vct_end_run("%s raised IBV_EVENT_DEVICE_FATAL: reset it, or load its driver again",
			    vct_state.run->plan.dev->name);
	else if (!port_was_down(o))
		end_if_device_is_gone(p);
	if ((gained & VCT_TAINT_DIE) && !vct_state.run->care.go_on_after_oops)
		vct_end_run("the kernel has oopsed, so later verdicts would not be reliable: boot "
			    "it again and resume with --resume");
}

void vct_execute(struct vct_outcome *o)
{
	const struct vct_device *dev = vct_state.run->plan.dev;

	for (int n = 1;; n++) {
		execute_once(o);
		if (vct_state.why_ended[0] || !port_was_down(o))
			return;
		if (!wait_for_port()) {
			vct_end_run("port %u of %s went down and was not ACTIVE again after %g s",
				    dev->port, dev->name, PORT_SECONDS * vct_slow);
			return;
		}
		if (n == MOST_EXECUTIONS || vct_stop_signal())
			return;
		forget();
		vct_note_to(vct_state.evidence,
			    "the port went down during execution %d of the check, which was "
			    "executed again when the port was ACTIVE",
			    n);
	}
}
