// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes, runs, writes and reads sequences of operations. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "device.h"
#include "judge.h"
#include "sequence.h"

/* A program of checks alone has none. */
extern const struct vct_operation *const __start_vct_operations[] __attribute__((weak));
extern const struct vct_operation *const __stop_vct_operations[] __attribute__((weak));

struct vct_sequence *vct_sequence;
unsigned int vct_threads;

enum { MOST_PROMISES = 1024 };
static const struct vct_promise *left_out[MOST_PROMISES];
static size_t n_left_out;
static bool blocks_left_out[BLOCKS];

const struct vct_operation *const *vct_operations(size_t *n)
{
	*n = (size_t)(__stop_vct_operations - __start_vct_operations);
	return __start_vct_operations;
}

size_t vct_operation_number(const struct vct_operation *operation)
{
	size_t n, number = 0;
	const struct vct_operation *const *o = vct_operations(&n);

	while (number < n && o[number] != operation)
		number++;
	return number;
}

static bool has(const struct vct_promise *const *list, size_t n, const struct vct_promise *promise)
{
	size_t i = 0;

	while (i < n && list[i] != promise)
		i++;
	return i < n;
}

const struct vct_promise *const *vct_operation_promises(void)
{
	static const struct vct_promise *all[MOST_PROMISES + 1];
	static size_t n;
	size_t n_operations;
	const struct vct_operation *const *o = vct_operations(&n_operations);

	if (n)
		return all;
	for (size_t i = 0; i < n_operations; i++)
		for (const struct vct_promise *const *p = o[i]->promises; *p; p++)
			if (n < MOST_PROMISES && !has(all, n, *p))
				all[n++] = *p;
	return all;
}

void vct_leave_out(const struct vct_promise *promise)
{
	if (n_left_out < MOST_PROMISES && !vct_is_left_out(promise))
		left_out[n_left_out++] = promise;
}

bool vct_is_left_out(const struct vct_promise *promise)
{
	return has(left_out, n_left_out, promise);
}

void vct_leave_out_block(enum vct_block block)
{
	blocks_left_out[block] = true;
}

bool vct_block_is_left_out(enum vct_block block)
{
	return blocks_left_out[block];
}

bool vct_ask(const struct vct_promise *promise)
{
	if (vct_is_left_out(promise))
		return false;
	vct_at_stake(promise);
	return true;
}

/* SplitMix64, by Sebastiano Vigna: every seed, 0 too, begins another good sequence. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static unsigned int weight(const struct vct_operation *o)
{
	return o->weight ? o->weight : 1;
}

/* One of the operations, or of those that make what others need. */
static const struct vct_operation *choose(uint64_t *state, bool makes)
{
	size_t n, chosen = 0;
	const struct vct_operation *const *o = vct_operations(&n);
	uint64_t sum = 0, drawn;

	for (size_t i = 0; i < n; i++)
		sum += o[i]->makes || !makes ? weight(o[i]) : 0;
	if (!sum)
		return choose(state, false);
	drawn = next_random(state) % sum;
	for (size_t i = 0; i < n; i++) {
		if (makes && !o[i]->makes)
			continue;
		chosen = i;
		if (drawn < weight(o[i]))
			break;
		drawn -= weight(o[i]);
	}
	return o[chosen];
}

/*
 * Two steps of five are a pair of operations, whose turn comes whatever their weights: the
 * sequences of one seed after the other go through all pairs, in an order without a rule.
 */
enum { A_PAIR_IN = 5, MIXES = 7919 };

static const struct vct_operation *of_a_pair(uint64_t pair, bool second)
{
	size_t n;
	const struct vct_operation *const *o = vct_operations(&n);
	size_t number = (size_t)(pair % (n * n) * MIXES % (n * n));

	return o[second ? number % n : number / n];
}

void vct_sequence_make(struct vct_sequence *s, uint64_t seed, unsigned int n)
{
	uint64_t state = seed;

	*s = (struct vct_sequence){ .seed = seed, .n = n };
	for (unsigned int i = 0; i < n; i++) {
		struct vct_step *step = &s->steps[i];
		uint64_t pair = seed * (n / A_PAIR_IN) + i / A_PAIR_IN;

		step->operation = choose(&state, i < n / 8);
		if (i >= n / 8 && i % A_PAIR_IN >= 3)
			step->operation = of_a_pair(pair, i % A_PAIR_IN == 4);
		for (unsigned int a = 0; step->operation->args[a].name; a++)
			step->arg[a] =
				(uint32_t)(next_random(&state) % step->operation->args[a].below);
	}
}

void vct_sequence_run(void)
{
	struct vct_sequence *s = vct_sequence;

	for (unsigned int i = 0; i < s->n; i++) {
		const struct vct_operation *o = s->steps[i].operation;

		s->reached = i + 1;
		s->did[i] = true;
		if (vct_device_lacks(vct_dev, o->needs) || !o->run(s->steps[i].arg))
			s->did[i] = false;
		else
			s->judged_steps++;
	}
}

void vct_step_text(const struct vct_step *step, char *text, size_t size)
{
	const struct vct_operation *o = step->operation;
	size_t n = (size_t)snprintf(text, size, "%s", o->name);

	for (unsigned int i = 0; o->args[i].name && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, " %s=%u", o->args[i].name, step->arg[i]);
}

void vct_tell_steps(struct vct_evidence *e, const struct vct_sequence *s)
{
	char text[256];
	unsigned int told = 0;

	e->steps_len = 0;
	for (unsigned int i = 0; i < s->n; i++) {
		size_t length, room = sizeof(e->steps) - e->steps_len;

		if (s->reached && !s->did[i])
			continue;
		vct_step_text(&s->steps[i], text, sizeof(text));
		length = strlen(text);
		if (length + 2 > room) {
			vct_note_to(e,
				    "the record has only the first %u steps: it has no room for "
				    "the others",
				    told);
			return;
		}
		memcpy(e->steps + e->steps_len, text, length);
		e->steps[e->steps_len + length] = '\n';
		e->steps_len += length + 1;
		told++;
	}
}

static const struct vct_operation *find(const char *name)
{
	size_t n;
	const struct vct_operation *const *o = vct_operations(&n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(o[i]->name, name))
			return o[i];
	return NULL;
}

static const char *read_argument(struct vct_step *step, const char *word)
{
	const char *value = strchr(word, '=');
	const struct vct_argument *args = step->operation->args;
	unsigned int i = 0;
	unsigned long number;
	char *end;

	if (!value)
		return "an argument has the form name=number";
	while (args[i].name && (strlen(args[i].name) != (size_t)(value - word) ||
				strncmp(args[i].name, word, (size_t)(value - word))))
		i++;
	if (!args[i].name)
		return "the operation has no such argument";
	number = strtoul(value + 1, &end, 10);
	if (!isdigit((unsigned char)value[1]) || *end || number >= args[i].below)
		return "the value of an argument is not a number, or too large";
	step->arg[i] = (uint32_t)number;
	return NULL;
}

const char *vct_step_read(struct vct_step *step, const char *text)
{
	char *copy = vct_copy(text), *rest = copy, *word = strtok_r(copy, " \t\n", &rest);
	const char *wrong = NULL;

	*step = (struct vct_step){ .operation = word ? find(word) : NULL };
	if (!step->operation)
		wrong = "there is no such operation";
	while (!wrong && (word = strtok_r(NULL, " \t\n", &rest)))
		wrong = read_argument(step, word);
	free(copy);
	return wrong;
}
