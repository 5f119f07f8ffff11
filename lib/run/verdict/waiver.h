/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Waivers list known deviations of a driver, of rdma-core or of the kernel's core, each with a
 * reason, a URL as evidence and an expiry date. The check runs nevertheless. A verdict that a
 * waiver names becomes WAIVED; a PASS of a check that a driver's waiver names becomes XPASS,
 * because the waiver is stale then, unless it says that the deviation comes and goes. The schema
 * of the file is reports/waivers.rng.
 */
#ifndef VCT_WAIVER_H
#define VCT_WAIVER_H

#include <libxml/tree.h>

#include "../../check/device.h"
#include "../../check/judge.h"
#include "../../record/results.h"
#include "waiver_list.h"

/*
 * Adds the waivers of a file, those for this device to the list. Each waiver must name a check or
 * promise that exists. Returns 0, or -1 with the error and its line printed on stderr.
 */
int vct_waivers_load(struct vct_waivers *waivers, const char *path, const struct vct_device *dev,
		     const struct vct_case *cases, size_t n_cases);
/*
 * Random sequences do not judge what is a known deviation until its waiver expires: the promises
 * that waivers name. Nor do they use the building blocks whose checks waivers name.
 */
void vct_waivers_leave_out(const struct vct_waivers *waivers, const struct vct_case *cases,
			   size_t n_cases);
/*
 * How many waivers of this build are for the device. *of_driver: how many of these are for its
 * driver; the others are for the parts that all drivers share.
 */
size_t vct_waivers_released(const struct vct_device *dev, size_t *of_driver);
void vct_waivers_free(struct vct_waivers *waivers);

/*
 * Returns WAIVED or XPASS if a waiver applies, else the verdict of the outcome, which has evidence.
 * A waiver that names a check applies to the checks that are BLOCKED by it, too.
 * To a check whose link is apart, the waivers of the peer apply, too, and none is stale if it
 * passes: the other device may be why. `peer`: NULL: there is none.
 * Sets *waiver to the waiver that applies, or to one that would apply if it had not expired, or if
 * its versions were those that run (`unread`); else to NULL.
 * If an object of the check could not be released, which is another deviation, only those apply
 * that name the verb of the first release that failed.
 */
enum vct_verdict vct_waivers_apply(const struct vct_waivers *waivers, const struct vct_outcome *o,
				   const struct vct_device *peer, const struct vct_waiver **waiver);

/* Whether the day, YYYY-MM-DD, is before today. */
bool vct_waiver_is_past(const char *date);
/* Adds a <waiver> element to the <check> element that it applies to. */
void vct_waiver_add(const struct vct_waiver *w, xmlNode *check);

#endif
