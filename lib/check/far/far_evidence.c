// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sends evidence, without the unused parts of its arrays, and fills it from what was sent. */
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "../../base/deadline.h"
#include "far.h"
#include "far_evidence.h"
#include "../judge.h"
#include "../evidence_valid.h"
#include "wire.h"

enum { ID_SIZE = 64, SEND_MS = 5000 };
enum { FIXED = offsetof(struct vct_evidence, notes) };

/* The promise is told by its id, because its address is another one there. */
bool vct_far_send_evidence(struct vct_wire *wire, const struct vct_evidence *e)
{
	char *text = vct_allocate(1, ID_SIZE + sizeof(*e)), *at;
	struct vct_evidence *fixed;
	long sent;

	fixed = (struct vct_evidence *)(text + ID_SIZE);
	if (e->promise)
		strncpy(text, e->promise->id, ID_SIZE - 1);
	memcpy((void *)fixed, e, FIXED);
	fixed->promise = NULL;
	fixed->steps_len = 0;
	at = text + ID_SIZE + FIXED;
	memcpy(at, e->notes, e->notes_len);
	at += e->notes_len;
	memcpy(at, e->recorded, e->recorded_len);
	at += e->recorded_len;
	memcpy(at, e->verbs, e->verbs_len);
	at += e->verbs_len;
	sent = vct_wire_send(wire, WIRE_EVIDENCE, text, (size_t)(at - text),
			     vct_deadline_ms(SEND_MS));
	free(text);
	return sent >= 0;
}

static bool take(char *to, size_t n, const char **from, const char *end)
{
	if (n > (size_t)(end - *from))
		return false;
	memcpy(to, *from, n);
	*from += n;
	return true;
}

const char *vct_far_take_evidence(struct vct_evidence *e, const char *payload, size_t size)
{
	const char *from = payload + ID_SIZE, *end = payload + size;
	char id[ID_SIZE];

	if (size < ID_SIZE + FIXED || payload[ID_SIZE - 1])
		return "sent evidence that is too short";
	memcpy(id, payload, sizeof(id));
	take((char *)e, FIXED, &from, end);
	e->promise = NULL;
	if (vct_evidence_error(e) || e->steps_len || !take(e->notes, e->notes_len, &from, end) ||
	    !take(e->recorded, e->recorded_len, &from, end) ||
	    !take(e->verbs, e->verbs_len, &from, end) || from != end) {
		memset(e, 0, FIXED);
		return "sent evidence that cannot be true";
	}
	e->promise = id[0] ? vct_promise_find(id) : NULL;
	return id[0] && !e->promise ? "judged a promise that there is not" : NULL;
}
