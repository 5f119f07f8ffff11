/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What no verb returns of a device: its driver, its PCI address, the versions of its software. */
#ifndef VCT_IDENTITY_H
#define VCT_IDENTITY_H

#include "../../check/device.h"

/*
 * Fills in the provider: the library of rdma-core that serves an open device. Unlike the driver's
 * name it is always that of the RDMA device.
 */
void vct_find_provider(struct vct_device *dev, struct ibv_context *context);
/* Fills in the driver, user_space, the kernel and rdma-core; dev->name and dev->attr are known. */
void vct_device_identify(struct vct_device *dev);
/*
 * Writes the PCI address of the function that the device belongs to, "0000:3b:00.0", to `text`. A
 * device of a sub-function has the address of its function. False: it has none.
 */
bool vct_device_pci(const char *device, char *text, size_t size);
/* True for "3b:00.0" and "0000:3b:00.0", with or without "pci:"; writes the full address. */
bool vct_is_pci_address(const char *text, char *address, size_t size);
/* True for a device without hardware: in user space, or a software driver of the kernel. */
bool vct_device_is_soft(const struct vct_device *dev);

#endif
