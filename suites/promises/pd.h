/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of protection domains. */
/* clang-format off */
PROFILED(MEMORY)
PROMISE(PD_ALC_01, "PD-ALC-01", MUST,
	"ibv_alloc_pd(3) RETURN VALUE",
	"ibv_alloc_pd returns a domain of the context; there may be several at a time.")
PROMISE(PD_ALC_02, "PD-ALC-02", MUST,
	"ibv_alloc_pd(3) RETURN VALUE",
	"An ibv_alloc_pd that fails returns NULL and sets errno.",
	.since = 65, .no_check = "no argument makes it fail, and a check does not use up the domains of a device")
PROMISE(PD_DEA_01, "PD-DEA-01", MUST,
	"ibv_alloc_pd(3) RETURN VALUE",
	"ibv_dealloc_pd returns 0 on success, or the value of errno on failure.")
PROMISE(PD_DEA_02, "PD-DEA-02", DERIVED,
	"ibv_alloc_pd(3) NOTES",
	"If ibv_dealloc_pd fails because another resource is associated with the domain, both work as before.")
PROMISE(PD_DEA_03, "PD-DEA-03", DERIVED,
	"ibv_alloc_pd(3) DESCRIPTION, NOTES",
	"A domain with which nothing is associated any more is deallocated, also if that failed before.")
PROMISE(PD_DEA_04, "PD-DEA-04", DERIVED,
	"ibv_alloc_pd(3) DESCRIPTION; ibv_query_device(3) max_pd",
	"Domains that were deallocated make room for others: more than max_pd can be allocated one after the other.")
PROMISE(PD_DEA_05, "PD-DEA-05", DERIVED,
	"ibv_alloc_pd(3) NOTES; ibv_reg_mr(3) DESCRIPTION ('associated with the protection domain pd')",
	"If ibv_dealloc_pd succeeds although resources are associated with the domain, these are not of a "
	"domain that is allocated later.")
