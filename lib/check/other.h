/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Another process of the check, for what processes share.
 *
 *	static int opens(void *file)
 *	{
 *		return domain_open(XRC_TODAY, *(int *)file, 0) ? 0 : errno;
 *	}
 *
 *	CHECK(...)
 *	{
 *		int file = domain_file();
 *		struct other *b = other_start();
 *
 *		MUST(domain_open(XRC_TODAY, file, O_CREAT));
 *		MUST_SUCCEED(other_does(b, opens, &file));
 *	}
 *
 * It has a ctx(), pd() and slots of its own, and keeps what it made from one function to the next;
 * open files of before its start are the same in both. Functions may use all that a check may:
 * where one ends there as FAIL or BROKEN, so does the check, and the verbs called there stand in
 * the evidence. When the check is over, or by other_leaves(), it releases what it made and exits.
 */
#ifndef VCT_OTHER_H
#define VCT_OTHER_H

#include "objects.h"

struct other;

/* Before anything of the device is made here: a device's handles do not outlive a fork. */
struct other *other_start(void);

/*
 * It calls function(argument), where *argument is copied there and back, and this is what it
 * returned. BROKEN when it has not by a deadline, or died.
 */
#define other_does(other_, function_, argument_)                                                   \
	other_do(other_, function_, argument_, sizeof(*(argument_)))
int other_do(struct other *o, int (*function)(void *), void *argument, size_t size);

/* The same in two steps: until the second, other processes may do something, too. */
#define other_begins(other_, function_, argument_)                                                 \
	other_begin(other_, function_, argument_, sizeof(*(argument_)))
#define other_ended(other_, argument_) other_end(other_, argument_, sizeof(*(argument_)))
void other_begin(struct other *o, int (*function)(void *), const void *argument, size_t size);
int other_end(struct other *o, void *argument, size_t size);

/* It releases all it made, and exits: BROKEN where it cannot. */
void other_leaves(struct other *o);
/* It is killed where it stands, and gone. */
void other_is_killed(struct other *o);

#endif
