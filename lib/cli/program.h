/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* The program verbs-cts: each command has a file of its own. */
#ifndef VCT_PROGRAM_H
#define VCT_PROGRAM_H

#include <argp.h>
#include <libxml/tree.h>

#include "../check/device.h"
#include "../run/device/choose.h"
#include "option.h"

int list_main(int argc, char **argv);
int peer_main(int argc, char **argv);
int info_main(int argc, char **argv);
int doctor_main(int argc, char **argv);
int run_main(int argc, char **argv);
int random_main(int argc, char **argv);
int report_main(int argc, char **argv);
int repro_main(int argc, char **argv);
int matrix_main(int argc, char **argv);
int certify_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int fleet_main(int argc, char **argv);
int compare_main(int argc, char **argv);
int explain_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int bench_compare_main(int argc, char **argv);
int bench_duel_main(int argc, char **argv);
int bench_side_main(int argc, char **argv);

/* A command, or a subcommand as in "bench compare": the word in argv[1]. */
struct command {
	const char *name;
	int (*main)(int argc, char **argv);
};
/* Runs the command that argv[1] names; its argv[0] is "verbs-cts bench srq-post", for its --help.
 */
int run_command(const struct command *commands, size_t n, const char *usage, int argc, char **argv);

/* The options of all commands that need a device: -d, -i, -x, --pkey-index, --settle, --fault. */
struct device_options {
	struct vct_wish wish;
	const char *fault, *fault_plugin;
};
extern const struct argp device_argp; /* a child parser; its input is a struct device_options */
#define DEVICE_OPTIONS_DEFAULT                                                                     \
	{                                                                                          \
		.wish = VCT_WISH_DEFAULT                                                           \
	}

/*
 * Chooses the device and its fault injector. Returns 0, or, after it has printed an error, the exit
 * code 2, or 3 if the device crashed or hung (dev->unasked).
 */
int try_device(struct vct_device *dev, const struct device_options *options, double seconds);
/* try_device() that ends the program with exit code 2 after an error. */
void choose_device(struct vct_device *dev, const struct device_options *options, double seconds);

/* Prints why the last call on the file failed, from errno. Returns the exit code 2. */
int file_failed(const char *path);
/* Writes a matrix.xml, and its page, to the files that are not NULL. Returns the exit code, 0 or 2.
 */
int write_matrix(xmlDoc *matrix, const char *xml, const char *html);

/* "verbs-cts run -d rxe0 ...": `first`, and the words after it. */
char *join_words(char **words, int n, const char *first);

#endif
