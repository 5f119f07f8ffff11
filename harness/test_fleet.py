# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""verbs-cts fleet: plans, rounds on this machine, and the report."""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest
from lxml import etree

from bench_records import Record
from browser import Page
from conftest import PATIENCE, ROOT, Results, accept_sigint, run
from documents import schema
from fleets import PLAN, PROGRAM, fleet, plan, records
from golden_results import golden

NAMES = ["limit.seed-1.1", "limit.seed-2.1", "core.1", "core.2"]


@pytest.fixture(scope="module")
def two_rounds(tmp_path_factory):
    """Two rounds on this machine; in the second one a device has another persona."""
    folder = tmp_path_factory.mktemp("fleet")
    path = folder / "plan.xml"
    path.write_text(PLAN)
    first = fleet("--local", path)
    path.write_text(PLAN.replace("persona=mlx5-roce", "srq_resize=0"))
    second = fleet("--local", path)
    return folder / "results/local", first, second


def report(folder, *options):
    process = fleet("--report", folder, *options)
    document = etree.parse(str(folder / "report/fleet.xml"))
    schema("fleet").assertValid(document)
    return process, document.getroot()


# Plans


def test_the_example_of_the_help_is_a_plan_and_its_jobs_can_be_printed(plan):
    text = run(PROGRAM, "fleet", "--help").stdout
    path = plan(re.search(r"  <fleet-plan.*</fleet-plan>\n", text, re.S)[0])
    schema("fleet-plan").assertValid(etree.parse(str(path)))
    shown = fleet("--dry-run", path)
    assert shown.returncode == 0, shown.stderr
    # cx7 has four nodes; all (2 seeds), srq (3 times) and rate (once) make six tasks on each
    assert shown.stdout.count("sbatch --parsable --array=0-5 ") == 5
    assert shown.stdout.count("#SBATCH --requeue") == 8
    assert shown.stdout.count("#SBATCH --partition=rdma") == 8
    assert "#SBATCH --nodelist=n3" in shown.stdout and "#SBATCH --constraint=e810" in shown.stdout
    assert not os.path.exists("/shared/lab"), "--dry-run makes nothing"


def test_a_job_is_a_shell_script_and_one_of_a_pair_starts_the_far_end_with_srun(plan, tmp_path):
    path = plan("""<fleet-plan name="lab" results="it's here">
      <run name="all"/>
      <pair name="a-b"><near dev="mlx5_0" node="n1"/><far dev="irdma0" port="2" feature="e810"/></pair>
      <pair name="e-e" config="persona=mlx5-roce"><near node="n1"/><far node="n2"/></pair>
      <pair name="c-d"><near dev="mlx5_0" feature="cx7"/><far dev="mlx5_0" feature="cx7"/></pair>
    </fleet-plan>""")
    shown = fleet("--dry-run", path).stdout
    scripts = [s.split("\nsbatch ")[0] for s in shown.split("#!/bin/sh\n")[1:]]
    for script in scripts:
        (tmp_path / "job").write_text(script)
        checked = run("sh", "-n", tmp_path / "job")
        assert checked.returncode == 0, checked.stderr
        assert "#SBATCH --nodes=2" in script and "exec srun --overlap" in script
        assert "srun --overlap --nodes=1 --ntasks=1 -w $VCT_FAR --quiet --unbuffered" in script and "verbs-cts' peer" in script
    assert "#SBATCH --constraint=[e810*1]" in scripts[0] and "'--ib-port=2'" in scripts[0]
    assert "#SBATCH --nodelist=n1,n2" in scripts[1] and "peer '--ib-dev=refhca0' '--shared'" in scripts[1]
    assert "#SBATCH --constraint=[cx7*1&cx7*1]" in scripts[2]


@pytest.mark.parametrize("device, name", [("rxe", "rxe0"), ("siw", "siw0"), ("mlx4", "mlx4_0"), ("mlx5", "mlx5_0"), ("hfi1", "hfi1_0")])
def test_a_benchmark_in_a_guest_is_of_the_device_that_the_plan_names(plan, tmp_path, device, name):
    """What is called for the guest is a script that only tells its arguments."""
    for folder in "build", "fixtures/guest":
        (tmp_path / folder).mkdir(parents=True)
    program = shutil.copy(ROOT / PROGRAM, tmp_path / "build")
    guest = tmp_path / "fixtures/guest/run"
    guest.write_text(f'#!/bin/sh\necho "$*" >{tmp_path}/said\nexit 2\n')
    guest.chmod(0o755)
    path = plan(f"""<fleet-plan name="lab" results="results">
      <bench name="rate"/>
      <guest name="g" kernel="6.12" device="{device}"/>
    </fleet-plan>""")
    process = run(program, "fleet", "--local", path)
    assert process.returncode != 0
    said = (tmp_path / "said").read_text()
    assert f"--kernel 6.12 --device {device} " in said and f"bench srq-post --ib-dev={name} " in said


