# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Chromium, for the tests of the pages."""
import collections
import json
import shutil

import pytest

BROWSER_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync"]

CUT_OFF = """
    const right = document.documentElement.clientWidth + 0.5, found = [];
    for (const e of document.body.querySelectorAll('*')) {
        const r = e.getBoundingClientRect();
        if (e.closest('.scroll > *')) continue;
        if (r.width && (r.right > right || r.left < -0.5) && !e.closest('thead'))
            found.push(e.tagName + ' ' + e.className + ' ' + e.textContent.slice(0, 40));
        if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && !e.closest('thead') &&
            getComputedStyle(e).display != 'inline' && !e.matches('.scroll, svg *'))
            found.push('cut: ' + e.tagName + ' ' + e.className + ' ' + e.textContent.slice(0, 40));
    }
    return found;"""

CONTRAST = """
    const channels = c => c.match(/[\\d.]+/g).map(Number);
    const luminance = c => {
        const [r, g, b] = channels(c).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = e => {
        for (; e; e = e.parentElement) {
            const c = getComputedStyle(e).backgroundColor;
            if ((channels(c)[3] ?? 1) > 0) return c;
        }
        return 'rgb(255, 255, 255)';
    };
    const poor = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n; n = walk.nextNode();) {
        const e = n.parentElement;
        if (!n.data.trim() || !e.checkVisibility()) continue;
        const ink = e instanceof SVGElement ? getComputedStyle(e).fill : getComputedStyle(e).color;
        const [a, b] = [luminance(ink), luminance(behind(e))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) poor.push(ratio.toFixed(2) + ' ' + n.data.trim().slice(0, 40));
    }
    return [luminance(behind(document.body)), poor];"""


class Page:
    """Pages in Chromium, and what a reader sees of them. `make(name)` returns the bytes of a page."""

    def __init__(self, driver, folder, make):
        self.driver, self.folder, self.make = driver, folder, make

    def open(self, name, width=1280, scheme="light", media=""):
        path = self.folder / f"{name}.html"
        if not path.exists():
            path.write_bytes(self.make(name))
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.driver.get(path.as_uri())

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector, within=None):
        return (within or self.driver).find_elements("css selector", selector)

    def visible(self, element):
        """Whether an element is rendered and not inside closed details; Selenium's is_displayed ignores details."""
        return self.js("return arguments[0].checkVisibility() && arguments[0].getClientRects().length > 0", element)

    def element(self, element_id):
        found = self.driver.find_element("id", element_id)
        assert self.visible(found)
        return found

    def text(self, element):
        return squeeze(self.js("return arguments[0].innerText", element))

    def shows(self, element_id):
        return self.text(self.element(element_id))

    def texts(self, selector):
        """The texts of the visible elements that a selector finds, by their ids."""
        return {i: squeeze(text) for i, text in self.js("""
            return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility() && e.getClientRects().length)
                .map(e => [e.id, e.innerText]);""", selector)}

    def cut_off(self):
        """The elements that extend beyond the window, or whose content extends beyond them; a .scroll box may scroll."""
        return self.js(CUT_OFF)

    def contrast(self):
        """The luminance of the background, and the texts whose contrast to their background is below 4.5."""
        return self.js(CONTRAST)

    def dead_links(self):
        """The links within the page whose target does not exist, and the ids that several elements have."""
        ids = self.js("return [...document.querySelectorAll('[id]')].map(e => e.id)")
        targets = self.js("return [...document.querySelectorAll('a[href^=\"#\"]')].map(e => e.hash.slice(1))")
        return set(targets) - set(ids) | {name for name, n in collections.Counter(ids).items() if n > 1}

    def console_messages(self):
        return self.driver.get_log("browser")

    def requests(self):
        """The URLs that the page requested, without its own."""
        logged = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        urls = [m["params"]["request"]["url"] for m in logged if m["method"] == "Network.requestWillBeSent"]
        assert urls, "the browser logged no request, not even that of the page"
        return [u for u in urls if not u.startswith(("data:", self.folder.as_uri()))]


def squeeze(seen):
    return " ".join(seen.split())


@pytest.fixture(scope="session")
def driver(tmp_path_factory):
    install = "apt-get install chromium chromium-driver python3-selenium"
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        pytest.fail(f"no selenium: {install}")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not browser or not driver:
        pytest.fail(f"no chromium or chromedriver: {install}")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in [*BROWSER_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    yield chrome
    chrome.quit()
