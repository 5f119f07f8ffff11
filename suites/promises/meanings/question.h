/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Questions that name no status, event or errno. QUESTION(title, other words, ...): as in errno.h.
 */
/* clang-format off */
QUESTION("vendor_err", "vendor error err syndrome syndrom synd",
	"vendor_err is the adapter's own code: no standard says what a number means, and each vendor has other ones.",
	"mlx5: 129 (0x81) comes with IBV_WC_RETRY_EXC_ERR, 136 (0x88) with IBV_WC_REM_ACCESS_ERR.",
	"It is shown in decimal by some programs, and in hexadecimal, also without 0x, by others.",
	"Providers that have no such code (siw, vmw_pvrdma) leave 0.",
	"status, which is the same for all devices. mlx5: vendor_error_syndrome of the error CQE in the Programmer's Reference Manual (PRM) "
	"of NVIDIA. efa: efa_io_defs.h, erdma: erdma_hw.h, irdma, bnxt_re, hns, mana, cxgb4: their folder in rdma-core's providers/",
	CQ_POL_08)
QUESTION("memlock", "memlock RLIMIT_MEMLOCK ulimit locked memory limit lock pages",
	"A process that is not root may lock only so much memory (ulimit -l), and all that a device accesses is locked.",
	"The limit is 64 KiB to 8 MiB unless it was raised: ibv_reg_mr, ibv_create_cq and ibv_create_qp return ENOMEM.",
	"/etc/security/limits.conf has no part in services of systemd, containers and jobs of Slurm.",
	"A limit that was raised is that of processes that begin later: log in again.",
	"'ulimit -l' in the shell of the program; 'prlimit --memlock --pid PID'; LimitMEMLOCK of systemd; --ulimit memlock=-1 of a container; "
	"PropagateResourceLimits of Slurm",
	MR_REG_17)
QUESTION("fork: a child crashes, or the data of its parent is corrupt", "child crash crashes segfault fork ibv_fork_init "
	"MADV_DONTFORK whole pages page system popen corrupt corruption",
	"Without ibv_fork_init, the first write of the parent after a fork goes to a copy, and the device writes to the old page: "
	"data is lost without an error.",
	"With it, registered memory is left out of the child (MADV_DONTFORK), in whole pages: what shares a page with it is missing there, too.",
	"A child that touches such a page, also a variable or a heap block beside a buffer, ends with SIGSEGV.",
	"ibv_fork_init was called after memory was registered: it fails with EINVAL. Huge pages need RDMAV_HUGEPAGES_SAFE besides.",
	"ibv_is_fork_initialized: kernels since 5.12 need none of it (IBV_FORK_UNNEEDED). Register whole pages only "
	"(posix_memalign, a length of full pages); exec at once in the child; ibv_fork_init(3)",
	FRK_02, FRK_03, FRK_06)
QUESTION("rkey of a type 2 memory window after a bind", "rkey key r_key mw window windows type 2 bind bound ibv_inc_rkey",
	"The window has the rkey that the request asked for in bind_mw.rkey, once its completion was polled; the old one gives no access.",
	"mw->rkey may still be the old one: few providers (irdma) change it in ibv_post_send, so the program keeps the new one itself.",
	"Only the lowest 8 bits may be new: use ibv_inc_rkey(mw->rkey).",
	"A window of type 2 that is bound has to be invalidated (IBV_WR_LOCAL_INV) before it is bound again.",
	"bind_mw.rkey of the request and what was sent to the other side; ibv_inc_rkey(3); ibv_post_send(3)",
	MW_ALC_05, MW_BND_08, MW_BND_12, MW_INV_01, INC_01)
