# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""The pages of a bench.xml and of a comparison of two, in a browser.

The tests compute what they expect from the record, not from the page.
"""
import decimal

import pytest
from lxml import etree

from bench_records import NAMES, Record, measured_points, millions, points, record, rounded
from browser import Page, squeeze
from conftest import run
from documents import ROOT, transform

CTS = ROOT / "build" / "verbs-cts"


def comparison(folder, name):
    """The page that bench compare writes for two records."""
    old, new = {
        "same": lambda: (Record(1), Record(2)),
        "slower": lambda: (Record(1), Record(2).slower(1.05)),
        "each": lambda: (Record(1).noisy(0.1, "post.list.sge-max").without("post.list.sge1.2").noisy(0.02, "traffic"),
                         Record(2).noisy(0.1, "post.list.sge-max").slower(1.12, "post.list.sge2").slower(0.8, "post.queue")
                         .failed("post.list.sge1.8").without("post.threads.own-list1.2")),
        "wild": lambda: (Record(1).noisy(1.5), Record(2).noisy(1.5).slower(10, "traffic")),
    }[name]()
    process = run(CTS, "bench", "compare", old.save(folder / f"{name}-old.xml"), new.save(folder / f"{name}-new.xml"),
                  "--html", folder / f"{name}.made", "--out", folder / f"{name}.xml")
    assert process.returncode in (0, 1), process.stderr
    return (folder / f"{name}.made").read_bytes()


COMPARISONS = ["same", "slower", "each", "wild"]


@pytest.fixture(scope="module")
def page(driver, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    return Page(driver, folder, lambda name: comparison(folder, name) if name in COMPARISONS
                else bytes(transform("bench", record(name).getroottree())))


HEADLINES = {
    "everything": "mlx5_0 accepts up to 185 M receives per second",
    "each-element": "mlx5_0 accepts up to 185 M receives per second", "quiet": "mlx5_0 accepts up to 185 M receives per second",
    "quick": "mlx5_0 accepts up to 98 M receives per second", "nothing": "mlx5_0: nothing was measured",
    "odd": "<b>&0 accepts up to 185 M receives per second",
    "same": "mlx5_0 is not slower", "slower": "mlx5_0 is slower", "each": "mlx5_0 is slower",
    "wild": "mlx5_0 is slower",
}
PAGES = list(HEADLINES)


@pytest.mark.parametrize("name", PAGES)
def test_headline_says_the_result(page, name):
    page.open(name)
    assert page.all("h1")[0].text == HEADLINES[name] and squeeze(page.driver.title).startswith(HEADLINES[name])


@pytest.mark.parametrize("name", NAMES)
def test_page_says_first_how_noisy_the_machine_was(page, name):
    root = record(name)
    page.open(name)
    lead = page.text(page.all("header")[0])
    if measured_points(root):
        assert ("The machine was quiet." in lead) == (root.find("noise").get("verdict") == "quiet")
        assert (root.find("noise").text or "") in lead
    else:
        assert "It is not known whether the machine was quiet." in lead
    assert ("The run is incomplete: " + (root.findtext("reason") or "-") in lead) == (root.get("complete") == "false")
    order = [s.get_attribute("id") for s in page.all("main > section")]
    wanted = ["summary", "trust", "facts", "post", "traffic", "instructions", "samples"]
    assert order == [s for s in wanted if s in order] and {"summary", "trust", "facts"} <= set(order)
    trust = page.shows("trust")
    for value in (root.find("machine").get("cpu"), f"pinned to CPUs {root.find('machine').get('pinned')}"):
        assert value in trust
    assert ("1.004 (0.999 to 1.009) times as long as a minimal loop" in trust) == (root.find("harness") is not None)


@pytest.mark.parametrize("name", NAMES)
def test_page_has_every_point_in_a_table(page, name):
    root = record(name)
    page.open(name)
    rows, measured = page.texts("tr[id]"), measured_points(root)
    traffic = page.texts("#traffic").get("traffic", "")
    for point in points(root):
        row = rows[point.get("name")]
        if point not in measured:
            assert f"{point.get('verdict')}: {point.findtext('reason')}" in row
            continue
        rate = point.find("rate")
        for wanted in (millions(rate.get("median")), f"{millions(rate.get('low'))} to {millions(rate.get('high'))}",
                       rounded(point.find("ns").get("median"), 2)):
            assert wanted in row
        for latency in point.findall("latency"):
            assert f"{decimal.Decimal(rounded(latency.get('max'), 1)).normalize():,f}" in row + traffic
        if point.find("traffic") is not None:
            assert f"{int(point.find('traffic').get('received')):,}" in row
    for element in page.all("details summary"):
        element.click()
    for sample in (s for p in measured_points(root) for s in p.findall("sample")):
        assert millions(sample.get("rate")) in page.shows("samples")
        break
    assert len(page.all("#samples .outlier")) - 1 == len(root.xpath("point/sample[@outlier]")) or not measured_points(root)


# The series of a plot: the centres of its marks in the units of the plot, and the numbers of its other parts.
SERIES = """
    const centre = e => { const b = e.getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    return [...document.querySelectorAll('#plot-' + arguments[0] + ' > svg > .series')].map(s => ({
        marks: [...s.querySelectorAll('.mark')].map(centre),
        hollow: s.querySelectorAll('.mark.hollow').length,
        dots: s.querySelectorAll('.dot').length, outliers: s.querySelectorAll('.dot.hollow').length,
        bars: s.querySelectorAll('.interval-bar').length,
        tips: [...s.querySelectorAll('.mark > title')].map(t => t.textContent)}));"""


@pytest.mark.parametrize("name", ["everything", "each-element", "quiet", "quick", "odd"])
def test_plots_have_every_point_at_its_place(page, name):
    root = record(name)
    page.open(name)
    for plot in {p.get("plot") for p in measured_points(root)}:
        drawn = page.js(SERIES, plot.replace(".", "-"))
        of_plot = [p for p in measured_points(root) if p.get("plot") == plot]
        names = list(dict.fromkeys(p.get("line") for p in of_plot))
        assert len(drawn) == len(names)
        ranked = []
        for line, series in zip(names, drawn):
            on = [p for p in of_plot if p.get("line") == line]
            assert len(series["marks"]) == series["bars"] == len(series["tips"]) == len(on)
            assert series["hollow"] == len([p for p in on if p.get("verdict") == "noisy"])
            assert series["dots"] == sum(len(p.findall("sample")) for p in on)
            assert series["outliers"] == sum(len(p.findall("sample[@outlier]")) for p in on)
            across = [x for x, _ in series["marks"]]
            assert across == sorted(across) and len(set(across)) == len(across)
            ranked += [(float(p.find("rate").get("median")), -y) for p, (_, y) in zip(on, series["marks"])]
        # A faster point is higher. The centres of marks of different shapes differ a little.
        ranked.sort()
        assert all(low[1] <= high[1] + 1.5 for low, high in zip(ranked, ranked[1:]))


def test_there_are_plots_of_the_floor_of_sges_and_of_latencies(page):
    page.open("each-element")
    assert {f.get_attribute("id") for f in page.all("figure")} >= {
        "plot-post-list", "plot-post-list-floor", "plot-post-sge", "plot-post-call", "plot-post-queue",
        "plot-post-threads", "plot-traffic-qps", "plot-traffic-size", "plot-traffic-qps-event", "plot-traffic-qps-lone"}
    assert page.text(page.all("#plot-post-call .legend")[0]) == "1 WR per call 4 WRs per call 16 WRs per call 64 WRs per call 256 WRs per call"
    labels = [t.text for t in page.all("#plot-post-call .tick")]
    assert {"50 %", "90 %", "99 %", "99.9 %"} <= set(label.replace("\xa0", " ") for label in labels)


# Texts and marks in plots that overlap, are cut off or have no colour.
WRITTEN = """
    const found = [];
    for (const svg of document.querySelectorAll('figure > svg')) {
        const name = svg.parentElement.id, frame = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim());
        const boxes = texts.map(t => t.getBoundingClientRect());
        boxes.forEach((a, i) => {
            if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1)
                found.push(name + ' cuts off ' + texts[i].textContent);
            boxes.slice(i + 1).forEach((b, j) => {
                if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
                    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
                    found.push(name + ': ' + texts[i].textContent + ' is over ' + texts[i + 1 + j].textContent);
            });
        });
        for (const e of svg.querySelectorAll('.mark, .dot, .interval-bar, polyline, .band')) {
            const r = e.getBoundingClientRect();
            if (!(r.left >= frame.left - 1 && r.right <= frame.right + 1 && r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1))
                found.push(name + ' cuts off a ' + e.getAttribute('class') + e.tagName + ' ' + JSON.stringify(r));
        }
        for (const s of svg.querySelectorAll('.series'))
            if (!getComputedStyle(s).getPropertyValue('--c')) found.push(name + ' has more lines than colours');
        if (/NaN|Infinity/.test(svg.outerHTML)) found.push(name + ' has no number');
        if (svg.querySelectorAll('.tick').length < 3) found.push(name + ' has hardly a tick');
    }
    return found;"""


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_in_a_plot_overlaps_or_is_cut_off(page, name, width):
    page.open(name, width)
    assert page.js(WRITTEN) == []


@pytest.mark.parametrize("name", PAGES)
def test_page_requests_nothing_and_logs_no_message(page, name):
    page.open(name)
    assert page.console_messages() == [] and page.requests() == []
    assert page.all("script, img, iframe, object, link[rel=stylesheet]") == []


@pytest.mark.parametrize("media", ["", "print"])
@pytest.mark.parametrize("width", [1280, 700, 400])
@pytest.mark.parametrize("name", ["each-element", "odd", "each"])
def test_page_does_not_overflow(page, name, width, media):
    page.open(name, width, media=media)
    page.js("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.js("return document.documentElement.scrollWidth") <= width
    if width == 400 and name != "each":  # no column is cut off: each cell is a line with its name; comparisons scroll
        assert page.js("return [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.slice(0, 80))") == []
    assert page.cut_off() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["each-element", "each"])
def test_page_has_enough_contrast_in_light_and_dark(page, name, scheme):
    page.open(name, scheme=scheme)
    ground, poor = page.contrast()
    assert poor == []
    assert ground > 0.9 if scheme == "light" else ground < 0.05


@pytest.mark.parametrize("name", PAGES)
def test_links_have_a_target(page, name):
    page.open(name)
    assert page.dead_links() == set()


# Comparisons of an old and a new record


def made(page, name):
    page.open(name)
    return etree.parse(str(page.folder / f"{name}.xml")).getroot()


@pytest.mark.parametrize("name", COMPARISONS)
def test_page_of_a_comparison_has_every_point(page, name):
    root = made(page, name)
    drawn = page.js("""return [...document.querySelectorAll('.forest')].map(f => [f.parentElement.id,
        [...f.querySelectorAll('.ratio')].map(r => [r.getAttribute('class'), r.querySelector('.told').textContent])])""")
    rows = {figure: row for figure, row in drawn}
    for plot in {p.get("plot") for p in root.xpath("point[time]")}:
        wanted = [p for p in root.xpath("point[time]") if p.get("plot") == plot]
        seen = rows[f"plot-{plot.replace('.', '-')}-ratio"]
        assert sorted(c for c, _ in seen) == sorted(f"ratio {p.get('verdict')}" for p in wanted)
        assert sorted(t.split()[0] for _, t in seen) == sorted(rounded(p.find("time").get("median"), 3) for p in wanted)
        both = page.js(SERIES, f"{plot.replace('.', '-')}-both")
        assert sum(len(s["marks"]) for s in both) == 2 * len(wanted)
    texts = page.texts("[id]")
    for point in root.findall("point"):
        row = texts[point.get("name")]
        if point.find("time") is None:
            assert point.findtext("reason") in row
            continue
        time = point.find("time")
        assert f"{rounded(time.get('low'), 3)} to {rounded(time.get('high'), 3)}" in row
        assert row.endswith({"no-slower": "not slower"}.get(point.get("verdict"), point.get("verdict")))


def test_page_of_a_comparison_lists_the_slower_points_first(page):
    root = made(page, "each")
    listed = [page.text(li).split()[0] for li in page.all("#slower li")]
    assert set(listed) == set(root.xpath("point[@verdict='slower' or @verdict='failed']/@name")) and len(listed) == 10
    order = [s.get_attribute("id") for s in page.all("main > section")]
    assert order == ["overall", "slower", "runs", "points", "missing"]
    assert {v for v in root.xpath("point/@verdict")} >= {"slower", "faster", "same", "unclear", "failed", "missing"}


def test_page_of_a_comparison_draws_sure_slowdowns_right_of_the_band(page):
    made(page, "slower")
    wrong = page.js("""
        return [...document.querySelectorAll('.forest')].flatMap(f => {
            const band = f.querySelector('.band').getBoundingClientRect();
            return [...f.querySelectorAll('.ratio.slower .interval-bar')].filter(b => b.getBoundingClientRect().left < band.right);
        }).length""")
    assert wrong == 0 and len(page.all(".ratio.slower")) > 40
