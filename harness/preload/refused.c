// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * A device that refuses QPs with an errno value, for LD_PRELOAD: REFUSED="UC 22" refuses those of
 * type UC with errno 22, "RAW 1" raw packet QPs, "extended 95" all of ibv_create_qp_ex().
 */
#include "preload.h"

/* the errno value, or 0 if the QP is not refused */
static int refuses(const char *what)
{
	char refused[16] = "";
	int error = 0;

	sscanf(getenv("REFUSED"), "%15s %d", refused, &error);
	return strcmp(what, refused) ? 0 : error;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *init)
{
	enum ibv_qp_type type = init->qp_type;

	errno = refuses(type == IBV_QPT_UC           ? "UC"
			: type == IBV_QPT_RC         ? "RC"
			: type == IBV_QPT_UD         ? "UD"
			: type == IBV_QPT_RAW_PACKET ? "RAW"
						     : "");
	return errno ? NULL : NEXT_VERB(ibv_create_qp)(pd, init);
}

static struct ibv_qp *refuse_extended(struct ibv_context *context, struct ibv_qp_init_attr_ex *init)
{
	(void)context;
	(void)init;
	errno = refuses("extended");
	return NULL;
}

OPENED(context)
{
	if (refuses("extended"))
		verbs_get_ctx(context)->create_qp_ex = refuse_extended;
}
