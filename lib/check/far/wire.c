// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sends and receives frames, with a deadline for each. */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../base/deadline.h"
#include "wire.h"

enum { MAGIC = 0x76637470, PIECE = 4096, LONGEST_MS = 1000000 };

struct head {
	uint32_t magic, type, length;
};

static bool ready(struct vct_wire *w, int fd, short what, double until)
{
	struct pollfd p = { .fd = fd, .events = what };
	double left;
	int n;

	do {
		left = until - vct_now_ms();
		n = poll(&p, 1, left > LONGEST_MS ? LONGEST_MS : left > 0 ? (int)left + 1 : 0);
	} while ((!n || (n < 0 && errno == EINTR)) && vct_now_ms() < until);
	if (!n)
		vct_rest_on_time();
	if (n <= 0)
		snprintf(w->error, sizeof(w->error), "did not %s before the deadline",
			 what == POLLIN ? "answer" : "read what was sent");
	return n > 0;
}

/* After poll() a pipe takes PIECE bytes without waiting (PIPE_BUF). */
static bool put_bytes(struct vct_wire *w, const char *bytes, size_t size, double until)
{
	while (size) {
		ssize_t n;

		if (!ready(w, w->out, POLLOUT, until))
			return false;
		n = write(w->out, bytes, size < PIECE ? size : PIECE);
		if (n < 0 && errno != EINTR && errno != EAGAIN) {
			snprintf(w->error, sizeof(w->error), "has ended (%s)", strerror(errno));
			return false;
		}
		if (n > 0)
			bytes += n, size -= (size_t)n;
	}
	return true;
}

static bool get_bytes(struct vct_wire *w, char *bytes, size_t size, double until)
{
	while (size) {
		ssize_t n;

		if (!ready(w, w->in, POLLIN, until))
			return false;
		n = read(w->in, bytes, size);
		if (!n || (n < 0 && errno != EINTR && errno != EAGAIN)) {
			snprintf(w->error, sizeof(w->error), "has ended");
			return false;
		}
		if (n > 0)
			bytes += n, size -= (size_t)n;
	}
	return true;
}

long vct_wire_send(struct vct_wire *w, enum vct_wire_type type, const void *payload, size_t size,
		   double until)
{
	struct head head = { MAGIC, type, (uint32_t)size };
	char first[PIECE];
	size_t n = size < sizeof(first) - sizeof(head) ? size : sizeof(first) - sizeof(head);

	if (size > VCT_WIRE_MOST) {
		snprintf(w->error, sizeof(w->error), "cannot be sent so much at once");
		return -1;
	}
	memcpy(first, &head, sizeof(head));
	if (n)
		memcpy(first + sizeof(head), payload, n);
	if (!put_bytes(w, first, sizeof(head) + n, until) ||
	    (size > n && !put_bytes(w, (const char *)payload + n, size - n, until)))
		return -1;
	return (long)size;
}

/* Usually the words of a shell or of a greeting. */
static void show_garbage(struct vct_wire *w, const struct head *head)
{
	char shown[sizeof(*head) + 1] = "";

	memcpy(shown, head, sizeof(*head));
	for (size_t i = 0; i < sizeof(*head); i++)
		if (!isprint((unsigned char)shown[i]))
			shown[i] = '.';
	snprintf(w->error, sizeof(w->error), "wrote what is no frame: '%s...'", shown);
}

long vct_wire_receive(struct vct_wire *w, enum vct_wire_type *type, void *payload, size_t size,
		      double until)
{
	struct head head;

	if (!get_bytes(w, (char *)&head, sizeof(head), until))
		return -1;
	if (head.magic != MAGIC || !head.type || head.type >= WIRE_TYPES) {
		show_garbage(w, &head);
		return -1;
	}
	if (head.length > size) {
		snprintf(w->error, sizeof(w->error),
			 "sent a frame of %u bytes, and %zu at most fit", head.length, size);
		return -1;
	}
	*type = head.type;
	return get_bytes(w, payload, head.length, until) ? (long)head.length : -1;
}
