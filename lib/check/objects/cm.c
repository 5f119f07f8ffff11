// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * librdmacm opens a context of its own, but the kernel's connection manager looks up a QP by its
 * number on the device (iw_get_qp): so QPs of the check's own context can be connected.
 */
#include <dlfcn.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "cm.h"
#include "../device.h"
#include "../trace/line.h"
#include "../trace/track.h"

enum { EVENT_MS = 5000, RESOLVE_MS = 2000 };
#define CONNECTED BLOCK_OF_QP(QP_TO_RTS, IBV_QPT_RC)

#define CM_FUNCTIONS(X)                                                                            \
	X(rdma_create_event_channel)                                                               \
	X(rdma_destroy_event_channel)                                                              \
	X(rdma_create_id)                                                                          \
	X(rdma_destroy_id)                                                                         \
	X(rdma_bind_addr)                                                                          \
	X(rdma_listen)                                                                             \
	X(rdma_get_src_port)                                                                       \
	X(rdma_resolve_addr)                                                                       \
	X(rdma_resolve_route)                                                                      \
	X(rdma_connect)                                                                            \
	X(rdma_accept)                                                                             \
	X(rdma_get_cm_event)                                                                       \
	X(rdma_ack_cm_event)                                                                       \
	X(rdma_event_str)

#define POINTER(function_) __typeof__(function_) *function_;
static struct {
	CM_FUNCTIONS(POINTER)
} cm;

#define NAME(function_) { (void **)&cm.function_, #function_ },
static const struct {
	void **pointer;
	const char *name;
} functions[] = { CM_FUNCTIONS(NAME) };

bool cm_load(void)
{
	static bool loaded;
	void *library;

	if (loaded)
		return true;
	library = dlopen("librdmacm.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return false;
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		*functions[i].pointer = dlsym(library, functions[i].name);
		if (!*functions[i].pointer)
			return false;
	}
	loaded = true;
	return true;
}

struct cm_connection {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *listener, *active, *passive;
	struct cm_failure failure;
};

int cm_disconnect(void *connection)
{
	struct cm_connection *c = connection;
	int ret = 0;

	if (c->active)
		ret |= cm.rdma_destroy_id(c->active);
	if (c->passive)
		ret |= cm.rdma_destroy_id(c->passive);
	if (c->listener)
		ret |= cm.rdma_destroy_id(c->listener);
	if (c->channel)
		cm.rdma_destroy_event_channel(c->channel);
	free(c);
	return ret ? EIO : 0;
}

/* True if the call, which just returned `ret`, worked. */
static bool worked(struct cm_connection *c, int ret, const char *function)
{
	if (ret)
		c->failure.error = errno;
	if (ret)
		snprintf(c->failure.text, sizeof(c->failure.text), "%s returned %s", function,
			 vct_errno_text(errno));
	return !ret;
}
#define WORKS(c_, function_, ...) worked(c_, cm.function_(__VA_ARGS__), #function_)

/* True if the next event is of this type; *id is what it is about. */
static bool comes(struct cm_connection *c, enum rdma_cm_event_type type, struct rdma_cm_id **id)
{
	struct pollfd fd = { .fd = c->channel->fd, .events = POLLIN };
	struct cm_failure *f = &c->failure;
	enum rdma_cm_event_type came;
	struct rdma_cm_event *event;

	/* cppcheck-suppress AssignmentIntegerToAddress ; lint defines __typeof__ away */
	f->waited = cm.rdma_event_str(type);
	if (poll(&fd, 1, (int)(EVENT_MS * vct_slow)) != 1) {
		snprintf(f->text, sizeof(f->text), "no %s within %.0f ms", f->waited,
			 EVENT_MS * vct_slow);
		return false;
	}
	if (!WORKS(c, rdma_get_cm_event, c->channel, &event))
		return false;
	if (id)
		*id = event->id;
	came = event->event;
	f->error = event->status < 0 ? -event->status : 0;
	if (came != type)
		/* cppcheck-suppress invalidPrintfArgType_s ; the same */
		snprintf(f->text, sizeof(f->text), "%s was due, and %s came, status %d", f->waited,
			 cm.rdma_event_str(came), event->status);
	cm.rdma_ack_cm_event(event);
	return came == type;
}

static bool listens_at(struct cm_connection *c, struct sockaddr_storage *address)
{
	__be16 port;

	if (!WORKS(c, rdma_create_id, c->channel, &c->listener, NULL, RDMA_PS_TCP) ||
	    !WORKS(c, rdma_bind_addr, c->listener, (struct sockaddr *)address) ||
	    !WORKS(c, rdma_listen, c->listener, 1))
		return false;
	port = cm.rdma_get_src_port(c->listener);
	if (address->ss_family == AF_INET6)
		((struct sockaddr_in6 *)address)->sin6_port = port;
	else
		((struct sockaddr_in *)address)->sin_port = port;
	return true;
}

