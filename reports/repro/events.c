/* Only for EVENT( */
/* Events that came and were not yet waited for. */
static struct ibv_async_event events[64];
static unsigned int n_events;

static bool take_event(enum ibv_event_type type, const void *object)
{
	for (unsigned int i = 0; i < n_events; i++)
		if (events[i].event_type == type && (void *)events[i].element.qp == object) {
			ibv_ack_async_event(&events[i]);
			events[i] = events[--n_events];
			return true;
		}
	return false;
}

static bool event_comes(struct ibv_context *context, enum ibv_event_type type, const void *object)
{
	struct pollfd fd = { .fd = context->async_fd, .events = POLLIN };
	double until = now_ms() + wait_ms();

	while (!take_event(type, object)) {
		double left = until - now_ms();

		if (left < 0)
			return false;
		if (poll(&fd, 1, (int)left + 1) == 1 && n_events < 64 &&
		    !ibv_get_async_event(context, &events[n_events]))
			n_events++;
	}
	return true;
}

/* The release of an object waits until its events are acknowledged. */
static void acknowledge_events(void)
{
	while (n_events)
		ibv_ack_async_event(&events[--n_events]);
}

/* Only for EVENT( */
/* This event comes for this object, as for verbs-cts, or does not; others may come before. */
#define EVENT(saw_, context_, type_, object_)                                                      \
	sees_event(__LINE__, #type_ " for " #object_, saw_, context_, type_, object_)
static void sees_event(int line, const char *what, bool saw, struct ibv_context *context,
		       enum ibv_event_type type, const void *object)
{
	bool comes = event_comes(context, type, object);

	compare(line, what, comes == saw, comes ? "an event" : "no event",
		saw ? "an event" : "no event");
}

/* Only for CHANNEL_GIVES( */
/* An event came of another CQ, or of none (NULL), than the last one that differs for verbs-cts. */
static struct {
	const struct ibv_cq *saw;
	struct ibv_cq *came;
} other;

/* The channel has an event of this CQ, as for verbs-cts; NULL: of none. */
#define CHANNEL_GIVES(saw_, channel_)                                                              \
	sees_cq_event(__LINE__, "ibv_get_cq_event(" #channel_ ")", saw_, channel_)
static void sees_cq_event(int line, const char *what, const struct ibv_cq *saw,
			  struct ibv_comp_channel *channel)
{
	struct pollfd fd = { .fd = channel->fd, .events = POLLIN };
	struct ibv_cq *cq = NULL;
	void *context;

	if (poll(&fd, 1, saw ? wait_ms() : 0) == 1 && ibv_get_cq_event(channel, &cq, &context))
		cq = NULL;
	if (!saw && cq)
		ibv_ack_cq_events(cq, 1);
	if (saw && cq != saw)
		other.saw = saw, other.came = cq;
	compare(line, what, cq == saw, cq ? "an event" : "no event", saw ? "an event" : "no event");
}

/* Only for acks_cq_events( */
/* A CQ is not destroyed before its own events are acknowledged, and no more than those. */
static void acks_cq_events(struct ibv_cq *cq, unsigned int n)
{
	if (cq == other.saw)
		cq = other.came, other.saw = NULL;
	if (cq)
		ibv_ack_cq_events(cq, n);
}
