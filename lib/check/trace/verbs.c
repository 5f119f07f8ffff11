// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The wrappers that come from the rows of lib/verbs/table.h. Each writes its arguments down before
 * the call, because a verb may change them, calls the verb, and traces the call as C.
 */
#include "wrappers.h"
#include "verbs.h"
#include "verbs_put.h"
#include "verbs_then.h"

void show_srq(struct vct_text *t, const struct ibv_srq *srq, const struct ibv_srq_attr *sizes,
	      struct ibv_pd *pd, void *srq_context)
{
	struct ibv_srq given = { .pd = pd, .srq_context = srq_context };

	put_shown(t, "attr.attr", vct_srq_members, sizes);
	put_changed(t, vct_srq_handle_members, srq, &given);
}

void know_region(const struct ibv_mr *mr, uint64_t first, int access)
{
	if (first != (uintptr_t)mr->addr)
		vct_is_not_plain(mr);
	vct_know_region(mr, vct_name(mr));
	vct_know_number(KIND_MR_HANDLE, mr->handle, vct_name(mr));
	far_region_is(mr, first, access);
}

void know_local_region(const struct ibv_mr *mr)
{
	vct_know_number(KIND_LKEY, mr->lkey, vct_name(mr));
	vct_know_number(KIND_RKEY, mr->rkey, vct_name(mr));
	far_region_is_local(mr);
}