static bool connects(struct cm_connection *c, struct sockaddr_storage *address,
		     struct ibv_qp *active, struct ibv_qp *passive)
{
	struct rdma_conn_param param = { .responder_resources = 1, .initiator_depth = 1 };

	if (!listens_at(c, address) ||
	    !WORKS(c, rdma_create_id, c->channel, &c->active, NULL, RDMA_PS_TCP) ||
	    !WORKS(c, rdma_resolve_addr, c->active, NULL, (struct sockaddr *)address, RESOLVE_MS) ||
	    !comes(c, RDMA_CM_EVENT_ADDR_RESOLVED, NULL) ||
	    !WORKS(c, rdma_resolve_route, c->active, RESOLVE_MS) ||
	    !comes(c, RDMA_CM_EVENT_ROUTE_RESOLVED, NULL))
		return false;
	c->failure.resolved = true;
	param.qp_num = active->qp_num;
	if (!WORKS(c, rdma_connect, c->active, &param) ||
	    !comes(c, RDMA_CM_EVENT_CONNECT_REQUEST, &c->passive))
		return false;
	param.qp_num = passive->qp_num;
	return WORKS(c, rdma_accept, c->passive, &param) &&
	       comes(c, RDMA_CM_EVENT_ESTABLISHED, NULL) &&
	       comes(c, RDMA_CM_EVENT_ESTABLISHED, NULL);
}

struct cm_connection *cm_try(const struct vct_device *dev, struct ibv_qp *active,
			     struct ibv_qp *passive, struct cm_failure *failure)
{
	struct sockaddr_storage address = dev->address;
	struct cm_connection *c = vct_allocate(1, sizeof(*c));

	if (!cm_load())
		abort();
	/* cppcheck-suppress AssignmentIntegerToAddress ; lint defines __typeof__ away */
	c->channel = cm.rdma_create_event_channel();
	if (worked(c, c->channel ? 0 : -1, "rdma_create_event_channel") &&
	    connects(c, &address, active, passive))
		c->failure.text[0] = '\0';
	*failure = c->failure;
	return c;
}

void cm_connect(struct ibv_qp *active, struct ibv_qp *passive)
{
	struct cm_connection *c;
	struct cm_failure failure;

	SETUP(cm_load());
	c = cm_try(vct_dev, active, passive, &failure);
	vct_track(c, "connection", "cm_disconnect", cm_disconnect);
	if (failure.text[0])
		vct_broken_at(CONNECTED, VCT_HERE("cm_connect"), "setup: %s", failure.text);
	vct_trace(CALLED("cm_connect") ARG("active", "%s") ", " ARG("passive", "%s") RESULT("%s"),
		  vct_name(active), vct_name(passive), vct_name(c));
}

/* The id gets a context when its address is that of an RDMA device. */
static bool leads_to(const struct sockaddr *address, const char *device, uint8_t port)
{
	struct rdma_cm_id *id;
	bool leads;

	if (cm.rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP))
		return false;
	leads = !cm.rdma_bind_addr(id, (struct sockaddr *)address) && id->verbs &&
		id->port_num == port && !strcmp(ibv_get_device_name(id->verbs->device), device);
	cm.rdma_destroy_id(id);
	return leads;
}

bool cm_find_address(const char *device, uint8_t port, struct sockaddr_storage *address, char *why,
		     size_t size)
{
	struct ifaddrs *all, *a;
	bool found = false;

	if (!cm_load()) {
		snprintf(why, size,
			 "the device is iWARP, and librdmacm, which connects its QPs, cannot be "
			 "loaded: %s",
			 dlerror());
		return false;
	}
	if (getifaddrs(&all)) {
		snprintf(why, size, "getifaddrs: %s", strerror(errno));
		return false;
	}
	for (a = all; a && !found; a = a->ifa_next) {
		bool v4 = a->ifa_addr && a->ifa_addr->sa_family == AF_INET;
		bool v6 = a->ifa_addr && a->ifa_addr->sa_family == AF_INET6;

		found = (v4 || v6) && leads_to(a->ifa_addr, device, port);
		if (found)
			memcpy(address, a->ifa_addr,
			       v4 ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6));
	}
	freeifaddrs(all);
	if (!found)
		snprintf(why, size,
			 "the device is iWARP, and no IP address of this machine leads to it, so "
			 "librdmacm cannot connect its QPs: give its network interface an address, "
			 "and load rdma_ucm");
	return found;
}
