/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* How the memory region of a check is divided (objects.h). */
#ifndef VCT_SLOTS_H
#define VCT_SLOTS_H

enum { SLOTS = 64, SLOT_SIZE = 1024 };

#endif
