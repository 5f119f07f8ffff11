/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Makes matrix.xml (reports/matrix.rng) from several results.xml. */
#ifndef VCT_MATRIX_H
#define VCT_MATRIX_H

#include "columns.h"

/* `baseline` is an index of `columns`; if that run has no results, no changes are shown. */
xmlDoc *vct_matrix_document(const struct column *columns, size_t n, int baseline);

#endif
