// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Measures how late a process wakes up. */
#include <errno.h>
#include <stddef.h>

#include "deadline.h"
#include "lateness.h"

/*
 * A machine is late if a part of the time is lost, or if one sleep ends much too late. Measured
 * with two CPUs and sleeps of 10 ms, in checks that took 200 ms or longer: beside 6 to 9 other
 * processes 13 % of the time is lost and never more than 23 %, beside 20 it is 60 % and seldom less
 * than 39 %. A single sleep ends 8 ms late beside 6 to 9, and 83 ms late beside 20.
 */
enum { PART = 4, LEAST_MS = 20, MUCH_MS = 100 };
enum { SLEEP_MS = 10, COMPUTE_MS = 30, JUMP_MS = 2, LOOKS = 5, TRIES = 3 };

int vct_poll_late(struct pollfd *fd, double ms, struct vct_lateness *l)
{
	int wait = ms <= 0 ? 0 : ms < SLEEP_MS ? (int)ms + 1 : SLEEP_MS;
	double began = vct_now_ms(), late;
	int n = poll(fd, fd ? 1 : 0, wait);
	int error = errno;

	late = vct_now_ms() - began - wait;
	l->asked += late > 0 ? wait : wait + late;
	if (late > 0)
		l->late += late;
	if (late > l->worst)
		l->worst = late;
	errno = error;
	return n;
}

double vct_late_ms(const struct vct_lateness *l)
{
	double slow = vct_slow > 1 ? vct_slow : 1;
	bool part = l->worst >= LEAST_MS * slow && l->late * PART >= l->asked + l->late;

	return part || l->worst >= MUCH_MS * slow ? l->late : 0;
}

/*
 * A process that sleeps is soon awake although many others compute, because schedulers prefer it.
 * One that computes loses its CPU to them: the clock then jumps.
 */
static double lost_while_computing(double *asked)
{
	double began = vct_now_ms(), last = began, now, lost = 0, worst = 0;

	do {
		now = vct_now_ms();
		if (now - last >= JUMP_MS)
			lost += now - last;
		worst = now - last > worst ? now - last : worst;
		last = now;
	} while (now - began < COMPUTE_MS);
	*asked += now - began;
	return worst >= LEAST_MS ? lost : 0;
}

double vct_look_how_late(void)
{
	struct vct_lateness l = { 0 };
	double lost = 0, computed = 0;

	for (unsigned int i = 0; i < LOOKS && l.worst < MUCH_MS; i++) {
		vct_poll_late(NULL, SLEEP_MS, &l);
		lost += lost_while_computing(&computed);
	}
	return lost * PART >= computed ? lost : vct_late_ms(&l);
}

bool vct_try_again(unsigned int tries, double late_ms)
{
	return tries < TRIES && late_ms > 0;
}
