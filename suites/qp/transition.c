// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The table of ibv_modify_qp(3), section NOTES: which attributes each transition from RESET to
 * INIT, RTR and RTS requires. The required attributes suffice, none of them can be left out, and an
 * attribute that the transition does not use cannot be added.
 */
#include "../vct.h"

enum kind { REQUIRED = 1, OPTIONAL, FORBIDDEN };

struct step_row {
	struct vct_row vct_row;
	enum ibv_qp_type type;
	enum ibv_qp_state to;
	int bit;
};

/* The QP of a row, in the state in which its transition starts. */
static struct subject before(const struct step_row *row)
{
	return subject_at(row->type, row->to - 1);
}

#define EXACT(type_, to_)                                                                          \
	{                                                                                          \
		TYPE_ROW(#type_ "-" #to_, type_, QP_MOD_##type_##_##to_##_ok), .to = IBV_QPS_##to_ \
	}

static const struct step_row exact[] = {
	EXACT(RC, INIT), EXACT(RC, RTR),   EXACT(RC, RTS),  EXACT(UC, INIT),
	EXACT(UC, RTR),  EXACT(UC, RTS),   EXACT(UD, INIT), EXACT(UD, RTR),
	EXACT(UD, RTS),  EXACT(RAW, INIT), EXACT(RAW, RTR), EXACT(RAW, RTS),
};

CHECK_ROWS(list_suffices, exact, .needs = NEED_IB_STATES)
{
	struct subject s = before(row);

	step_must_suffice(&s, row->to);
}

/* A row of the check for its kind, named after the type, the new state and the attribute. */
#define CELL(kind_, type_, to_, bit_, ...)                                                         \
	{ TYPE_ROW(#type_ "-" #to_ "-" #bit_, type_, __VA_ARGS__), .vct_row.kind = kind_,          \
	  .to = IBV_QPS_##to_, .bit = IBV_QP_##bit_ },

/* R: required. The page's table lists it. */
#define R(type_, to_, bit_)                                                                        \
	CELL(REQUIRED, type_, to_, bit_, QP_MOD_##type_##_##to_##_##bit_, AFT_01)
/* O: optional. No page says whether it may be added; Linux permits it. */
#define O(type_, to_, bit_) CELL(OPTIONAL, type_, to_, bit_, QP_MOD_FLAG_##bit_)
/* F: forbidden. The transition does not use it. */
#define F(type_, to_, bit_) CELL(FORBIDDEN, type_, to_, bit_, QP_MOD_08, AFT_01)
/* T: forbidden. QPs of this type do not have it. */
#define T(type_, to_, bit_) CELL(FORBIDDEN, type_, to_, bit_, QP_MOD_15, QP_MOD_08, AFT_01)
/* S: forbidden. It is valid only in the transition to SQD. */
#define S(type_, to_, bit_) CELL(FORBIDDEN, type_, to_, bit_, QP_MOD_16, QP_MOD_08, AFT_01)
/* L: forbidden. Only raw packet QPs have a rate limit, in RTS. */
#define L(type_, to_, bit_) CELL(FORBIDDEN, type_, to_, bit_, QP_MOD_FLAG_##bit_, QP_MOD_08, AFT_01)
/*
 * _: not judged here. What XRC_SEND requires is in xrc/transition.c; CAP, and ALT_PATH and
 * PATH_MIG_STATE where Linux permits them, depend on what the device claims: modify.c, flags.c.
 */
#define _(type_, to_, bit_)

#define X(bit_, rc1, rc2, rc3, uc1, uc2, uc3, ud1, ud2, ud3, raw1, raw2, raw3, xrc1, xrc2, xrc3)   \
	THREE(RC, bit_, rc1, rc2, rc3)                                                             \
	THREE(UC, bit_, uc1, uc2, uc3)                                                             \
	THREE(UD, bit_, ud1, ud2, ud3)                                                             \
	THREE(RAW, bit_, raw1, raw2, raw3)                                                         \
	THREE(XRC_SEND, bit_, xrc1, xrc2, xrc3)
#define THREE(type_, bit_, to_init, to_rtr, to_rts)                                                \
	to_init(type_, INIT, bit_) to_rtr(type_, RTR, bit_) to_rts(type_, RTS, bit_)

/* clang-format off */
static const struct step_row table[] = {
	/*                     RC            UC            UD            RAW           XRC_SEND
	 *                     INIT RTR RTS  INIT RTR RTS  INIT RTR RTS  INIT RTR RTS  INIT RTR RTS */
	X(STATE,               R,   R,  R,   R,   R,  R,   R,   R,  R,   R,   R,  R,   _,   _,  _)
	X(CUR_STATE,           F,   F,  O,   F,   F,  O,   F,   F,  O,   F,   F,  O,   F,   F,  O)
	X(EN_SQD_ASYNC_NOTIFY, S,   S,  S,   S,   S,  S,   S,   S,  S,   S,   S,  S,   S,   S,  S)
	X(ACCESS_FLAGS,        R,   O,  O,   R,   O,  O,   T,   T,  T,   T,   T,  T,   _,   O,  O)
	X(PKEY_INDEX,          R,   O,  F,   R,   O,  F,   R,   O,  F,   F,   F,  F,   _,   O,  F)
	X(PORT,                R,   F,  F,   R,   F,  F,   R,   F,  F,   R,   F,  F,   _,   F,  F)
	X(QKEY,                T,   T,  T,   T,   T,  T,   R,   O,  O,   T,   T,  T,   T,   T,  T)
	X(AV,                  F,   R,  F,   F,   R,  F,   T,   T,  T,   T,   T,  T,   F,   _,  F)
	X(PATH_MTU,            F,   R,  F,   F,   R,  F,   T,   T,  T,   T,   T,  T,   F,   _,  F)
	X(TIMEOUT,             F,   F,  R,   T,   T,  T,   T,   T,  T,   T,   T,  T,   F,   F,  _)
	X(RETRY_CNT,           F,   F,  R,   T,   T,  T,   T,   T,  T,   T,   T,  T,   F,   F,  _)
	X(RNR_RETRY,           F,   F,  R,   T,   T,  T,   T,   T,  T,   T,   T,  T,   F,   F,  _)
	X(RQ_PSN,              F,   R,  F,   F,   R,  F,   T,   T,  T,   T,   T,  T,   F,   _,  F)
	X(MAX_QP_RD_ATOMIC,    F,   F,  R,   T,   T,  T,   T,   T,  T,   T,   T,  T,   F,   F,  _)
	X(ALT_PATH,            F,   _,  _,   F,   _,  _,   T,   T,  T,   T,   T,  T,   F,   _,  _)
	X(MIN_RNR_TIMER,       F,   R,  O,   T,   T,  T,   T,   T,  T,   T,   T,  T,   _,   _,  _)
	X(SQ_PSN,              F,   F,  R,   F,   F,  R,   F,   F,  R,   F,   F,  F,   F,   F,  _)
	X(MAX_DEST_RD_ATOMIC,  F,   R,  F,   T,   T,  T,   T,   T,  T,   T,   T,  T,   _,   _,  _)
	X(PATH_MIG_STATE,      F,   F,  _,   F,   F,  _,   F,   F,  F,   F,   F,  F,   F,   F,  _)
	X(CAP,                 _,   _,  _,   _,   _,  _,   _,   _,  _,   _,   _,  _,   _,   _,  _)
	X(DEST_QPN,            F,   R,  F,   F,   R,  F,   T,   T,  T,   T,   T,  T,   F,   _,  F)
	X(RATE_LIMIT,          L,   L,  L,   L,   L,  L,   L,   L,  L,   L,   L,  _,   L,   L,  L)
};
/* clang-format on */

CHECK_ROWS(left_out, table, .kind = REQUIRED, .needs = NEED_IB_STATES, .danger = DANGER_REFUSED)
{
	struct subject s = before(row);

	step_must_need(&s, row->to, row->bit);
}

CHECK_ROWS(may_add, table, .kind = OPTIONAL, .needs = NEED_IB_STATES)
{
	struct subject s = before(row);

	step_may_take(&s, row->to, row->bit);
}

CHECK_ROWS(must_not_add, table, .kind = FORBIDDEN, .needs = NEED_IB_STATES,
	   .danger = DANGER_REFUSED)
{
	struct subject s = before(row);

	step_must_refuse(&s, row->to, row->bit);
}
