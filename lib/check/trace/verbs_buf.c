// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The wrappers of the verbs of buffers and of descriptors of their memory. */
#include "verbs.h"
#include "verbs_put.h"
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

/* The number of a descriptor differs from run to run. */
static int exported(const char *verb, const void *object, int fd)
{
	struct vct_text *t = vct_text(PART("call %s") "%s(" PART("arg") "%s" END_PART, verb, verb,
				      vct_name(object));

	if (fd < 0)
		put_minus(t, fd);
	else
		put_string(t, RESULT("a file"));
	vct_trace("%s", t->s);
	return fd;
}

#define EXPORTS(verb_, type_)                                                                      \
	int vct_##verb_(type_ *object)                                                             \
	{                                                                                          \
		int fd = ANEW(ibv_##verb_(object));                                                \
                                                                                                   \
		ANSWERS(#verb_, fd < 0 ? errno : 0);                                               \
		return exported("ibv_" #verb_, object, fd);                                        \
	}
EXPORTS(export_buf_dmabuf_fd, struct ibv_buf)
EXPORTS(dm_export_dmabuf_fd, struct ibv_dm)
