/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The only header that a suite includes: the library, and the promises that checks cite. */
#ifndef VCT_H
#define VCT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/check/use/call.h"
#include "../lib/check/use/cause.h"
#include "../lib/check/objects/channel.h"
#include "../lib/check/check.h"
#include "../lib/check/trace/claims.h"
#include "../lib/check/objects/dmabuf.h"
#include "../lib/check/objects/event.h"
#include "../lib/check/use/fault.h"
#include "../lib/check/use/goes_on.h"
#include "../lib/check/judge.h"
#include "../lib/check/use/levels.h"
#include "../lib/check/use/link.h"
#include "../lib/check/objects/long_memory.h"
#include "../lib/check/trace/newer.h"
#include "../lib/check/objects/objects.h"
#include "../lib/check/far/second_process.h"
#include "../lib/check/use/pattern.h"
#include "../lib/check/use/scene.h"
#include "../lib/check/use/together.h"
#include "../lib/check/sequence.h"
#include "../lib/check/use/remote.h"
#include "../lib/check/use/spoil.h"
#include "../lib/check/use/starve.h"
#include "../lib/check/use/transition.h"
#include "../lib/check/trace/verbs.h"
#include "../lib/check/objects/window.h"
#include "../lib/check/objects/xrc.h"
#include "promises/promises.h"

#endif
