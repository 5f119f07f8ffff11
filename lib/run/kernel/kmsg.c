// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads a record of /dev/kmsg. */
#include <stdio.h>
#include <string.h>

#include "kmsg.h"

size_t vct_kmsg_line(struct vct_kmsg *kmsg, char *record, char *out, size_t room)
{
	char *text = strchr(record, ';'), *end;
	unsigned long long number, us;

	if (!text || sscanf(record, "%*u,%llu,%llu", &number, &us) != 2)
		return 0;
	if (kmsg->next && number > kmsg->next)
		kmsg->lost += number - kmsg->next;
	kmsg->next = number + 1;
	kmsg->us = us;
	end = strchr(++text, '\n');
	if (end)
		*end = '\0';
	if (strlen(text) + 32 > room) {
		kmsg->lost++;
		return 0;
	}
	return (size_t)snprintf(out, room, "[%5llu.%06llu] %s\n", us / 1000000, us % 1000000, text);
}
