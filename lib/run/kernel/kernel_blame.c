// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Tells complaints about the device under test from all others. */
#include <string.h>

#include "../../record/complaint.h"
#include "kernel_blame.h"
#include "kernel.h"

/* The beginnings of the names of modules and functions of drivers, by the driver of the device. */
static const struct {
	const char *driver, *names[4];
} drivers[] = {
	{ "mlx5_core", { "mlx5" } },
	{ "mlx5_core.sf", { "mlx5" } },
	{ "mlx4_core", { "mlx4" } },
	{ "bnxt_en", { "bnxt", "bnxt_re" } },
	{ "hns3", { "hns", "hns3", "hclge", "hns_roce" } },
	{ "ice", { "ice", "irdma" } },
	{ "i40e", { "i40e", "irdma" } },
	{ "qede", { "qed", "qede", "qedr" } },
	{ "cxgb4", { "cxgb4", "iw_cxgb4", "c4iw" } },
	{ "mana", { "mana", "mana_ib" } },
	{ "hfi1", { "hfi1", "rdmavt", "rvt" } },
	{ "qib", { "ib_qib", "qib", "rdmavt", "rvt" } },
	{ "rxe", { "rxe", "rdma_rxe" } },
};

static void add(const char **list, const char *name)
{
	while (*list)
		list++;
	*list = name;
}

static const struct vct_log_names *names_of(const struct vct_device *dev)
{
	static struct vct_log_names names;

	if (names.own[0])
		return &names;
	add(names.own, dev->name);
	if (dev->pci[0])
		add(names.own, dev->pci);
	if (dev->netdev[0])
		add(names.own, dev->netdev);
	add(names.related, program_invocation_short_name);
	for (const char *const *core = (const char *const[]){ "ib_core", "ib_uverbs", "uverbs",
							      "rdma_ucm", "rdma_cm", "ib", NULL };
	     *core; core++)
		add(names.related, *core);
	if (strcmp(dev->driver, "unknown"))
		add(names.related, dev->driver);
	for (size_t i = 0; i < sizeof(drivers) / sizeof(drivers[0]); i++)
		for (size_t n = 0; !strcmp(drivers[i].driver, dev->driver) && n < 4; n++)
			if (drivers[i].names[n])
				add(names.related, drivers[i].names[n]);
	return &names;
}

bool vct_kernel_is_to_blame(const struct vct_run *run, const char *lines, unsigned long gained,
			    struct vct_evidence *evidence)
{
	bool any = gained || vct_kernel_complains(lines), ours = any;

	if (!run->care.in_guest)
		ours = vct_kernel_complains_of(lines, names_of(run->plan.dev)) ||
		       (gained && !vct_kernel_is_heard());
	if (any && !ours)
		vct_note_to(evidence, "the kernel complained during the check, but not of the "
				      "device: this does not count");
	return ours;
}
