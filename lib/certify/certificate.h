/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * certificate.xml (reports/certificate.rng): for which profiles a device is certified. It is a pure
 * function of the results.xml of its runs.
 */
#ifndef VCT_CERTIFICATE_H
#define VCT_CERTIFICATE_H

#include <libxml/tree.h>
#include <stdbool.h>

/* The runs are called run-1, run-2, ... */
xmlDoc *vct_certificate(xmlDoc *const *results, size_t n);

/* Every run conforms, and the device is certified for a profile. */
bool vct_certificate_is_good(const xmlDoc *certificate);

#endif
