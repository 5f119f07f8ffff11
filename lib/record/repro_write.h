/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The statements of a program for one call of a check. They use what reports/repro/ defines. */
#ifndef VCT_REPRO_WRITE_H
#define VCT_REPRO_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "calls.h"

/* What `extra` is, is told where a function needs it. */
typedef void repro_writer(FILE *f, const struct vct_call *c, const char *extra);

repro_writer repro_returns;  /* the verb returns an error number */
repro_writer repro_numbers;  /* the function returns a number */
repro_writer repro_calls;    /* it returns nothing, or what differs from run to run */
repro_writer repro_releases; /* the verb returns an error number, and releases an object */
repro_writer repro_fills;    /* it fills a structure, "&attr"; extra: the type of its argument */
repro_writer repro_makes;    /* the verb makes an object */
repro_writer repro_makes_cq; /* ibv_create_cq_ex */
repro_writer repro_reads_number; /* it writes a number of 64 bits, "&attr" */
repro_writer repro_exports;      /* it returns the descriptor of a file, or -1 */
repro_writer repro_opens;        /* ibv_open_device */
repro_writer repro_builds;       /* a builder or setter, with the members of the QP set before it */
repro_writer repro_iterates;     /* ibv_start_poll, ibv_next_poll; extra: the macro */
repro_writer repro_reads_gid;    /* ibv_query_gid_ex */
repro_writer repro_reads_gids;   /* ibv_query_gid_table */
repro_writer repro_posts;        /* the verb posts a list of WRs; extra: the type of its argument */
repro_writer repro_polls;
repro_writer repro_modifies_qp;
repro_writer repro_reads_qp;
repro_writer repro_gets_event;
repro_writer repro_gets_cq_event;
repro_writer repro_gets_no_event;

/* Whether the record of the call has what its statement takes from it: it may have been edited. */
bool repro_can_write(repro_writer *write, const struct vct_call *c);

/* The members of struct ibv_qp_attr, as a macro. */
void repro_members(FILE *f);

#endif
