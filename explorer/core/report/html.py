"""A report as one HTML file that needs no other file, no network and no script."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape

from explorer.core.localization import language, tr
from explorer.core.report.entries import Report, ReportFigure
from models.schema.specs import Paper

STYLE = """
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; background: #fff; color: #1b1f24;
  font: 16px/1.5 system-ui, "Noto Sans CJK KR", "Malgun Gothic", "Apple SD Gothic Neo",
  sans-serif; }
figure { margin: 1rem 0; } img { width: 100%; height: auto; border: 1px solid #d5d9df; }
figcaption, .about, .sources { color: #57606a; font-size: .85rem; overflow-wrap: anywhere; }
section { margin: 2.5rem 0; break-inside: avoid; }
h1, h2 { line-height: 1.2; } .note { margin: .75rem 0; }
"""


def html(report: Report, about: str) -> str:
    """The whole file; `about` is the line under the title."""
    title = _escape_html(report.title)
    sections = "\n".join(_section(*each) for each in enumerate(report.figures, start=1))
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{title}</h1>\n<p class="about">{_escape_html(about)}</p>\n{sections}\n'
        "</body>\n</html>\n"
    )


def paragraphs(note: str) -> list[str]:
    """The paragraphs of a note, which empty lines separate."""
    return [part.strip() for part in note.replace("\r\n", "\n").split("\n\n") if part.strip()]


def _section(number: int, figure: ReportFigure) -> str:
    """An image of its own runs nothing and shares no names with the others, unlike SVG inline."""
    picture = base64.b64encode(figure.svg.encode()).decode()
    lines = [
        f'<section id="figure-{number}">',
        f"<h2>{number}. {_escape_html(figure.title)}</h2>\n<figure>",
        f'<img alt="{_escape_html(figure.caption)}" src="data:image/svg+xml;base64,{picture}">',
        f"<figcaption>{_escape_html(figure.caption)}</figcaption>\n</figure>",
        *_note(figure.note),
    ]
    if figure.papers:
        sources = "; ".join(map(_source, figure.papers))
        lines.append(f'<p class="sources">{tr("Sources: {figure}", figure=sources)}</p>')
    return "\n".join([*lines, "</section>"])


def _note(note: str) -> Iterator[str]:
    for paragraph in paragraphs(note):
        text = _escape_html(paragraph).replace("\n", "<br>\n")
        yield f'<p class="note">{text}</p>'


def _source(paper: Paper) -> str:
    text = _escape_html(str(paper))
    return f'<a href="{_escape_html(paper.url)}">{text}</a>' if paper.url else text


def _escape_html(text: str) -> str:
    """Escape a text for HTML; lone surrogates, which UTF-8 cannot encode, become "?"."""
    return escape(text.encode("utf-8", "replace").decode())
