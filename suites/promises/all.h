/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * All promises, a row each: PROMISE(identifier, id, level, source, statement). The file is included
 * with PROMISE and PROFILED defined.
 *
 * BROKEN_WITH(SRQ_LIM_01, AEV_06) in a row: a device that breaks one of these may break this one by
 * the same mistake. So a mutant of SRQ-LIM-01 may turn the checks of this promise red, too.
 *
 * PROFILED(SRQ_CORE) between rows: the rows below it are of this profile (profiles.h), up to the
 * next PROFILED, if they are of level must.
 */
#include "after.h"
#include "ah.h"
#include "buf.h"
#include "comp_cntr.h"
#include "cq.h"
#include "cq_create.h"
#include "cq_extended.h"
#include "cq_verbs.h"
#include "device.h"
#include "dm.h"
#include "ece.h"
#include "event.h"
#include "flow.h"
#include "fork.h"
#include "mcast.h"
#include "mr.h"
#include "mw.h"
#include "odp.h"
#include "parent.h"
#include "pd.h"
#include "port.h"
#include "post_send.h"
#include "qp_create.h"
#include "qp_error.h"
#include "qp_modify.h"
#include "qp_query.h"
#include "query.h"
#include "srq_create.h"
#include "srq_limit.h"
#include "srq_modify.h"
#include "srq_post.h"
#include "srq_query.h"
#include "tools.h"
#include "wq.h"
#include "wr_post.h"
#include "xrc.h"
