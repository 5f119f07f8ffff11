// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls the legacy verbs; traces and tracks as verbs.c does for today's verbs. */
#include <dlfcn.h>
#include <stdio.h>

#include "line.h"
#include "wrappers.h"
#include "verbs_legacy.h"

#define ERRNO     ", errno " PART("errno") "%s" END_PART
#define OF_NUMBER ARG("xrc_domain", "%s") ", " ARG("xrc_qp_num", "0x%x")

static struct {
#define MEMBER(verb_) VERB_PICK(MEMBER_, verb_)
#define MEMBER_(verb_, place_, way_, extra_, type_, arguments_)                                    \
	type_ (*verb_)(VERB_PARAMETERS(arguments_));
	VERBS_OF_OLD(MEMBER)
} verbs;

/* Before main(). A verb of a library that the program links to comes before that of lib/legacy. */
__attribute__((constructor)) static void find_verbs(void)
{
#define FIND(verb_)                                                                                \
	*(void **)&verbs.verb_ = dlsym(RTLD_NEXT, "ibv_" #verb_);                                  \
	if (!verbs.verb_)                                                                          \
		verbs.verb_ = ibv_##verb_;
	VERBS_OF_OLD(FIND)
}

bool vct_legacy_is_own(const char *call)
{
	char name[64];

	snprintf(name, sizeof(name), "ibv_%s", call);
	return dlsym(RTLD_NEXT, name);
}

void vct_legacy_own(char *text, size_t size)
{
	static const char *const names[] = {
#define NAME(verb_) "ibv_" #verb_,
		VERBS_OF_OLD(NAME)
	};
	void *libibverbs = dlopen("libibverbs.so.1", RTLD_NOLOAD | RTLD_LAZY);
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; libibverbs && i < sizeof(names) / sizeof(names[0]); i++)
		if (dlsym(libibverbs, names[i]) && n < size)
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "", names[i]);
	if (libibverbs)
		dlclose(libibverbs);
}

#define ATTR_FORMAT       "{max_wr %u, max_sge %u, srq_limit %u}"
#define ATTR_VALUES(attr) (attr).max_wr, (attr).max_sge, (attr).srq_limit

static int destroy_srq(void *srq)
{
	return ibv_destroy_srq(srq);
}

/* Traces the call that should make an SRQ, with its result, and tracks the SRQ. */
static void track_srq(struct ibv_srq *srq, const char *call, const struct ibv_srq_attr *asked,
		      const struct ibv_srq_attr *returned)
{
	TRACK(srq, "srq", destroy_srq, "ibv_destroy_srq");
	if (!srq) {
		vct_few_of_srq(asked);
		vct_trace("%s, " ARG("init", ATTR_FORMAT) RESULT("NULL") ERRNO, call,
			  ATTR_VALUES(*asked), vct_errno_said());
		return;
	}
	vct_trace("%s, " ARG("init", ATTR_FORMAT) RESULT("%s") " " PART("shown")
			  ATTR_FORMAT END_PART,
		  call, ATTR_VALUES(*asked), vct_name(srq), ATTR_VALUES(*returned));
}

struct ibv_srq *vct_create_xsrq(struct ibv_pd *pd, struct ibv_xsrq_init_attr *init)
{
	struct ibv_srq_attr asked = init->attr;
	struct ibv_srq *srq = ANEW(verbs.create_xsrq(pd, init));
	char call[160];

	snprintf(call, sizeof(call),
		 CALLED("ibv_create_xsrq") ARG("pd", "%s") ", " ARG("type", "type %d"),
		 vct_name(pd), (int)init->srq_type);
	track_srq(srq, call, &asked, &init->attr);
	return srq;
}

struct ibv_srq *vct_create_xrc_srq(struct ibv_pd *pd, struct ibv_xrc_domain *domain,
				   struct ibv_cq *cq, struct ibv_xsrq_init_attr *init)
{
	struct ibv_srq_attr asked = init->attr;
	struct ibv_srq *srq = ANEW(verbs.create_xrc_srq(pd, domain, cq, init));
	char call[160];

	snprintf(call, sizeof(call),
		 CALLED("ibv_create_xrc_srq")
			 ARG("pd", "%s") ", " ARG("xrc_domain", "%s") ", " ARG("xrc_cq", "%s"),
		 vct_name(pd), vct_name(domain), vct_name(cq));
	track_srq(srq, call, &asked, &init->attr);
	return srq;
}

static int close_domain(void *domain)
{
	return verbs.close_xrc_domain(domain);
}

struct ibv_xrc_domain *vct_open_xrc_domain(struct ibv_context *context, int fd, int oflag)
{
	struct ibv_xrc_domain *domain = ANEW(verbs.open_xrc_domain(context, fd, oflag));
	const char *result = vct_errno_said();

