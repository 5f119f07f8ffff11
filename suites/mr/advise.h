/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Advice about on-demand paging regions. */
#ifndef MR_ADVISE_H
#define MR_ADVISE_H

#include "odp.h"

#define PREFETCH       IBV_ADVISE_MR_ADVICE_PREFETCH
#define PREFETCH_WRITE IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE
#define NO_FAULT       IBV_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT
#define FLUSH          ((uint32_t)IBV_ADVISE_MR_FLAG_FLUSH)

/*
 * A region of this memory, about which advice is given. Ends the check as SKIP on a device without
 * ibv_advise_mr, which no capability tells: it refuses the simplest advice.
 */
static inline struct ibv_mr *advised(char *memory, int access)
{
	char *trial = fresh();
	struct ibv_mr *mr = paged(trial, ODP);
	struct ibv_sge sge = { (uintptr_t)trial, PAGE, mr->lkey };
	int ret = vct_advise_mr(pd(), PREFETCH, FLUSH, &sge, 1);

	if (ret == EOPNOTSUPP || ret == ENOSYS)
		vct_skip("the device does not support ibv_advise_mr: it returns %s",
			 vct_errno_text(ret));
	return paged(memory, access);
}

struct range_row {
	struct vct_row vct_row;
	uint64_t at, length;
	uint32_t flags;
};
static inline struct ibv_sge range_of(const struct range_row *row, const char *memory,
				      const struct ibv_mr *mr)
{
	return (struct ibv_sge){ (uintptr_t)memory + of_row(row->at), (uint32_t)of_row(row->length),
				 mr->lkey };
}

static const struct range_row ranges[] = {
	{ ROW("whole"), .length = 4 * ROW_PAGE },
	{ ROW("whole-and-flush"), .length = 4 * ROW_PAGE, .flags = FLUSH },
	{ ROW("a-byte"), .at = ROW_PAGE + 7, .length = 1 },
	{ ROW("last-byte-and-flush"), .at = 4 * ROW_PAGE - 1, .length = 1, .flags = FLUSH },
	{ ROW("across-pages"), .at = ROW_PAGE - 1, .length = ROW_PAGE + 2 },
	{ ROW("across-pages-and-flush"), .at = ROW_PAGE - 1, .length = ROW_PAGE + 2,
	  .flags = FLUSH },
};

#endif
