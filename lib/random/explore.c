// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs sequences until one disagrees, several at the same time if asked to. */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/memory.h"
#include "../base/deadline.h"
#include "../base/sync.h"
#include "explore.h"
#include "shrink.h"

/* Time to shrink a finding, in seconds, before vct_slow. */
enum { SHRINK_SECONDS = 30, MOST_JOBS = 64, PROGRESS_MS = 500 };
/* What a job may need to end, besides the deadline of its sequence; how often it is looked at. */
enum { MORE_SECONDS = 30, WAIT_US = 2000 };
/* A sequence in which threads are used disagrees in some of so many attempts, or in none. */
enum { MOST_AGAIN = 20 };
/* The pairs of more operations are not counted. */
enum { MOST_OPERATIONS = 128 };

/* What the jobs share. */
struct jobs {
	atomic_ullong next;    /* how many sequences have been begun */
	atomic_ullong steps;   /* that did something */
	atomic_ullong refused; /* left out, because the device has no more, or lacks a verb */
	atomic_ullong judged, done;
	atomic_int found, seed_unwritten;
	/* The second operation did something as the next one after the first. */
	atomic_bool met[MOST_OPERATIONS][MOST_OPERATIONS];
	/* Of the job that found something first. */
	struct vct_disagreement how;
	struct vct_evidence evidence;
	struct vct_sequence sequence;
};

/*
 * So that the sequence is known which ran when the kernel died. With several jobs it is the one
 * that was begun last, and another may have been the cause.
 */