@pytest.mark.parametrize("change, said", [
    (("</run>", ""), "plan.xml:"),
    (('name="limit"', 'name="limit" colour="red"'), "plan.xml:2"),
    (('runs="core"', 'runs="nothing"'), "plan.xml:5: the plan has no <run> or <bench> of this name: nothing"),
    (('name="mlx5"', 'name="plain"'), "plan.xml:5: this name is given twice: plain"),
    (("srq-core", "srq-cord"), "plan.xml:3: there is no profile of this name: srq-cord"),
    (('n[1-2]', 'n[2-1]'), "plan.xml:4: this is not a list of nodes, as n[1-4,7] is: n[2-1]"),
    (('n[1-2]', 'n[-5]'), "plan.xml:4: this is not a list of nodes, as n[1-4,7] is: n[-5]"),
    (('n[1-2]', 'n[1-9999999]'), "plan.xml:4: this is not a list of nodes, as n[1-4,7] is: n[1-9999999]"),
    (('name="plain" nodes="n[1-2]"', 'name="jobs"'), "plan.xml:4: a round has another file of this name: jobs"),
    (('<persona name="plain"', '<device name="plain" dev="$(x)"'), "plan.xml:4"),
    (('n[1-2]', 'n[1,1]'), "plan.xml:4: two tasks of this target have the same name: limit.seed-1.1"),
    (('seeds="1 2"', 'seeds="1 1"'), "plan.xml:4: two tasks of this target have the same name: limit.seed-1.1"),
])
def test_a_plan_that_is_wrong_is_refused_with_the_line(plan, change, said):
    assert change[0] in PLAN
    process = fleet("--local", path := plan(PLAN.replace(*change)))
    assert process.returncode == 2
    assert said in process.stderr
    assert not (path.parent / "results").exists()


@pytest.mark.parametrize("arguments, said", [
    ([], "no plan is given"),
    (["nowhere.xml"], "nowhere.xml"),
    (["--local", "--dry-run", "x.xml"], "cannot be used together"),
    (["--report", "/nowhere"], "there is no folder round-1"),
])
def test_wrong_usage_is_2(arguments, said):
    process = fleet(*arguments)
    assert process.returncode == 2 and said in process.stderr


# Rounds on this machine


def test_a_round_has_a_record_of_each_task(two_rounds):
    folder, first, second = two_rounds
    wanted = [f"{device}/{task}" for device in ("plain@n1", "plain@n2") for task in NAMES] + ["mlx5/core.1", "mlx5/core.2"]
    for n in (1, 2):
        assert records(folder) and {r for r in records(folder) if r.startswith(f"round-{n}/")} == \
            {f"round-{n}/{name}/results.xml" for name in wanted}
    assert "round 1: 10 of 10 tasks are complete" in first.stdout
    assert "round 2: 10 of 10 tasks are complete" in second.stdout
    assert first.returncode == 1, "mlx5 does not conform"
    assert second.returncode == 0, second.stdout + second.stderr
    assert not list(folder.rglob("work*")) and not list(folder.rglob("failed"))
    seeds = {Results(p).root.get("seed") for p in folder.glob("round-1/plain@n1/limit*/results.xml")}
    assert seeds == {"1", "2"}
    core = Results(folder / "round-1/mlx5/core.1/results.xml").root
    assert core.get("selection") == "srq.query.* --profile srq-core"


def job(folder, target, n=0, **kwargs):
    """What a job of Slurm runs: a script for each target, and the index of a task."""
    return subprocess.Popen(["sh", str(folder / f"jobs/{target}.sh"), str(n)], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **kwargs)


def test_a_task_that_is_complete_does_not_run_again(two_rounds):
    folder, _, _ = two_rounds
    path = folder / "round-1/plain@n1/core.1/results.xml"
    before = path.stat().st_mtime_ns
    again = job(folder / "round-1", "plain@n1", 2)
    assert again.communicate(timeout=PATIENCE)[0] == "" and again.returncode == 0
    assert path.stat().st_mtime_ns == before


