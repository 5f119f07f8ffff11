// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The factors of the cases of pairs.c and their levels: which there are, and which may meet. */
#include "pair.h"

#define COUNTS(of_)                                                                                \
	{                                                                                          \
		"no " of_, "one " of_, "two " of_ "s", "three " of_ "s",                           \
			"as many " of_ "s as there can be"                                         \
	}
#define SHORTER(of_)                                                                               \
	{                                                                                          \
		"", "the first " of_ " empty", "the first " of_ " of one byte",                    \
			"the middle " of_ " empty", "the last " of_ " empty"                       \
	}
const char *const pair_words[FACTORS][COVER_LEVELS] = {
	[COUNT] = COUNTS("buffer"),
	[SHORTEST] = SHORTER("buffer"),
	[LENGTH] = { "0 bytes", "1 byte", "33 bytes", "63 bytes", "64 bytes", "65 bytes",
		     "an MTU less one byte", "an MTU", "an MTU and one byte",
		     "three MTUs and one byte", "the most inline data", "8 bytes" },
	[SIGNAL] = { "signaled", "unsignaled" },
	[BEHIND] = { "", "behind an unsignaled send", "behind an unsignaled read" },
	[PLACE] = { "", "first in the ring", "last in the ring" },
	[SOLICITED] = { "", "solicited" },
	[FENCE] = { "", "fenced" },
	[GRH] = { "", "with a GRH" },
	[NOTIFY] = { "", "with an event", "with an event of what is solicited" },
	[CQ] = { "", "on extended CQs" },
	[R_COUNT] = COUNTS("receive buffer"),
	[R_SHORTEST] = SHORTER("receive buffer"),
	[ROOM] = { "", "room for one byte more", "room for 64 bytes more" },
};

#define ALL_BUT(n_) (~(1U << (n_)))
static const struct {
	enum factor f;
	unsigned int levels;
	enum factor g;
	unsigned int others;
} apart[] = {
	{ COUNT, 1 << 0, LENGTH, ALL_BUT(0) },
	{ COUNT, 1 << 0 | 1 << 1, SHORTEST, ALL_BUT(NONE_SHORTER) },
	{ COUNT, 1 << 2, SHORTEST, 1 << MIDDLE_EMPTY },
	{ R_COUNT, 1 << 0, LENGTH, ALL_BUT(0) },
	{ R_COUNT, 1 << 0, ROOM, ALL_BUT(0) },
	{ R_COUNT, 1 << 0 | 1 << 1, R_SHORTEST, ALL_BUT(NONE_SHORTER) },
	{ R_COUNT, 1 << 2, R_SHORTEST, 1 << MIDDLE_EMPTY },
	{ SOLICITED, 1 << 0, NOTIFY, 1 << OF_SOLICITED },
};

enum { MOST_PLACES = 64 };

uint32_t pair_length(const struct pairs *p, int level)
{
	uint32_t mtu = pair_mtu();

	return (const uint32_t[LENGTHS]){
		0, 1, 33, 63, 64, 65, mtu - 1, mtu, mtu + 1, 3 * mtu + 1, p->inline_data, 8
	}[level];
}

static uint32_t most_bytes(const struct pairs *p)
{
	uint32_t mtu = pair_mtu();

	if (p->form & PAIR_INLINE)
		return p->inline_data;
	return p->row->type == IBV_QPT_UD ? mtu : 3 * mtu + 1;
}

/* Whether queues of so many buffers have this number of them. */
static bool counts(int level, uint32_t sges)
{
	return level < MOST_COUNT ? (uint32_t)level <= sges : sges >= MOST_COUNT;
}

static bool has_count(const struct pairs *p, int level)
{
	if (p->form & PAIR_ZERO_BASED)
		return (level == 1 || level == 2) && counts(level, p->sges);
	if (p->form & PAIR_LISTS)
		return level > 1 && counts(level, p->sges);
	return level == 1 || (!level && !pair_is_atomic(p->row->opcode));
}

/* Whether lists of up to so many buffers can have this one shorter than the others. */
static bool has_shortest(int level, uint32_t most)
{
	return !level || most > (level == MIDDLE_EMPTY ? 2 : 1);
}

static bool has_length(const struct pairs *p, int level)
{
	if (pair_is_atomic(p->row->opcode))
		return level == EIGHT_BYTES;
	return level != EIGHT_BYTES && (level != MOST_INLINE || p->form & PAIR_INLINE) &&
	       pair_length(p, level) <= most_bytes(p);
}

static bool has_level(const struct pairs *p, enum factor f, int level)
{
	enum ibv_qp_type type = p->row->type;
	bool received = pair_is_received(p->row->opcode);

	switch (f) {
	case COUNT:
		return has_count(p, level);
	case SHORTEST:
		return has_shortest(level, p->form & PAIR_LISTS ? p->sges : 1);
	case LENGTH:
		return has_length(p, level);
	case BEHIND:
		return level != BEHIND_READ || type == IBV_QPT_RC || type == IBV_QPT_XRC_SEND;
	case PLACE:
		return !level || p->ring <= MOST_PLACES;
	case SOLICITED:
		return !level || received;
	case FENCE:
		return !level || type == IBV_QPT_RC;
	case GRH:
		return level || !link_has_grh();
	case NOTIFY:
		return level != OF_SOLICITED || received;
	case CQ:
		return !level || vct_dev->tried & NEED_CQ_EX;
	case R_COUNT:
		return received ? counts(level, p->recv_sges) && (level || type != IBV_QPT_UD)
				: level == 1;
	case R_SHORTEST:
		return has_shortest(level, received ? p->recv_sges : 1);
	case ROOM:
		return !level || received;
	default:
		return true;
	}
}

bool pair_permits(const void *model, int f, int level, int g, int other)
{
	if (!pair_words[f][level])
		return false;
	if (f == g)
		return has_level(model, (enum factor)f, level);
	for (size_t i = 0; i < sizeof(apart) / sizeof(apart[0]); i++)
		if ((int)apart[i].f == f && (int)apart[i].g == g && apart[i].levels >> level & 1 &&
		    apart[i].others >> other & 1)
			return false;
	return true;
}
