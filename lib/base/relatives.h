/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Processes that others leave behind: in groups and sessions of their own, or without a parent. */
#ifndef VCT_RELATIVES_H
#define VCT_RELATIVES_H

#include <sys/types.h>

/* From now on a process below this one whose parent ends becomes a child of this one. */
void vct_adopt(void);
/* Kills all processes below `pid`, and returns how many there were. */
unsigned int vct_kill_below(pid_t pid);
/* This process, and those below it, are spared by vct_kill_below; 0: none is. */
void vct_spare(pid_t pid);
/*
 * Kills all processes below this one and waits until they are gone, or for 2 s. Returns how many
 * there were. It is fast if there are none.
 */
unsigned int vct_end_relatives(void);

#endif
