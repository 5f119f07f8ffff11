#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""usage: visible.py RECORD...

Prints how small a change `verbs-cts bench duel` sees, by the seconds that it is given, from the
records of duels of equal builds, such as those that `fixtures/duels 0` leaves. Of a number of
seconds it makes 100 duels with as many pairs as the records have in this time. The pairs are drawn
at random from the records; lib/bench/paired.c judges them. The change is the median of these duels."""
import ctypes
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from lxml import etree

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS, DUELS, SEED = (5, 10, 20, 40, 60), 100, 1


class Paired(ctypes.Structure):
    """struct bench_paired"""
    _fields_ = [("values", ctypes.c_void_p), ("n", ctypes.c_size_t), ("room", ctypes.c_size_t),
                ("points", ctypes.c_uint), ("looks", ctypes.c_uint), ("next", ctypes.c_size_t),
                ("median", ctypes.c_double), ("low", ctypes.c_double), ("high", ctypes.c_double)]


def load():
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "paired.so"
        sources = [ROOT / "lib/bench/paired.c", ROOT / "lib/base/memory.c"]
        subprocess.run(["gcc", "-D_GNU_SOURCE", "-O2", "-shared", "-fPIC", "-o", library, *sources, "-lgsl", "-lgslcblas", "-lm"],
                       check=True)
        loaded = ctypes.CDLL(str(library))
    loaded.bench_paired_add.argtypes = [ctypes.POINTER(Paired), ctypes.c_double]
    loaded.bench_paired_add.restype = ctypes.c_bool
    loaded.bench_paired_verdict.argtypes = [ctypes.POINTER(Paired), ctypes.c_double]
    loaded.bench_paired_verdict.restype = ctypes.c_char_p
    loaded.bench_paired_visible.argtypes = [ctypes.POINTER(Paired)]
    loaded.bench_paired_visible.restype = ctypes.c_double
    loaded.free = ctypes.CDLL(None).free
    loaded.free.argtypes = [ctypes.c_void_p]
    return loaded


def visible(library, values, points):
    """The change that these pairs of one point let see, in per cent; it looks as often as a duel does, and at the end."""
    p = Paired()
    library.bench_paired_begin(ctypes.byref(p), points)
    look = False
    for value in values:
        look = library.bench_paired_add(ctypes.byref(p), value)
        if look:
            library.bench_paired_look(ctypes.byref(p))
    if not look:
        library.bench_paired_look(ctypes.byref(p))
    library.free(p.values)
    return 100 * library.bench_paired_visible(ctypes.byref(p))


def main(paths):
    pairs, seconds = [], 0
    for path in paths:
        root = etree.parse(path).getroot()
        points = [[math.log(float(p.get("ratio"))) for p in point.findall("pair")] for point in root.findall("point[time]")]
        pairs += zip(*points)
        seconds += float(root.get("seconds"))
    if not pairs:
        sys.exit("visible.py: these records have no pairs")
    library, source, each = load(), random.Random(SEED), seconds / len(pairs)
    print(f"{len(pairs)} pairs of {len(paths)} duels, with {len(pairs[0])} points; a pair took {each:.2f} s")
    for given in SECONDS:
        n = int(given / each)
        seen = []
        for _ in range(DUELS if n >= 12 else 0):
            drawn = [source.choice(pairs) for _ in range(n)]
            seen.append(max(visible(library, values, len(pairs[0])) for values in zip(*drawn)))
        print(f"{given:3} s  {n:4} pairs  {f'{statistics.median(seen):.2f} %' if seen else 'nothing: 12 pairs are needed'}")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    main(sys.argv[1:])
