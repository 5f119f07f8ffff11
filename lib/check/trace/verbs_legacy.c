// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What the wrappers of the legacy verbs need besides their rows. */
#include <dlfcn.h>
#include <stdio.h>

#include "verbs_legacy.h"
#include "verbs_put.h"
#include "verbs_then.h"
#include "wrappers.h"

struct vct_old_verbs vct_old_verbs;

/* Before main(). A verb of a library that the program links to comes before that of lib/legacy. */
__attribute__((constructor)) static void find_verbs(void)
{
#define FIND(verb_)                                                                                \
	*(void **)&vct_old_verbs.verb_ = dlsym(RTLD_NEXT, "ibv_" #verb_);                          \
	if (!vct_old_verbs.verb_)                                                                  \
		vct_old_verbs.verb_ = ibv_##verb_;
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

void put_xsrq_init(struct vct_text *t, const struct ibv_xsrq_init_attr *init)
{
#define XSRQ(member_, kind_, words_) VCT_MEMBER(ibv_xsrq_init_attr, 0, member_, kind_, words_)
	static const struct vct_member members[] = {
		XSRQ(srq_context, KIND_POINTER, NULL) XSRQ(attr.max_wr, KIND_NUMBER, NULL) XSRQ(
			attr.max_sge, KIND_NUMBER, NULL) XSRQ(attr.srq_limit, KIND_NUMBER, NULL)
			XSRQ(srq_type, KIND_WORD, vct_srq_types)
				XSRQ(ext.xrc.xrcd, KIND_OBJECT, NULL)
					XSRQ(ext.xrc.cq, KIND_OBJECT, NULL) VCT_MEMBERS_END
	};

	put_structure(t, "struct ibv_xsrq_init_attr", members, init);
}

/* The verb reads no other member. */
void put_rcv_qp_init(struct vct_text *t, const struct ibv_xrc_qp_init_attr *init)
{
	static const struct vct_member members[] = { VCT_MEMBER(
		ibv_xrc_qp_init_attr, 0, xrc_domain, KIND_OBJECT, NULL) VCT_MEMBERS_END };

	put_structure(t, "struct ibv_xrc_qp_init_attr", members, init);
}

int vct_undo_close_xrc_domain(void *domain)
{
	return vct_old_verbs.close_xrc_domain(domain);
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

	return vct_old_verbs.unreg_xrc_rcv_qp(r->domain, r->number);
}

static struct registration *find(struct ibv_context *context, uint32_t number)
{
	struct registration *r = registrations;

	while (r->domain && (r->ended || r->context != context || r->number != number))
		r++;
	return r;
}

void rcv_qp_is_registered(int error, struct ibv_xrc_domain *domain, uint32_t number)
{
	struct registration *r;

	if (error)
		vct_few_refused("ibv_destroy_qp", error);
	if (error || !domain)
		return;
	r = find(domain->context, number);
	SETUP(r < registrations + sizeof(registrations) / sizeof(registrations[0]) - 1);
	if (r->domain)
		return; /* it is registered already */
	*r = (struct registration){ domain, domain->context, number, false };
	vct_track(r, "registration", "ibv_unreg_xrc_rcv_qp", unregister);
}

void rcv_qp_is_unregistered(struct ibv_xrc_domain *domain, uint32_t number)
{
	struct registration *r = find(domain->context, number);

	if (!r->domain)
		return;
	vct_untrack(r);
	r->ended = true;
}
