#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""usage: fleet_made_up.py BASE FOLDER N [ROUNDS [EACH]]

Makes the results of a fleet that never ran: N results.xml of N/EACH (4) devices, in FOLDER/round-1 (to round-ROUNDS), from
one results.xml, BASE. A twentieth of the devices fails at some checks; a few verdicts are not the same in each run,
and the last round has a new deviation."""
import pathlib
import random
import re
import sys


def failing(line, promise):
    """The line of a check that passes, as one that fails."""
    failed = re.sub(r'verdict="PASS" level="\w+"', 'verdict="FAIL" level="must"', line.rstrip().rstrip("/>"))
    return (f'{failed}>\n    <reason promise="{promise}" where="made-up.c:1">the made-up device broke it</reason>\n'
            "    <expected>4</expected>\n    <seen>5</seen>\n  </check>\n")


def main():
    base, folder, n = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2]), int(sys.argv[3])
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    each = int(sys.argv[5]) if len(sys.argv) > 5 else 4
    lines = base.splitlines(keepends=True)
    passes = [i for i, line in enumerate(lines) if 'verdict="PASS"' in line and line.rstrip().endswith("/>")]
    promise_line = {m[1]: i for i, line in enumerate(lines) if (m := re.search(r'<promise id="([^"]+)"', line))}
    dice = random.Random(1)
    always = dice.sample(passes, min(40, len(passes)))  # what the devices that fail, fail at
    for round_ in range(1, rounds + 1):
        for device in range((n + each - 1) // each):
            bad = device % 20 == 7
            for time in range(1, min(each, n - device * each) + 1):
                new = list(lines)
                fails = always[:1 + device % 40] if bad else []
                if device % 97 == 5 and time == 2:  # not stable
                    fails = fails + [passes[device % len(passes)]]
                if round_ == rounds and device % 50 == 3:  # new in the last round
                    fails = fails + [passes[0]]
                for at in fails:
                    promise = re.search(r'promises="([^" ]+)', lines[at])[1]
                    new[at] = failing(lines[at], promise)
                    new[promise_line[promise]] = re.sub(r'outcome="\w+"', 'outcome="broken"', lines[promise_line[promise]])
                text = "".join(new)
                if fails:
                    text = text.replace('conforms="true" conforms-strictly="true"',
                                        'conforms="false" conforms-strictly="false"')
                text = text.replace(' fw="1"', f' fw="22.{device % 5}"', 1)
                where = folder / f"round-{round_}" / f"made-up-{device:05}" / f"all.{time}"
                where.mkdir(parents=True)
                (where / "results.xml").write_text(text)


main()
