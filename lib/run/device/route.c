// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Asks the kernel whether messages from a GID can come back to it. */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../check/check.h"
#include "../../check/judge.h"
#include "route.h"

enum { ROCE_PORT = 4791 };

const char *vct_gid_type(unsigned int type)
{
	static const char *const names[] = { [IBV_GID_TYPE_IB] = "IB",
					     [IBV_GID_TYPE_ROCE_V1] = "RoCE v1",
					     [IBV_GID_TYPE_ROCE_V2] = "RoCE v2" };

	return type < sizeof(names) / sizeof(names[0]) ? names[type] : "unknown type";
}

bool vct_gid_is_ipv4(const union ibv_gid *gid)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	return !memcmp(gid->raw, mapped, sizeof(mapped));
}

const char *vct_netdev_state(const char *netdev)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct ifreq request = { 0 };
	const char *state = "up";

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", netdev);
	if (fd < 0 || ioctl(fd, SIOCGIFFLAGS, &request))
		state = "gone";
	else if (!(request.ifr_flags & IFF_UP))
		state = "down";
	else if (!(request.ifr_flags & IFF_RUNNING))
		state = "up, without a link";
	if (fd >= 0)
		close(fd);
	return state;
}

struct address {
	struct sockaddr_storage at;
	socklen_t length;
};

static struct address address_of(const union ibv_gid *gid, unsigned int netdev)
{
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6, .sin6_port = htons(ROCE_PORT) };
	struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons(ROCE_PORT) };
	struct address a = { .length = sizeof(v6) };

	if (vct_gid_is_ipv4(gid)) {
		memcpy(&v4.sin_addr, gid->raw + 12, sizeof(v4.sin_addr));
		memcpy(&a.at, &v4, sizeof(v4));
		a.length = sizeof(v4);
		return a;
	}
	memcpy(&v6.sin6_addr, gid->raw, sizeof(v6.sin6_addr));
	if (IN6_IS_ADDR_LINKLOCAL(&v6.sin6_addr))
		v6.sin6_scope_id = netdev;
	memcpy(&a.at, &v6, sizeof(v6));
	return a;
}

/*
 * A datagram socket that has the address of the GID and is connected with it needs what a message
 * needs: the address is one of this machine's, and there is a route to it. Nothing is sent. The
 * port of the socket may be taken already, so it binds to none.
 */
static void find_route(struct vct_way *way, const struct address *to)
{
	int fd = socket(to->at.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct address from = *to;

	if (from.at.ss_family == AF_INET)
		((struct sockaddr_in *)&from.at)->sin_port = 0;
	else
		((struct sockaddr_in6 *)&from.at)->sin6_port = 0;
	if (fd < 0)
		return;
	way->is_wrong = true;
	if (bind(fd, (struct sockaddr *)&from.at, from.length))
		snprintf(way->route, sizeof(way->route),
			 "it is not an address of this machine (bind: %s)", vct_errno_text(errno));
	else if (connect(fd, (const struct sockaddr *)&to->at, to->length))
		snprintf(way->route, sizeof(way->route), "no route to it (%s)",
			 vct_errno_text(errno));
	else
		way->is_wrong = false;
	close(fd);
	way->is_without_route = way->is_wrong;
	if (!way->is_wrong)
		snprintf(way->route, sizeof(way->route), "there is a route to it");
}

/* IP has no part in RoCE v1, in InfiniBand and in what a device in user space does. */
static bool has_route(const struct vct_device *dev, const struct ibv_gid_entry *entry)
{
	return !dev->user_space && entry->gid_type == IBV_GID_TYPE_ROCE_V2 && entry->ndev_ifindex;
}

void vct_way_find(struct vct_way *way, const struct vct_device *dev,
		  const struct ibv_gid_entry *entry)
{
	const union ibv_gid *gid = &entry->gid;
	struct address address = address_of(gid, entry->ndev_ifindex);

	*way = (struct vct_way){ .type = dev->iwarp ? "iWARP" : vct_gid_type(entry->gid_type),
				 .state = "" };
	inet_ntop(vct_gid_is_ipv4(gid) ? AF_INET : AF_INET6,
		  gid->raw + (vct_gid_is_ipv4(gid) ? 12 : 0), way->address, sizeof(way->address));
	if (!entry->ndev_ifindex || !if_indextoname(entry->ndev_ifindex, way->netdev))
		way->netdev[0] = '\0';
	if (way->netdev[0])
		way->state = vct_netdev_state(way->netdev);
	if (has_route(dev, entry) && way->netdev[0])
		find_route(way, &address);
	way->is_wrong |= way->netdev[0] && strcmp(way->state, "up") != 0;
}

void vct_way_say(const struct vct_way *way, int index, char *text, size_t size)
{
	if (!way->type) {
		snprintf(text, size, "GID index %d", index);
		return;
	}
	snprintf(text, size, "GID index %d: %s, %s%s%s%s%s%s%s%s", index, way->address, way->type,
		 way->netdev[0] ? ", network interface " : "", way->netdev,
		 way->netdev[0] ? " (" : "", way->state, way->netdev[0] ? ")" : "",
		 way->route[0] ? ", " : "", way->route);
}

void vct_way_remedy(const struct vct_way *way, const struct vct_device *dev, char *text,
		    size_t size)
{
	const char *other = "choose another GID with -x ('verbs-cts doctor' tries each, "
			    "'ibv_devinfo -v' lists them)";

	if (way->netdev[0] && strcmp(way->state, "up") != 0)
		snprintf(text, size, "bring %s up ('ip link set %s up'), or %s", way->netdev,
			 way->netdev, other);
	else if (dev->port_attr.link_layer == IBV_LINK_LAYER_INFINIBAND)
		snprintf(text, size,
			 "see whether the subnet manager lets port %u reach itself ('ibv_devinfo "
			 "-v', 'ibping'), or choose another port with -i",
			 dev->port);
	else if (dev->iwarp)
		snprintf(text, size,
			 "install librdmacm, give the network interface of %s an IP address, and "
			 "see that no other device has it, too ('rdma link', 'ip addr')",
			 dev->name);
	else if (way->is_without_route)
		snprintf(text, size,
			 "give %s this address and a route to it ('ip addr show dev %s', 'ip route "
			 "get %s'), or %s",
			 way->netdev[0] ? way->netdev : "its network interface",
			 way->netdev[0] ? way->netdev : "...", way->address, other);
	else
		snprintf(text, size,
			 "see whether the adapter or its switch sends messages back to the port "
			 "that they came from (loopback in the adapter, reflective relay in the "
			 "switch, 'ip route get %s'), or %s",
			 way->address, other);
}
