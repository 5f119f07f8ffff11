# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts repro: the programs compile alone, reproduce what a check saw, and see a device that keeps the promise."""

import os
import re

import pytest
from lxml import etree

from conftest import PATIENCE, ROOT, Results, guest, run

# A mutant, and a check that finds it.
ON_REFHCA = {
    "event-that-must-not-come": ("keeps_firing", "srq.limit.fires-once-strictly-below"),
    "event-that-does-not-come": ("second_query_disarms", "srq.query.leaves-the-limit-armed"),
    "modify-that-must-be-refused": ("modify_qp:accepted",
                                    "qp.transition.left-out.RC-RTR-MAX-DEST-RD-ATOMIC"),
    "modify-of-a-member-beside-the-mask": ("max_rd_atomic_set_beside_the_mask",
                                           "qp.flags.without-it-is-left-alone.RC-MAX-QP-RD-ATOMIC"),
    "query": ("ends_of_sq_psn_mistaken", "qp.width.keeps-every-bit.RC-sq-psn"),
    "query-of-what-was-given": ("query_qp:init.qp_context:zero", "qp.query.what-was-given-is-returned.RC"),
    "create": ("create_qp:srq:ignored", "xrc.qp.ordinary-qp-takes-no-xrc-srq.rc"),
    "create-for-another-srq": ("create_qp:made.srq:zero", "qp.create.of-a-srq-is-what-was-given.RC"),
    "create-of-another-pd": ("create_srq_ex:made.pd:zero", "srq.create-ex.belongs-to-the-pd-given.type-and-pd-and-cq"),
    "post": ("recv_sges_lie", "qp.size.a-receive-scatters-to-as-many-sges.plain-RC-20-of-2"),
    "completion": ("exact_fit_is_one_short", "cq.completion.byte-len-is-what-was-transferred.send-64-fills-it"),
    "completion-of-an-extended-cq": ("post_srq_ops:flags:most", "srq.ops.completes-when-signaled"),
    "built-request": ("built_list_has_one_length", "qp.builder.buffers-are-joined.written"),
    "header-of-a-datagram": ("create_ah:grh.hop_limit:next", "ah.grh.hop-limit-is-that-of-the-address.64"),
    "completion-that-does-not-come": ("nothing_is_flushed", "qp.error.every-receive-is-flushed"),
    "close-that-is-refused-and-was-not": ("first_close_is_none", "xrc.domain.closes.file"),
    "device-that-is-imported": ("import_device:quiet", "device.errno.a-call-that-fails-sets-it.import-device"),
    "region-that-is-imported": ("import_mr:made.rkey:zero", "pd.import.a-region-is-imported"),
    "device-memory-that-is-imported": ("free_dm:nothing",
                                       "pd.import.imported-device-memory-is-destroyed"),
    "order-of-data": ("order_is_a_flag", "qp.pace.order-is-0-or-1.read"),
    "options-of-a-connection": ("query_ece:nothing", "qp.ece.query-returns-the-options"),
    "work-queue": ("create_wq:returned.max_wr:zero", "wq.create.has-at-least-what-was-asked-for.40-of-2"),
    "table-of-work-queues": ("create_rwq_ind_table:fails:second", "wq.table.is-made-of-wqs.2"),
    "way-back-to-the-sender": ("init_ah_from_wc:port_num:zero", "ah.from-wc.init-tells-the-way-back.with-a-grh"),
    "handle-of-a-datagram": ("create_ah_from_wc:mended", "ah.from-wc.create-fails-with-null"),
    "event-of-another-cq": ("event_names_the_first_cq", "cq.notify.event-names-cq-and-context"),
    "destroy": ("destroy_srq:fails", "srq.destroy.returns-zero"),
}

# Deviations of rxe that waivers list, of different kinds.
ON_RXE = [
    "ah.grh.flow-label-is-that-of-the-address.1",
    "ah.grh.hop-limit-is-that-of-the-address.1",
    "cq.completion.invalidated-rkey-is-told",
    "cq.iterated.what-is-not-defined-is-refused.create-flag-30",
    "event.qp.sq-drained-is-not-raised-unasked.declined",
    "event.qp.sq-drained-is-raised-after-a-full-round",
    "qp.builder.buffers-are-joined.written",
    "qp.builder.inline-data-is-copied.growing",
    "qp.modify.alternate-path-where-claimed.RC",
    "qp.recv.bad-wr-is-set-in-reset",
    "qp.state.wrong-current-state-spares-none.RC",
    "qp.value.out-of-range-changes-nothing.RC-sl-200",
    "srq.create-ex.belongs-to-the-pd-given.type-and-pd-and-cq",
    "srq.create.limit-given-raises-no-event.within-max-wr",
    "srq.mask.invalid-changes-nothing.all-bits",
    "srq.refused.limit-is-judged-by-the-new-size",
    "srq.resize.returns-the-current-size",
]

