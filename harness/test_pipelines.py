# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The pipelines in ci/pipelines: they call commands that exist, all three the same, and publish what these leave."""
import re

import pytest
import yaml

from conftest import ROOT, run

PIPELINES = ROOT / "ci/pipelines"
OUT = "reports/out/ci"


def github():
    """The commands, the files that are published, and the environment, of all jobs."""
    pipeline = yaml.safe_load((PIPELINES / "github.yml").read_text())
    steps = [step for job in pipeline["jobs"].values() for step in job["steps"]]
    files = [s["with"]["path"] for s in steps if s.get("uses", "").startswith("actions/upload-artifact@")]
    return [s["run"] for s in steps if "run" in s], " ".join(files), pipeline["env"]


def gitlab():
    pipeline = yaml.safe_load((PIPELINES / "gitlab.yml").read_text())
    published = pipeline[".published"]["artifacts"]
    assert published["when"] == "always"
    commands = [c for job in pipeline.values() for part in ("before_script", "script") for c in job.get(part, [])]
    return commands, " ".join([*published["paths"], published["reports"]["junit"]]), pipeline["variables"]


def jenkins():
    text = (PIPELINES / "Jenkinsfile").read_text()
    assert text.count("{") == text.count("}")
    files = " ".join(a or b for a, b in re.findall(r"junit '(.*?)'|archiveArtifacts '(.*?)'", text))
    return re.findall(r"\bsh '(.*?)'$", text, re.M), files, dict(re.findall(r"(VCT_OUT) = '(.*?)'", text))


READERS = {"github.yml": github, "gitlab.yml": gitlab, "Jenkinsfile": jenkins}
pipelines = pytest.mark.parametrize("name", READERS)


def plain(command):
    """A command with the variables of one notation: the three have their own."""
    command = re.sub(r"\$\{\{ matrix\.kernel \}\}|\$KERNEL", "KERNEL", command)
    return re.sub(r'"\$(VERBS_CTS_)?DEVICE"', "DEVICE", command)


def test_every_pipeline_is_tested():
    assert {path.name for path in PIPELINES.iterdir()} == set(READERS)


def test_all_pipelines_run_the_same_checks():
    made = {name: sorted({plain(c) for c in reader()[0] if "conformance" in c}) for name, reader in READERS.items()}
    assert made["github.yml"] == ["KERNEL=KERNEL ci/conformance", "TARGET=host DEV=DEVICE STRICT=1 ci/conformance"]
    assert made["gitlab.yml"] == made["Jenkinsfile"] == made["github.yml"]


@pipelines
def test_a_pipeline_publishes_junit_html_and_the_record(name):
    _, files, environment = READERS[name]()
    assert environment["VCT_OUT"] == OUT
    for file in ("junit.xml", "report.html", "results.xml"):
        assert f"{OUT}/{file}" in files


@pipelines
def test_its_commands_are_those_of_a_shell(name):
    commands = READERS[name]()[0]
    assert commands
    for command in commands:
        text = "#!/bin/bash\n" + plain(command) + "\n"
        checked = run("shellcheck", "-", input=text)
        assert checked.returncode == 0, checked.stdout


@pipelines
def test_no_author_of_a_change_runs_programs_on_the_machine_with_the_hca(name):
    text = (PIPELINES / name).read_text()
    assert re.search("github.event_name != 'pull_request'|CI_PIPELINE_SOURCE != \"merge_request_event\"|!env.CHANGE_ID", text)
