/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The promises of ibv_modify_qp that are made for each type, state and attribute. */
#ifndef VCT_MODEL_QP_PROMISES_H
#define VCT_MODEL_QP_PROMISES_H

#include "../vct.h"

/* X(type, state, attribute) for what each transition needs. */
#define NEEDS_OF_INIT(X, type_)                                                                    \
	X(type_, INIT, STATE)                                                                      \
	X(type_, INIT, PKEY_INDEX) X(type_, INIT, PORT) X(type_, INIT, ACCESS_FLAGS)
#define NEEDS_OF_PATH(X, type_)                                                                    \
	X(type_, RTR, STATE)                                                                       \
	X(type_, RTR, AV) X(type_, RTR, PATH_MTU) X(type_, RTR, DEST_QPN) X(type_, RTR, RQ_PSN)
#define NEEDS_OF_RETRIES(X, type_)                                                                 \
	X(type_, RTS, STATE)                                                                       \
	X(type_, RTS, SQ_PSN)                                                                      \
	X(type_, RTS, MAX_QP_RD_ATOMIC)                                                            \
	X(type_, RTS, RETRY_CNT) X(type_, RTS, RNR_RETRY) X(type_, RTS, TIMEOUT)
#define QP_NEEDS(X)                                                                                \
	NEEDS_OF_INIT(X, RC)                                                                       \
	NEEDS_OF_INIT(X, UC)                                                                       \
	NEEDS_OF_PATH(X, RC)                                                                       \
	X(RC, RTR, MAX_DEST_RD_ATOMIC)                                                             \
	X(RC, RTR, MIN_RNR_TIMER)                                                                  \
	NEEDS_OF_PATH(X, UC)                                                                       \
	NEEDS_OF_RETRIES(X, RC)                                                                    \
	X(UC, RTS, STATE)                                                                          \
	X(UC, RTS, SQ_PSN)                                                                         \
	X(UD, INIT, STATE)                                                                         \
	X(UD, INIT, PKEY_INDEX)                                                                    \
	X(UD, INIT, PORT)                                                                          \
	X(UD, INIT, QKEY)                                                                          \
	X(UD, RTR, STATE)                                                                          \
	X(UD, RTS, STATE)                                                                          \
	X(UD, RTS, SQ_PSN)                                                                         \
	X(RAW, INIT, STATE)                                                                        \
	X(RAW, INIT, PORT)                                                                         \
	X(RAW, RTR, STATE)                                                                         \
	X(RAW, RTS, STATE)                                                                         \
	X(XRC_SEND, INIT, PKEY_INDEX)                                                              \
	X(XRC_SEND, INIT, PORT)                                                                    \
	X(XRC_SEND, INIT, ACCESS_FLAGS)                                                            \
	X(XRC_SEND, RTR, AV)                                                                       \
	X(XRC_SEND, RTR, PATH_MTU)                                                                 \
	X(XRC_SEND, RTR, DEST_QPN)                                                                 \
	X(XRC_SEND, RTR, RQ_PSN)                                                                   \
	X(XRC_SEND, RTS, SQ_PSN)                                                                   \
	X(XRC_SEND, RTS, MAX_QP_RD_ATOMIC)                                                         \
	X(XRC_SEND, RTS, RETRY_CNT) X(XRC_SEND, RTS, RNR_RETRY) X(XRC_SEND, RTS, TIMEOUT)

/* X(type, state) for the lists that suffice. */
#define LISTS_OF(X, type_) X(type_, INIT) X(type_, RTR) X(type_, RTS)
#define QP_LISTS(X)                                                                                \
	LISTS_OF(X, RC) LISTS_OF(X, UC) LISTS_OF(X, UD) LISTS_OF(X, RAW) LISTS_OF(X, XRC_SEND)

/* For PROMISES(): each of the three tables. */
#define CITED_NEED(type_, to_, bit_) QP_MOD_##type_##_##to_##_##bit_,
#define CITED_LIST(type_, to_)       QP_MOD_##type_##_##to_##_ok,
#define CITED_FLAG(bit_)             QP_MOD_FLAG_##bit_,
#define PROMISES_OF_TRANSITIONS                                                                    \
	QP_NEEDS(CITED_NEED) QP_LISTS(CITED_LIST) QP_ATTR_FLAGS(CITED_FLAG) QP_MOD_FLAG_RATE_LIMIT

#endif
