// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * Commands of a program (DEVX) to the HCA of mlx5, in two contexts: prints what became of each, and
 * the status that the HCA answered.
 */
#include <err.h>
#include <infiniband/mlx5dv.h>
#include <stdio.h>
#include <stdlib.h>
#include "mlx5/bits.h"

enum {
	PAGE = 4096,
	ALLOC_PD = 0x800,
	CREATE_MKEY = 0x200,
	CREATE_CQ = 0x400,
	QUERY_CAP = 0x100,
	LISTS = 2
};
/* what the header has no names for: in CREATE_CQ, and in its context */
enum { UMEM_ID = 0x58, RECORD_UMEM_ID = 4, RECORD = 2048 };

static struct mlx5dv_devx_obj *make(const char *what, struct ibv_context *context, void *in,
				    size_t size, u32 *number)
{
	u8 out[16] = { 0 };
	struct mlx5dv_devx_obj *object =
		mlx5dv_devx_obj_create(context, in, size, out, sizeof(out));

	printf("%s: %s, status %u\n", what, object ? "made" : "refused", out[0]);
	*number = be32(out + 8) & 0xffffff;
	return object;
}

static struct mlx5dv_devx_obj *make_pd(struct ibv_context *context, u32 *number)
{
	u8 in[16] = { 0 };

	put16(in, ALLOC_PD);
	return make("pd", context, in, sizeof(in), number);
}

static struct mlx5dv_devx_obj *make_mkey(const char *what, struct ibv_context *context, u32 pd)
{
	u8 in[SIZE(create_mkey_in)] = { 0 }, *x = ADDR(create_mkey_in, in, memory_key_mkey_entry);
	u32 number;

	put16(in, CREATE_MKEY);
	SET(mkc, x, access_mode_1_0, LISTS);
	SET(mkc, x, pd, pd);
	return make(what, context, in, sizeof(in), &number);
}

static struct mlx5dv_devx_obj *make_cq(const char *what, struct ibv_context *context, u32 umem)
{
	u8 in[SIZE(create_cq_in)] = { 0 }, *x = ADDR(create_cq_in, in, cq_context);
	struct mlx5dv_devx_uar *uar = mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC);
	u32 eqn, number;

	if (!uar || mlx5dv_devx_query_eqn(context, 0, &eqn))
		err(2, "uar or eq");
	put16(in, CREATE_CQ);
	put32(in + UMEM_ID, umem);
	SET(create_cq_in, in, cq_umem_valid, 1);
	put32(x + RECORD_UMEM_ID, umem);
	SET(cqc, x, dbr_umem_valid, 1);
	SET(cqc, x, dbr_addr, RECORD);
	SET(cqc, x, log_cq_size, 4);
	SET(cqc, x, uar_page, uar->page_id);
	SET(cqc, x, c_eqn_or_apu_element, eqn);
	return make(what, context, in, sizeof(in), &number);
}

int main(void)
{
	struct mlx5dv_context_attr devx = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **devices = ibv_get_device_list(NULL);
	struct ibv_context *one = mlx5dv_open_device(devices[0], &devx),
			   *other = mlx5dv_open_device(devices[0], &devx);
	u8 in[16] = { 0 }, out[16 + SIZE(cmd_hca_cap)] = { 0 };
	struct mlx5dv_devx_obj *pd, *mkey, *cq;
	struct mlx5dv_devx_umem *umem;
	u32 number;

	if (!one || !other)
		err(2, "open");
	put16(in, QUERY_CAP);
	put16(in + 6, 1);
	if (mlx5dv_devx_general_cmd(one, in, sizeof(in), out, sizeof(out)))
		err(2, "capabilities");
	printf("capabilities: %u CQEs\n", 1U << GET(cmd_hca_cap, out + 16, log_max_cq_sz));

	pd = make_pd(one, &number);
	mkey = make_mkey("mkey", one, number);
	make_mkey("mkey in the pd of another context", other, number);
	printf("end of the mkey, and of the pd: %d %d\n", mlx5dv_devx_obj_destroy(mkey),
	       mlx5dv_devx_obj_destroy(pd));
	make_mkey("mkey in a pd that is gone", one, number);

	umem = mlx5dv_devx_umem_reg(one, aligned_alloc(PAGE, PAGE), PAGE, IBV_ACCESS_LOCAL_WRITE);
	if (!umem)
		err(2, "umem");
	cq = make_cq("cq", one, umem->umem_id);
	make_cq("cq in the umem of another context", other, umem->umem_id);
	printf("end of the umem below the cq: %d\n", mlx5dv_devx_umem_dereg(umem));
	printf("end of the cq: %d\n", mlx5dv_devx_obj_destroy(cq));
	printf("end of the umem: %d\n", mlx5dv_devx_umem_dereg(umem));
	return ibv_close_device(other) | ibv_close_device(one);
}
