"""A figure for a paper written in LaTeX: its environment with the caption, and BibTeX entries."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from explorer.ui.export.layout import Figure
from models.schema.specs import Paper

ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
SHORT_WORD = 3  # letters; a key is named after the first longer word of a title
FIGURE = r"""\begin{{figure}}
  \centering
  \includegraphics[width=\linewidth]{{{name}}}
  \caption{{{caption}}}
  \label{{fig:{name}}}
\end{{figure}}
"""


def latex(figures: Sequence[Figure]) -> str:
    """All figures, then their papers, each once."""
    papers = {paper_key(paper): paper for figure in figures for paper in figure.papers}
    entries = [_entry(key, paper) for key, paper in papers.items()]
    return "\n".join([*map(_environment, figures), *entries])


def paper_key(paper: Paper) -> str:
    """The name of a BibTeX entry, such as devlin2018bert."""
    words = re.findall("[a-z]+", _ascii(paper.title))
    word = next((word for word in words if len(word) > SHORT_WORD), "".join(words))
    first = re.match("[a-z]*", _ascii(paper.authors))
    return f"{first.group() if first else ''}{paper.year}{word}"


def _environment(figure: Figure) -> str:
    lines = [str(figure.caption), *figure.notes]
    text = " ".join(f"{_escaped(line).rstrip('.')}." for line in lines)
    if figure.papers:
        keys = dict.fromkeys(map(paper_key, figure.papers))
        text += rf" See \cite{{{','.join(keys)}}}."
    return FIGURE.format(name=figure.name, caption=text)


def _entry(key: str, paper: Paper) -> str:
    authors = re.sub(r",? (et al\.?|and others)$", ", others", paper.authors)
    fields = {
        "author": _escaped(authors).replace(", ", " and "),
        "title": f"{{{_escaped(paper.title)}}}",
        "year": str(paper.year),
    }
    if paper.arxiv:
        fields |= {"eprint": paper.arxiv, "archivePrefix": "arXiv"}
    lines = (f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{key},\n{''.join(lines)}}}\n"


def _escaped(text: str) -> str:
    line = " ".join(text.split())
    return "".join(ESCAPES.get(character, character) for character in line)


def _ascii(text: str) -> str:
    """Small letters without accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return plain.lower()
