// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The legacy verbs for XRC receive QPs, over today's verbs. Today's verbs have handles but no
 * registrations, so a registration of this process is a handle that is kept here. A call by a
 * process that is not registered opens a handle and closes it at its end; the device then judges
 * whether domain and number are right.
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define IBV_XRC_NO_OLD_NAMES
#include "infiniband/verbs_xrc.h"

struct registration {
	struct registration *next;
	struct ibv_xrcd *domain;
	struct ibv_qp *qp;
	unsigned int users; /* calls that use qp now */
};

static struct registration *registrations;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t unused = PTHREAD_COND_INITIALIZER;

/* errno, or EINVAL if the verb did not set it. */
static int error_of_verb(void)
{
	return errno ? errno : EINVAL;
}

static struct ibv_qp *open_by_number(struct ibv_xrcd *domain, uint32_t number)
{
	struct ibv_qp_open_attr attr = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
		.qp_num = number,
		.xrcd = domain,
		.qp_type = IBV_QPT_XRC_RECV,
	};

	errno = 0;
	return ibv_open_qp(domain->context, &attr);
}

/*
 * Call it with the lock held. A number is unique on a device, not in a domain, and a domain may be
 * open twice; so the domain is not compared.
 */
static struct registration **find(struct ibv_context *context, uint32_t number)
{
	struct registration **r = &registrations;

	while (*r && ((*r)->qp->context != context || (*r)->qp->qp_num != number))
		r = &(*r)->next;
	return r;
}

/* True if this process is registered with a receive QP through this handle of a domain. */
static bool is_registered(struct ibv_xrcd *domain)
{
	struct registration *r;

	pthread_mutex_lock(&lock);
	for (r = registrations; r && r->domain != domain; r = r->next)
		;
	pthread_mutex_unlock(&lock);
	return r;
}

int ibv_close_xrc_domain(struct ibv_xrc_domain *xrc_domain)
{
	if (!xrc_domain)
		return EINVAL;
	/* Today's verb may close a domain with registrations; the legacy verb must refuse. */
	return is_registered(xrc_domain) ? EBUSY : ibv_close_xrcd(xrc_domain);
}

/* The handle that one call uses. */
struct use {
	struct registration *registration; /* NULL: the handle was opened for this call */
	struct ibv_qp *qp;
};

static int begin_use(struct ibv_xrcd *domain, uint32_t number, struct use *use)
{
	struct registration *r;

	pthread_mutex_lock(&lock);
	r = *find(domain->context, number);
	if (r && r->domain != domain)
		r = NULL; /* the same domain opened twice, or another one: the device decides */
	if (r)
		r->users++;
	pthread_mutex_unlock(&lock);
	*use = (struct use){ r, r ? r->qp : open_by_number(domain, number) };
	return use->qp ? 0 : error_of_verb();
}

static void end_use(struct use *use)
{
	if (!use->registration) {
		ibv_destroy_qp(use->qp);
		return;
	}
	pthread_mutex_lock(&lock);
	if (!--use->registration->users)
		pthread_cond_broadcast(&unused);
	pthread_mutex_unlock(&lock);
}

/* Makes a registration of the handle, or destroys the handle. Call it with the lock held. */
static int keep(struct ibv_xrcd *domain, struct ibv_qp *qp)
{
	struct registration *r = malloc(sizeof(*r));

	if (!r) {
		ibv_destroy_qp(qp);
		return ENOMEM;
	}
	*r = (struct registration){ registrations, domain, qp, 0 };
	registrations = r;
	return 0;
}

int ibv_create_xrc_rcv_qp(struct ibv_xrc_qp_init_attr *init_attr, uint32_t *xrc_rcv_qpn)
{
	struct ibv_qp_init_attr_ex init = { .qp_type = IBV_QPT_XRC_RECV,
					    .comp_mask = IBV_QP_INIT_ATTR_XRCD };
	struct ibv_qp *qp;
	int ret;

	if (!init_attr || !init_attr->xrc_domain || !xrc_rcv_qpn)
		return EINVAL;
	init.xrcd = init_attr->xrc_domain;
	errno = 0;
	qp = ibv_create_qp_ex(init.xrcd->context, &init);
	if (!qp)
		return error_of_verb();
	*xrc_rcv_qpn = qp->qp_num;
	pthread_mutex_lock(&lock);
	ret = keep(init.xrcd, qp);
	pthread_mutex_unlock(&lock);
	return ret;
}

int ibv_modify_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			  struct ibv_qp_attr *attr, int attr_mask)
{
	struct use use;
	int ret;

	if (!xrc_domain || !attr)
		return EINVAL;
	ret = begin_use(xrc_domain, xrc_qp_num, &use);
	if (ret)
		return ret;
	ret = ibv_modify_qp(use.qp, attr, attr_mask);
	end_use(&use);
	return ret;
}

int ibv_query_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			 struct ibv_qp_attr *attr, int attr_mask,
			 struct ibv_xrc_qp_init_attr *init_attr)
{
	struct use use;
	int ret;

	if (!xrc_domain || !attr || !init_attr)
		return EINVAL;
	ret = begin_use(xrc_domain, xrc_qp_num, &use);
	if (ret)
		return ret;
	ret = ibv_xrc_query_qp(use.qp, attr, attr_mask, init_attr);
	if (!ret)
		init_attr->xrc_domain = xrc_domain;
	end_use(&use);
	return ret;
}

int ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	struct registration *r;
	struct ibv_qp *qp;
	int ret = 0;

	if (!xrc_domain)
		return EINVAL;
	pthread_mutex_lock(&lock);
	r = *find(xrc_domain->context, xrc_qp_num);
	if (r && r->domain == xrc_domain)
		goto out;
	qp = open_by_number(xrc_domain, xrc_qp_num);
	if (!qp)
		ret = error_of_verb();
	else if (r)
		ibv_destroy_qp(qp);
	else
		ret = keep(xrc_domain, qp);
out:
	pthread_mutex_unlock(&lock);
	return ret;
}

/* True if the QP is in this domain, which may be the one of the registration opened again. */
static bool in_domain(const struct registration *r, struct ibv_xrcd *domain)
{
	struct ibv_qp *qp;

	if (r->domain == domain)
		return true;
	qp = open_by_number(domain, r->qp->qp_num);
	if (qp)
		ibv_destroy_qp(qp);
	return qp;
}

/*
 * The registration is taken out of the list before its handle is destroyed, because that may wait
 * until events are acknowledged, and other calls must not wait meanwhile.
 */
int ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	struct registration **link, *r;
	int ret;

	if (!xrc_domain)
		return EINVAL;
	pthread_mutex_lock(&lock);
	link = find(xrc_domain->context, xrc_qp_num);
	r = *link;
	if (!r || !in_domain(r, xrc_domain)) {
		pthread_mutex_unlock(&lock);
		return EINVAL;
	}
	*link = r->next;
	while (r->users)
		pthread_cond_wait(&unused, &lock);
	pthread_mutex_unlock(&lock);

	ret = ibv_destroy_qp(r->qp);
	if (!ret) {
		free(r);
		return 0;
	}
	pthread_mutex_lock(&lock);
	r->next = registrations;
	registrations = r;
	pthread_mutex_unlock(&lock);
	return ret;
}
