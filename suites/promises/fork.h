/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of fork(), and of ibv_inc_rkey. */
/* clang-format off */
PROFILED(MEMORY)
PROMISE(FRK_01, "FRK-01", MUST,
	"ibv_fork_init(3) RETURN VALUE",
	"ibv_fork_init returns 0 on success, or the value of errno on failure.")
PROMISE(FRK_02, "FRK-02", MUST,
	"ibv_fork_init(3) DESCRIPTION",
	"After ibv_fork_init, a fork does not corrupt data: what is registered is still the memory of the parent, and that "
	"of the child is its own.")
PROMISE(FRK_03, "FRK-03", DERIVED,
	"ibv_fork_init(3) RETURN VALUE",
	"After memory was registered, ibv_fork_init fails with EINVAL, unless it was called before or is not needed.")
PROMISE(FRK_04, "FRK-04", MUST,
	"ibv_is_fork_initialized(3) RETURN VALUE",
	"ibv_is_fork_initialized returns IBV_FORK_DISABLED, IBV_FORK_ENABLED or IBV_FORK_UNNEEDED.")
PROMISE(FRK_05, "FRK-05", MUST,
	"ibv_is_fork_initialized(3) RETURN VALUE, NOTES",
	"After ibv_fork_init has succeeded it returns IBV_FORK_ENABLED or IBV_FORK_UNNEEDED.")
PROMISE(FRK_06, "FRK-06", MUST,
	"ibv_is_fork_initialized(3) NOTES",
	"IBV_FORK_UNNEEDED is returned whether ibv_fork_init was called or not.")
PROMISE(FRK_07, "FRK-07", DERIVED,
	"ibv_fork_init(3) DESCRIPTION (fork is handled correctly)",
	"A child has the memory that was registered once and is so no more.")
PROMISE(INC_01, "INC-01", MUST,
	"ibv_inc_rkey(3) DESCRIPTION, RETURN VALUE",
	"ibv_inc_rkey returns the rkey with its 8 lowest bits increased.")
PROMISE(INC_02, "INC-02", MUST,
	"ibv_inc_rkey(3) NOTES",
	"The other bits, the index, stay: also when the 8 lowest are all set.")
