// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Sends a message from an RC QP to itself, and a datagram from a UD QP to itself, and concludes
 * what is to blame if it does not arrive. An iWARP device has two RC QPs, which librdmacm connects.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../../base/lateness.h"
#include "../../base/memory.h"
#include "../../base/process.h"
#include "../../check/check.h"
#include "../../check/objects/cm.h"
#include "../../check/judge.h"
#include "probe.h"

enum { DATAGRAMS = 3, COMPLETION_MS = 3000, DATAGRAM_MS = 500 };

static bool passes_message(struct vct_probe *p, struct ibv_qp *tx, struct ibv_qp *rx)
{
	struct vct_sent o;

	if (!vct_probe_sends(p, tx, rx, NULL, COMPLETION_MS, &o))
		return false;
	if (!o.sent && !o.received)
		return true;
	p->vanishes = o.sent == IBV_WC_RETRY_EXC_ERR;
	if (o.sent > 0)
		return vct_probe_fails(p, VCT_REFUSES,
				       "a message of an RC QP to itself ended with %s",
				       ibv_wc_status_str((enum ibv_wc_status)o.sent));
	return vct_probe_fails(p, VCT_REFUSES,
			       "no %s completion of a message of an RC QP to itself came",
			       o.sent < 0 ? "send" : "receive");
}

static bool connects_itself(struct vct_probe *p, struct ibv_qp *qp)
{
	return vct_probe_to_init(p, qp) && vct_probe_to_rts(p, qp) && passes_message(p, qp, qp);
}

/* What librdmacm says of the address, or of a connection that nobody answers. */
static bool connects_by_cm(struct vct_probe *p, struct ibv_qp *tx, struct ibv_qp *rx)
{
	struct cm_failure f;
	struct cm_connection *c;
	bool connected;

	if (!vct_probe_to_init(p, tx) || !vct_probe_to_init(p, rx))
		return false;
	c = cm_try(p->dev, tx, rx, &f);
	connected = !f.text[0];
	if (!connected)
		vct_probe_fails(p,
				vct_probe_is_of_address(f.error) || (f.waited && !f.resolved)
					? VCT_UNREACHABLE
					: VCT_REFUSES,
				"librdmacm could not connect two RC QPs: %s", f.text);
	connected = connected && passes_message(p, tx, rx);
	cm_disconnect(c);
	return connected;
}

static bool reaches_by_rc(struct vct_probe *p)
{
	struct ibv_qp *qp, *other = NULL;
	bool reaches;

	if (p->dev->iwarp && p->dev->unconnected[0])
		return vct_probe_fails(p, VCT_UNREACHABLE, "%s", p->dev->unconnected);
	qp = vct_probe_make_qp(p, IBV_QPT_RC);
	reaches = qp != NULL;
	if (qp && p->dev->iwarp) {
		other = vct_probe_make_qp(p, IBV_QPT_RC);
		reaches = other && connects_by_cm(p, qp, other);
	} else if (qp) {
		reaches = connects_itself(p, qp);
	}
	if (other)
		ibv_destroy_qp(other);
	if (qp)
		ibv_destroy_qp(qp);
	return reaches;
}

/* A datagram may be lost. */
static bool passes_datagram(struct vct_probe *p, struct ibv_qp *qp, struct ibv_ah *ah)
{
	struct vct_sent o = { 0 };

	for (int i = 0; i < DATAGRAMS; i++) {
		if (!vct_probe_sends(p, qp, qp, ah, DATAGRAM_MS, &o))
			return false;
		if (!o.sent && !o.received)
			return true;
		if (o.sent)
			break;
	}
	p->vanishes = !o.sent;
	if (o.sent > 0)
		return vct_probe_fails(p, VCT_REFUSES,
				       "a datagram of a UD QP to itself ended with %s",
				       ibv_wc_status_str((enum ibv_wc_status)o.sent));
	return vct_probe_fails(p, VCT_REFUSES, "%s of a UD QP to itself %s",
			       o.sent < 0 ? "a datagram" : "three datagrams",
			       o.sent < 0 ? "had no completion" : "were sent and did not arrive");
}

