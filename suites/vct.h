/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The one header a suite includes: the library, and the promises that checks cite. */
#ifndef VCT_H
#define VCT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/call.h"
#include "../lib/check.h"
#include "../lib/event.h"
#include "../lib/fault.h"
#include "../lib/judge.h"
#include "../lib/link.h"
#include "../lib/objects.h"
#include "../lib/other.h"
#include "../lib/transition.h"
#include "../lib/verbs.h"
#include "../lib/xrc.h"
#include "promises/promises.h"

#endif
