# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
"""Schemas, stylesheets, JUnit documents as a reader takes them, and changes that make a document invalid."""
import copy
import functools
import hashlib
import pathlib
import re

from lxml import etree

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPORTS = ROOT / "reports"


@functools.cache
def schema(name):
    return etree.RelaxNG(etree.parse(str(REPORTS / f"{name}.rng")))


def errors(schema_name, document):
    """The messages of libxml2 with their lines; '' if the document is valid."""
    rng = schema(schema_name)
    rng.validate(document)
    return "\n".join(f"{e.line}: {e.message}" for e in rng.error_log)


@functools.cache
def style(name):
    return etree.XSLT(etree.parse(str(REPORTS / f"{name}.xsl")), access_control=etree.XSLTAccessControl.DENY_ALL)


def transform(stylesheet, document, **parameters):
    quoted = {k: etree.XSLT.strparam(v) for k, v in parameters.items()}
    return style(stylesheet)(document, **quoted)


def sealed(journal):
    """A journal whose checksums are right, whatever was done to its lines."""
    lines = [re.sub(rb"<!--[0-9a-f]{8}-->$", b"", line) for line in journal.split(b"\n")]
    whole = [line + b"<!--" + hashlib.sha256(line).hexdigest()[:8].encode() + b"-->" for line in lines[:-1]]
    return b"\n".join([*whole, lines[-1]])


def outcome(case):
    found = [c for c in case if c.tag in ("failure", "error", "skipped")]
    assert len(found) <= 1
    return found[0] if found else None


def lines(case):
    return re.findall(r"\[\[(PROPERTY|ATTACHMENT)\|(.*?)\]\]", case.findtext("system-out"))


# Changes that make a document invalid. refused() asserts that the schema refuses the changed document.


def drop(path):
    def change(root):
        for found in root.xpath(path):
            if isinstance(found, etree._Element):
                found.getparent().remove(found)
            else:
                del found.getparent().attrib[found.attrname]
    return change


def put(path, attribute, value):
    return lambda root: [e.set(attribute, value) for e in root.xpath(path)]


def text(path, value):
    def change(root):
        for e in root.xpath(path):
            e.text = value
    return change


def add(path, markup):
    return lambda root: [e.append(etree.fromstring(markup)) for e in root.xpath(path)]


def first(path, markup):
    return lambda root: [e.insert(0, etree.fromstring(markup)) for e in root.xpath(path)]


def refused(schema_name, document, change):
    broken = copy.deepcopy(document)
    before = etree.tostring(broken)
    change(broken.getroot())
    assert etree.tostring(broken) != before, "the change has no effect"
    # Parsed again, so that lines and white space are those of a file.
    assert errors(schema_name, etree.ElementTree(etree.fromstring(etree.tostring(broken)))) != ""


def sentences(text):
    """Those of paragraphs, items, cells of tables and options; what is in backquotes is one word."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "CODE", text))
    for block in re.split(r"\n\s*\n|\n(?= {0,8}\S*[-*#|>.\d] )|\n(?= {1,8}\S)| *\| *", text):
        yield from re.split(r"(?<=[.!?])[\")]?\s+(?=[\"(]?[A-Z0-9])", " ".join(block.split()))


def hard_to_read(text, most=30):
    """The sentences of too many words, and those that begin with a clause ("What a run prints is ...") or are turned round."""
    turned = re.compile(r"What\b[^,;:]* (is|are) [^?]*\.$|(Judged|Recorded|Told|Compared) (is|are)\b")
    return [s for s in sentences(text) if len(s.split()) > most or turned.match(s)]
