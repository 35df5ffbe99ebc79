"""A report leaves as HTML and LaTeX that hold everything, whatever a person writes into it."""

import base64
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from itertools import accumulate

import pytest

from explorer.core.report.entries import Report, ReportFigure, report_from_json, report_to_json
from explorer.core.report.html import html
from explorer.core.report.latex import escape_line, latex_files, picture_names
from explorer.core.report.pictures import check_svg
from explorer.core.state.state import State
from models.schema.specs import Paper

NAMESPACE = "http://www.w3.org/2000/svg"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'
PAPER = Paper("Devlin, Chang", "BERT: Pre-training", 2018, "1810.04805")
NOTE = "50 % of <b>heads</b> & more_of #1.\n\n한국어 문장: 조사."


def figure(title: str, note: str = "", svg: str = SVG) -> ReportFigure:
    return ReportFigure(title, f"{title} · bert-mini · seed 1", svg, State(), note, (PAPER,))


REPORT = Report("Heads & tails", (figure("Attention", NOTE), figure("마스킹"), figure("a/b_c{d}")))


class Reader(HTMLParser):
    """Collects the elements and the text; a browser needs each end tag that is missing."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_html_is_whole_and_loads_and_runs_nothing() -> None:
    reader = Reader()
    reader.feed(html(REPORT, "3 figures"))
    assert not reader.open
    tags = [tag for tag, _ in reader.elements]
    assert tags.count("img") == 3
    assert not {"script", "link", "iframe", "b"} & set(tags)
    for tag, attributes in reader.elements:
        if tag == "img":
            kind, _, data = (attributes["src"] or "").partition(",")
            assert kind == "data:image/svg+xml;base64"
            assert base64.b64decode(data).decode() == SVG
            assert attributes["alt"]
    assert "한국어 문장: 조사." in reader.text
    assert "50 % of <b>heads</b> & more_of #1." in reader.text


def test_half_a_character_in_a_note_does_not_break_the_html() -> None:
    text = html(Report("Half", (figure("One", "a \ud83d b"),)), "")
    assert "a ? b" in text.encode("utf-8").decode()


def test_latex_escapes_what_is_a_command_and_names_every_picture() -> None:
    files = latex_files(REPORT)
    main = files["main.tex"]
    assert (
        r"50 \% of \textless{}b\textgreater{}heads\textless{}/b\textgreater{} \& more\_of \#1."
        in main
    )
    assert r"\section{a/b\_c\{d\}}" in main
    assert r"\title{Heads \& tails}" in main
    assert "한국어 문장: 조사." in main
    assert r"\usepackage{kotex}" in main
    for name in picture_names(REPORT):
        assert f"{{figures/{name}.pdf}}" in main
        assert name.isascii()
    assert main.count(r"\begin{figure}") == main.count(r"\end{figure}") == 3
    assert main.count("\\end{figure}\n\\clearpage") == 3, "a figure stays with its section"
    assert files["references.bib"].count("@misc{") == 1


def test_latex_loads_the_package_for_korean_only_where_there_is_korean() -> None:
    files = latex_files(Report("Plain", (ReportFigure("A", "A caption", SVG, State()),)))
    assert "kotex" not in files["main.tex"]
    assert "references.bib" not in files
    assert "bibliography" not in files["main.tex"]
    assert escape_line("\u22121\u2423") == r"$-$1\textvisiblespace{}"
    assert escape_line("~^\\") == r"\textasciitilde{}\textasciicircum{}\textbackslash{}"


def test_a_report_is_the_same_after_it_was_stored() -> None:
    pictures = REPORT.pictures
    assert report_from_json(report_to_json(REPORT), pictures.__getitem__) == REPORT


def test_figures_are_added_moved_and_removed_by_new_reports() -> None:
    assert REPORT.reorder((2, 0, 1)).figures[0].title == "a/b_c{d}"
    assert len(REPORT.remove(1).figures) == 2
    assert REPORT.remove(1).add_figure(REPORT.figures[1], 1) == REPORT
    assert REPORT.edit(1, note="New").figures[1].note == "New"
    assert REPORT.figures[1].note == ""


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<rect onload="alert(1)"/>',
        '<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="file:///etc/passwd"/>',
        '<image href="https://example.org/a.png"/>',
        "<foreignObject/>",
        '<rect fill="url(https://example.org/a.svg#b)"/>',
        "<rect>",
    ],
)
def test_a_picture_that_runs_or_loads_something_is_rejected(inside: str) -> None:
    with pytest.raises(ValueError, match="a picture"):
        check_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')


def test_a_picture_with_entities_or_of_another_kind_is_rejected() -> None:
    laughs = '<!DOCTYPE svg [<!ENTITY a "aaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'
    for text in (laughs, "<html/>", "not XML"):
        with pytest.raises(ValueError, match="a picture"):
            check_svg(text)
    assert ElementTree.fromstring(check_svg(SVG)).tag.endswith("svg")


def nested(levels: int, times: int, element: str) -> str:
    """A picture of groups that each draw the group before several times."""
    groups = [
        f'<g id="g{level}">{element.format(level - 1) * times}</g>' for level in range(1, levels)
    ]
    first = '<g id="g0"><rect width="1" height="1"/></g>'
    drawn = element.format(levels - 1)
    return f'<svg xmlns="{NAMESPACE}"><defs>{first}{"".join(groups)}</defs>{drawn}</svg>'


@pytest.mark.parametrize(
    "picture",
    [
        nested(9, 10, '<use href="#g{}"/>'),
        nested(9, 10, '<rect fill="url(#g{})"/>'),
        nested(9, 10, '<rect style="clip-path: url(#g{})"/>'),
        nested(2, 1, '<use href="#g{}"/>').replace('"#g0"', '"#g1"'),
        f'<svg xmlns="{NAMESPACE}">{"<g>" * 500}{"</g>" * 500}</svg>',
    ],
)
def test_a_small_picture_that_would_draw_for_hours_is_rejected(picture: str) -> None:
    assert len(picture) < 5_000
    with pytest.raises(ValueError, match=r"draws|groups"):
        check_svg(picture)


def test_references_that_a_figure_has_are_kept() -> None:
    check_svg(nested(3, 20, '<use href="#g{}"/>'))


HOSTILE = r"}} \input{/etc/passwd} \write18{rm} @misc{x, %&$#_^~" + "\x1b[2J"


def test_latex_has_no_command_of_a_foreign_text() -> None:
    paper = Paper(HOSTILE, HOSTILE, HOSTILE, HOSTILE)  # type: ignore[arg-type]
    made = ReportFigure(HOSTILE, HOSTILE, SVG, State(), HOSTILE, (paper,))
    files = latex_files(Report(HOSTILE, (made,)))
    for name, text in files.items():
        for command in (r"\input", r"\write", "\x1b"):
            assert command not in text, name
    entry = files["references.bib"]
    depths = list(accumulate({"{": 1, "}": -1}.get(one, 0) for one in entry))
    assert min(depths[entry.index("{") : -2]) > 0, "a brace of a title ends the entry"
    assert depths[-1] == 0
    assert entry.count("@misc{") == 1


@pytest.mark.parametrize(
    "paper",
    [
        {"year": "2018"},
        {"year": 2018.5},
        {"year": True},
        {"arxiv": r"\input{/etc/passwd}"},
        {"arxiv": 'x" onclick="alert(1)'},
        {"authors": ["A"]},
        {"title": None},
        {"more": "x"},
    ],
)
def test_a_paper_of_another_kind_is_rejected(paper: dict[str, object]) -> None:
    data = report_to_json(REPORT)
    data["figures"][0]["papers"][0] |= paper
    with pytest.raises(ValueError, match="a figure of the report"):
        report_from_json(data, REPORT.pictures.__getitem__)
