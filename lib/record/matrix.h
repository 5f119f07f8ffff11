/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Several results.xml as one matrix, check by run: what matrix.xml holds. Its form is
 * reports/matrix.rng. */
#ifndef VCT_MATRIX_H
#define VCT_MATRIX_H

#include "columns.h"

/* The document; where the baseline has no results, nothing is told to be new or mended. */
xmlDoc *vct_compare(const struct column *columns, size_t n, int baseline);

#endif
