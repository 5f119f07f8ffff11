/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* What is promised of the tables of a port: GIDs and P_Keys. */
/* clang-format off */
PROFILED(PORT)
PROMISE(GID_01, "GID-01", MUST,
	"ibv_query_gid(3) DESCRIPTION, RETURN VALUE",
	"ibv_query_gid returns the GID in each entry of the port's GID table, and 0.")
PROMISE(GID_02, "GID-02", MUST,
	"ibv_query_gid(3) RETURN VALUE",
	"An error of ibv_query_gid is -1.")
PROMISE(GID_03, "GID-03", DERIVED,
	"ibv_query_gid(3) DESCRIPTION; ibv_query_port(3) gid_tbl_len; ibv_query_device(3) phys_port_cnt",
	"An index outside the port's GID table, and a port that the device does not have, are errors.")
PROMISE(GIX_01, "GIX-01", MUST,
	"ibv_query_gid_ex(3) DESCRIPTION, entry Argument gid",
	"ibv_query_gid_ex returns the GID of the entry.")
PROMISE(GIX_02, "GIX-02", MUST,
	"ibv_query_gid_ex(3) entry Argument gid_index, port_num",
	"gid_index and port_num are those of the entry.")
PROMISE(GIX_03, "GIX-03", MUST,
	"ibv_query_gid_ex(3) entry Argument gid_type",
	"gid_type is IBV_GID_TYPE_IB, IBV_GID_TYPE_ROCE_V1 or IBV_GID_TYPE_ROCE_V2.")
PROFILED(PORT_GIDS)
PROMISE(GIX_04, "GIX-04", MUST,
	"ibv_query_gid_ex(3) ERRORS",
	"An entry of the table without data is ENODATA.")
PROFILED(PORT)
PROMISE(GIX_05, "GIX-05", MUST,
	"ibv_query_gid_ex(3) RETURN VALUE",
	"An error of ibv_query_gid_ex is an errno value.")
PROMISE(GIX_06, "GIX-06", DERIVED,
	"ibv_query_gid_ex(3) DESCRIPTION",
	"An index outside the port's GID table, and a port that the device does not have, are errors.")
PROMISE(GTB_01, "GTB-01", MUST,
	"ibv_query_gid_table(3) DESCRIPTION, RETURN VALUE",
	"ibv_query_gid_table returns all valid entries of the GID tables of the device, and their number.",
	BROKEN_WITH(GIX_03))
PROMISE(GTB_02, "GTB-02", MUST,
	"ibv_query_gid_table(3) DESCRIPTION",
	"Only valid entries are returned.")
PROMISE(GTB_03, "GTB-03", MUST,
	"ibv_query_gid_table(3) DESCRIPTION, max_entries",
	"Room for exactly the valid entries is enough, and nothing is written behind it.")
PROFILED(PORT_GIDS)
PROMISE(GTB_04, "GTB-04", MUST,
	"ibv_query_gid_table(3) DESCRIPTION, RETURN VALUE",
	"If there are more valid entries than max_entries, the call fails with a negative errno value.")
PROFILED(PORT_PKEY)
PROMISE(PKY_01, "PKY-01", MUST,
	"ibv_query_pkey(3) DESCRIPTION, RETURN VALUE",
	"ibv_query_pkey returns the P_Key in each entry of the port's P_Key table, and 0.")
PROMISE(PKY_02, "PKY-02", MUST,
	"ibv_query_pkey(3) RETURN VALUE",
	"An error of ibv_query_pkey is -1.")
PROMISE(PKY_03, "PKY-03", DERIVED,
	"ibv_query_pkey(3) DESCRIPTION; ibv_query_port(3) pkey_tbl_len; ibv_query_device(3) phys_port_cnt",
	"An index outside the port's P_Key table, and a port that the device does not have, are errors.")
PROMISE(PKX_01, "PKX-01", MUST,
	"ibv_get_pkey_index(3) DESCRIPTION, RETURN VALUE",
	"ibv_get_pkey_index returns the index of an entry that has the P_Key.")
PROMISE(PKX_02, "PKX-02", MUST,
	"ibv_get_pkey_index(3) RETURN VALUE",
	"ibv_get_pkey_index returns -1 for a P_Key that the table does not have.")
