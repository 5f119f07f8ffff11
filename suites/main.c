// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "../lib/run.h"
#include "../lib/process.h"
#include "../lib/objects.h"
static struct vct_evidence *e;
static void go(void *c) { vct_judge(c, e); }
int main(int argc, char **argv)
{
	static struct vct_device dev;
	struct vct_case *cases;
	char err[256];
	size_t n = vct_cases(&cases);
	int bad = 0;
	e = mmap(NULL, sizeof(*e), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (getenv("SLOW")) vct_slow = atof(getenv("SLOW"));
	if (vct_device_choose(&dev, NULL, 0, -1, 5, err, sizeof(err))) { fprintf(stderr, "%s\n", err); return 2; }
	vct_dev = &dev;
	printf("%s %s %s %s port %d gid %d\n", dev.name, dev.driver, dev.kernel, dev.rdma_core, dev.port, dev.gid_index);
	for (size_t i = 0; i < n; i++) {
		struct vct_process p;
		double t;
		const char *lack;
		if (argc > 1) { int m = 0; for (int a = 1; a < argc; a++) m |= !fnmatch(argv[a], cases[i].name, 0); if (!m) continue; }
		lack = cases[i].check->compiled ? NULL : vct_device_lacks(&dev, cases[i].needs);
		if (lack) { printf("SKIP %s: %s\n", cases[i].name, lack); continue; }
		if (cases[i].check->compiled) { printf("PASS %s (compiled)\n", cases[i].name); continue; }
		memset(e, 0, offsetof(struct vct_evidence, notes)); 
		t = vct_now_ms();
		p = vct_process_watch(go, &cases[i], 10 * vct_slow);
		t = vct_now_ms() - t;
		if (p.ending == VCT_LATE) e->verdict = VCT_TIMEOUT;
		else if (p.ending != VCT_ENDED) e->verdict = VCT_CRASH;
		printf("%-7s %s  %.1f ms\n", vct_verdict_name(e->verdict), cases[i].name, t);
		if (e->notes_len) printf("  notes: %.*s", (int)e->notes_len, e->notes);
		if (e->verdict != VCT_PASS || getenv("TRACE")) {
			if (e->verdict != VCT_PASS) bad++;
			printf("  %s %s\n  %s\n  expected: %s\n  seen: %s\n%.*s", e->promise ? e->promise->id : "?", e->where, e->reason, e->expected, e->seen, (int)e->verbs_len, e->verbs);
			if (e->promise) printf("  promise: %s\n", e->promise->statement);
		}
	}
	return bad ? 1 : 0;
}
