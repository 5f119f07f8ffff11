/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the files that call verbs share: how an object is added, released and shown in the trace.
 * Private to the library. */
#ifndef VCT_MADE_H
#define VCT_MADE_H

#include <stdio.h>

#include "far.h"
#include "track.h"

#define ERR(ret_) vct_errno_text(ret_)

/* What the trace shows as return value: the name of the new object, or NULL and errno. */
static inline const char *made(const void *object)
{
	static __thread char text[60];
	int error = errno;

	if (object)
		return vct_name(object);
	snprintf(text, sizeof(text), "NULL, errno %s", vct_errno_said());
	errno = error;
	return text;
}

/*
 * Two functions that release an object: for the release after the check, and for the check. The
 * object may be a far one.
 */
#define UNDO(function_, verb_, type_)                                                              \
	static int undo_##function_(void *object)                                                  \
	{                                                                                          \
		int ret = vct_is_far(object) ? far_release(object) : verb_(object);                \
                                                                                                   \
		if (!ret)                                                                          \
			far_region_is_gone(object);                                                \
		return ret;                                                                        \
	}                                                                                          \
	int vct_##function_(type_ *object)                                                         \
	{                                                                                          \
		int ret = undo_##function_(object);                                                \
                                                                                                   \
		vct_trace(#verb_ "(%s) = %s", vct_name(object), ERR(ret));                         \
		if (!ret)                                                                          \
			vct_untrack(object);                                                       \
		return ret;                                                                        \
	}

#define TRACK(object_, kind_, undo_, verb_)                                                        \
	do {                                                                                       \
		if (object_)                                                                       \
			vct_track(object_, kind_, verb_, undo_);                                   \
	} while (0)

#endif