static bool reaches_by_ud(struct vct_probe *p)
{
	struct ibv_ah_attr address = vct_probe_address(p->dev);
	struct ibv_qp *qp = vct_probe_make_qp(p, IBV_QPT_UD);
	struct ibv_ah *ah = NULL;
	bool reaches;

	if (!qp)
		return false;
	reaches = vct_probe_to_init(p, qp) && vct_probe_to_rts(p, qp);
	errno = 0;
	if (reaches)
		ah = ibv_create_ah(p->pd, &address);
	if (reaches && !ah)
		reaches = vct_probe_refused(p, "ibv_create_ah", "", errno);
	reaches = reaches && passes_datagram(p, qp, ah);
	if (ah)
		ibv_destroy_ah(ah);
	ibv_destroy_qp(qp);
	return reaches;
}

/* What became of the probe with one type of QP. */
struct transport {
	bool is_there, vanishes;
	struct vct_loopback result;
};

/* librdmacm knows the kernel's devices only: the checks that connect QPs of another are SKIP. */
static bool has(const struct vct_device *dev, vct_needs need)
{
	return dev->tried & need && !(dev->iwarp && dev->user_space);
}

static struct transport try_transport(struct vct_probe *p, vct_needs need,
				      bool (*try)(struct vct_probe *))
{
	struct transport t = { .is_there = has(p->dev, need) };

	p->vanishes = false;
	if (t.is_there && !try(p)) {
		t.vanishes = p->vanishes;
		t.result = *p->result;
	}
	/* What came back shows that there is a way. */
	if (t.is_there && t.result.outcome == VCT_REACHES)
		p->wrong_way = false;
	return t;
}

/*
 * A sender of RC that hears nothing says so (RETRY_EXC_ERR), and a datagram that does not arrive is
 * lost in silence. If both happen, and all else worked, the device sends, and its messages do not
 * come back: that is no device that fails at one of its transports.
 */
static void reach(struct vct_probe *p)
{
	struct transport rc = try_transport(p, NEED_RC, reaches_by_rc), ud = { 0 };

	if (rc.result.outcome != VCT_UNREACHABLE)
		ud = try_transport(p, NEED_UD, reaches_by_ud);
	*p->result = rc.result.outcome ? rc.result : ud.result;
	if (rc.is_there == rc.vanishes && ud.is_there == ud.vanishes && p->result->outcome)
		p->result->outcome = VCT_UNREACHABLE;
	if (!rc.is_there && !ud.is_there)
		p->result->outcome = VCT_UNTRIED;
}

static void find_way(struct vct_probe *p)
{
	const struct vct_device *dev = p->dev;
	struct ibv_gid_entry entry;

	if (ibv_query_gid_ex(p->context, dev->port, (uint32_t)dev->gid_index, &entry, 0))
		entry = (struct ibv_gid_entry){ .gid = dev->gid, .gid_type = UINT32_MAX };
	vct_way_find(&p->way, dev, &entry);
	p->wrong_way = p->way.is_wrong;
}

/* Its result is in memory that it shares with the process that asked. */
static void run_probe(void *the_probe)
{
	struct vct_probe *p = the_probe;
	bool made = vct_probe_makes_objects(p);

	if (p->context)
		find_way(p);
	if (made)
		reach(p);
	p->result->way = p->way;
	vct_probe_release(p);
}

/* A device that ends or holds up the process is not the environment. */
void vct_loopback_try(const struct vct_device *dev, double seconds, struct vct_loopback *result)
{
	struct vct_loopback *shared = vct_share(sizeof(*shared));
	struct vct_probe probe = { .dev = dev, .result = shared };
	struct vct_process process;
	unsigned int tries = 0;

	do {
		*shared = (struct vct_loopback){ .outcome = VCT_REACHES };
		process = vct_process_watch(run_probe, &probe, seconds);
		*result = *shared;
	} while ((result->outcome != VCT_REACHES || process.ending == VCT_LATE) &&
		 vct_try_again(++tries, process.late_ms));
	munmap(shared, sizeof(*shared));
	if (process.ending == VCT_ENDED)
		return;
	result->outcome = VCT_REFUSES;
	snprintf(result->step, sizeof(result->step), "a message to itself %s",
		 process.ending == VCT_LATE || process.ending == VCT_UNKILLABLE
			 ? "held up the process that sent it"
			 : "ended the process that sent it");
}

void vct_loopback_say(const struct vct_device *dev, const struct vct_loopback *result, char *text,
		      size_t size)
{
	char way[320] = "", remedy[320];

	if (result->way.type)
		vct_way_say(&result->way, dev->gid_index, way, sizeof(way));
	vct_way_remedy(&result->way, dev, remedy, sizeof(remedy));
	snprintf(text, size, "port %u of %s cannot reach itself: %s\n  %s\n  what to do: %s",
		 dev->port, dev->name, result->step, way, remedy);
}
