/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * All promises, a row each: PROMISE(identifier, id, level, source, statement). The file is included
 * with PROMISE defined, once to declare the promises and once to define them.
 */
#include "cq.h"
#include "cq_verbs.h"
#include "device.h"
#include "event.h"
#include "mcast.h"
#include "mr.h"
#include "mw.h"
#include "port.h"
#include "post_send.h"
#include "qp_create.h"
#include "qp_error.h"
#include "qp_modify.h"
#include "qp_query.h"
#include "srq_create.h"
#include "srq_limit.h"
#include "srq_modify.h"
#include "srq_post.h"
#include "srq_query.h"
#include "xrc.h"
