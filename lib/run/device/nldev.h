/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* RDMA netlink, by which the kernel tells of devices and their objects (rdma/rdma_netlink.h). */
#ifndef VCT_NLDEV_H
#define VCT_NLDEV_H

#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>
#include <stdint.h>

/* A socket whose reads give up after 2 s; -1: errno. */
int vct_nl_open(void);
/* Sends a request for all there is of one kind, on the device of this index; below 0: on all. */
int vct_nl_ask(int fd, int command, int64_t index);
/*
 * Reads the answer to the last request, and calls heed(context, begin, end) for the attributes of
 * each entry. -1: errno
 */
int vct_nl_read(int fd, void *context, void (*heed)(void *, const char *, const char *));

/* The next attribute of type `type` from *at on, which is moved behind it; NULL: there is none. */
const struct nlattr *vct_nl_next(const char **at, const char *end, int type);
const struct nlattr *vct_nl_first(const char *at, const char *end, int type);
/* Of an attribute: its content, or where it ends; its content as a number, 0 for NULL. */
const char *vct_nl_begin(const struct nlattr *a);
const char *vct_nl_end(const struct nlattr *a);
uint32_t vct_nl_number(const struct nlattr *a);

#endif
