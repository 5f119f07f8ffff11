// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A kernel that tells by RDMA netlink whose the objects on the device mlx5_0 are, for LD_PRELOAD:
 * OBJECTS="pd=mlx5_ib qp=1234 cm_id=nvmet_rdma/8" are a PD of a part of the kernel, a QP of a
 * process and a CM_ID with its state. A kind that is "kind=?" is one that the kernel does not know.
 */
#include "preload.h"
#include <ctype.h>
#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>
#include <stdint.h>
#include <sys/socket.h>

static const struct kind {
	const char *name;
	int command, table, entry;
} kinds[] = {
	{ "pd", RDMA_NLDEV_CMD_RES_PD_GET, RDMA_NLDEV_ATTR_RES_PD, RDMA_NLDEV_ATTR_RES_PD_ENTRY },
	{ "cq", RDMA_NLDEV_CMD_RES_CQ_GET, RDMA_NLDEV_ATTR_RES_CQ, RDMA_NLDEV_ATTR_RES_CQ_ENTRY },
	{ "mr", RDMA_NLDEV_CMD_RES_MR_GET, RDMA_NLDEV_ATTR_RES_MR, RDMA_NLDEV_ATTR_RES_MR_ENTRY },
	{ "qp", RDMA_NLDEV_CMD_RES_QP_GET, RDMA_NLDEV_ATTR_RES_QP, RDMA_NLDEV_ATTR_RES_QP_ENTRY },
	{ "srq", RDMA_NLDEV_CMD_RES_SRQ_GET, RDMA_NLDEV_ATTR_RES_SRQ,
	  RDMA_NLDEV_ATTR_RES_SRQ_ENTRY },
	{ "cm_id", RDMA_NLDEV_CMD_RES_CM_ID_GET, RDMA_NLDEV_ATTR_RES_CM_ID,
	  RDMA_NLDEV_ATTR_RES_CM_ID_ENTRY },
};

static int near = -1, far = -1; /* the ends of the socket: the program's, and the kernel's */

struct answer {
	struct nlmsghdr header;
	char room[4096];
};

static void *begin_of_rest(struct answer *a)
{
	return (char *)a + NLMSG_ALIGN(a->header.nlmsg_len);
}

static struct nlattr *put(struct answer *a, int type, const void *value, size_t size)
{
	struct nlattr *attr = begin_of_rest(a);

	attr->nla_type = (uint16_t)type;
	attr->nla_len = (uint16_t)(sizeof(*attr) + size);
	memcpy(attr + 1, value, size);
	a->header.nlmsg_len = NLMSG_ALIGN(a->header.nlmsg_len) + NLMSG_ALIGN(attr->nla_len);
	return attr;
}

static void close_table(struct answer *a, struct nlattr *table)
{
	table->nla_len = (uint16_t)((char *)begin_of_rest(a) - (char *)table);
}

/* "1234" or "mlx5_ib", with "/8" behind it for the state 8. */
static void put_object(struct answer *a, const struct kind *kind, const char *owner)
{
	struct nlattr *entry = put(a, kind->entry, "", 0);
	size_t length = strcspn(owner, "/ ");
	uint32_t pid = (uint32_t)strtoul(owner, NULL, 10);
	char name[32] = "";
	uint8_t state;

	memcpy(name, owner, length);
	if (isdigit((unsigned char)owner[0]))
		put(a, RDMA_NLDEV_ATTR_RES_PID, &pid, sizeof(pid));
	else
		put(a, RDMA_NLDEV_ATTR_RES_KERN_NAME, name, length + 1);
	if (owner[length] == '/') {
		state = (uint8_t)atoi(owner + length + 1);
		put(a, RDMA_NLDEV_ATTR_RES_STATE, &state, sizeof(state));
	}
	close_table(a, entry);
}

/* 0, or the error of a kernel that does not know this kind. */
static int put_objects(struct answer *a, const struct kind *kind)
{
	struct nlattr *table = put(a, kind->table, "", 0);
	const char *objects = getenv("OBJECTS");
	size_t length = strlen(kind->name);

	for (const char *at = objects; at && *at; at += strcspn(at, " ")) {
		at += strspn(at, " ");
		if (strncmp(at, kind->name, length) != 0 || at[length] != '=')
			continue;
		if (at[length + 1] == '?')
			return -EINVAL;
		put_object(a, kind, at + length + 1);
	}
	close_table(a, table);
	return 0;
}

static void answer(const struct nlmsghdr *request)
{
	int command = request->nlmsg_type & 0x3ff, error = 0;
	struct answer a = { .header = *request }, end = { .header = *request };
	uint32_t index = 7;

	a.header.nlmsg_len = end.header.nlmsg_len = NLMSG_HDRLEN;
	end.header.nlmsg_type = NLMSG_DONE;
	if (command == RDMA_NLDEV_CMD_GET) {
		put(&a, RDMA_NLDEV_ATTR_DEV_INDEX, &index, sizeof(index));
		put(&a, RDMA_NLDEV_ATTR_DEV_NAME, "mlx5_0", sizeof("mlx5_0"));
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].command == command)
			error = put_objects(&a, &kinds[i]);
	if (error) {
		end.header.nlmsg_type = NLMSG_ERROR;
		memcpy(begin_of_rest(&end), &error, sizeof(error));
		end.header.nlmsg_len += sizeof(struct nlmsgerr);
	} else {
		NEXT(send)(far, &a, a.header.nlmsg_len, 0);
	}
	NEXT(send)(far, &end, end.header.nlmsg_len, 0);
}

int socket(int domain, int type, int protocol)
{
	int ends[2];

	if (domain != AF_NETLINK || protocol != NETLINK_RDMA)
		return NEXT(socket)(domain, type, protocol);
	if (far >= 0)
		close(far);
	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends))
		return -1;
	near = ends[0];
	far = ends[1];
	return near;
}

ssize_t send(int fd, const void *data, size_t size, int flags)
{
	if (fd != near || near < 0)
		return NEXT(send)(fd, data, size, flags);
	answer(data);
	return (ssize_t)size;
}

int close(int fd)
{
	if (fd == near)
		near = -1;
	return NEXT(close)(fd);
}
