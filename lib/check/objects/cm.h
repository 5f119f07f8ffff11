/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Connections through librdmacm, for the QPs of iWARP devices: no attributes of ibv_modify_qp bring
 * those to RTS. librdmacm is loaded only for such a device.
 */
#ifndef VCT_CM_H
#define VCT_CM_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "../device.h"

/* Loads librdmacm if it is not yet loaded. False: it cannot be; dlerror() says why. */
bool cm_load(void);

/*
 * Finds an address of this machine that belongs to the device's port. False: there is none, or
 * librdmacm is not usable; `why` says so.
 */
bool cm_find_address(const char *device, uint8_t port, struct sockaddr_storage *address, char *why,
		     size_t size);

/*
 * Connects two QPs of the device under test, both in INIT, with each other: both are in RTS then.
 * `active` must send first. The connection ends when one of the QPs enters ERR or is destroyed, or
 * with the check. BROKEN where it cannot be made.
 */
void cm_connect(struct ibv_qp *active, struct ibv_qp *passive);

/* Why two QPs could not be connected. */
struct cm_failure {
	char text[192];     /* "rdma_resolve_addr returned ENETUNREACH"; "": they are connected */
	const char *waited; /* the event that was waited for last; NULL: none */
	int error;          /* an errno value; 0: none was told */
	bool resolved;      /* the address and the route were found */
};
struct cm_connection;
/*
 * Connects outside of a check, with the address of `dev`, for which librdmacm is loaded. The caller
 * gives the result to cm_disconnect(), also after a failure.
 */
struct cm_connection *cm_try(const struct vct_device *dev, struct ibv_qp *active,
			     struct ibv_qp *passive, struct cm_failure *failure);
int cm_disconnect(void *connection);

#endif