def test_status(two_rounds, plan):
    assert "no round has begun" in fleet("--status", plan()).stdout
    assert fleet("--status", plan()).returncode == 3


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGKILL])
def test_a_round_that_is_killed_goes_on(plan, stop):
    path = plan("""<fleet-plan name="lab" results="r"><run name="all"><check>srq.*</check></run><run name="few"><check>srq.limit.*</check></run>
        <persona name="plain" runs="all"/><persona name="short" runs="few"/></fleet-plan>""")
    folder = path.parent / "r/local"
    journal = folder / "round-1/plain/all.1/work/results.xml.journal"
    process = subprocess.Popen([PROGRAM, "fleet", "--local", str(path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, preexec_fn=lambda: (accept_sigint(), os.setsid()))
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not (journal.exists() and journal.read_bytes().count(b"<start ") > 20):
        time.sleep(0.02)
    if stop == signal.SIGKILL:
        os.killpg(process.pid, stop)  # the run, too, which is in a group of its own if it runs a check
    else:
        process.send_signal(stop)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == (3 if stop == signal.SIGTERM else -stop)
    assert not (folder / "round-1/plain/all.1/results.xml").exists()
    begun = {m for m in re.findall(rb'<check name="([^"]+)"', journal.read_bytes())}
    status = fleet("--local", path)
    assert "round 1: 2 of 2 tasks are complete" in status.stdout, status.stdout + status.stderr
    results = Results(folder / "round-1/plain/all.1/results.xml")
    assert results.root.get("complete") == "true" and len(begun) > 10
    assert set(results.verdicts.values()) <= {"PASS", "SKIP"}, "no check is blamed for the signal"
    assert records(folder) == ["round-1/plain/all.1/results.xml", "round-1/short/few.1/results.xml"]


def test_two_processes_do_not_work_on_one_task(plan):
    path = plan("""<fleet-plan name="lab" results="r"><run name="all"><check>srq.*</check></run><persona name="p"/></fleet-plan>""")
    assert fleet("--local", path).returncode == 0
    folder = path.parent / "r/local/round-1"
    (folder / "p/all.1/results.xml").unlink()
    both = [job(folder, "p") for _ in range(2)]
    said = [p.communicate(timeout=PATIENCE) for p in both]
    assert [p.returncode for p in both] == [0, 0], said
    assert sum("begins" in out for out, _ in said) == 1
    assert sum("waiting for the process that works on this task" in err for _, err in said) <= 1


def test_a_changed_plan_begins_no_round_by_itself(plan):
    path = plan(PLAN.replace('config="persona=mlx5-roce"', 'config="persona=no-such"'))
    first = fleet("--local", path)
    assert first.returncode == 3
    assert "mlx5/core.1 is not complete: exit code 2: refhca: no such persona: no-such" in first.stderr
    assert "round 1: 8 of 10 tasks are complete; 0 have begun, 2 have failed, 0 wait" in first.stdout
    assert "mlx5/core.1: exit code 2: refhca: no such persona" in first.stdout
    plan(PLAN)
    second = fleet("--local", path)
    assert second.returncode == 2 and "differs from the plan of round 1" in second.stderr and "--new" in second.stderr
    third = fleet("--local", "--new", path)
    assert "round 2: 10 of 10 tasks are complete" in third.stdout


def test_an_unknown_device_is_reported_and_the_others_run(plan):
    process = fleet("--local", plan(PLAN.replace("</fleet-plan>", '<device name="cx7" dev="mlx5_77" runs="limit"/></fleet-plan>')))
    assert process.returncode == 3
    assert "cx7/limit.seed-1.1 is not complete: exit code 2" in process.stderr
    assert "10 of 12 tasks are complete; 0 have begun, 2 have failed" in process.stdout


def test_a_folder_that_cannot_be_written(plan, tmp_path):
    (tmp_path / "file").write_text("")
    process = fleet("--local", plan(PLAN.replace('results="results"', 'results="file"')))
    assert process.returncode == 2 and "file/local" in process.stderr


def test_a_full_disk_loses_no_task(plan):
    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    path = plan(PLAN.replace(' nodes="n[1-2]"', ''))
    process = fleet("--local", path, preexec_fn=limited)
    assert process.returncode in (2, 3)
    assert not records(path.parent / "results/local")
    assert "is not complete" in process.stderr and "File too large" in process.stderr
    again = fleet("--local", path)
    assert "round 1: 6 of 6 tasks are complete" in again.stdout, again.stdout + again.stderr


# The report


def test_the_report_counts_devices_promises_and_changes(two_rounds):
    folder, first, second = two_rounds
    process, root = report(folder)
    assert process.returncode == 0
    assert (root.get("round"), root.get("before"), root.get("devices"), root.get("conforming"), root.get("results")) == \
        ("2", "1", "3", "3", "10")
    changes = {(c.get("check"), c.get("kind")): c.findtext("in") for c in root.findall("change")}
    one, two = (Results(folder / f"round-{n}/mlx5/core.1/results.xml") for n in (1, 2))
    mended = {n for n, v in one.verdicts.items() if v == "FAIL" and two.verdicts[n] == "PASS"}
    assert mended and {c for c, kind in changes if kind == "mended"} >= mended
    devices = {d.get("n"): d.get("name") for d in root.findall("device")}
    assert {devices[n] for n in changes.values()} == {"mlx5"}
    skipped = {p.get("id") for p in root.findall("promise") if p.get("skipped") == "1"}
    assert skipped == set(root.xpath("device[@name='mlx5']")[0].get("skipped", "").split())


def test_the_report_of_a_round_that_breaks_promises(two_rounds, tmp_path):
    folder, _, _ = two_rounds
    (tmp_path / "round-1").symlink_to(folder / "round-1")
    process, root = report(tmp_path)
    assert process.returncode == 1
    results = Results(folder / "round-1/mlx5/core.1/results.xml")
    fails = {n for n, v in results.verdicts.items() if v == "FAIL"}
    assert {d.get("check") for d in root.findall("deviation") if d.get("verdict") == "FAIL"} == fails
    for deviation in root.findall("deviation"):
        first = deviation.find("first")
        assert (deviation.get("devices"), deviation.get("results")) == ("1", "2")
        assert (first.get("device"), first.get("task")) == ("mlx5", "core.1")
        if deviation.get("verdict") == "FAIL":
            assert first.findtext("reason") == results.text(deviation.get("check"), "reason")
    broken = {p.get("id") for p in root.findall("promise") if p.get("broken") == "1"}
    assert broken == {p.get("id") for p in results.root.findall("promise") if p.get("outcome") == "broken"}
    assert set(root.xpath("device[@name='mlx5']")[0].get("broken").split()) == broken


def copies(folder, two_rounds, n):
    source = (two_rounds[0] / "round-1/plain@n1/limit.seed-1.1/results.xml").read_text()
    for i in range(n):
        where = folder / f"round-1/d{i}/all.1"
        where.mkdir(parents=True)
        (where / "results.xml").write_text(source)
    return source


@pytest.mark.parametrize("spoil, said", [
    (lambda text: text[:len(text) // 2], "line "),
    (lambda text: "", "line 1: "),
    (lambda text: "<bench/>", "this is not a results.xml"),
    (lambda text: text.replace('verdict="PASS"', 'verdict="PAST"', 1), "this check has no verdict that is known"),
    (lambda text: re.sub("<device .*?/>", "", text), "there is no device in it"),
])
def test_a_damaged_record_is_named_and_nothing_of_it_counts(two_rounds, tmp_path, spoil, said):
    source = copies(tmp_path, two_rounds, 2)
    bad = tmp_path / "round-1/d0/all.2"
    bad.mkdir()
    (bad / "results.xml").write_text(spoil(source.replace('verdict="PASS"', 'verdict="TIMEOUT"', 3)))
    process, root = report(tmp_path)
    assert process.returncode == 3
    assert [(g.get("task"), said in g.text) for g in root.findall("gap")] == [("d0/all.2", True)]
    assert root.get("results") == "2" and root.get("conforming") == "1" and not root.findall("deviation")


def test_unstable_verdicts(two_rounds, tmp_path):
    source = copies(tmp_path, two_rounds, 3)
    check = re.search(r'<check name="([^"]+)" verdict="PASS"', source)[1]
    other = tmp_path / "round-1/d1/all.2"
    other.mkdir()
    (other / "results.xml").write_text(source.replace(f'<check name="{check}" verdict="PASS"', f'<check name="{check}" verdict="TIMEOUT"'))
    repeated = tmp_path / "round-1/d2/all.1/results.xml"
    repeated.write_text(source.replace(f'<check name="{check}"', f'<check name="{check}" runs="3" verdicts="2 PASS, 1 KERNEL"'))
    _, root = report(tmp_path)
    [unstable] = root.findall("unstable")
    assert (unstable.get("check"), unstable.get("devices"), unstable.findtext("in")) == (check, "2", "2-3")
    assert unstable.get("verdicts") == "PASS TIMEOUT KERNEL"


@pytest.mark.parametrize("verdict, reason, says", [
    ("KERNEL", "the kernel died, hung or was ended while the check ran", "it ends the kernel in 1 check"),
    ("WAIVED", "the kernel died, hung or was ended while the check ran", "it ends the kernel in 1 check"),
    ("KERNEL", "the kernel complained during the check", "the kernel complains in 1 check"),
])
def test_kernels_that_devices_end_are_counted_on_the_first_lines(tmp_path, verdict, reason, says):
    results = golden("all-green")
    check = results.find("check[@verdict='PASS']")
    check.set("verdict", verdict)
    etree.SubElement(check, "reason", where="a.c:1").text = reason
    for name in "a", "b":
        where = tmp_path / f"round-1/{name}/all.1"
        where.mkdir(parents=True)
        results.write(str(where / "results.xml"))
    process, _ = report(tmp_path)
    assert f"; {says}" in process.stdout.splitlines()[1], process.stdout


def test_a_synthetic_hca_has_no_firmware_in_the_report(tmp_path):
    results = golden("on-a-synthetic-hca")
    for name in "adapter", "program":
        where = tmp_path / f"round-1/{name}/all.1"
        where.mkdir(parents=True)
        device = results.getroot().find("device")
        device.attrib.pop("synthetic", None)
        device.set("fw", "16.35.2000")
        if name == "program":
            device.set("synthetic", "true")
        results.write(str(where / "results.xml"))
    _, root = report(tmp_path)
    assert {(k.get("driver"), k.get("fw")) for k in root.findall("kind")} == \
        {("mlx5_core", "16.35.2000"), ("mlx5_core", "none: the HCA is a program of verbs-cts")}


def test_trends_of_the_benchmark(tmp_path, two_rounds):
    record = Record(1).reason("post.list.sge1.2", "skipped", "no SRQ")
    for n in (1, 2):
        where = tmp_path / f"round-{n}/d/rate.1"
        where.mkdir(parents=True)
        record.slower(1 / n).save(where / "bench.xml")
    copies(tmp_path, two_rounds, 1)
    (tmp_path / "round-1/d0").rename(tmp_path / "round-2/d0")
    _, root = report(tmp_path)
    rates = {p.get("name"): 5e8 / float(p.find("b").get("median")) for p in record.measured}
    trends = {t.get("point"): [int(a.get("rate")) for a in t.findall("at")] for t in root.findall("trend")}
    assert trends == {name: [pytest.approx(rate, rel=1e-3), pytest.approx(2 * rate, rel=1e-3)] for name, rate in rates.items()}
    assert {r.get("device") for r in root.findall("rate")} == {"d"}
    assert root.get("devices") == "1", "a device with a benchmark alone is not judged"


def test_the_page_is_short_and_leads_to_all_details(two_rounds, driver, tmp_path):
    folder, _, _ = two_rounds
    (tmp_path / "round-1").symlink_to(folder / "round-1")
    report(tmp_path)
    page = Page(driver, tmp_path / "report", None)
    page.open("index")
    assert page.shows("devices") and "Nothing new on 2 of 3 devices" in page.js("return document.title")
    assert not page.cut_off() and not page.contrast()[1] and not page.dead_links() and not page.console_messages()
    page.open("index", width=360, scheme="dark")
    assert not page.cut_off() and not page.contrast()[1]
    links = set(page.js("return [...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"))
    for link in links - {"fleet.xml"}:
        name, _, anchor = link.partition("#")
        if not name:
            continue
        page.open(name.removesuffix(".html"))
        assert not anchor or page.element(anchor)
        assert not page.cut_off() and not page.contrast()[1] and not page.dead_links()
    assert not page.requests()


def test_a_large_fleet_has_a_short_page(two_rounds, driver, tmp_path):
    base = two_rounds[0] / "round-1/plain@n1/core.1/results.xml"
    made = run(sys.executable, "harness/fleet_made_up.py", base, tmp_path, 1200, 2)
    assert made.returncode == 0, made.stderr
    process, root = report(tmp_path)
    assert process.returncode == 1 and root.get("devices") == "300"
    assert {c.get("devices") for c in root.findall("change") if c.get("kind") == "broken"} >= {"6"}
    assert (tmp_path / "report/index.html").stat().st_size < 200_000
    page = Page(driver, tmp_path / "report", None)
    page.open("index")
    assert page.shows("deviations")
    page.open("devices-2")
    assert len(page.all("article")) == 100
