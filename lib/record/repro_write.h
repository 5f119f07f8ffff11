/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A statement of a program makes one call of a check again. It is lines of C for what
 *reports/repro/ defines, in which a part of the call is written as $ and a letter: $v the verb
 *$a its arguments, with &attr in place of a structure	$0 to $7 one of them $r what it returned
 *$n that as a number	$e errno, as a number	$b which WR is bad $E an event		$o its
 *object		$g the index $2 as one of gids[] $t the type of the structure in the
 *arguments, and $s the structure $x the type of what the verb fills, or of the WRs that it posts $w
 *what the verb left, and $i what it left besides A line that begins with "e?" is only for a call
 *that has $e, one with "e!" for others; so for all letters, and $n is there if it is not 0. A line
 *"*" compares all members that the verb left.
 */
#ifndef VCT_REPRO_WRITE_H
#define VCT_REPRO_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "calls.h"
#include "repro_verbs.h"

/* Returns false if the record of the call lacks a part that the statement needs. */
bool repro_write(FILE *f, const struct vct_call *c, const struct repro_verb *v);

/* The members of struct ibv_qp_attr, as a macro. */
void repro_members(FILE *f);

#endif