# The same of siw, on QPs that librdmacm connects, and a post that returns a negative number.
ON_SIW = [
    "srq.crossing.zero-disarms-it.fresh",
    "srq.post.returns-an-errno-value-when-full",
]


def on_refhca(*command, mutant=None):
    env = {**os.environ, "LD_PRELOAD": str(ROOT / "build/mutants.so"), "VCT_MUTANT": mutant} if mutant else None
    return run("fixtures/refhca/run", *command, env=env)


def repro(record, check, program):
    """Writes the program for a check, and compiles it; returns its text."""
    source = program.with_suffix(".c")
    process = run("build/verbs-cts", "repro", record, check, "-o", source)
    assert process.returncode == 0, process.stderr
    text = source.read_text()
    libraries = re.search(r" repro\.c( .*)", text)[1].split()
    process = run("gcc", "-Wall", "-Wextra", "-Werror", "-o", program, source, *libraries)
    assert process.returncode == 0, process.stderr
    return text


def record_of(mutant, where, *checks, command="run"):
    on_refhca("build/verbs-cts", command, "-d", "refhca0", "--mutant", mutant, "--results", where / "results.xml", *checks)
    return where / "results.xml"


@pytest.mark.parametrize("mutant, check", ON_REFHCA.values(), ids=ON_REFHCA)
def test_a_program_shows_the_mutant_and_not_the_good_device(tmp_path, mutant, check):
    record = record_of(mutant, tmp_path, check)
    assert Results(record).verdicts == {check: "FAIL"}
    repro(record, check, tmp_path / "repro")
    bad = on_refhca(tmp_path / "repro", "refhca0", mutant=mutant)
    assert bad.returncode == 1, bad.stdout
    assert "\nreproduced: all " in bad.stdout and "differs" not in bad.stdout
    good = on_refhca(tmp_path / "repro")
    assert good.returncode == 0, good.stdout
    assert "<-- differs" in good.stdout and "\nnot reproduced: " in good.stdout


def test_a_finding_of_random_use_is_shown(tmp_path):
    mutant = "modify_srq:partly"
    record = record_of(mutant, tmp_path, "--sequences", 20, command="random")
    repro(record, "model.random.use", tmp_path / "repro")
    assert on_refhca(tmp_path / "repro", mutant=mutant).returncode == 1
    assert on_refhca(tmp_path / "repro").returncode == 0


def test_a_program_tells_what_it_shows(tmp_path):
    check = "srq.limit.fires-once-strictly-below"
    record = record_of("keeps_firing", tmp_path, check)
    text = repro(record, check, tmp_path / "repro")
    for words in (check, "SRQ-LIM-02", "one-shot", "expected: no event", "refhca0", "-libverbs"):
        assert words in text, words
    said = on_refhca(tmp_path / "repro").stdout
    assert re.search(r"\n\d+: ibv_modify_srq\(srq0, &attr, IBV_SRQ_LIMIT\) = 0 \(verbs-cts saw 0\)\n", said)
    assert re.search(r"\d+: IBV_EVENT_SRQ_LIMIT_REACHED for srq0 = no event \(verbs-cts saw an event\)  <-- differs", said)
    assert "SRQ-LIM-02: The event is one-shot" in said and "not reproduced: 1 of " in said


def test_a_program_takes_a_device_a_port_and_a_gid(tmp_path):
    check = "srq.limit.fires-once-strictly-below"
    repro(record_of("keeps_firing", tmp_path, check), check, tmp_path / "repro")
    assert on_refhca(tmp_path / "repro", "-i", 1, "-x", 0, "refhca0").returncode == 0
    for arguments in (["nodev0"], ["-i", 7], ["-x", 200], ["-z"], ["refhca0", "more"]):
        process = on_refhca(tmp_path / "repro", *arguments)
        assert process.returncode == 2 and process.stderr, arguments


@pytest.mark.parametrize("mutant, check, reason", [
    ("none", "srq.limit.zero-disarms", "is PASS"),
    ("none", "srq.limit.no-such-check", "no check"),
    ("create_xrc_rcv_qp:accepted", "xrc.rcv-qp.failure-is-not-0", "no such verb"),
    ("unreg_xrc_rcv_qp:fails:second", "xrc.register.comes-and-goes.legacy", "first thread"),
])
def test_what_a_program_cannot_show_is_refused(tmp_path, mutant, check, reason):
    record = record_of(mutant, tmp_path, "srq.limit.*" if mutant == "none" else check)
    process = run("build/verbs-cts", "repro", record, check, "-o", tmp_path / "repro.c")
    assert process.returncode == 2 and reason in process.stderr
    assert not (tmp_path / "repro.c").exists()


def test_a_record_that_was_cut_is_refused(tmp_path):
    check = "srq.limit.fires-once-strictly-below"
    record = record_of("keeps_firing", tmp_path, check)
    text = record.read_text()
    record.write_text(text.replace("<call ", "<verb>(7 earlier calls are not shown)</verb><call ", 1))
    process = run("build/verbs-cts", "repro", record, check)
    assert process.returncode == 2 and "cut" in process.stderr and not process.stdout