#define WRAP(verb_) VERB_PICK(WRAP_, verb_)
#define WRAP_(verb_, place_, way_, extra_, type_, arguments_)                                      \
	APPLY(WRAP_##way_, verb_, type_, arguments_, VERB_UNPACK extra_)
#define APPLY(macro_, ...) macro_(__VA_ARGS__)

/* The start of each wrapper: the arguments are written down, and the verb is called. */
#define START(verb_, arguments_)                                                                   \
	struct vct_text *t = CALL_TEXT("ibv_" #verb_);                                             \
	VERB_EACH(PUT, arguments_)
#define CALL(name_, arguments_)       CALL_(name_, VERB_VALUES(arguments_))
/* verbs.h has some verbs as macros: their arguments must be there before the name. */
#define CALL_(name_, ...)             ANEW(name_(__VA_ARGS__))
#define THEN(then_, ret_, arguments_) APPLY_THEN(THEN_##then_, t, ret_, VERB_VALUES(arguments_))
#define APPLY_THEN(macro_, ...)       macro_(__VA_ARGS__)

#define WRAP_MAKES(verb_, type_, arguments_, kind_, release_, then_)                               \
	int vct_undo_##release_(void *object);                                                     \
	type_ vct_##verb_(VERB_PARAMETERS(arguments_))                                             \
	{                                                                                          \
		START(verb_, arguments_);                                                          \
		type_ object = CALL(IBV(verb_), arguments_);                                       \
                                                                                                   \
		TRACK(object, #kind_, vct_undo_##release_, "ibv_" #release_);                      \
		ANSWERS(#verb_, object ? 0 : errno);                                               \
		put_made(t, object);                                                               \
		THEN(then_, object, arguments_);                                                   \
		vct_trace("%s", t->s);                                                             \
		return object;                                                                     \
	}

/* Two functions that release an object: for the release after the check, and for the check. */
#define WRAP_ENDS(verb_, type_, arguments_, or_minus_)                                             \
	int vct_undo_##verb_(void *object)                                                         \
	{                                                                                          \
		int ret = vct_is_far(object) ? far_release(object) : ibv_##verb_(object);          \
                                                                                                   \
		if (!ret)                                                                          \
			far_region_is_gone(object);                                                \
		return ret;                                                                        \
	}                                                                                          \
	int vct_##verb_(VERB_PARAMETERS(arguments_))                                               \
	{                                                                                          \
		return released##or_minus_("ibv_" #verb_, VERB_VALUES(arguments_),                 \
					   vct_undo_##verb_(VERB_VALUES(arguments_)));             \
	}
static int released_or_minus(const char *verb, const void *object, int ret)
{
	vct_trace(PART("call %s") "%s(" PART("arg") "%s" END_PART RESULT("%s"), verb, verb,
		  vct_name(object), ERR(ret));
	vct_call_begins(verb);
	vct_call_is_given(object);
	if (ret) {
		vct_call_is_refused(false);
	} else {
		vct_given_is_gone(object);
		vct_untrack((void *)object);
	}
	return ret;
}
static int released(const char *verb, const void *object, int ret)
{
	released_or_minus(verb, object, ret);
	vct_call_returned(ret);
	return ret;
}

#define WRAP_ENDS_MUTELY(verb_, type_, arguments_, ...)                                            \
	int vct_undo_##verb_(void *object)                                                         \
	{                                                                                          \
		ibv_##verb_(object);                                                               \
		return 0;                                                                          \
	}                                                                                          \
	void vct_##verb_(VERB_PARAMETERS(arguments_))                                              \
	{                                                                                          \
		vct_undo_##verb_(VERB_VALUES(arguments_));                                         \
		vct_trace(CALLED("ibv_" #verb_) PART("arg") "%s" END_PART ")",                     \
			  vct_name(VERB_VALUES(arguments_)));                                      \
		vct_untrack(VERB_VALUES(arguments_));                                              \
	}

#define WRAP_ERRNO(verb_, type_, arguments_, then_)                                                \
	RETURNS(verb_, type_, arguments_, ANSWERS(#verb_, ret);                                    \
		THEN(then_, ret, arguments_), put_error(t, ret))
#define WRAP_FAR_ERRNO(verb_, type_, arguments_, then_)                                            \
	static type_ far_or_##verb_(VERB_PARAMETERS(arguments_))                                   \
	{                                                                                          \
		return vct_is_far(FIRST(VERB_VALUES(arguments_), ))                                \
			       ? far_##verb_(VERB_VALUES(arguments_))                              \
			       : ibv_##verb_(VERB_VALUES(arguments_));                             \
	}                                                                                          \
	RETURNS_OF(far_or_##verb_, verb_, type_, arguments_, ANSWERS(#verb_, ret);                 \
		   THEN(then_, ret, arguments_), put_error(t, ret))
#define FIRST(...)          FIRST_(__VA_ARGS__)
#define FIRST_(first_, ...) first_
#define WRAP_MINUS(verb_, type_, arguments_, then_)                                                \
	RETURNS(verb_, type_, arguments_, ANSWERS(#verb_, ret ? errno : 0);                        \
		THEN(then_, ret, arguments_), put_minus(t, ret))
#define WRAP_NUMBER(verb_, type_, arguments_, then_)                                               \
	RETURNS(verb_, type_, arguments_, THEN(then_, ret, arguments_),                            \
		put(t, RESULT("%lld"), (long long)ret))
#define WRAP_NUMBER_OR_MINUS(verb_, type_, arguments_, ...)                                        \
	RETURNS(verb_, type_, arguments_, (void)0,                                                 \
		ret < 0 ? put_minus(t, ret) : put(t, RESULT("%d"), ret))
#define WRAP_READS(verb_, type_, arguments_, kind_)                                                \
	RETURNS(verb_, type_, arguments_, (void)0,                                                 \
		(put_string(t, ") = " PART("result")), put_known(t, KIND_##kind_, (uint32_t)ret),  \
		 put_string(t, END_PART)))
#define WRAP_EXPORTS(verb_, type_, arguments_, ...)                                                \
	RETURNS(verb_, type_, arguments_, ANSWERS(#verb_, ret < 0 ? errno : 0),                    \
		ret < 0 ? put_minus(t, ret) : put_string(t, RESULT("a file")))
#define WRAP_TELLS_TIME(verb_, type_, arguments_, ...)                                             \
	RETURNS(verb_, type_, arguments_, (void)0, put_string(t, ")"))
#define RETURNS(verb_, ...) RETURNS_OF(IBV(verb_), verb_, __VA_ARGS__)
#define RETURNS_OF(name_, verb_, type_, arguments_, then_, put_)                                   \
	type_ vct_##verb_(VERB_PARAMETERS(arguments_))                                             \
	{                                                                                          \
		START(verb_, arguments_);                                                          \
		type_ ret = CALL(name_, arguments_);                                               \
                                                                                                   \
		put_;                                                                              \
		then_;                                                                             \
		vct_trace("%s", t->s);                                                             \
		return ret;                                                                        \
	}

#define WRAP_MUTE(verb_, type_, arguments_, then_)                                                 \
	void vct_##verb_(VERB_PARAMETERS(arguments_))                                              \
	{                                                                                          \
		START(verb_, arguments_);                                                          \
		ibv_##verb_(VERB_VALUES(arguments_));                                              \
		THEN(then_, 0, arguments_);                                                        \
		vct_trace("%s)", t->s);                                                            \
	}
#define WRAP_BUILDS(verb_, type_, arguments_, ...)                                                 \
	void vct_##verb_(VERB_PARAMETERS(arguments_))                                              \
	{                                                                                          \
		START(verb_, arguments_);                                                          \
		ibv_##verb_(VERB_VALUES(arguments_));                                              \
		vct_trace_built(t, qp);                                                            \
	}
#define WRAP_BY_HAND(...)
#define WRAP_UNTRACED(...)

#define IBV(verb_) ibv_##verb_
ALL_VERBS(WRAP)
#undef IBV
#define IBV(verb_) vct_old_verbs.verb_
#ifndef VCT_CPPCHECK /* cppcheck cannot expand them */
VERBS_OF_OLD(WRAP)
#endif
