// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads ports and GIDs from the facts of a device. */
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "targets.h"

/* The value of the fact "port.1.state"; 0: there is none. */
static unsigned long number_of(const char *facts, unsigned int port, const char *what)
{
	char name[64];
	const char *at;

	snprintf(name, sizeof(name), "\nport.%u.%s\t", port, what);
	at = strstr(facts, name);
	return at ? strtoul(at + strlen(name), NULL, 0) : 0;
}

/* "::ffff:10.9.9.1, RoCE v2, eth0": the type with the kind of address, and the interface. */
static bool parse_gid(const char *value, char *kind, size_t size, char *netdev, size_t netdev_size)
{
	char gid[64], type[16], rest[64] = "";

	if (sscanf(value, "%63[^,\n], %15[^,\n], %63[^,\n]", gid, type, rest) < 2)
		return false;
	snprintf(netdev, netdev_size, "%s", rest);
	snprintf(kind, size, "%s%s", type,
		 strcmp(type, "RoCE v2")      ? ""
		 : strncmp(gid, "::ffff:", 7) ? ", IPv6"
					      : ", IPv4");
	return true;
}

static bool is_new(const struct vct_target *targets, size_t n, const struct vct_target *t)
{
	for (size_t i = 0; i < n; i++)
		if (targets[i].port == t->port && !strcmp(targets[i].kind, t->kind))
			return false;
	return true;
}

size_t vct_targets_find(const char *facts, bool (*is_up)(const char *netdev),
			struct vct_target *targets, size_t most)
{
	size_t n = 0;

	for (const char *line = facts; line && n < most; line = strchr(line + 1, '\n')) {
		struct vct_target t;
		char netdev[64];
		int length = 0;

		if (sscanf(line, "\nport.%u.gid.%d\t%n", &t.port, &t.gid_index, &length) != 2 ||
		    !length ||
		    !parse_gid(line + length, t.kind, sizeof(t.kind), netdev, sizeof(netdev)))
			continue;
		if (number_of(facts, t.port, "state") != IBV_PORT_ACTIVE ||
		    (netdev[0] && !is_up(netdev)) || !is_new(targets, n, &t))
			continue;
		targets[n++] = t;
	}
	return n;
}
