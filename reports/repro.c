/* Results that were compared, and those that differ from what verbs-cts saw. */
static unsigned int compared, differ;
static int first_difference;

/* How long to wait for what verbs-cts saw; after a difference nothing is worth a long wait. */
static inline int wait_ms(void)
{
	return differ ? 100 : 2000;
}

static inline double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void __attribute__((noreturn)) give_up(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

static int finish(void)
{
	printf("\n%s\n\nexpected: %s\nseen:     %s\n\n", promise, expected, seen);
	if (differ)
		printf("not reproduced: %u of %u results differ, the first in line %d\n", differ,
		       compared, first_difference);
	else
		printf("reproduced: all %u results are those that verbs-cts saw\n", compared);
	fflush(stdout);
	return !differ;
}

static bool compare(int line, const char *what, bool same, const char *is, const char *saw)
{
	printf("%d: %s = %s (verbs-cts saw %s)%s\n", line, what, is, saw,
	       same ? "" : "  <-- differs");
	fflush(stdout);
	compared++;
	if (!same && !differ++)
		first_difference = line;
	return same;
}

static inline bool compare_numbers(int line, const char *what, long long is, long long saw)
{
	char texts[2][32];

	snprintf(texts[0], sizeof(texts[0]), "%lld", is);
	snprintf(texts[1], sizeof(texts[1]), "%lld", saw);
	return compare(line, what, is == saw, texts[0], texts[1]);
}

static inline void error_text(char *text, size_t size, const char *start, int error)
{
	if (error > 0)
		snprintf(text, size, "%s%d (%s)", start, error, strerror(error));
	else
		snprintf(text, size, "%s%d", start, error);
}

/* The verb returns what it returned to verbs-cts: 0 or an error number. */
#define RETURNS(saw_, ...) returns(__LINE__, #__VA_ARGS__, __VA_ARGS__, saw_)
/*
 * The verb must not release the object, as it did not for verbs-cts. Without the object the program
 * cannot go on.
 */
#define KEEPS(saw_, ...)                                                                           \
	do {                                                                                       \
		if (!returns(__LINE__, #__VA_ARGS__, __VA_ARGS__, saw_))                           \
			return finish();                                                           \
	} while (0)
static inline bool returns(int line, const char *call, int ret, int saw)
{
	char texts[2][80];

	error_text(texts[0], sizeof(texts[0]), "", ret);
	error_text(texts[1], sizeof(texts[1]), "", saw);
	return compare(line, call, ret == saw, texts[0], texts[1]);
}

/* A value that a verb wrote. */
#define SAME(saw_, value_)                                                                         \
	compare_numbers(__LINE__, #value_, (long long)(uintptr_t)(value_),                         \
			(long long)(uintptr_t)(saw_))

/* The verb makes an object, as for verbs-cts. Without the object the program cannot go on. */
#define MAKES(object_, ...)                                                                        \
	do {                                                                                       \
		object_ = __VA_ARGS__;                                                             \
		if (!makes(__LINE__, #object_ " = " #__VA_ARGS__, object_, -1))                    \
			return finish();                                                           \
	} while (0)
/* The verb returned NULL to verbs-cts, with this errno. */
#define REFUSES(saw_, ...)                                                                         \
	do {                                                                                       \
		errno = 0;                                                                         \
		makes(__LINE__, #__VA_ARGS__, __VA_ARGS__, saw_);                                  \
	} while (0)
static inline bool makes(int line, const char *call, const void *object, int saw)
{
	char texts[2][80];

	error_text(texts[0], sizeof(texts[0]), "NULL, errno ", errno);
	error_text(texts[1], sizeof(texts[1]), "NULL, errno ", saw);
	return compare(line, call, saw < 0 ? !!object : !object && errno == saw,
		       object ? "an object" : texts[0], saw < 0 ? "an object" : texts[1]);
}

static void on_alarm(int signal)
{
	static const char text[] = "not reproduced: the program did not end within two minutes\n";

	(void)signal;
	if (write(STDOUT_FILENO, text, sizeof(text) - 1) < 0)
		_exit(2);
	_exit(0);
}

/* DEVICE, -i and -x. */
static void read_arguments(int argc, char **argv)
{
	struct ibv_device **list;
	int option;

	while ((option = getopt(argc, argv, "i:x:")) != -1) {
		if (option == 'i')
			port = (uint8_t)atoi(optarg);
		else if (option == 'x')
			gid_index = atoi(optarg);
		else
			give_up("usage: %s [-i PORT] [-x GID_INDEX] [DEVICE]", argv[0]);
	}
	if (optind < argc)
		device_name = argv[optind++];
	if (optind < argc)
		give_up("usage: %s [-i PORT] [-x GID_INDEX] [DEVICE]", argv[0]);
	list = ibv_get_device_list(NULL);
	for (struct ibv_device **d = list; d && *d && !device; d++)
		if (!strcmp(ibv_get_device_name(*d), device_name))
			device = *d;
	if (!device)
		give_up("there is no device %s", device_name);
	signal(SIGALRM, on_alarm);
	alarm(120);
}

static void read_port(struct ibv_context *context)
{
	struct ibv_port_attr attr;

	if (ibv_query_port(context, port, &attr) || attr.state != IBV_PORT_ACTIVE)
		give_up("port %u of %s is not active", port, device_name);
	lid = attr.lid;
	/* ibv_get_async_event() does not wait. */
	fcntl(context->async_fd, F_SETFL, fcntl(context->async_fd, F_GETFL) | O_NONBLOCK);
	if (ibv_query_gid(context, port, gid_index, &gid))
		give_up("port %u of %s has no GID %d", port, device_name, gid_index);
}

/* Only for memory( */
static void *memory(size_t size)
{
	void *area = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (area == MAP_FAILED)
		give_up("there is no memory");
	return area;
}

/* Only for file( */
/* The file of this number, opened once for each descriptor that verbs-cts had for it. */
static int file(unsigned int number, int descriptor)
{
	static struct {
		unsigned int number;
		int descriptor, fd;
	} files[64];
	char path[64] = "/tmp/repro-XXXXXX";
	int fd = -1;
	unsigned int i;

	for (i = 0; i < 63 && files[i].fd; i++) {
		if (files[i].number == number && files[i].descriptor == descriptor)
			return files[i].fd;
		if (files[i].number == number)
			fd = files[i].fd;
	}
	if (fd < 0) {
		fd = mkstemp(path);
		unlink(path);
	} else {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		fd = open(path, O_RDWR);
	}
	if (fd < 0)
		give_up("%s: %s", path, strerror(errno));
	files[i].number = number;
	files[i].descriptor = descriptor;
	files[i].fd = fd;
	return fd;
}

/* Only for recv_list( */
enum { SLOTS = 64, SLOT_SIZE = 1024 };

/* n receive WRs of one SGE; their numbers count from `first`, and 64 buffers serve them. */
static struct ibv_recv_wr *recv_list(const struct ibv_mr *mr, uint64_t first, unsigned int n)
{
	struct ibv_recv_wr *wr = calloc(n, sizeof(*wr));
	struct ibv_sge *sge = calloc(n, sizeof(*sge));

	if (!wr || !sge)
		give_up("there is no memory");
	for (unsigned int i = 0; i < n; i++) {
		sge[i].addr = (uintptr_t)mr->addr + (first + i) % SLOTS * SLOT_SIZE;
		sge[i].length = SLOT_SIZE;
		sge[i].lkey = mr->lkey;
		wr[i].wr_id = first + i;
		wr[i].sg_list = &sge[i];
		wr[i].num_sge = 1;
		wr[i].next = i + 1 < n ? &wr[i + 1] : NULL;
	}
	return wr;
}

/* Only for then( */
/* One list of two. */
static struct ibv_recv_wr *then(struct ibv_recv_wr *list, struct ibv_recv_wr *rest)
{
	struct ibv_recv_wr *last = list;

	while (last->next)
		last = last->next;
	last->next = rest;
	return list;
}

/* Only for byte_sges( */
/* n SGEs of one byte, each in another buffer of 1024 bytes. */
static struct ibv_sge *byte_sges(const struct ibv_mr *mr, unsigned int n)
{
	struct ibv_sge *sge = calloc(n, sizeof(*sge));

	if (!sge)
		give_up("there is no memory");
	for (unsigned int i = 0; i < n; i++) {
		sge[i].addr = (uintptr_t)mr->addr + i % 64 * 1024;
		sge[i].length = 1;
		sge[i].lkey = mr->lkey;
	}
	return sge;
}

/* Only for NUMBER_OF( */
/* Which WR of the list it is; -1: none of them. */
#define NUMBER_OF(list_, bad_)                                                                     \
	({                                                                                         \
		__typeof__(list_) wr_ = list_;                                                     \
		int n_ = 0;                                                                        \
                                                                                                   \
		while (wr_ && wr_ != (bad_))                                                       \
			wr_ = wr_->next, n_++;                                                     \
		wr_ ? n_ : -1;                                                                     \
	})

/* Only for others_are_ones( */
/* Sets all bits of the members that the mask does not select, which nobody must read. */
static void others_are_ones(struct ibv_qp_attr *attr, unsigned int mask)
{
	struct ibv_qp_attr masked = *attr;

	memset(attr, 0xff, sizeof(*attr));
#define COPY(flag_, member_)                                                                       \
	if (mask & flag_)                                                                          \
		memcpy(&attr->member_, &masked.member_, sizeof(attr->member_));
	QP_MEMBERS(COPY)
}

/* Only for READS( */
static void compare_bytes(int line, const char *what, const void *is, const void *saw, size_t size)
{
	char texts[2][64] = { "0x", "0x" };

	for (size_t i = 0; i < size; i++)
		for (int t = 0; t < 2; t++)
			sprintf(texts[t] + 2 + 2 * i, "%02x",
				((const unsigned char *)(t ? saw
							   : is))[size > 8 ? i : size - 1 - i]);
	compare(line, what, false, texts[0], texts[1]);
}

/*
 * The query returns the members that verbs-cts saw. A state may change by itself: it has some time
 * to become the one that verbs-cts saw last.
 */
#define READS(qp_, mask_, ...)                                                                     \
	reads(__LINE__, "ibv_query_qp(" #qp_ ", &attr, " #mask_ ", &init)", qp_, mask_, __VA_ARGS__)
static void reads(int line, const char *call, struct ibv_qp *qp, unsigned int mask,
		  const struct ibv_qp_attr *saw_attr, const struct ibv_qp_init_attr *saw_init)
{
	double until = now_ms() + wait_ms();
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int ret;

	do {
		memset(&attr, 0, sizeof(attr));
		memset(&init, 0, sizeof(init));
		ret = ibv_query_qp(qp, &attr, (int)mask, &init);
	} while (
		!ret && mask & IBV_QP_STATE && now_ms() < until &&
		(attr.qp_state != saw_attr->qp_state ||
		 (saw_attr->qp_state == IBV_QPS_SQD && attr.sq_draining != saw_attr->sq_draining)));
	if (!compare_numbers(line, call, ret, 0))
		return;
	if (mask & IBV_QP_STATE && saw_attr->qp_state == IBV_QPS_SQD)
		compare_numbers(line, "attr.sq_draining", attr.sq_draining, saw_attr->sq_draining);
#define COMPARE(structure_, member_)                                                               \
	if (memcmp(&structure_.member_, &saw_##structure_->member_, sizeof(structure_.member_)))   \
		compare_bytes(line, #structure_ "." #member_, &structure_.member_,                 \
			      &saw_##structure_->member_, sizeof(structure_.member_));
#define COMPARE_ATTR(flag_, member_)                                                               \
	if (mask & flag_)                                                                          \
	COMPARE(attr, member_)
#define COMPARE_INIT(flag_, member_) COMPARE(init, member_)
	QP_MEMBERS(COMPARE_ATTR)
	QP_INIT_MEMBERS(COMPARE_INIT)
}

/* Only for POLLS( */
/* ibv_poll_cq returns this number, which is no number of completions that was asked for. */
#define POLLS(saw_, cq_, n_) polls(__LINE__, "ibv_poll_cq(" #cq_ ", " #n_ ", wc)", saw_, cq_, n_)
static void polls(int line, const char *call, int saw, struct ibv_cq *cq, int n)
{
	double until = now_ms() + wait_ms();
	struct ibv_wc wc[64];
	int ret;

	do
		ret = ibv_poll_cq(cq, n, wc);
	while (!ret && now_ms() < until);
	compare_numbers(line, call, ret, saw);
}

/* Only for COMPLETES( */
/* The next completions are those that verbs-cts saw, in their members that are defined. */
#define COMPLETES(cq_, ...)                                                                        \
	completes(__LINE__, #cq_, cq_, (struct ibv_wc[]){ __VA_ARGS__ },                           \
		  sizeof((struct ibv_wc[]){ __VA_ARGS__ }) / sizeof(struct ibv_wc))
static void differs(int line, const char *what, unsigned long long is, unsigned long long saw)
{
	if (is != saw)
		compare_numbers(line, what, (long long)is, (long long)saw);
}

static void completes(int line, const char *name, struct ibv_cq *cq, const struct ibv_wc *saw,
		      size_t n)
{
	double until = now_ms() + wait_ms();
	char text[64];
	struct ibv_wc wc[16];
	int came;

	snprintf(text, sizeof(text), "ibv_poll_cq(%s, 1, wc)", name);
	for (; n; n--, saw++) {
		do
			came = ibv_poll_cq(cq, 1, wc);
		while (!came && now_ms() < until);
		if (!compare_numbers(line, text, came, 1))
			return;
		differs(line, "wc.wr_id", wc->wr_id, saw->wr_id);
		differs(line, "wc.status", wc->status, saw->status);
		differs(line, "wc.qp_num", wc->qp_num, saw->qp_num);
		if (saw->status != IBV_WC_SUCCESS)
			continue;
		differs(line, "wc.opcode", wc->opcode, saw->opcode);
		if (!(saw->opcode & IBV_WC_RECV))
			continue;
		differs(line, "wc.byte_len", wc->byte_len, saw->byte_len);
		differs(line, "wc.wc_flags", wc->wc_flags, saw->wc_flags);
		if (saw->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV))
			differs(line, "wc.imm_data", wc->imm_data, saw->imm_data);
		if (saw->src_qp)
			differs(line, "wc.src_qp", wc->src_qp, saw->src_qp);
	}
}

/* Only for NO_COMPLETION( */
/* No completion comes. */
#define NO_COMPLETION(cq_) no_completion(__LINE__, #cq_, cq_)
static void no_completion(int line, const char *name, struct ibv_cq *cq)
{
	double until = now_ms() + wait_ms();
	struct ibv_wc wc[16];
	char text[64];
	int n;

	snprintf(text, sizeof(text), "ibv_poll_cq(%s, 1, wc)", name);
	do
		n = ibv_poll_cq(cq, 1, wc);
	while (!n && now_ms() < until);
	compare_numbers(line, text, n, 0);
}

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
