// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * ibv_modify_qp with masks that are not those of the list: attributes that are added or left out,
 * bits that mean nothing, a wrong current state. Which of them are judged, and how leniently, is as
 * in suites/qp.
 */
#include "qp.h"
#include "qp_promises.h"

enum { ALL = (IBV_QP_RATE_LIMIT << 1) - 1, APM = IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE };

/* The bit of the mask of this number, the numbers beyond the last again from the first; 0: none. */
static int nth_bit(int mask, uint32_t n)
{
	int bits[32] = { 0 }, found = 0;

	for (int i = 0; i < 31; i++)
		if (mask & 1 << i)
			bits[found++] = 1 << i;
	return found ? bits[n % (uint32_t)found] : 0;
}

/* A transition between two of the states from RESET to SQD. */
static bool is_judged(const struct attempt *a)
{
	return a->t && a->outcome == TAKEN;
}

/* Attributes that the type ignores: see XRC in the core of Linux. */
static int ignored(const struct attempt *a)
{
	bool sender = a->q->qp->qp_type == IBV_QPT_XRC_SEND;

	return IBV_QP_CAP | (sender ? IBV_QP_MIN_RNR_TIMER | IBV_QP_MAX_DEST_RD_ATOMIC : 0);
}

static bool leave_out(struct attempt *a, uint32_t which)
{
	int bit = nth_bit(a->mask, which);

	if (!is_judged(a) || a->q->state >= a->to)
		return false;
	a->promise = promise_of_need(a->q->qp->qp_type, a->to, bit);
	a->mask &= ~bit;
	a->outcome = bit == IBV_QP_STATE ? EITHER : REFUSED;
	return a->promise;
}

static bool add_useless(struct attempt *a, uint32_t which)
{
	bool notify = !a->t && a->outcome == TAKEN;
	int useful = a->t ? a->t->required | a->t->optional | ignored(a) | IBV_QP_STATE : 0;
	int bit = notify ? IBV_QP_EN_SQD_ASYNC_NOTIFY : nth_bit(ALL & ~useful, which);

	if (notify ? a->q->state == IBV_QPS_ERR : !is_judged(a))
		return false;
	if (a->q->qp->qp_type == IBV_QPT_RAW_PACKET && (notify || a->q->state >= a->to))
		return false;
	a->promise = bit == IBV_QP_EN_SQD_ASYNC_NOTIFY ? QP_MOD_16 : QP_MOD_08;
	a->mask |= bit;
	a->outcome = REFUSED;
	return true;
}

static bool add_unknown(struct attempt *a, uint32_t which)
{
	static const unsigned int bits[] = { 21, 22, 23, 24, 26, 31 };

	if (!is_judged(a) || a->q->state >= a->to || a->to > IBV_QPS_RTS)
		return false;
	a->promise = QP_MOD_08;
	a->mask |= (int)(1u << bits[which % 6]);
	a->outcome = REFUSED;
	return true;
}

/* Alternate paths, by what the device claims of them. */
static bool add_path(struct attempt *a, int bit)
{
	bool has = a->q->set_mask & IBV_QP_ALT_PATH, claims = !vct_device_lacks(vct_dev, NEED_APM);

	a->mask |= bit;
	if (!claims) {
		a->promise = QP_MOD_12;
		a->outcome = REFUSED;
		return bit == IBV_QP_ALT_PATH && a->q->state < a->to;
	}
	if (bit == IBV_QP_ALT_PATH) {
		a->promise = QP_MOD_11;
		a->outcome = a->to == IBV_QPS_RTR ? TAKEN : EITHER;
		return true;
	}
	a->promise = QP_MOD_FLAG_PATH_MIG_STATE;
	a->outcome = a->q->state == IBV_QPS_RTR && a->to == IBV_QPS_RTS ? TAKEN : EITHER;
	return has;
}

/* The core of Linux refuses it for a raw packet QP. */
static bool must_be_taken(const struct attempt *a, int bit)
{
	return bit == IBV_QP_CUR_STATE && a->q->state == IBV_QPS_RTR &&
	       a->q->qp->qp_type != IBV_QPT_RAW_PACKET;
}

