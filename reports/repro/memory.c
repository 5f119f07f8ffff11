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

/* Only for gids[ */
/* The GIDs of the port, by their index; the last takes those of all other indices. */
static union ibv_gid gids[17];

/* Only for flow_of( */
/* The attributes of a rule, and the specifications that follow them. */
static struct ibv_flow_attr *flow_of(const struct ibv_flow_attr *attr, const char *specs,
				     size_t size)
{
	struct ibv_flow_attr *rule = malloc(sizeof(*rule) + size);

	if (!rule)
		give_up("there is no memory");
	*rule = *attr;
	memcpy(rule + 1, specs, size);
	return rule;
}
