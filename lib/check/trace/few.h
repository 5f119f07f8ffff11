/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Devices that have few objects: VFs, or a cgroup that limits them. "The real number may be lower"
 * than what ibv_query_device tells, so no page promises the last ones.
 */
#ifndef VCT_FEW_H
#define VCT_FEW_H

/*
 * A verb has made no object, and errno was this; `release` is the verb that would release it. If
 * the device has as many of this kind as it claims, or nearly, a check that needs one more is SKIP.
 */
void vct_few_refused(const char *release, int error);
/* A CQ of so many entries was not made. */
void vct_few_cqe(unsigned int cqe);

#endif
