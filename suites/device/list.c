// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* ibv_get_device_list, what is told of a device that is not open, and ibv_open_device. */
#include <ctype.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../vct.h"

/* The list, and where the device under test is in it. */
static struct ibv_device **list_with(struct ibv_device **own)
{
	int n;
	struct ibv_device **list = ibv_get_device_list(&n);

	SETUP(list);
	*own = NULL;
	for (int i = 0; list[i]; i++)
		if (!strcmp(ibv_get_device_name(list[i]), vct_dev->name))
			*own = list[i];
	SETUP(*own);
	return list;
}

CHECK(ends_with_null_and_has_a_number, PROMISES(DLS_01, DLS_02))
{
	struct ibv_device **with, **without;
	int told = -1, n = 0;

	JUDGING(DLS_01);
	with = ibv_get_device_list(&told);
	MUST_MAKE(with);
	while (with[n])
		n++;
	MUST_EQ(NAMED("num_devices", told), n);
	MUST_GE(NAMED("the number of devices in the list", n), 1);
	JUDGING(DLS_02);
	without = ibv_get_device_list(NULL);
	MUST_MAKE(without);
	for (int i = 0; i < n; i++)
		MUST_MAKE(without[i]);
	ibv_free_device_list(with);
	ibv_free_device_list(without);
}

CHECK(opened_device_outlives_the_list, PROMISES(DLS_03))
{
	struct ibv_device **list, *own;
	struct ibv_device_attr attr;
	struct ibv_context *context;

	list = list_with(&own);
	context = vct_open_device(own);
	SETUP(context);
	ibv_free_device_list(list);
	MUST_SUCCEED(vct_query_device(context, &attr));
	MUST_MAKE(vct_create_cq(context, 4, NULL, NULL, 0));
}

CHECK(name_can_be_read, PROMISES(DNM_01, DNM_02))
{
	struct ibv_device **list, *own;

	list = list_with(&own);
	for (int i = 0; list[i]; i++) {
		const char *name = ibv_get_device_name(list[i]), *again;

		JUDGING(DNM_01);
		MUST(name && *name, "a device has a name; it has none");
		for (const char *c = name; *c; c++)
			MUST(isprint((unsigned char)*c),
			     "a name has printable characters; it has the byte %#x",
			     (unsigned char)*c);
		JUDGING(DNM_02);
		again = ibv_get_device_name(list[i]);
		MUST(again && !strcmp(again, name),
		     "a name is the same each time; it was %s, and is %s", name,
		     again ? again : "NULL");
		for (int j = 0; j < i; j++)
			MUST(strcmp(ibv_get_device_name(list[j]), name),
			     "two devices have two names; both are %s", name);
	}
	ibv_free_device_list(list);
}

CHECK(guid_is_that_of_the_node, PROMISES(DGU_01))
{
	struct ibv_device **list, *own;
	struct ibv_device_attr attr;

	list = list_with(&own);
	SETUP(!vct_query_device(ctx(), &attr));
	MUST_EQ(ibv_get_device_guid(own), attr.node_guid);
	ibv_free_device_list(list);
}

CHECK(guid_is_not_0, PROMISES(DGU_02))
{
	struct ibv_device_attr attr;

	SETUP(!vct_query_device(ctx(), &attr));
	RECORD("the GUID of the system image is %s", attr.sys_image_guid ? "not 0" : "0");
	if (link_layer_has_grh())
		MUST_NE(attr.node_guid, 0);
	else
		RECORD("the GUID of the node is %s", attr.node_guid ? "not 0" : "0");
	vct_held();
}

/* Of each device of the list, which is the same one as before at the same place. */
CHECK(index_is_stable, PROMISES(DIX_01, DIX_02))
{
	struct ibv_device **list, *own;

	list = list_with(&own);
	for (int i = 0; list[i]; i++) {
		int index = ibv_get_device_index(list[i]);

		JUDGING(DIX_01);
		MUST_GE(NAMED("what ibv_get_device_index returned", index), -1);
		JUDGING(DIX_02);
		MUST_EQ(ibv_get_device_index(list[i]), index);
		for (int j = 0; j < i; j++)
			MUST(index == -1 || ibv_get_device_index(list[j]) != index,
			     "two devices have two indices; both are %d", index);
	}
	ibv_free_device_list(list);
}

CHECK(context_is_of_the_device, PROMISES(OPN_01, OPN_02))
{
	struct ibv_device **list, *own;
	struct ibv_context *context;

	list = list_with(&own);
	for (int i = 0; i < 3; i++) {
		JUDGING(OPN_01);
		context = vct_open_device(own);
		MUST_MAKE(context);
		MUST_POINT_TO(context->device, own);
		MUST_NE(NAMED("what fcntl() returned for async_fd",
			      fcntl(context->async_fd, F_GETFL)),
			-1);
		MUST_GE(context->num_comp_vectors, 1);
		JUDGING(OPN_02);
		MUST_EQ(vct_close_device(context), 0);
	}
	ibv_free_device_list(list);
}

CHECK(contexts_are_independent, PROMISES(OPN_03))
{
	struct ibv_device_attr attr;
	struct ibv_context *other;
	struct ibv_cq *cq = cq_make(4);

	for (int i = 0; i < 3; i++) {
		other = vct_open_device(vct_dev->ibv);
		SETUP(other);
		MUST(other != ctx(),
		     "each call opens a context of its own; it gave the same again");
		SETUP(vct_create_cq(ctx(), 4, NULL, NULL, 0));
		vct_close_device(other); /* another check judges what it returns */
		MUST_SUCCEED(vct_query_device(ctx(), &attr));
		MUST_BE_EMPTY(cq);
		MUST_MAKE(vct_create_cq(ctx(), 4, NULL, NULL, 0));
	}
}

/* The process may have MORE descriptors, and opens the device as often. */
CHECK(closed_context_holds_no_descriptor, PROMISES(OPN_04))
{
	enum { MORE = 24 };
	int fd = open("/dev/null", O_RDONLY);
	struct rlimit limit;

	SETUP(fd >= 0 && !close(fd) && !getrlimit(RLIMIT_NOFILE, &limit));
	limit.rlim_cur = (rlim_t)fd + MORE;
	SETUP(!setrlimit(RLIMIT_NOFILE, &limit));
	for (int i = 0; i < MORE; i++) {
		struct ibv_context *context = vct_open_device(vct_dev->ibv);

		MUST_MAKE(context);
		vct_close_device(context); /* another check judges what it returns */
	}
}
