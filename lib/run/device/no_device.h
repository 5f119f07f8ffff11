/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Why a program cannot use an RDMA device that is there, or why there is none. */
#ifndef VCT_NO_DEVICE_H
#define VCT_NO_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Why libibverbs lists no device `name` (NULL: no device at all), in one line that says what to do.
 * `error` is errno of ibv_get_device_list(), or 0: nothing can be opened, no driver is loaded,
 * there is no device file or nobody may open it, there is no provider.
 */
void vct_absence_tell(const char *name, int error, char *text, size_t size);
/*
 * True if the device file of the device `name` is missing, or this process may not open it; one
 * line in `text` says what to do. Else the path of the file is in `text`.
 */
bool vct_node_is_closed(const char *name, char *text, size_t size);
/* vct_node_is_closed() of another file in /dev/infiniband. */
bool vct_file_is_closed(const char *path, char *text, size_t size);

#endif
