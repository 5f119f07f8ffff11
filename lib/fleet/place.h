/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Where this program is, and what is beside it. */
#ifndef VCT_FLEET_PLACE_H
#define VCT_FLEET_PLACE_H

/* The folder of fixtures/, from where this program is; malloc'ed. NULL: there is none. */
char *fleet_fixtures(void);
/* The folder of the waivers; malloc'ed. NULL: there is none. */
char *fleet_waivers(void);
/* The path of this program, which every node has at the same place; malloc'ed. */
char *fleet_program(void);

#endif
