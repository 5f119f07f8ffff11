/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * How long a check waits for what should come. The first wait for a thing has its whole deadline.
 * Once a run has waited for the same thing in vain, in whichever checks, the second wait for it is
 * half as long and the later ones are short: the outcome is known. A run that has waited in vain
 * for many things waits half as long for others.
 */
#ifndef VCT_PATIENCE_H
#define VCT_PATIENCE_H

#include <stddef.h>

/* Before the checks' processes are forked: they share what was waited for in vain. */
void vct_patience_share(void);
/* Keeps it before a check, and restores it after one that may have written over it. */
void vct_patience_keep(void);
void vct_patience_restore(void);

/*
 * The milliseconds to wait for `what`, of `ms` at most. `what` names the thing that is waited for,
 * or the place in the source that waits: "link.c:301".
 */
double vct_patience_ms(const char *what, double ms);
/* It did not come in that time. */
void vct_waited_in_vain(const char *what, double ms);

#endif
