/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Takes the rows of table.h apart. VERB_PICK(WRAP, alloc_pd) is WRAP(alloc_pd, place, way, of the
 * way, type, arguments). VERB_EACH(M, arguments) is M of each argument, with commas between.
 */
#ifndef VCT_VERBS_ROW_H
#define VCT_VERBS_ROW_H

#include "table.h"

#define VERB_PICK(pick_, verb_) VERB_PICK_(pick_, verb_, VERB_##verb_)
#define VERB_PICK_(pick_, ...)  pick_(__VA_ARGS__)
/* UNPACK (a, b) is a, b */
#define VERB_UNPACK(...)        __VA_ARGS__

#ifdef VCT_CPPCHECK /* cppcheck cannot expand it */
#define VERB_EACH(m_, arguments_) int cppcheck_
#else
#define VERB_EACH(m_, arguments_)                   VERB_EACH_(m_, VERB_UNPACK arguments_)
#define VERB_EACH_(m_, ...)                         VERB_COUNT(__VA_ARGS__, 6, 5, 4, 3, 2, 1)(m_, __VA_ARGS__)
#define VERB_COUNT(a_, b_, c_, d_, e_, f_, n_, ...) VERB_EACH_##n_
#define VERB_EACH_1(m_, a_)                         m_ a_
#define VERB_EACH_2(m_, a_, ...)                    m_ a_, VERB_EACH_1(m_, __VA_ARGS__)
#define VERB_EACH_3(m_, a_, ...)                    m_ a_, VERB_EACH_2(m_, __VA_ARGS__)
#define VERB_EACH_4(m_, a_, ...)                    m_ a_, VERB_EACH_3(m_, __VA_ARGS__)
#define VERB_EACH_5(m_, a_, ...)                    m_ a_, VERB_EACH_4(m_, __VA_ARGS__)
#define VERB_EACH_6(m_, a_, ...)                    m_ a_, VERB_EACH_5(m_, __VA_ARGS__)
#endif

#define VERB_TAKE(kind_, type_, name_, ...) type_ name_
#define VERB_PASS(kind_, type_, name_, ...) name_
/* "struct ibv_pd *pd, int access" and "pd, access" */
#define VERB_PARAMETERS(arguments_)         VERB_EACH(VERB_TAKE, arguments_)
#define VERB_VALUES(arguments_)             VERB_EACH(VERB_PASS, arguments_)

#endif
