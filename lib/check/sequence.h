/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A sequence of operations (operation.h): made from a seed, run by the body of a check, written as
 * text and read again.
 */
#ifndef VCT_SEQUENCE_H
#define VCT_SEQUENCE_H

#include "operation.h"

struct vct_step {
	const struct vct_operation *operation;
	uint32_t arg[STEP_ARGS];
};

enum { MOST_STEPS = 4000 };

/* In memory that the runner shares with the process of the check. */
struct vct_sequence {
	uint64_t seed; /* 0: it was not made from a seed alone */
	unsigned int n;
	unsigned int reached;      /* number of steps that have begun */
	unsigned int judged_steps; /* of these, the number that did something */
	struct vct_step steps[MOST_STEPS];
	bool did[MOST_STEPS]; /* the step did something */
};

/* The sequence that the check of this process runs. */
extern struct vct_sequence *vct_sequence;

/* The operations that are linked into the program; *n is their number. */
const struct vct_operation *const *vct_operations(size_t *n);
/* Its place among them. */
size_t vct_operation_number(const struct vct_operation *operation);
/* Each promise that an operation cites, once; ends with NULL. */
const struct vct_promise *const *vct_operation_promises(void);

/* Fills a sequence of n steps. The same seed gives the same steps on every device. */
void vct_sequence_make(struct vct_sequence *s, uint64_t seed, unsigned int n);
/* Runs vct_sequence: the body of a check. */
void vct_sequence_run(void);
/* "srq_arm srq=1 limit=3" */
void vct_step_text(const struct vct_step *step, char *text, size_t size);
/* Adds the steps to the evidence; of a sequence that has run, those that did something. */
struct vct_evidence;
void vct_tell_steps(struct vct_evidence *evidence, const struct vct_sequence *s);
/* Reads such a text; NULL, or what is wrong with it. */
const char *vct_step_read(struct vct_step *step, const char *text);

/* Most threads that an operation uses at the same time; fewer than 2: none does. */
extern unsigned int vct_threads;

/* From now on, ASK() is false for this promise. */
void vct_leave_out(const struct vct_promise *promise);
bool vct_is_left_out(const struct vct_promise *promise);
/* The device is known not to have this building block: operations do not use it. */
void vct_leave_out_block(enum vct_block block);
bool vct_block_is_left_out(enum vct_block block);

#endif
