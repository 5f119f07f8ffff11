/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Promises that the HCA itself keeps or breaks: its firmware and its data path decide, and the
 * driver and the provider only hand on what is asked and answered. On a synthetic HCA
 * (docs/synthetic.md) these are judged on a program of this project, and say nothing about an
 * adapter. A promise in which the driver or the provider has a part, for example by the masks, the
 * contexts or the work requests that they make, or by the status that they translate, is not here.
 */

/* Events and completions */
OF_HCA(AEV_08)
OF_HCA(AEV_09)
OF_HCA(AEV_10)
OF_HCA(AEV_11)
OF_HCA(CQ_MDR_02)
OF_HCA(CQ_NTF_02)
OF_HCA(CQ_NTF_03)
OF_HCA(CQ_POL_14)
OF_HCA(CQ_XTD_05)
OF_HCA(CQ_XTD_08)
OF_HCA(CQ_XTD_14)

/* SRQs: the limit, and who takes which WR */
OF_HCA(SRQ_LIM_01)
OF_HCA(SRQ_LIM_02)
OF_HCA(SRQ_LIM_03)
OF_HCA(SRQ_LIM_04)
OF_HCA(SRQ_LIM_05)
OF_HCA(SRQ_LIM_06)
OF_HCA(SRQ_LIM_08)
OF_HCA(SRQ_LIM_09)
OF_HCA(SRQ_LIM_10)
OF_HCA(SRQ_MOD_24)
OF_HCA(SRQ_MOD_25)
OF_HCA(SRQ_MOD_26)
OF_HCA(SRQ_PST_11)
OF_HCA(SRQ_PST_12)
OF_HCA(SRQ_PST_13)
OF_HCA(SRQ_QRY_09)
OF_HCA(SRQ_QRY_10)
OF_HCA(XRV_CRE_03)

/* Requests: which opcodes a type of QP has, what they do, and in which order */
OF_HCA(SND_01)
OF_HCA(SND_02)
OF_HCA(SND_03)
OF_HCA(SND_04)
OF_HCA(SND_05)
OF_HCA(SND_06)
OF_HCA(SND_07)
OF_HCA(SND_08)
OF_HCA(SND_10)
OF_HCA(SND_11)
OF_HCA(SND_12)
OF_HCA(SND_16)
OF_HCA(SND_17)
OF_HCA(SND_33)
OF_HCA(SND_34)
OF_HCA(SND_39)
OF_HCA(SND_40)
OF_HCA(SND_41)

/* Errors: what becomes of the QPs, of other requests and of memory */
OF_HCA(QP_ERR_09)
OF_HCA(QP_ERR_10)
OF_HCA(QP_ERR_11)
OF_HCA(QP_ERR_13)
OF_HCA(QP_ERR_14)
OF_HCA(QP_ERR_15)
OF_HCA(QP_ERR_17)
OF_HCA(QP_ERR_18)
OF_HCA(QP_ERR_19)
OF_HCA(QP_ERR_20)

/* Rights, bounds and keys of regions and windows */
OF_HCA(MR_DER_02)
OF_HCA(MR_DER_03)
OF_HCA(MR_REG_02)
OF_HCA(MR_REG_04)
OF_HCA(MR_REG_09)
OF_HCA(MR_REG_10)
OF_HCA(MR_REG_16)
OF_HCA(MR_REG_23)
OF_HCA(MR_REG_24)
OF_HCA(MR_RRG_05)
OF_HCA(MW_ALC_01)
OF_HCA(MW_ALC_03)
OF_HCA(MW_ALC_05)
OF_HCA(MW_BND_03)
OF_HCA(MW_BND_05)
OF_HCA(MW_BND_07)
OF_HCA(MW_BND_08)
OF_HCA(MW_BND_09)
OF_HCA(MW_BND_10)
OF_HCA(MW_INV_01)
OF_HCA(MW_INV_02)

/* The port, and multicast */
OF_HCA(MC_03)
OF_HCA(MC_04)
OF_HCA(MC_05)
OF_HCA(PRT_08)
OF_HCA(PRT_11)
