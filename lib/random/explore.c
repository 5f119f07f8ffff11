// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Runs sequences until one disagrees, several at the same time if asked to. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "explore.h"
#include "shrink.h"

/* Time to shrink a finding, in seconds, before vct_slow. */
enum { SHRINK_SECONDS = 30, MOST_JOBS = 64, PROGRESS_MS = 500 };
/* A sequence in which threads are used disagrees in some of so many attempts, or in none. */
enum { MOST_AGAIN = 20 };

/* What the jobs share. */
struct jobs {
	atomic_ullong next;  /* how many sequences have been begun */
	atomic_ullong steps; /* that did something */
	atomic_ullong judged, done;
	atomic_bool found;
	/* Of the job that found something first. */
	struct vct_disagreement how;
	struct vct_evidence evidence;
	struct vct_sequence sequence;
};

static void write_seed(const struct vct_random *r, uint64_t seed)
{
	char text[32];
	int fd, n = snprintf(text, sizeof(text), "%20" PRIu64 "\n", seed);

	if (!r->seed_file)
		return;
	fd = open(r->seed_file, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || pwrite(fd, text, (size_t)n, 0) != n || fdatasync(fd))
		perror(r->seed_file);
	if (fd >= 0)
		close(fd);
}

static bool over(const struct vct_random *r, struct jobs *jobs, double began)
{
	return vct_stop_signal() || atomic_load(&jobs->found) ||
	       (r->seconds > 0 && vct_now_ms() - began > r->seconds * 1e3);
}

static void leave_finding(const struct vct_attempts *a, struct jobs *jobs,
			  const struct vct_disagreement *how)
{
	jobs->how = *how;
	memcpy(&jobs->evidence, a->evidence, sizeof(jobs->evidence));
	memcpy(&jobs->sequence, a->sequence, sizeof(jobs->sequence));
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
		write_seed(r, r->seed + number);
		vct_sequence_make(a->sequence, r->seed + number, r->steps);
		if (!vct_attempt_passes(a, how) && how->process.ending != VCT_STOPPED) {
			if (!atomic_exchange(&jobs->found, true))
				leave_finding(a, jobs, how);
			return;
		}
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
	pid_t pid = fork();

	if (pid)
		return pid;
	own.sequence = vct_share_sequence();
	own.evidence = mmap(NULL, sizeof(*own.evidence), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (own.evidence == MAP_FAILED)
		abort();
	explore(&own, jobs, false, &how);
	_exit(0);
}

/*
 * The other jobs end with the first finding, or when the time is over. False if there is a finding:
 * attempts->sequence and the evidence are of it, in whichever job it was seen.
 */
static bool explore_all(struct vct_attempts *a, struct jobs *jobs, struct vct_disagreement *how)
{
	pid_t pids[MOST_JOBS];
	unsigned int n = 0;

	while (n + 1 < a->random->jobs && n < MOST_JOBS) {
		pids[n] = start_job(a, jobs);
		if (pids[n++] < 0)
			n--, perror("fork");
	}
	explore(a, jobs, true, how);
	while (n > 0)
		waitpid(pids[--n], NULL, 0);
	if (!atomic_load(&jobs->found))
		return true;
	*how = jobs->how;
	memcpy(a->evidence, &jobs->evidence, sizeof(jobs->evidence));
	memcpy(a->sequence, &jobs->sequence, sizeof(jobs->sequence));
	return false;
}

static void note_seed(const struct vct_attempts *a, uint64_t seed)
{
	vct_note_to(a->evidence, "found by seed %" PRIu64 " with --steps %u", seed,
		    a->random->steps);
}

/*
 * If none of several attempts disagrees again, the finding is what was seen first, as in all that
 * depends on time or on other users of the device; then false.
 */
static bool run_again(struct vct_attempts *a, const struct vct_sequence *found,
		      const struct vct_evidence *first, struct vct_disagreement *how)
{
	struct vct_disagreement again;

	for (unsigned int i = 0; i < (vct_threads > 1 ? MOST_AGAIN : 1); i++) {
		if (!vct_attempt_passes(a, &again) && vct_same_disagreement(&again, how)) {
			*how = again;
			return true;
		}
	}
	*a->sequence = *found;
	memcpy(a->evidence, first, sizeof(*first));
	vct_note_to(a->evidence,
		    "the same sequence passed when it ran again, so it is not shorter");
	return false;
}

/*
 * Shrinks the finding, and runs it once more, for its evidence. A kernel that has complained is not
 * used again: it may not say the same twice, and fixtures/guest/random has fresh ones.
 */
static struct vct_process show(struct vct_attempts *a, struct vct_disagreement *how)
{
	struct vct_sequence *found = malloc(sizeof(*found));
	struct vct_evidence *first = malloc(sizeof(*first));
	uint64_t seed = a->sequence->seed;
	unsigned int before;
	bool again;

	if (!found || !first)
		abort();
	if (how->kernel) {
		vct_tell_steps(a->evidence, a->sequence);
		note_seed(a, seed);
		free(found);
		free(first);
		return how->process;
	}
	*found = *a->sequence;
	memcpy(first, a->evidence, sizeof(*first));
	before = vct_shrink(a, how, SHRINK_SECONDS);
	again = run_again(a, found, first, how);
	free(found);
	free(first);
	vct_tell_steps(a->evidence, a->sequence);
	note_seed(a, seed);
	if (again)
		vct_note_to(a->evidence, "%u steps did something; %u are needed", before,
			    a->sequence->n);
	return how->process;
}

static struct vct_process replay(struct vct_attempts *a)
{
	struct vct_disagreement how;
	unsigned int left = vct_threads > 1 ? MOST_AGAIN : 1;

	*a->sequence = *a->random->replay;
	while (vct_attempt_passes(a, &how) && --left)
		;
	vct_tell_steps(a->evidence, a->sequence);
	return how.process;
}

struct vct_process vct_explore(const struct vct_random *random, const struct vct_case *c,
			       struct vct_evidence *evidence)
{
	struct vct_attempts a = {
		.random = random, .c = c, .evidence = evidence, .deadline = random->deadline
	};
	struct jobs *jobs = mmap(NULL, sizeof(*jobs), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct vct_disagreement how = { .process.ending = VCT_ENDED };
	struct vct_process process;

	if (jobs == MAP_FAILED)
		abort();
	a.sequence = vct_share_sequence();
	if (random->replay) {
		process = replay(&a);
	} else if (explore_all(&a, jobs, &how)) {
		process = how.process;
		if (process.ending == VCT_ENDED) {
			memset(evidence, 0, offsetof(struct vct_evidence, notes));
			evidence->verdict = VCT_PASS;
			evidence->judged = (unsigned int)atomic_load(&jobs->judged);
		}
		vct_note_to(evidence,
			    "%llu sequences from seed %" PRIu64 " of %u steps: %llu steps did "
			    "something, with %llu judgements",
			    atomic_load(&jobs->done), random->seed, random->steps,
			    atomic_load(&jobs->steps), atomic_load(&jobs->judged));
	} else {
		process = show(&a, &how);
	}
	munmap(a.sequence, sizeof(*a.sequence));
	munmap(jobs, sizeof(*jobs));
	return process;
}
