/* Only for cm_connect( */
/* The QPs of iWARP devices are connected by librdmacm, as verbs-cts did it. */
struct connection {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *listener, *active, *passive;
};

/* The id gets a context when its address is that of an RDMA device. */
static bool leads_to_device(const struct sockaddr *address)
{
	struct rdma_cm_id *id;
	bool leads;

	if (rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP))
		return false;
	leads = !rdma_bind_addr(id, (struct sockaddr *)address) && id->verbs &&
		id->port_num == port &&
		!strcmp(ibv_get_device_name(id->verbs->device), device_name);
	rdma_destroy_id(id);
	return leads;
}

static struct sockaddr_storage find_address(void)
{
	struct sockaddr_storage address = { .ss_family = AF_UNSPEC };
	struct ifaddrs *all = NULL;

	getifaddrs(&all);
	for (struct ifaddrs *a = all; a && address.ss_family == AF_UNSPEC; a = a->ifa_next) {
		int family = a->ifa_addr ? a->ifa_addr->sa_family : AF_UNSPEC;

		if ((family == AF_INET || family == AF_INET6) && leads_to_device(a->ifa_addr))
			memcpy(&address, a->ifa_addr,
			       family == AF_INET ? sizeof(struct sockaddr_in)
						 : sizeof(struct sockaddr_in6));
	}
	freeifaddrs(all);
	if (address.ss_family == AF_UNSPEC)
		give_up("no IP address of this machine leads to %s, port %u: librdmacm cannot "
			"connect its QPs",
			device_name, port);
	return address;
}

/* The id that the next event is about; NULL if that is not of this type. */
static struct rdma_cm_id *next_is(struct connection *c, enum rdma_cm_event_type type)
{
	struct pollfd fd = { .fd = c->channel->fd, .events = POLLIN };
	struct rdma_cm_event *event;
	struct rdma_cm_id *id;

	if (poll(&fd, 1, 5000) != 1 || rdma_get_cm_event(c->channel, &event))
		return NULL;
	id = event->event == type ? event->id : NULL;
	rdma_ack_cm_event(event);
	return id;
}

static bool listens(struct connection *c, struct sockaddr_storage *address)
{
	if (rdma_create_id(c->channel, &c->listener, NULL, RDMA_PS_TCP) ||
	    rdma_bind_addr(c->listener, (struct sockaddr *)address) || rdma_listen(c->listener, 1))
		return false;
	if (address->ss_family == AF_INET6)
		((struct sockaddr_in6 *)address)->sin6_port = rdma_get_src_port(c->listener);
	else
		((struct sockaddr_in *)address)->sin_port = rdma_get_src_port(c->listener);
	return true;
}

static bool connects(struct connection *c, uint32_t active, uint32_t passive)
{
	struct rdma_conn_param param = { .responder_resources = 1, .initiator_depth = 1 };
	struct sockaddr_storage address = find_address();

	if (!c->channel || !listens(c, &address) ||
	    rdma_create_id(c->channel, &c->active, NULL, RDMA_PS_TCP) ||
	    rdma_resolve_addr(c->active, NULL, (struct sockaddr *)&address, 2000) ||
	    !next_is(c, RDMA_CM_EVENT_ADDR_RESOLVED) || rdma_resolve_route(c->active, 2000) ||
	    !next_is(c, RDMA_CM_EVENT_ROUTE_RESOLVED))
		return false;
	param.qp_num = active;
	if (rdma_connect(c->active, &param))
		return false;
	c->passive = next_is(c, RDMA_CM_EVENT_CONNECT_REQUEST);
	param.qp_num = passive;
	return c->passive && !rdma_accept(c->passive, &param) &&
	       next_is(c, RDMA_CM_EVENT_ESTABLISHED) && next_is(c, RDMA_CM_EVENT_ESTABLISHED);
}

static struct connection *cm_connect(struct ibv_qp *active, struct ibv_qp *passive)
{
	struct connection *c = calloc(1, sizeof(*c));

	if (!c)
		give_up("there is no memory");
	c->channel = rdma_create_event_channel();
	return connects(c, active->qp_num, passive->qp_num) ? c : NULL;
}

static int cm_disconnect(struct connection *c)
{
	int ret = rdma_destroy_id(c->active) | rdma_destroy_id(c->passive) |
		  rdma_destroy_id(c->listener);

	rdma_destroy_event_channel(c->channel);
	return ret ? EIO : 0;
}