static void write_seed(const struct vct_random *r, struct jobs *jobs, uint64_t seed)
{
	char text[32];
	int fd, n = snprintf(text, sizeof(text), "%20" PRIu64 "\n", seed);

	if (!r->seed_file)
		return;
	fd = open(r->seed_file, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if ((fd < 0 || pwrite(fd, text, (size_t)n, 0) != n || vct_sync(fd, vct_is_of_host(fd))) &&
	    !atomic_exchange(&jobs->seed_unwritten, true))
		perror(r->seed_file);
	if (fd >= 0)
		close(fd);
}

/* At least one sequence is begun. */
static bool over(const struct vct_random *r, struct jobs *jobs, double began)
{
	return vct_stop_signal() || atomic_load(&jobs->found) ||
	       (r->seconds > 0 && atomic_load(&jobs->next) &&
		vct_now_ms() - began > r->seconds * 1e3);
}

static void leave_finding(const struct vct_attempts *a, struct jobs *jobs,
			  const struct vct_disagreement *how)
{
	jobs->how = *how;
	memcpy(&jobs->evidence, a->evidence, sizeof(jobs->evidence));
	memcpy(&jobs->sequence, a->sequence, sizeof(jobs->sequence));
}

/*
 * Runs the sequence; each time a step ends it with SKIP, again without that step: a small device is
 * judged by what it has.
 */
static bool passes_without_refused(struct vct_attempts *a, struct jobs *jobs,
				   struct vct_disagreement *how)
{
	struct vct_sequence *s = a->sequence;

	while (!vct_attempt_passes(a, how)) {
		if (how->process.ending != VCT_ENDED || how->verdict != VCT_SKIP || how->kernel ||
		    !s->reached)
			return false;
		s->n--;
		memmove(&s->steps[s->reached - 1], &s->steps[s->reached],
			(s->n + 1 - s->reached) * sizeof(s->steps[0]));
		atomic_fetch_add(&jobs->refused, 1);
	}
	return true;
}

static void count_pairs(const struct vct_sequence *s, struct jobs *jobs)
{
	size_t last = MOST_OPERATIONS;

	for (unsigned int i = 0; i < s->n; i++) {
		size_t number = vct_operation_number(s->steps[i].operation);

		if (!s->did[i] || number >= MOST_OPERATIONS)
			continue;
		if (last < MOST_OPERATIONS)
			jobs->met[last][number] = true;
		last = number;
	}
}

/* One job: until it or another finds a disagreement. *how is that of its last sequence. */
static void explore(struct vct_attempts *a, struct jobs *jobs, bool first,
		    struct vct_disagreement *how)
{
	const struct vct_random *r = a->random;
	double began = vct_now_ms(), told = began;

	while (!over(r, jobs, began)) {
		uint64_t number = atomic_fetch_add(&jobs->next, 1);

		if (r->sequences && number >= r->sequences)
			break;
		write_seed(r, jobs, r->seed + number);
		vct_sequence_make(a->sequence, r->seed + number, r->steps);
		if (!passes_without_refused(a, jobs, how) && how->process.ending != VCT_STOPPED) {
			if (!atomic_exchange(&jobs->found, true))
				leave_finding(a, jobs, how);
			return;
		}
		count_pairs(a->sequence, jobs);
		atomic_fetch_add(&jobs->done, 1);
		atomic_fetch_add(&jobs->steps, a->sequence->judged_steps);
		atomic_fetch_add(&jobs->judged, a->evidence->judged);
		if (first && r->progress && vct_now_ms() - told > PROGRESS_MS) {
			told = vct_now_ms();
			r->progress(atomic_load(&jobs->done), atomic_load(&jobs->steps),
				    (told - began) / 1e3);
		}
	}
}

static pid_t start_job(struct vct_attempts *a, struct jobs *jobs)
{
	struct vct_attempts own = *a;
	struct vct_disagreement how;
	pid_t parent = getpid(), pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	own.sequence = vct_share(sizeof(*own.sequence));
	own.evidence = vct_share(sizeof(*own.evidence));
	explore(&own, jobs, false, &how);
	_exit(0);
}

/* The jobs that were started beside this one. */
struct others {
	pid_t pids[MOST_JOBS];
	unsigned int n;
	struct vct_process lost; /* of one that something ended, and its sequences with it */
};

static void start_others(struct vct_attempts *a, struct jobs *jobs, struct others *others)
{
	while (others->n + 1 < a->random->jobs && others->n < MOST_JOBS) {
		pid_t pid = start_job(a, jobs);

		if (pid < 0) {
			perror("fork");
			return;
		}
		others->pids[others->n++] = pid;
	}
}

static void signal_others(const struct others *others, int signal)
{
	for (unsigned int i = 0; i < others->n; i++)
		kill(others->pids[i], signal);
}

/* True if one more has ended. */
static bool has_ended(struct others *others)
{
	int status = 0;
	pid_t pid = waitpid(others->pids[others->n - 1], &status, WNOHANG);

	if (!pid)
		return false;
	others->n--;
	if (pid > 0 && WIFSIGNALED(status))
		others->lost =
			(struct vct_process){ .ending = VCT_SIGNALED, .code = WTERMSIG(status) };
	else if (pid < 0 || status)
		others->lost =
			(struct vct_process){ .ending = VCT_EXITED, .code = WEXITSTATUS(status) };
	return true;
}

/*
 * They end after the sequence that they run now: its deadline is theirs. A signal that tells this
 * process to stop is passed on, because a sequence may hang.
 */
static void wait_for_others(struct others *others, double seconds)
{
	double until = vct_deadline_ms(seconds * 1e3);
	bool told = false;

	while (others->n) {
		if (has_ended(others))
			continue;
		if (vct_stop_signal() && !told) {
			signal_others(others, vct_stop_signal());
			told = true;
		}
		if (vct_now_ms() > until)
			signal_others(others, SIGKILL);
		usleep(WAIT_US);
	}
}

/* The sequences of a job that something ended are not known: that is no PASS. */
static void tell_lost(const struct vct_attempts *a)
{
	memset(a->evidence, 0, offsetof(struct vct_evidence, notes));
	vct_note_to(a->evidence,
		    "it was the process of one of %u jobs, not of a sequence: what its sequences "
		    "showed is not known",
		    a->random->jobs);
}

/*
 * The other jobs end with the first finding, or when the time is over. False if there is a finding:
 * attempts->sequence and the evidence are of it, in whichever job it was seen.
 */
static bool explore_all(struct vct_attempts *a, struct jobs *jobs, struct vct_disagreement *how)
{
	struct others others = { .lost.ending = VCT_ENDED };

	start_others(a, jobs, &others);
	explore(a, jobs, true, how);
	wait_for_others(&others, a->deadline + MORE_SECONDS);
	if (!atomic_load(&jobs->found)) {
		if (others.lost.ending != VCT_ENDED && how->process.ending == VCT_ENDED) {
			how->process = others.lost;
			tell_lost(a);
		}
		return true;
	}
	*how = jobs->how;
	memcpy(a->evidence, &jobs->evidence, sizeof(jobs->evidence));
	memcpy(a->sequence, &jobs->sequence, sizeof(jobs->sequence));
	return false;
}

static bool comes_again(struct vct_attempts *a, struct vct_disagreement *how)
{
	struct vct_disagreement again;

	for (unsigned int i = 0; i < (vct_threads > 1 ? MOST_AGAIN : 1); i++) {
		if (!vct_attempt_passes(a, &again) && vct_same_disagreement(&again, how)) {
			*how = again;
			return true;
		}
	}
	return false;
}

/*
 * Runs the shrunk sequence, for its evidence; if it does not disagree again, the one that was
 * found. If neither does, the finding is what was seen first, as in all that depends on time or on
 * other users of the device. Returns true if the shrunk one disagrees again.
 */
static bool run_again(struct vct_attempts *a, const struct vct_sequence *found,
		      const struct vct_evidence *first, struct vct_disagreement *how)
{
	if (comes_again(a, how))
		return true;
	*a->sequence = *found;
	if (comes_again(a, how)) {
		vct_note_to(a->evidence, "shorter sequences do not always show it");
		return false;
	}
	*a->sequence = *found;
	memcpy(a->evidence, first, sizeof(*first));
	vct_note_to(a->evidence, "it did not come again when the same sequence ran again");
	return false;
}

static void shrink_and_run_again(struct vct_attempts *a, struct vct_disagreement *how)
{
	struct vct_sequence *found = vct_allocate(1, sizeof(*found));
	struct vct_evidence *first = vct_allocate(1, sizeof(*first));
	unsigned int before;

	*found = *a->sequence;
	memcpy(first, a->evidence, sizeof(*first));
	before = vct_shrink(a, how, SHRINK_SECONDS);
	if (run_again(a, found, first, how))
		vct_note_to(a->evidence, "%u steps did something; %u are needed", before,
			    a->sequence->n);
	free(found);
	free(first);
}

/*
 * Writes the finding into the evidence. A kernel that has complained is not used again: it may not
 * say the same twice, and fixtures/guest/random has fresh ones.
 */
static struct vct_process show(struct vct_attempts *a, struct vct_disagreement *how)
{
	uint64_t seed = a->sequence->seed;

	if (!how->kernel)
		shrink_and_run_again(a, how);
	else if (a->random->jobs > 1)
		vct_note_to(a->evidence,
			    "%u sequences ran at the same time: the kernel may have complained of "
			    "another one than this",
			    a->random->jobs);
	vct_note_to(a->evidence, "found by seed %" PRIu64 " with --steps %u", seed,
		    a->random->steps);
	vct_tell_steps(a->evidence, a->sequence);
	return how->process;
}

/* Nothing is shown of a device to which no step applies. */
static void skip_if_nothing_was_done(struct vct_evidence *e, unsigned long long steps)
{
	if (steps)
		return;
	e->verdict = VCT_SKIP;
	e->promise = NULL;
	snprintf(e->reason, sizeof(e->reason),
		 "with what the device claims, no step of the random sequences did anything");
}

static struct vct_process replay(struct vct_attempts *a)
{
	struct vct_disagreement how;
	unsigned int left = vct_threads > 1 ? MOST_AGAIN : 1;
	bool passed;

	*a->sequence = *a->random->replay;
	while ((passed = vct_attempt_passes(a, &how)) && --left)
		;
	if (passed)
		skip_if_nothing_was_done(a->evidence, a->sequence->judged_steps);
	vct_tell_steps(a->evidence, a->sequence);
	return how.process;
}

static void tell_pairs(struct vct_evidence *e, struct jobs *jobs)
{
	unsigned int operations = 0, pairs = 0;

	for (size_t i = 0; i < MOST_OPERATIONS; i++) {
		bool did = false;

		for (size_t k = 0; k < MOST_OPERATIONS; k++) {
			did |= jobs->met[i][k] || jobs->met[k][i];
			pairs += jobs->met[i][k];
		}
		operations += did;
	}
	vct_note_to(e, "%u operations did something, in %u of their %u pairs one after the other",
		    operations, pairs, operations * operations);
}

/* No sequence disagreed. */
static void sum_up(const struct vct_attempts *a, struct jobs *jobs)
{
	struct vct_evidence *e = a->evidence;

	memset(e, 0, offsetof(struct vct_evidence, notes));
	e->verdict = VCT_PASS;
	e->over = true;
	e->judged = (unsigned int)atomic_load(&jobs->judged);
	skip_if_nothing_was_done(e, atomic_load(&jobs->steps));
	vct_note_to(e,
		    "%llu sequences from seed %" PRIu64
		    " of %u steps: %llu steps did something, with %llu judgements",
		    atomic_load(&jobs->done), a->random->seed, a->random->steps,
		    atomic_load(&jobs->steps), atomic_load(&jobs->judged));
	tell_pairs(e, jobs);
	if (atomic_load(&jobs->refused))
		vct_note_to(e,
			    "%llu steps were left out, because the device refused what they need",
			    atomic_load(&jobs->refused));
}

struct vct_process vct_explore(const struct vct_random *random, const struct vct_case *c,
			       struct vct_evidence *evidence)
{
	struct vct_attempts a = {
		.random = random, .c = c, .evidence = evidence, .deadline = random->deadline
	};
	struct jobs *jobs = vct_share(sizeof(*jobs));
	struct vct_disagreement how = { .process.ending = VCT_ENDED };

	a.sequence = vct_share(sizeof(*a.sequence));
	if (random->replay)
		how.process = replay(&a);
	else if (!explore_all(&a, jobs, &how))
		how.process = show(&a, &how);
	else if (how.process.ending == VCT_ENDED)
		sum_up(&a, jobs);
	munmap(a.sequence, sizeof(*a.sequence));
	munmap(jobs, sizeof(*jobs));
	return how.process;
}
