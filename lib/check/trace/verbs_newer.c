// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The verbs that the tested libibverbs may lack, each under its own name: a call goes to the
 * function of libibverbs, or of a mutant before it. Without it, the check ends as SKIP.
 */
#include <dlfcn.h>
#include <string.h>

#include "wrappers.h"
#include "newer.h"
#include "verbs.h"
#include "verbs_put.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* What a function of this place takes besides, and its name. */
#define MORE_TAKEN_NEWER
#define MORE_TAKEN_NEWER_SIZED      , size_t size
#define FUNCTION_NEWER(verb_)       "ibv_" #verb_
#define FUNCTION_NEWER_SIZED(verb_) "_ibv_" #verb_

static struct {
#define MEMBER(verb_) VERB_PICK(MEMBER_, verb_)
#define MEMBER_(verb_, place_, way_, extra_, type_, arguments_)                                    \
	type_ (*verb_)(VERB_PARAMETERS(arguments_) MORE_TAKEN_##place_);
	NEWER_VERBS(MEMBER)
} verbs;

/*
 * Whether libibverbs has it: a mutant has all of them. A program that is linked to libibverbs has
 * it from its start.
 */
static bool has(const char *function)
{
	void *libibverbs = dlopen("libibverbs.so.1", RTLD_NOLOAD | RTLD_LAZY);
	bool found = libibverbs && dlsym(libibverbs, function);

	if (libibverbs)
		dlclose(libibverbs);
	return found;
}

/* Before main(). */
__attribute__((constructor)) static void find_verbs(void)
{
#define FIND(verb_) VERB_PICK(FIND_, verb_)
#define FIND_(verb_, place_, way_, extra_, type_, arguments_)                                      \
	if (has(FUNCTION_##place_(verb_)))                                                         \
		*(void **)&verbs.verb_ = dlsym(RTLD_NEXT, FUNCTION_##place_(verb_));
	NEWER_VERBS(FIND)
}

static void need(bool is_there, const char *verb, int since)
{
	if (!is_there)
		vct_skip("libibverbs has no %s: it is there since rdma-core %d", verb, since);
}

#define NEED(verb_)    need(verbs.verb_, "ibv_" #verb_, SINCE_##verb_)

#define FORWARD(verb_) VERB_PICK(FORWARD_, verb_)
#define FORWARD_(verb_, place_, way_, extra_, type_, arguments_)                                   \
	FORWARD_##place_(verb_, type_, arguments_)
#define FORWARD_NEWER(verb_, type_, arguments_)                                                    \
	HIDDEN type_ ibv_##verb_(VERB_PARAMETERS(arguments_))                                      \
	{                                                                                          \
		NEED(verb_);                                                                       \
		return verbs.verb_(VERB_VALUES(arguments_));                                       \
	}
#define FORWARD_NEWER_SIZED(...)
NEWER_VERBS(FORWARD)

HIDDEN int ibv_query_comp_cntr_caps(struct ibv_context *context, struct ibv_comp_cntr_caps *caps)
{
	NEED(query_comp_cntr_caps);
	return verbs.query_comp_cntr_caps(context, caps, sizeof(*caps));
}

void vct_skip_unsupported(const char *what, int error)
{
	if (error == EOPNOTSUPP || error == EPROTONOSUPPORT || error == ENOSYS)
		vct_skip("the device does not support %s: it fails with %s", what,
			 vct_errno_text(error));
}

void vct_need_verb(const char *verb)
{
#define NEED_NAMED(verb_)                                                                          \
	if (!strcmp(verb, "ibv_" #verb_))                                                          \
		NEED(verb_);
	NEWER_VERBS(NEED_NAMED)
}

/* The member is as old as ibv_wr_opcode_str. */
int vct_query_port_newer(struct ibv_context *context, uint8_t port, union ibv_port_attr_newer *attr)
{
	struct verbs_context *extended = verbs_get_ctx_op(context, query_port);
	struct vct_text *t;
	int ret;

	need(verbs.wr_opcode_str, "active_speed_ex in struct ibv_port_attr", SINCE_wr_opcode_str);
	SETUP(extended);
	t = CALL_TEXT("ibv_query_port");
	PUT(OBJECT, , context);
	PUT(PORT, , port);
	PUT(OUT, , attr);
	ret = ANEW(extended->query_port(context, port, &attr->attr, sizeof(*attr)));
	put_error(t, ret);
	if (!ret)
		put(t,
		    " " PART("shown attr") "{ .active_speed = " PART(
			    "member active_speed") "%u" END_PART
						   ", .active_speed_ex = " PART(
							   "member active_speed_ex") "%u" END_PART
										     " }" END_PART,
		    attr->attr.active_speed, attr->active_speed_ex);
	vct_trace("%s", t->s);
	return ret;
}
