// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* XRC domains: handles of them, with and without a file, by either API. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "xrc.h"

/* A file that domains are tied to, by two descriptors of different open file descriptions. */
static struct file {
	int fd[2];
	unsigned int domain; /* 0: it has none */
	enum xrc_api api;    /* of the domain */
	bool vague;          /* it is not known any more whether it has one */
} files[N_FILES];

void xrc_open_files(void)
{
	for (struct file *f = files; f < files + N_FILES && !f->fd[0]; f++) {
		char name[32];

		f->fd[0] = domain_file();
		snprintf(name, sizeof(name), "/proc/self/fd/%d", f->fd[0]);
		f->fd[1] = open(name, O_RDWR | O_CLOEXEC);
		SETUP(f->fd[1] >= 0);
	}
}

static struct file *file_with(unsigned int domain)
{
	for (struct file *f = files; f < files + N_FILES; f++)
		if (domain && f->domain == domain)
			return f;
	return NULL;
}

int file_of_domain(unsigned int domain)
{
	const struct file *f = file_with(domain);

	return f ? f->fd[1] : -1;
}

int file_of(uint32_t place)
{
	return files[place].vague ? -1 : files[place].fd[1];
}

bool file_has_domain(uint32_t place, enum xrc_api *api)
{
	if (files[place].domain)
		*api = files[place].api;
	return files[place].domain;
}

static unsigned int new_domain(void)
{
	static unsigned int last;

	return ++last;
}

unsigned int domain_of(uint32_t place, enum xrc_api api)
{
	struct file *f = &files[place];

	if (!f->domain) {
		f->domain = new_domain();
		f->api = api;
	}
	return f->domain;
}

struct model_xrcd *xrcd_from(uint32_t place)
{
	for (unsigned int i = 0; i < N_XRCDS; i++)
		if (xrcds[(place + i) % N_XRCDS].xrcd)
			return &xrcds[(place + i) % N_XRCDS];
	return NULL;
}

bool is_own(enum xrc_api api, const char *call)
{
	return api == XRC_TODAY || vct_legacy_is_own(call);
}

/* Handles of the domain, those that were closed in use apart. */
static unsigned int handles_of(unsigned int domain)
{
	unsigned int n = process_has_domain(domain);

	for (const struct model_xrcd *x = xrcds; x < xrcds + N_XRCDS; x++)
		n += x->xrcd && x->domain == domain;
	return n;
}

void domain_is_left(unsigned int domain)
{
	struct file *f = file_with(domain);

	if (!f || handles_of(domain))
		return;
	for (const struct model_xrcd *x = xrcds; x < xrcds + N_XRCDS; x++)
		if (x->domain == domain)
			f->vague = true;
	f->domain = 0;
}

void xrcd_is_left(struct model_xrcd *x)
{
	x->users--;
	if (!x->xrcd && !x->users)
		x->domain = 0;
}

enum fate { OPENS, REFUSED, OPENS_OR_NOT, UNKNOWN };

/* What the pages of ibv_open_xrcd and ibv_open_xrc_domain say, and the promise that says it. */
static enum fate fate_of(const struct file *f, enum xrc_api api, int oflags,
			 const struct vct_promise **promise)
{
	bool today = api == XRC_TODAY;

	*promise = today ? XRCD_OPN_10 : XRV_DOM_05;
	if (!f && oflags == O_CREAT)
		return OPENS;
	if (!f && today)
		*promise = XRCD_OPN_11;
	if (!f)
		return oflags && today                  ? UNKNOWN
		       : is_own(api, "open_xrc_domain") ? REFUSED
							: UNKNOWN;
	*promise = XRCD_OPN_09;
	if (oflags == O_EXCL)
		return f->domain ? OPENS_OR_NOT : UNKNOWN;
	*promise = oflags ? XRCD_OPN_05 : XRCD_OPN_07;
	if (!f->domain)
		return oflags ? OPENS : REFUSED;
	*promise = today ? XRCD_OPN_08 : XRV_DOM_03;
	if (oflags & O_EXCL)
		return REFUSED;
	*promise =
		today ? (oflags ? XRCD_OPN_06 : XRCD_OPN_04) : (oflags ? XRV_DOM_02 : XRV_DOM_01);
	return OPENS;
}