static bool add_optional(struct attempt *a, uint32_t which)
{
	int bit = a->t ? nth_bit(a->t->optional & ~IBV_QP_RATE_LIMIT, which) : 0;

	if (!is_judged(a) || !bit)
		return false;
	if (bit & APM)
		return add_path(a, bit);
	if (vct_is_left_out(a->promise))
		return false;
	a->mask |= bit;
	a->promise = promise_of_flag(bit);
	if (bit != IBV_QP_EN_SQD_ASYNC_NOTIFY && !must_be_taken(a, bit))
		a->outcome = EITHER;
	return true;
}

static bool must_be_set_alone(const struct attempt *a, int bit)
{
	enum ibv_qp_type type = a->q->qp->qp_type;
	enum ibv_qp_state in = a->q->state;

	if (bit == IBV_QP_ACCESS_FLAGS)
		return in == IBV_QPS_INIT;
	if (bit == IBV_QP_QKEY)
		return in == IBV_QPS_INIT || in == IBV_QPS_RTS;
	return bit == IBV_QP_MIN_RNR_TIMER && type == IBV_QPT_RC && in == IBV_QPS_RTS;
}

/* One attribute, without IBV_QP_STATE. */
static bool set_alone(struct attempt *a, uint32_t which)
{
	int bit = a->t ? nth_bit(a->t->optional & ~(APM | IBV_QP_RATE_LIMIT), which) : 0;

	if (!is_judged(a) || a->q->state != a->to || !bit)
		return false;
	a->mask = bit;
	a->promise = promise_of_flag(bit);
	a->outcome = must_be_set_alone(a, bit) ? TAKEN : EITHER;
	return true;
}

static bool set_useless_alone(struct attempt *a, uint32_t which)
{
	if (!is_judged(a) || a->q->state != a->to || !add_useless(a, which))
		return false;
	a->mask &= ~IBV_QP_STATE;
	a->promise = QP_MOD_08;
	return true;
}

/* No attribute is selected. */
static bool set_nothing(struct attempt *a, uint32_t which)
{
	(void)which;
	a->mask = 0;
	a->promise = a->q->state == IBV_QPS_RTR ? QP_MOD_05 : QP_MOD_04;
	a->outcome = TAKEN;
	return a->q->qp->qp_type != IBV_QPT_RAW_PACKET || a->q->state != IBV_QPS_SQD;
}

/* From the state that is claimed, the transition would be legal. */
static bool claim_state(struct attempt *a, uint32_t which)
{
	bool skips = a->outcome == REFUSED && (a->to == IBV_QPS_RTS || a->to == IBV_QPS_SQD);
	bool spares = is_judged(a) && a->q->state == IBV_QPS_RTR && a->to == IBV_QPS_RTS &&
		      a->t->required;

	(void)which;
	if (!skips && !spares)
		return false;
	if (spares)
		a->mask = IBV_QP_STATE;
	a->attr.cur_qp_state = spares ? IBV_QPS_RTS : a->to - 1;
	a->mask |= IBV_QP_CUR_STATE;
	a->promise = QP_MOD_06;
	a->outcome = REFUSED;
	return true;
}

/* The QP has no alternate path to migrate to. */
static bool arm_without_path(struct attempt *a, uint32_t which)
{
	if (!is_judged(a) || a->q->state != IBV_QPS_RTS || a->to != IBV_QPS_RTS ||
	    !(a->t->optional & IBV_QP_PATH_MIG_STATE) || a->q->set_mask & IBV_QP_ALT_PATH)
		return false;
	a->attr.path_mig_state = which % 2 ? IBV_MIG_REARM : IBV_MIG_ARMED;
	a->mask = IBV_QP_PATH_MIG_STATE;
	a->promise = QP_MOD_14;
	a->outcome = REFUSED;
	return true;
}

