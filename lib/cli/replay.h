/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Reads the sequence that verbs-cts random is to replay. */
#ifndef VCT_REPLAY_H
#define VCT_REPLAY_H

#include "../check/sequence.h"

/* Reads a results.xml, or a text with a step on each line. NULL: after printing an error. */
struct vct_sequence *vct_replay_read(const char *path);

#endif
