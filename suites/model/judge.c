// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What a completion must say that has come. */
#include "model.h"

/* The 40 bytes hold a GRH or an IPv6 header, or an IPv4 header in the last 20 bytes. */
static bool is_grh(const unsigned char *bytes)
{
	const union ibv_gid *gid = &vct_dev->gid;
	bool v6 = bytes[0] >> 4 == 6 && !memcmp(bytes + 24, gid->raw, 16);
	bool v4 = bytes[20] >> 4 == 4 && !memcmp(bytes + 36, gid->raw + 12, 4);

	return v6 || v4;
}

static void judge_ud(const struct due *d, const struct ibv_wc *wc)
{
	if (ASK(CQ_POL_06))
		MUST_EQ(wc->src_qp, d->wc.src_qp);
	if (link_layer_has_grh() && ASK(CQ_POL_07))
		MUST_EQ(!!(wc->wc_flags & IBV_WC_GRH), link_has_grh());
	if (wc->wc_flags & IBV_WC_GRH && link_has_grh() && ASK(d->qp->srq ? SRQ_PST_09 : QP_RCV_04))
		MUST(is_grh((const unsigned char *)d->buffer),
		     "the buffer begins with a GRH; it does not");
}

static void judge_flags(const struct due *d, const struct ibv_wc *wc)
{
	if (ASK(CQ_POL_05)) {
		MUST_EQ(wc->wc_flags & IBV_WC_WITH_IMM, d->wc.wc_flags & IBV_WC_WITH_IMM);
		if (wc->wc_flags & IBV_WC_WITH_IMM)
			MUST_EQ(wc->imm_data, d->wc.imm_data);
	}
	if (ASK(CQ_POL_15)) {
		MUST_EQ(wc->wc_flags & IBV_WC_WITH_INV, d->wc.wc_flags & IBV_WC_WITH_INV);
		if (d->wc.wc_flags & IBV_WC_WITH_INV)
			MUST_EQ(wc->invalidated_rkey, d->wc.invalidated_rkey);
	}
	if (!vct_device_misses(vct_dev, 0, NEED_CSUM) && ASK(CQ_POL_16))
		MUST(!(wc->wc_flags & IBV_WC_IP_CSUM_OK),
		     "a device that does not claim checksums sets no IBV_WC_IP_CSUM_OK; it is set");
}

void judge_receive(const struct due *d, const struct ibv_wc *wc)
{
	const struct vct_promise *of_data = d->qp->srq ? SRQ_PST_08 : QP_RCV_04;
	bool ud = d->skip;

	if (ASK(CQ_POL_03))
		MUST_EQ(wc->opcode, d->wc.opcode);
	if (ASK(CQ_POL_04))
		MUST_EQ(wc->byte_len, d->wc.byte_len);
	judge_flags(d, wc);
	if (ud)
		judge_ud(d, wc);
	if (d->data && ASK(ud && d->qp->srq ? SRQ_PST_10 : of_data))
		MUST_EQUAL_BYTES(NAMED("the receive buffer", d->buffer + d->skip), d->data,
				 d->wc.byte_len - d->skip);
}
