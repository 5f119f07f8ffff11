// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Mutates inputs that consist of frames (lib/check/far/wire.h) so that most heads remain true. */
#include <string.h>

#include "fuzz.h"

enum { MOST_FRAMES = 64 };

/* The head of a frame, as lib/check/far/wire.c writes it. */
struct head {
	uint32_t magic, type, length;
};
static const uint32_t magic = 0x76637470;

struct span {
	const uint8_t *at;
	size_t size;
};

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);

static size_t split(const uint8_t *data, size_t size, struct span *frames)
{
	size_t n = 0;
	struct head head;

	while (size && n < MOST_FRAMES) {
		size_t length = size;

		if (size >= sizeof(head)) {
			memcpy(&head, data, sizeof(head));
			if (head.magic == magic && head.length <= size - sizeof(head))
				length = sizeof(head) + head.length;
		}
		frames[n++] = (struct span){ data, length };
		data += length;
		size -= length;
	}
	return n;
}

/* Mutates the bytes behind a head, and tells their new length in it. */
static size_t mutate_one(uint8_t *frame, size_t size, size_t room)
{
	struct head head;

	if (size < sizeof(head) || room < sizeof(head))
		return LLVMFuzzerMutate(frame, size, room);
	memcpy(&head, frame, sizeof(head));
	size = LLVMFuzzerMutate(frame + sizeof(head), size - sizeof(head), room - sizeof(head));
	head.length = (uint32_t)size;
	memcpy(frame, &head, sizeof(head));
	return sizeof(head) + size;
}

static size_t append(uint8_t *out, size_t size, size_t room, const struct span *frame)
{
	if (frame->size > room - size)
		return size;
	memcpy(out + size, frame->at, frame->size);
	return size + frame->size;
}

/* One frame of all is mutated, left out, sent twice, or sent before the one in front of it. */
static size_t mutate_frames(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
	static uint8_t was[1 << 16];
	struct span frames[MOST_FRAMES];
	size_t n, out = 0, i, which;

	if (size > sizeof(was) || seed % 8 == 0)
		return LLVMFuzzerMutate(data, size, most);
	memcpy(was, data, size);
	n = split(was, size, frames);
	which = n ? (seed / 8) % n : 0;
	for (i = 0; i < n; i++) {
		size_t began = out, beside = seed % 8 == 1 && which ? which - 1 : which;

		if (seed % 8 == 2 && i == which)
			continue;
		if (i == beside || i == which)
			out = append(data, out, most, &frames[beside + which - i]);
		else
			out = append(data, out, most, &frames[i]);
		if (seed % 8 == 3 && i == which)
			out = append(data, out, most, &frames[i]);
		if (seed % 8 > 3 && i == which && out > began)
			out = began + mutate_one(data + began, out - began, most - began);
	}
	return out ? out : LLVMFuzzerMutate(data, size, most);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
	const char *target = getenv("FUZZ");
	bool frames = target && (!strcmp(target, "serve") || !strcmp(target, "greet") ||
				 !strcmp(target, "answers"));

	return frames ? mutate_frames(data, size, most, seed) : LLVMFuzzerMutate(data, size, most);
}
