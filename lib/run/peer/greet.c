// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The first frames of a run and its peer: both are of one version, and know each other's device. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../../base/deadline.h"
#include "../../check/far/far_call.h"
#include "peer.h"

/* Each side says what it is: a command that sends back what it is sent is no peer. */
static const char greetings[][16] = {
	[GREET_AS_RUN] = "verbs-cts run", [GREET_AS_PEER] = "verbs-cts peer"
};

static void fill_sizes(uint32_t *sizes)
{
	sizes[0] = sizeof(struct far_call);
	sizes[1] = sizeof(struct far_answer);
	sizes[2] = sizeof(struct vct_evidence);
	sizes[3] = sizeof(struct vct_device);
	sizes[4] = sizeof(struct ibv_wc) << 16 | sizeof(struct far_wr);
	sizes[5] = sizeof(struct vct_wire_order);
}

static void forget_pointers(struct vct_device *dev)
{
	dev->ibv = NULL;
	dev->unasked = NULL;
	dev->facts = NULL;
	dev->fault_plugin = NULL;
	dev->fault_command = NULL;
}

static void fill(struct vct_wire_hello *hello, const struct vct_device *own, enum vct_side side)
{
	memset(hello, 0, sizeof(*hello));
	memcpy(hello->greeting, greetings[side], sizeof(hello->greeting));
	snprintf(hello->version, sizeof(hello->version), "%s", VCT_VERSION);
	snprintf(hello->commit, sizeof(hello->commit), "%s", VCT_COMMIT);
	fill_sizes(hello->sizes);
	hello->slow = vct_slow;
	memcpy((void *)&hello->dev, own, sizeof(*own));
	forget_pointers(&hello->dev);
}

static bool truth(const bool *value)
{
	unsigned char byte;

	memcpy(&byte, value, 1);
	return byte;
}

/* A text of another program ends, and is one line. */
static void take_text(char *text, size_t size)
{
	text[size - 1] = '\0';
	for (; *text; text++)
		if (!isprint((unsigned char)*text))
			*text = '?';
}
#define TAKE_TEXT(text_) take_text(text_, sizeof(text_))

/* What another program said of its device: all texts are such, all truths are true or false. */
static void take_device(struct vct_device *dev, const struct vct_device *received)
{
	memcpy((void *)dev, received, sizeof(*dev));
	forget_pointers(dev);
	TAKE_TEXT(dev->name);
	TAKE_TEXT(dev->driver);
	TAKE_TEXT(dev->provider);
	TAKE_TEXT(dev->kernel);
	TAKE_TEXT(dev->rdma_core);
	TAKE_TEXT(dev->pci);
	TAKE_TEXT(dev->netdev);
	TAKE_TEXT(dev->unconnected);
	TAKE_TEXT(dev->attr.orig_attr.fw_ver);
	dev->user_space = truth(&received->user_space);
	dev->synthetic = truth(&received->synthetic);
	dev->model = truth(&received->model);
	dev->iwarp = truth(&received->iwarp);
}

static bool same_version(const struct vct_wire_hello *own, struct vct_wire_hello *other,
			 char *error, size_t size)
{
	TAKE_TEXT(other->version);
	TAKE_TEXT(other->commit);
	if (!strcmp(own->version, other->version) &&
	    !memcmp(own->sizes, other->sizes, sizeof(own->sizes)))
		return true;
	snprintf(error, size,
		 "the peer is verbs-cts %s (%s), and this one is %s (%s): install the same version "
		 "on both hosts",
		 other->version, other->commit, own->version, own->commit);
	return false;
}

/* Links need the same transport on both sides, and QPs that ibv_modify_qp connects. */
static bool fit(const struct vct_device *own, const struct vct_device *other, char *error,
		size_t size)
{
	if (own->iwarp || other->iwarp)
		snprintf(error, size,
			 "%s is an iWARP device: --peer connects QPs with ibv_modify_qp, which "
			 "iWARP has not; run without --peer",
			 own->iwarp ? own->name : other->name);
	else if (own->port_attr.link_layer != other->port_attr.link_layer)
		snprintf(error, size,
			 "%s and the peer's %s have different link layers, so no message can pass "
			 "between them",
			 own->name, other->name);
	else
		return true;
	return false;
}

int vct_peer_greet(struct vct_wire *wire, enum vct_side side, const struct vct_device *own,
		   struct vct_device *other, double until, char *error, size_t size)
{
	static struct vct_wire_hello mine, theirs;
	enum vct_wire_type type;
	long n;

	fill(&mine, own, side);
	/* Where nothing could be sent, what was written there says more. */
	vct_wire_send(wire, WIRE_HELLO, &mine, sizeof(mine), until);
	n = vct_wire_receive(wire, &type, &theirs, sizeof(theirs), until);
	if (n < 0) {
		snprintf(error, size,
			 "the peer %s: 'verbs-cts peer -d DEVICE' must run there and nothing else "
			 "may use its standard input and output",
			 wire->error);
		return -1;
	}
	if (type != WIRE_HELLO || n < (long)offsetof(struct vct_wire_hello, slow) ||
	    memcmp(theirs.greeting, greetings[!side], sizeof(theirs.greeting))) {
		snprintf(error, size, "the peer did not greet: is it 'verbs-cts peer'?");
		return -1;
	}
	if (!same_version(&mine, &theirs, error, size))
		return -1;
	if (n != sizeof(theirs)) {
		snprintf(error, size, "the peer's greeting is too short");
		return -1;
	}
	if (theirs.slow > vct_slow && theirs.slow <= 1e6)
		vct_slow = theirs.slow;
	take_device(other, &theirs.dev);
	if (!other->name[0]) {
		snprintf(error, size, "the peer did not tell the name of its device");
		return -1;
	}
	return fit(own, other, error, size) ? 0 : -1;
}
