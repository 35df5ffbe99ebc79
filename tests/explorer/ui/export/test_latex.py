"""Captions and papers for LaTeX."""

import re

import pytest

from explorer.core.report.captions import Caption
from explorer.core.report.latex import paper_key
from explorer.core.table import Table
from explorer.ui.export.latex import latex
from explorer.ui.export.layout import DrawnFigure
from models.schema.registry import catalog
from models.schema.specs import Paper

GPT3 = Paper("Brown and others", "Language Models are Few-Shot Learners", 2020, "2005.14165")
VASWANI = Paper("Vaswani et al.", "Attention Is All You Need", 2017, "1706.03762")


def figure(title: str, *papers: Paper, notes: tuple[str, ...] = ()) -> DrawnFigure:
    return DrawnFigure(title.lower(), (), Table(()), Caption(title), notes, papers)


def test_every_figure_has_an_environment_and_every_paper_one_entry() -> None:
    text = latex([figure("Tokens", GPT3), figure("Attention", GPT3, VASWANI, notes=("A note.",))])
    assert text.count("\\begin{figure}") == text.count("\\end{figure}") == 2
    assert text.count("@misc{") == 2
    assert "\\cite{brown2020language,vaswani2017attention}" in text
    assert "A note. See" in text
    assert "\\label{fig:attention}" in text


def test_authors_are_written_as_bibtex_reads_them() -> None:
    text = latex([figure("A", GPT3, VASWANI, Paper("Jain, Wallace", "Attention is not", 2019))])
    authors = re.findall(r"author = {(.*)}", text)
    assert authors == ["Brown and others", "Vaswani and others", "Jain and Wallace"]
    assert text.count("eprint") == 2


@pytest.mark.parametrize("character", "&%$#_{}")
def test_what_latex_reads_as_a_command_is_escaped(character: str) -> None:
    assert f"50\\{character} of" in latex([figure(f"50{character} of")])
    assert "\\textbackslash{}x" in latex([figure("\\x")])


def test_the_papers_of_all_architectures_have_keys_of_their_own() -> None:
    papers = {spec.paper for spec in catalog().architectures.values()}
    assert len({paper_key(paper) for paper in papers}) == len(papers)
