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
static inline void errno_text(char *text, size_t size, int error)
{
	if (error)
		error_text(text, size, "NULL, errno ", error);
	else
		snprintf(text, size, "NULL, errno was not set");
}

static inline bool makes(int line, const char *call, const void *object, int saw)
{
	char texts[2][80];

	errno_text(texts[0], sizeof(texts[0]), errno);
	errno_text(texts[1], sizeof(texts[1]), saw);
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
