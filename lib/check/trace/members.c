// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The tables of the members of the structures of the verbs. */
#include "members.h"

/* EACH(struct, (a, b), (c, d)) is MEMBER(struct, a, b) MEMBER(struct, c, d), up to 64 of them. */
#define EACH(struct_, ...) ALL(EACH_(struct_, __VA_ARGS__))
#define EACH_(struct_, first_, ...)                                                                \
	MEMBER(struct_, UNPACK first_) __VA_OPT__(AGAIN NOTHING(struct_, __VA_ARGS__))
#define AGAIN()     EACH_
#define NOTHING     ()
#define UNPACK(...) __VA_ARGS__
#define ALL(...)    FOUR(FOUR(FOUR(FOUR(__VA_ARGS__))))
#define FOUR(...)   FOUR_(FOUR_(FOUR_(FOUR_(__VA_ARGS__))))
#define FOUR_(...)  ONCE(ONCE(ONCE(ONCE(__VA_ARGS__))))
#define ONCE(...)   __VA_ARGS__

#define MEMBER(...) MEMBER_(__VA_ARGS__, 0, 0)
#define MEMBER_(struct_, member_, kind_, words_, flag_, ...)                                       \
	VCT_MEMBER(struct_, flag_, member_, KIND_##kind_, words_)

#define DEFINE_TABLE(name_, struct_, ...)                                                          \
	const struct vct_member name_[] = { EACH(struct_, __VA_ARGS__) VCT_MEMBERS_END };

#ifndef VCT_CPPCHECK /* cppcheck cannot expand it */
VCT_TABLES(DEFINE_TABLE)
#endif

unsigned long long vct_number_at(const void *member, size_t size)
{
	switch (size) {
	case 1:
		return *(const uint8_t *)member;
	case 2:
		return *(const uint16_t *)member;
	case 4:
		return *(const uint32_t *)member;
	case 8:
		return *(const uint64_t *)member;
	}
	return 0;
}

void vct_set_number_at(void *member, size_t size, unsigned long long number)
{
	switch (size) {
	case 1:
		*(uint8_t *)member = (uint8_t)number;
		return;
	case 2:
		*(uint16_t *)member = (uint16_t)number;
		return;
	case 4:
		*(uint32_t *)member = (uint32_t)number;
		return;
	case 8:
		*(uint64_t *)member = number;
	}
}
