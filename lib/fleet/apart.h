/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A fleet whose nodes have no folder in common (node-results of the plan). A job has the plan in
 * its script, and leaves its results in a folder of its node:
 *
 *	NODE-RESULTS/PLAN/ROUND'S BEGIN/round-1/plan.xml, jobs/, TARGET/TASK/
 *
 * srun brings them to the folder of the round. They stay on the node: what is fetched twice, or of
 * two nodes, counts once.
 */
#ifndef VCT_FLEET_APART_H
#define VCT_FLEET_APART_H

#include "round.h"

/* The folder of the round on this node, to be freed; "%N" as the name: as it is in scripts. */
char *fleet_node_folder(const struct fleet_round *round, const char *node);
/*
 * On the node: makes that folder, reads the plan from standard input into it, and lets standard
 * output and error go on in a file of jobs/, if this is a job. Returns the path, to be freed; NULL:
 * after printing an error.
 */
char *fleet_take_plan(const char *folder, const char *task);
/*
 * Fetches what the nodes of the plan have. A node that cannot be asked now is named on standard
 * error; its results are fetched the next time. Nothing is done if the nodes see the round's
 * folder.
 */
void fleet_fetch(const struct fleet_round *round);
/* The same, of the last round in this folder, unless it is complete. */
void fleet_fetch_last(const char *results);

#endif