static bool skip_path_of_grh(struct attempt *a, uint32_t which)
{
	(void)which;
	if (!is_judged(a) || !(a->mask & IBV_QP_AV) || vct_device_lacks(vct_dev, NEED_GRH))
		return false;
	a->attr.ah_attr.is_global = 0;
	a->promise = QP_MOD_13;
	a->outcome = REFUSED;
	return true;
}

static bool (*const twists[])(struct attempt *a, uint32_t which) = {
	add_optional,     leave_out,        add_useless,       add_unknown,
	set_alone,        set_nothing,      claim_state,       spoil_value,
	arm_without_path, skip_path_of_grh, set_useless_alone,
};
enum { TWISTS = sizeof(twists) / sizeof(twists[0]) };

void attempt_wrongly(struct model_qp *q, enum ibv_qp_state to, uint32_t wrong, uint32_t values,
		     const struct model_qp *peer)
{
	static const struct wrong {
		bool (*twist)(struct attempt *a, uint32_t which);
		uint32_t n;
	} wrongs[N_WRONGS] = {
		[LEAVE_OUT] = { leave_out, 7 },
		[ADD_USELESS] = { add_useless, 21 },
		[SPOIL] = { spoil_value, 29 },
	};
	struct attempt a;

	for (uint32_t i = 0; i < wrongs[wrong].n; i++)
		if (attempt_plan(&a, q, to, values, peer) && wrongs[wrong].twist(&a, i))
			attempt(&a, 0);
}

/* The next state, the same, RTS or ERR. */
static enum ibv_qp_state to_state(const struct model_qp *q, uint32_t which)
{
	const enum ibv_qp_state states[] = { q->state + 1, q->state, q->state + 1, IBV_QPS_RTS,
					     IBV_QPS_ERR };

	return states[which] > IBV_QPS_ERR ? IBV_QPS_RESET : states[which];
}

static bool plan(struct attempt *a, struct model_qp *q, const uint32_t *arg, uint32_t twist,
		 uint32_t more)
{
	return attempt_plan(a, q, to_state(q, arg[1]), arg[4], &qps[arg[5]]) &&
	       twists[twist](a, arg[3] + more) && a->promise && !vct_is_left_out(a->promise);
}

OPERATION(qp_modify,
	  ARGS({ "qp", N_QPS }, { "to", 5 }, { "twist", TWISTS }, { "which", 64 },
	       { "values", N_VALUES }, { "peer", N_QPS }, { "ways", N_WAYS }, { "more", 24 }),
	  PROMISES(PROMISES_OF_TRANSITIONS, QP_MOD_02, QP_MOD_04, QP_MOD_05, QP_MOD_06, QP_MOD_07,
		   QP_MOD_08, QP_MOD_09a, QP_MOD_09b, QP_MOD_09c, QP_MOD_09d, QP_MOD_09e,
		   QP_MOD_09f, QP_MOD_09g, QP_MOD_09h, QP_MOD_09i, QP_MOD_09j, QP_MOD_09k,
		   QP_MOD_09l, QP_MOD_09m, QP_MOD_09n, QP_MOD_09o, QP_MOD_09p, QP_MOD_09q,
		   QP_MOD_09r, QP_MOD_11, QP_MOD_12, QP_MOD_13, QP_MOD_14, QP_MOD_16, QP_MOD_17,
		   QP_QRY_08, QP_QRY_12, AEV_11),
	  .weight = 40, .needs = NEED_IB_STATES)
{
	struct model_qp *q = qp_from(arg[0], qp_is_known);
	uint32_t twist = arg[2], done = 0;
	struct attempt a;

	if (!q)
		return false;
	for (uint32_t i = 0; i < TWISTS && !plan(&a, q, arg, twist, 0); i++)
		twist = (twist + 1) % TWISTS;
	/* What was refused has changed nothing, and the next one can be tried. */
	while (plan(&a, q, arg, twist, done) && attempt(&a, arg[6])) {
		done++;
		if (a.outcome != REFUSED || done > arg[7])
			break;
	}
	return done;
}
