/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Another process of the check, to judge what processes share: XRC domains, for example.
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
 *		MUST_MAKE(domain_open(XRC_TODAY, file, O_CREAT));
 *		MUST_SUCCEED(other_does(b, opens, &file));
 *	}
 *
 * The other process has its own ctx(), pd() and slots, and keeps its objects from one function to
 * the next. Files that were open before its start are open in both. The functions may use all that
 *a check may use: if one ends as FAIL or BROKEN, so does the check, and the verbs that it called
 *are in the evidence. At the end of the check, or at other_leaves(), the other process releases its
 * objects and exits.
 */
#ifndef VCT_SECOND_PROCESS_H
#define VCT_SECOND_PROCESS_H

#include "../objects/objects.h"

struct other;

/*
 * Starts another process, at most 16. BROKEN after this process has made an object of the device,
 * because handles of a device must not be used after a fork.
 */
struct other *other_start(void);

/*
 * Calls function(argument) in the other process and returns its return value. *argument, of at most
 * 1024 bytes, is copied there before the call and back after it. BROKEN if the process does not
 * answer within 5 s, or is killed.
 */
#define other_does(other_, function_, argument_)                                                   \
	other_do(other_, function_, argument_, sizeof(*(argument_)))
int other_do(struct other *o, int (*function)(void *), void *argument, size_t size);

/* other_does() in two steps: between them, this process and others can do something meanwhile. */
#define other_begins(other_, function_, argument_)                                                 \
	other_begin(other_, function_, argument_, sizeof(*(argument_)))
#define other_ended(other_, argument_) other_end(other_, argument_, sizeof(*(argument_)))
void other_begin(struct other *o, int (*function)(void *), const void *argument, size_t size);
int other_end(struct other *o, void *argument, size_t size);

/* The other process releases all its objects and exits; BROKEN if a release fails. Whenever a
 * signal ends it, other than by other_is_killed(), the check ends as CRASH. */
void other_leaves(struct other *o);
/* Kills the other process, whatever it does, and waits for its end. */
void other_is_killed(struct other *o);

#endif
