"""Which graph is open: that of the mini-world, or a person's own file, indexed in the cache.

The file is read once; its index, in the cache of the program, is opened in a moment afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from explorer.core.errors import UserError
from explorer.core.generation.prompts import HANGUL
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from explorer.core.state.settings import caches_folder
from models.data.world.lexicon import Language
from models.knowledge.graph import KnowledgeGraph, open_graph
from models.knowledge.linking import EntityLinker
from models.knowledge.reading import ReadProgress, TripleReport, Trouble, reading_steps
from models.knowledge.world_graph import world_graph
from models.runtime.files import read_object, write_text
from models.runtime.generators import map_progress

WORLD = "world"  # the source that is no path
WORLD_TITLE = tr("Mini-world")
FOLDER, INDEX, REPORT = "knowledge", "graph", "report.json"
CHOOSE = tr("Choose the file again, or the mini-world.")


@dataclass(frozen=True, eq=False)
class OpenGraph:
    """A graph, what its file was like, and the folder of the cache for what follows from it."""

    title: str
    graph: KnowledgeGraph
    folder: Path
    report: TripleReport | None = None

    @cached_property
    def linker(self) -> EntityLinker:
        return EntityLinker(self.graph)


def language_of(text: str) -> Language:
    """Korean where a text has a Korean letter, else English."""
    return "ko" if HANGUL.search(text) else "en"


def title_of(source: str) -> str:
    """What a source is called in a list."""
    return WORLD_TITLE if source == WORLD else Path(source).name


def open_source(source: str, text: str) -> Generator[Progress, None, OpenGraph]:
    """The graph of a source, in the language of the text if it has several. Raises UserError."""
    if source == WORLD:
        yield Progress(tr("Reading the mini-world"))
        return _world(language_of(text))
    path = Path(source)
    try:
        status = path.stat()
    except OSError as error:
        raise UserError(
            tr("{path} cannot be read ({error}).", path=path, error=error.strerror), CHOOSE
        ) from error
    if not path.is_file():
        raise UserError(tr("{path} is not a file.", path=path), CHOOSE)
    key = f"{path.resolve()}\n{status.st_size}\n{status.st_mtime_ns}"
    folder = caches_folder() / FOLDER / blake2b(key.encode(), digest_size=12).hexdigest()
    if not (folder / REPORT).exists():
        yield from _index(path, folder)
    try:
        return _open_indexed(path, folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = tr("Delete the folder {folder}; the file is then read again.", folder=folder)
        raise UserError(tr("The index of {path} is damaged.", path=path.name), hint) from error


@lru_cache(maxsize=2)
def _world(language: Language) -> OpenGraph:
    # Ids are the same in both languages, and so are embeddings.
    graph = world_graph(language)
    content = blake2b(graph.triples.tobytes(), digest_size=12).hexdigest()
    return OpenGraph(WORLD_TITLE, graph, caches_folder() / FOLDER / f"world-{content}")


@lru_cache(maxsize=2)
def _open_indexed(path: Path, folder: Path) -> OpenGraph:
    report = _report_from(read_object(folder / REPORT))
    return OpenGraph(path.name, open_graph(folder / INDEX), folder, report)


def _index(path: Path, folder: Path) -> Generator[Progress, None, None]:
    """Read a file into a folder; the report, written last, says that it is complete."""
    try:
        graph, report = yield from map_progress(reading_steps(path), partial(_progress, path.name))
    except OSError as error:
        raise UserError(
            tr("{path} cannot be read ({error}).", path=path, error=error.strerror), CHOOSE
        ) from error
    if not len(graph.triples):
        raise UserError(
            tr("{path} has no triples: {why_empty}.", path=path.name, why_empty=report.why_empty),
            tr("A line is subject, relation and object with tabs between them."),
        )
    yield Progress(tr("Writing the index of {path}", path=path.name))
    try:
        if not (folder / INDEX).exists():
            graph.save(folder / INDEX)
        write_text(folder / REPORT, json.dumps(report.as_dict(), ensure_ascii=False, indent=1))
    except OSError as error:
        hint = tr("Make room there, or choose another folder with PLM_EXPLORER_HOME.")
        raise UserError(
            tr("{folder} cannot be written ({error}).", folder=folder, error=error.strerror), hint
        ) from error


def _progress(name: str, step: ReadProgress) -> Progress:
    message = tr("Reading {name}: {step:,} lines", name=name, step=step.num_lines)
    return Progress(message, round(100 * step.share), 100, unit="%")


def _report_from(values: dict[str, Any]) -> TripleReport:
    troubles = tuple(
        Trouble(one["kind"], one["count"], tuple(one["examples"])) for one in values["troubles"]
    )
    return TripleReport(**{**values, "troubles": troubles})