OPERATION(xrcd_open,
	  ARGS({ "xrcd", N_XRCDS }, { "file", N_FILES + 1 }, { "oflags", 5 }, { "descriptor", 2 },
	       { "api", 2 }),
	  PROMISES(XRCD_OPN_02, XRCD_OPN_04, XRCD_OPN_05, XRCD_OPN_06, XRCD_OPN_07, XRCD_OPN_08,
		   XRCD_OPN_09, XRCD_OPN_10, XRCD_OPN_11, XRCD_OPN_12, XRV_DOM_01, XRV_DOM_02,
		   XRV_DOM_03, XRV_DOM_05),
	  .weight = 12, .makes = true, .needs = NEED_XRC)
{
	static const int oflags[5] = { O_CREAT, 0, O_CREAT | O_EXCL, O_EXCL, O_CREAT };
	struct file *f = arg[1] ? &files[arg[1] - 1] : NULL;
	enum xrc_api api = f && f->domain ? f->api : arg[4] ? XRC_LEGACY : XRC_TODAY;
	struct model_xrcd *x = &xrcds[arg[0]];
	const struct vct_promise *promise;
	enum fate fate;

	if (x->domain || (f && f->vague))
		return false;
	fate = fate_of(f, api, oflags[arg[2]], &promise);
	if (fate == UNKNOWN || !ASK(promise))
		return false;
	errno = 0;
	x->xrcd = domain_open(api, f ? f->fd[arg[3]] : -1, oflags[arg[2]]);
	if (fate != OPENS_OR_NOT)
		MUST_EQ(NAMED("the number of domains that the call opened", !!x->xrcd),
			fate == OPENS);
	if (!x->xrcd && ASK(XRCD_OPN_12))
		MUST_NE(errno, 0);
	if (!x->xrcd)
		return true;
	x->again = f && f->domain ? promise : NULL;
	x->api = api;
	x->domain = f ? domain_of(arg[1] - 1, api) : new_domain();
	if (ASK(XRCD_OPN_02))
		MUST_POINT_TO(x->xrcd->context, ctx());
	return true;
}

/* Both members must be given; a refused call creates no domain of the file. */
OPERATION(xrcd_bad_mask, ARGS({ "file", N_FILES }, { "mask", 3 }, { "bit", 30 }),
	  PROMISES(XRCD_OPN_03, XRCD_OPN_12), .needs = NEED_XRC)
{
	enum { FD = IBV_XRCD_INIT_ATTR_FD, OFLAGS = IBV_XRCD_INIT_ATTR_OFLAGS };
	const uint32_t masks[3] = { 0, arg[2] % 2 ? FD : OFLAGS, FD | OFLAGS | 4u << arg[2] };
	struct ibv_xrcd_init_attr init = { .comp_mask = masks[arg[1]],
					   .fd = files[arg[0]].fd[0],
					   .oflags = O_CREAT };

	if (!ASK(XRCD_OPN_03))
		return false;
	MUST_MAKE_NONE(vct_open_xrcd(ctx(), &init));
	return true;
}

/* True if this process has a receive QP through the handle. */
static bool has_receivers(const struct model_xrcd *x)
{
	for (struct model_rcv *r = rcvs; r < rcvs + N_RCVS; r++)
		for (unsigned int i = 0; i < N_HANDLES; i++)
			if (r->handle[i].through == x)
				return true;
	return false;
}

/* It may be refused; then, and if it is not, what uses the domain continues to work. */
static bool close_in_use(struct model_xrcd *x)
{
	bool must_fail =
		x->api == XRC_LEGACY && has_receivers(x) && is_own(x->api, "close_xrc_domain");
	unsigned int domain = x->domain;
	int ret;

	if (!ASK(must_fail ? XRV_UNR_04 : XRCD_CLS_03))
		return false;
	ret = domain_close(x->api, x->xrcd);
	if (must_fail)
		MUST_NE(ret, 0);
	if (ASK(XRCD_CLS_03))
		MUST_GE(ret, 0);
	if (ret)
		return true;
	x->xrcd = NULL;
	domain_is_left(domain);
	return true;
}

OPERATION(xrcd_close, ARGS({ "xrcd", N_XRCDS }),
	  PROMISES(XRCD_CLS_01, XRCD_CLS_03, XRV_DOM_06, XRV_UNR_04), .weight = 4,
	  .needs = NEED_XRC)
{
	struct model_xrcd *x = &xrcds[arg[0]];
	unsigned int domain = x->domain;

	if (!x->xrcd)
		return false;
	if (x->users)
		return close_in_use(x);
	if (!ASK(x->api == XRC_TODAY ? XRCD_CLS_01 : XRV_DOM_06))
		return false;
	MUST_SUCCEED(domain_close(x->api, x->xrcd));
	*x = (struct model_xrcd){ 0 };
	domain_is_left(domain);
	return true;
}