	if (domain)
		vct_track(domain, "domain", "ibv_close_xrc_domain", close_domain);
	vct_trace(CALLED("ibv_open_xrc_domain")
			  ARG("context", "%s") ", " ARG("fd", "fd %d") ", " ARG("oflag", "0x%x")
				  RESULT("%s") "%s%s",
		  vct_name(context), fd, (unsigned int)oflag, vct_name(domain),
		  domain ? "" : ", errno ", domain ? "" : result);
	return domain;
}

int vct_close_xrc_domain(struct ibv_xrc_domain *domain)
{
	int ret = verbs.close_xrc_domain(domain);

	vct_trace(CALLED("ibv_close_xrc_domain") ARG("domain", "%s") RESULT("%s"), vct_name(domain),
		  ERR(ret));
	if (!ret)
		vct_untrack(domain);
	return ret;
}

/*
 * The registrations of this process: one for each QP, through any handle of its domain. The verbs
 * identify them by number, the tracker by address; therefore no element is used again.
 */
static struct registration {
	struct ibv_xrc_domain *domain;
	struct ibv_context *context;
	uint32_t number;
	bool ended;
} registrations[1024];

static int unregister(void *registration)
{
	struct registration *r = registration;

	return verbs.unreg_xrc_rcv_qp(r->domain, r->number);
}

static struct registration *find(struct ibv_context *context, uint32_t number)
{
	struct registration *r = registrations;

	while (r->domain && (r->ended || r->context != context || r->number != number))
		r++;
	return r;
}

static void registered(struct ibv_xrc_domain *domain, uint32_t number)
{
	struct registration *r = find(domain->context, number);

	SETUP(r < registrations + sizeof(registrations) / sizeof(registrations[0]) - 1);
	if (r->domain)
		return; /* it is registered already */
	*r = (struct registration){ domain, domain->context, number, false };
	vct_track(r, "registration", "ibv_unreg_xrc_rcv_qp", unregister);
}

int vct_create_xrc_rcv_qp(struct ibv_xrc_qp_init_attr *init, uint32_t *number)
{
	int ret = verbs.create_xrc_rcv_qp(init, number);

	if (ret)
		vct_few_refused("ibv_destroy_qp", ret);
	vct_trace(CALLED("ibv_create_xrc_rcv_qp") ARG("xrc_domain", "%s")
			  RESULT("%s") ", number " PART("shown") "0x%x" END_PART,
		  vct_name(init->xrc_domain), ERR(ret), *number);
	if (!ret && init->xrc_domain)
		registered(init->xrc_domain, *number);
	return ret;
}

int vct_modify_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number, struct ibv_qp_attr *attr,
			  int mask)
{
	int ret = verbs.modify_xrc_rcv_qp(domain, number, attr, mask);

	vct_trace(CALLED("ibv_modify_xrc_rcv_qp") OF_NUMBER
		  ", " ARG("attr", "state %d") ", " ARG("mask", "mask 0x%x") RESULT("%s"),
		  vct_name(domain), number, attr ? (int)attr->qp_state : -1, (unsigned int)mask,
		  ERR(ret));
	return ret;
}

int vct_query_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number, struct ibv_qp_attr *attr,
			 int mask, struct ibv_xrc_qp_init_attr *init)
{
	int ret = verbs.query_xrc_rcv_qp(domain, number, attr, mask, init);

	vct_trace(CALLED("ibv_query_xrc_rcv_qp") OF_NUMBER ", " ARG("mask", "mask 0x%x")
			  RESULT("%s") ", state " PART("shown") "%d" END_PART,
		  vct_name(domain), number, (unsigned int)mask, ERR(ret), attr->qp_state);
	return ret;
}

int vct_reg_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number)
{
	int ret = verbs.reg_xrc_rcv_qp(domain, number);

	if (ret)
		vct_few_refused("ibv_destroy_qp", ret);
	vct_trace(CALLED("ibv_reg_xrc_rcv_qp") OF_NUMBER RESULT("%s"), vct_name(domain), number,
		  ERR(ret));
	if (!ret)
		registered(domain, number);
	return ret;
}

int vct_unreg_xrc_rcv_qp(struct ibv_xrc_domain *domain, uint32_t number)
{
	struct registration *r = find(domain->context, number);
	int ret = verbs.unreg_xrc_rcv_qp(domain, number);

	vct_trace(CALLED("ibv_unreg_xrc_rcv_qp") OF_NUMBER RESULT("%s"), vct_name(domain), number,
		  ERR(ret));
	if (!ret && r->domain) {
		vct_untrack(r);
		r->ended = true;
	}
	return ret;
}
