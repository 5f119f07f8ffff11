/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The only header that a suite includes: the library, and the promises that checks cite. */
#ifndef VCT_H
#define VCT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/check/call.h"
#include "../lib/check/cause.h"
#include "../lib/check/channel.h"
#include "../lib/check/check.h"
#include "../lib/check/claims.h"
#include "../lib/check/dmabuf.h"
#include "../lib/check/event.h"
#include "../lib/check/fault.h"
#include "../lib/check/goes_on.h"
#include "../lib/check/judge.h"
#include "../lib/check/link.h"
#include "../lib/check/long_memory.h"
#include "../lib/check/newer.h"
#include "../lib/check/objects.h"
#include "../lib/check/second_process.h"
#include "../lib/check/pattern.h"
#include "../lib/check/scene.h"
#include "../lib/check/together.h"
#include "../lib/check/sequence.h"
#include "../lib/check/remote.h"
#include "../lib/check/spoil.h"
#include "../lib/check/starve.h"
#include "../lib/check/transition.h"
#include "../lib/check/verbs.h"
#include "../lib/check/window.h"
#include "../lib/check/xrc.h"
#include "promises/promises.h"

#endif
