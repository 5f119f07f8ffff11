/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Facts for the record of a run: everything that the device claims, what it is, what the machine
 * and the software are. With them each SKIP can be audited, and two records can be compared. A fact
 * is a line, NAME TAB VALUE: "device.max_srq\t960". Unknown facts are left out.
 */
#ifndef VCT_FACTS_H
#define VCT_FACTS_H

#include <infiniband/verbs.h>
#include <stdio.h>

#include "../settings.h"

/* What verbs tell: claims, ports, GIDs and P_Keys. Called in the process that queries the device.
 */
void vct_facts_of_device(FILE *f, struct ibv_context *context,
			 const struct ibv_device_attr_ex *attr);
/* What the system tells of the device, and of itself. */
void vct_facts_of_system(FILE *f, const struct vct_device *dev);
/*
 * What the run uses and how: the SHA-256 of the program, of the files of waivers, and of the
 * promises; every option that can change a verdict; the variables of the environment that can.
 */
void vct_facts_of_run(FILE *f, const struct vct_run *run, const char *const *waivers, size_t n);
/* The files of what the device is known to judge. */
void vct_facts_of_judged(FILE *f, const char *const *files, size_t n);
/* The SHA-256, in 64 hexadecimal digits and a '\0', of all promises that this build has, whichever
 * of them a run judges. */
void vct_facts_promises(char *digest);

#endif