def parts(call):
    return {(part.tag, part.get("name")): "".join(part.itertext()) for part in call.iter() if part is not call}


def test_a_call_is_recorded_with_its_parts(tmp_path):
    """No program has to take C apart: the parts of a call are elements of the text that a reader sees."""
    check = "srq.limit.fires-once-strictly-below"
    calls = Results(record_of("keeps_firing", tmp_path, check)).checks[check].findall("call")
    modify = next(c for c in calls if c.get("verb") == "ibv_modify_srq")
    assert "".join(modify.itertext()).startswith("ibv_modify_srq(srq0, &(struct ibv_srq_attr){ .srq_limit = ")
    told = parts(modify)
    assert told["arg", "srq"] == "srq0" and told["arg", "mask"] == "IBV_SRQ_LIMIT" and told["result", None] == "0"
    assert told["type", None] == "struct ibv_srq_attr" and int(told["member", "srq_limit"]) > 0
    event = next(parts(c) for c in calls if c.get("verb") == "ibv_get_async_event" and c.find("event") is not None)
    assert event["event", None] == "IBV_EVENT_SRQ_LIMIT_REACHED" and event["object", None].startswith("srq")
    assert {f.text for c in calls for f in c.findall("for")} == {"fence", "release"}


@pytest.mark.parametrize("name", ["event-that-must-not-come", "query", "post", "completion-of-an-extended-cq"])
def test_a_record_from_which_a_part_of_a_call_was_taken_is_no_danger(tmp_path, name):
    """A record may have been edited. What is missing is told, or was not needed."""
    mutant, check = ON_REFHCA[name]
    record = record_of(mutant, tmp_path, check)
    kinds = {}
    for place, part in enumerate(Results(record).checks[check].iter()):
        if part.getparent().tag in ("call", "arg", "shown"):
            kinds.setdefault((part.tag, part.getparent().get("verb")), place)
    edited = tmp_path / "edited.xml"
    for place in kinds.values():
        for gone in (True, False):
            results = Results(record)
            part = list(results.checks[check].iter())[place]
            if gone:
                part.getparent().remove(part)
            else:
                part.clear()
            edited.write_bytes(etree.tostring(results.document))
            process = run("build/verbs-cts", "repro", edited, check, timeout=PATIENCE)
            assert process.returncode == 0 or process.returncode == 2 and process.stderr, (part.tag, process.stderr)
    assert len(kinds) > 10


def test_a_record_of_an_older_release_is_shown_and_refused_with_the_reason(tmp_path):
    """Its calls are text."""
    check = "srq.limit.fires-once-strictly-below"
    record = record_of("keeps_firing", tmp_path, check)
    document = Results(record).document
    for call in document.findall(".//call"):
        text, tail = "".join(call.itertext()), call.tail
        call.clear()
        call.tag, call.text, call.tail = "verb", text, tail
    document.write(record)
    Results(record)
    process = run("build/verbs-cts", "repro", record, check)
    assert process.returncode == 2 and "older releases" in process.stderr and not process.stdout
    assert run("build/verbs-cts", "report", record, "--junit", tmp_path / "junit.xml", "--html", tmp_path / "page.html").returncode in (0, 1)
    assert "ibv_modify_srq(srq0, &amp;(struct ibv_srq_attr){ .srq_limit" in (tmp_path / "junit.xml").read_text()


@pytest.mark.parametrize("arguments", [[], ["results.xml"], ["a", "b", "c"], ["--what"], ["nofile.xml", "a.b.c"],
                                       ["README.md", "a.b.c"]])
def test_wrong_usage_ends_with_2(arguments):
    process = run("build/verbs-cts", "repro", *arguments)
    assert process.returncode == 2 and process.stderr


def shows_its_deviations(tmp_path, checks, device):
    """The checks are WAIVED on this driver in UML, and the programs show what the waivers tell; returns the programs."""
    process = run("fixtures/guest/conformance", "--kernel", "uml", "--device", device, "--out", tmp_path, *checks)
    record = tmp_path / "results.xml"
    assert Results(record).verdicts == dict.fromkeys(checks, "WAIVED"), process.stdout
    texts = [repro(record, check, tmp_path / check) for check in checks]
    script = "".join(f"{tmp_path / check} >&2; echo {check} $?\n" for check in checks)
    process = guest("bash", "-c", script, options=["--device", device])
    assert process.stdout.split() == [word for check in checks for word in (check, "1")], process.stderr
    return texts


def test_rxe_shows_its_deviations(tmp_path):
    shows_its_deviations(tmp_path, ON_RXE, "rxe")


def test_siw_shows_its_deviations_on_connected_qps(tmp_path):
    texts = shows_its_deviations(tmp_path, ON_SIW, "siw")
    assert "cm_connect(qp" in texts[0] and "-libverbs -lrdmacm" in texts[0]
