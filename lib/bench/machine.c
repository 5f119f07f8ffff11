// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads facts about the machine from /proc and /sys. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static void look_at_cpu(struct bench_machine *m)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[4096];

	snprintf(m->cpu, sizeof(m->cpu), "unknown");
	while (f && fgets(line, sizeof(line), f)) {
		const char *value = strchr(line, ':');

		if (value && !strncmp(line, "model name", 10))
			sscanf(value, ": %127[^\n]", m->cpu);
		if (value && !strncmp(line, "flags", 5))
			m->is_virtual = strstr(value, " hypervisor");
	}
	if (f)
		fclose(f);
}

static void look_at_governor(struct bench_machine *m)
{
	FILE *f = fopen("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "re");

	if (!f || fscanf(f, "%31s", m->governor) != 1)
		snprintf(m->governor, sizeof(m->governor), "unknown");
	if (f)
		fclose(f);
}

static bool parse_number(const char **text, unsigned long *number)
{
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	*number = strtoul(*text, &end, 10);
	*text = end;
	return true;
}

static bool parse_range(const char **text, unsigned long *first, unsigned long *last)
{
	if (!parse_number(text, first))
		return false;
	*last = *first;
	if (**text == '-' && ((*text)++, !parse_number(text, last)))
		return false;
	return *first <= *last && (!**text || *(*text)++ == ',');
}

static const char *parse_list(struct bench_machine *m, const char *list, const cpu_set_t *allowed)
{
	unsigned long first, last;

	do {
		if (!parse_range(&list, &first, &last))
			return "it is not a list of CPUs, as in 0,2-3";
		for (; first <= last; first++) {
			if (first >= CPU_SETSIZE || !CPU_ISSET(first, allowed))
				return "it has a CPU that does not exist or that this process must "
				       "not use";
			if (m->n_cpus == BENCH_CPUS)
				return "it has too many CPUs";
			m->cpus[m->n_cpus++] = (unsigned int)first;
		}
	} while (*list);
	return NULL;
}

const char *bench_machine_look(struct bench_machine *m, const char *pin)
{
	cpu_set_t allowed;

	*m = (struct bench_machine){ .pinned = pin };
	look_at_cpu(m);
	look_at_governor(m);
	if (getloadavg(&m->load, 1) != 1)
		m->load = 0;
	CPU_ZERO(&allowed);
	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return "sched_getaffinity() fails";
	if (pin)
		return parse_list(m, pin, &allowed);
	for (unsigned int i = 0; i < CPU_SETSIZE && m->n_cpus < BENCH_CPUS; i++)
		if (CPU_ISSET(i, &allowed))
			m->cpus[m->n_cpus++] = i;
	return NULL;
}

void bench_pin(const struct bench_machine *m, unsigned int who, unsigned int of)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (m->pinned)
		CPU_SET(m->cpus[who % m->n_cpus], &set);
	else if (of > 1 && who < m->n_cpus)
		CPU_SET(m->cpus[m->n_cpus - 1 - who], &set);
	else
		for (unsigned int i = 0; i < m->n_cpus; i++)
			CPU_SET(m->cpus[i], &set);
	sched_setaffinity(0, sizeof(set), &set);
}
