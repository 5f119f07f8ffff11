// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Finds the objects that the far side of links holds. */
#include "far_held.h"

struct held far_all_held[MOST_HELD];
uint32_t far_n_held;

void *far_held(uint32_t handle, enum held_kind kind)
{
	if (!handle || handle > far_n_held || far_all_held[handle - 1].kind != kind)
		return NULL;
	return far_all_held[handle - 1].any;
}

uint32_t far_no_key(uint32_t lkey)
{
	for (uint32_t i = 0; i < far_n_held; i++)
		if (far_all_held[i].kind == HELD_MR && far_all_held[i].mr->lkey == lkey)
			return far_no_key(lkey + 0x100);
	return lkey;
}
