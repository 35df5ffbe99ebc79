"""LaTeX: the environment of a figure, BibTeX entries of papers, and the folder of a report."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from explorer.core.report.entries import Report, ReportFigure
from explorer.core.report.html import paragraphs
from models.schema.specs import Paper

ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "\u2212": "$-$",  # a minus and a blank of a token, which pdfLaTeX's fonts do not have
    "\u2423": r"\textvisiblespace{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
SHORT_WORD = 3  # letters; a key is named after the first longer word of a title
MAIN_FILE, PAPERS_FILE, PICTURES_FOLDER = "main.tex", "references.bib", "figures"
FIGURE = r"""\begin{{figure}}[htbp]
  \centering
  \includegraphics[width=\linewidth,height=0.8\textheight,keepaspectratio]{{{file}}}
  \caption{{{caption}}}
  \label{{fig:{name}}}
\end{{figure}}
"""
DOCUMENT = r"""% !TeX program = xelatex
% Make a PDF of it with: latexmk -xelatex {main}
\documentclass[a4paper]{{article}}
\usepackage[margin=25mm]{{geometry}}
\usepackage{{graphicx}}
\usepackage{{iftex}}
\ifPDFTeX\usepackage[T1]{{fontenc}}\else\usepackage{{fontspec}}\fi
{packages}\title{{{title}}}
\author{{}}
\begin{{document}}
\maketitle

{body}
{papers}\end{{document}}
"""


def figure_environment(name: str, file: str, lines: Sequence[str], papers: Sequence[Paper]) -> str:
    """A figure that fits on a page; its picture is `file`, `lines` its caption's sentences."""
    text = " ".join(f"{escape_line(line).rstrip('.')}." for line in lines)
    if papers:
        text += rf" See \cite{{{','.join(dict.fromkeys(map(paper_key, papers)))}}}."
    return FIGURE.format(name=name, file=file, caption=text)


def bibliography(papers: Iterable[Paper]) -> str:
    """A BibTeX entry for each paper, each once."""
    by_key = {paper_key(paper): paper for paper in papers}
    return "\n".join(_entry(key, paper) for key, paper in by_key.items())


def paper_key(paper: Paper) -> str:
    """The name of a BibTeX entry, such as devlin2018bert."""
    words = re.findall("[a-z]+", _ascii(paper.title))
    word = next((word for word in words if len(word) > SHORT_WORD), "".join(words))
    first = re.match("[a-z]*", _ascii(paper.authors))
    year = re.sub(r"\D", "", str(paper.year))
    version = re.search(rf"\b{word} ?(\d+):", _ascii(paper.title))  # such as the 2 of “Gemma 2:”
    number = version.group(1) if version else ""
    return f"{first.group() if first else ''}{year}{word}{number}"


def escape_line(text: str) -> str:
    """One line in which no character is a command."""
    line = "".join(one for one in " ".join(text.split()) if unicodedata.category(one) != "Cc")
    return "".join(ESCAPES.get(character, character) for character in line)


def picture_names(report: Report) -> list[str]:
    """The names of the pictures in the folder, without ending: 01-attention."""
    titles = (re.sub("[^a-z0-9]+", "-", _ascii(one.title)).strip("-") for one in report.figures)
    return [f"{number:02}-{title[:40] or 'figure'}" for number, title in enumerate(titles, start=1)]


def latex_files(report: Report) -> dict[str, str]:
    """The texts of the folder by their names; the pictures are PDF, by `picture_names`."""
    named = zip(picture_names(report), report.figures, strict=True)
    body = "\n".join(_section(name, figure) for name, figure in named)
    text = DOCUMENT.format(
        main=MAIN_FILE,
        packages="\\usepackage{kotex}\n" if HANGUL.search(report.title + body) else "",
        title=escape_line(report.title),
        body=body,
        papers="\\bibliographystyle{plain}\n\\bibliography{references}\n" if report.papers else "",
    )
    files = {MAIN_FILE: text}
    return files | {PAPERS_FILE: bibliography(report.papers)} if report.papers else files


def _section(name: str, figure: ReportFigure) -> str:
    """The note in the text, and the figure after it."""
    note = "".join(f"{escape_line(one)}\n\n" for one in paragraphs(figure.note))
    file = f"{PICTURES_FOLDER}/{name}.pdf"
    heading = f"\\section{{{escape_line(figure.title)}}}\n\n"
    picture = figure_environment(name, file, [figure.caption], figure.papers)
    return f"{heading}{note}{picture}\\clearpage\n"  # so that it stays with its section


def _entry(key: str, paper: Paper) -> str:
    authors = re.sub(r",? (et al\.?|and others)$", ", others", paper.authors)
    fields = {
        "author": escape_line(authors).replace(", ", " and "),
        "title": f"{{{escape_line(paper.title)}}}",
        "year": escape_line(str(paper.year)),
    }
    if paper.arxiv:
        fields |= {"eprint": escape_line(paper.arxiv), "archivePrefix": "arXiv"}
    lines = (f"  {name} = {{{_drop_lone_braces(value)}}},\n" for name, value in fields.items())
    return f"@misc{{{key},\n{''.join(lines)}}}\n"


def _drop_lone_braces(value: str) -> str:
    """BibTeX counts braces also where they are escaped, so one alone would end the field."""
    return value.replace(r"\{", r"\textbraceleft{}").replace(r"\}", r"\textbraceright{}")


def _ascii(text: str) -> str:
    """Small letters without accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return plain.lower()
