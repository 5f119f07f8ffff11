/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The report of a fleet. */
#ifndef VCT_FLEET_REPORT_H
#define VCT_FLEET_REPORT_H

/*
 * Joins the last round in the folder `results`, and writes fleet.xml, index.html and the pages that
 * it links to into the folder `out`; prints the text. Returns an exit code.
 */
int fleet_report(const char *results, const char *out, unsigned int threads);

#endif
