/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The statements of a program for one call of a check. They use what reports/repro/ defines. */
#ifndef VCT_STATEMENT_H
#define VCT_STATEMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "calls.h"

/* The verb returns an error number. */
void statement_returns(FILE *f, const struct vct_call *c, const char *unused);
/* The function returns a number. */
void statement_numbers(FILE *f, const struct vct_call *c, const char *unused);
/* The function returns nothing, or what differs from run to run. */
void statement_calls(FILE *f, const struct vct_call *c, const char *unused);
/* A builder or setter of ibv_wr_*, with the members of the QP that were set before it. */
void statement_builds(FILE *f, const struct vct_call *c, const char *unused);
/* ibv_start_poll or ibv_next_poll, with this macro. */
void statement_iterates(FILE *f, const struct vct_call *c, const char *macro);
/* ibv_query_gid_ex, ibv_query_gid_table */
void statement_reads_gid(FILE *f, const struct vct_call *c, const char *unused);
void statement_reads_gids(FILE *f, const struct vct_call *c, const char *unused);
/* The verb returns an error number, and releases an object. */
void statement_releases(FILE *f, const struct vct_call *c, const char *unused);
/* ibv_modify_qp. */
void statement_modifies_qp(FILE *f, const struct vct_call *c, const char *unused);
/* The verb returns an error number, and fills a structure, "&attr" in the arguments, to
 * which this is the type of a pointer. */
void statement_fills(FILE *f, const struct vct_call *c, const char *type);
/* The verb makes an object, and writes its sizes to `sizes`, if that is not NULL. */
void statement_makes(FILE *f, const struct vct_call *c, const char *sizes);
void statement_makes_cq(FILE *f, const struct vct_call *c, const char *unused);
void statement_opens(FILE *f, const struct vct_call *c, const char *unused);
/* The verb posts a list of WRs of this type. */
void statement_posts(FILE *f, const struct vct_call *c, const char *type);
void statement_polls(FILE *f, const struct vct_call *c, const char *unused);
void statement_reads_qp(FILE *f, const struct vct_call *c, const char *unused);
void statement_gets_event(FILE *f, const struct vct_call *c, const char *unused);
void statement_gets_cq_event(FILE *f, const struct vct_call *c, const char *unused);
void statement_gets_no_event(FILE *f, const struct vct_call *c, const char *unused);

/* The verb returns an error number, and writes a number of 64 bits. */
void statement_reads_number(FILE *f, const struct vct_call *c, const char *unused);
/* The verb returns the descriptor of a file, or -1. */
void statement_exports(FILE *f, const struct vct_call *c, const char *unused);

/* The members of struct ibv_qp_attr, as a macro. */
void statement_members(FILE *f);
/* True if both results are the same object. */
bool statement_same_object(const char *a, const char *b);

#endif
