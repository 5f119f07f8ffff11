/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What the targets share whose input is what comes over a wire of --peer (lib/check/far/wire.h). */
#ifndef FRAMES_H
#define FRAMES_H

#include "../../lib/check/device.h"
#include "../../lib/check/far/wire.h"
#include "fuzz.h"

/* A wire from which the data comes, and which forgets what is sent. */
void fuzz_wire(struct vct_wire *wire, const uint8_t *data, size_t size);
/* The error of a function that failed is one line of text. */
void fuzz_error(const struct vct_wire *wire);
/* The first device; the program must run on the reference HCA. */
const struct vct_device *fuzz_device(void);

#endif
