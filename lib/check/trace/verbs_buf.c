// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The wrapper of ibv_alloc_buf, which returns memory beside its object. */
#include "verbs.h"
#include "wrappers.h"

int vct_undo_free_buf(void *buf);

/* The object that is tracked is the handle: the memory is its own. */
void *vct_alloc_buf(struct ibv_pd *pd, size_t size, struct ibv_buf **buf)
{
	struct vct_text *t =
		vct_text(CALLED("ibv_alloc_buf")
				 ARG("pd", "%s") ", " ARG("size", "%zu") ", " ARG("buf", "?"),
			 vct_name(pd), size);
	void *memory = ANEW(ibv_alloc_buf(pd, size, buf));

	ANSWERS("alloc_buf", memory ? 0 : errno);
	TRACK(memory ? *buf : NULL, "buf", vct_undo_free_buf, "ibv_free_buf");
	put_made(t, memory ? *buf : NULL);
	vct_trace("%s", t->s);
	return memory;
}
