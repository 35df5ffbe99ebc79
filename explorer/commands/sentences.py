"""`sentences`: the losses and predictions of several models for many sentences, as a table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.files import check_own_table
from explorer.core.localization import tr
from explorer.core.state import defaults
from explorer.terminal.console import (
    Commands,
    add_command,
    add_models,
    add_offline,
    note,
    print_json,
)
from explorer.terminal.downloads import provide

if TYPE_CHECKING:
    from explorer.core.sentences.request import SentencesAnswer
    from explorer.core.sentences.rows import SentenceTable
    from explorer.core.sentences.source import SourceChoice

NAME = "sentences.csv"
BEGINNING = "number,text"  # of a table that this command wrote
LIMIT = 10_000


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "sentences")
    parser.add_argument("file", metavar="FILE", help=tr("a file, a labelled set, or world"))
    add_models(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help=tr("folder of the table")
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=LIMIT,
        metavar="N",
        help=tr("sentences at most (default: %(default)s)"),
    )
    parser.add_argument(
        "--language",
        choices=("en", "ko", "both"),
        default="en",
        help=tr("of a sample of the mini-world (default: %(default)s)"),
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=defaults.SEED,
        metavar="N",
        help=tr("of the masked words and of the sample (default: %(default)s)"),
    )
    parser.add_argument("--json", action="store_true", help=tr("print a summary as JSON"))
    add_offline(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from explorer.core.engine.engine import Engine
    from explorer.core.files import write
    from explorer.core.library.library import Library
    from explorer.core.sentences.rows import RowFilter
    from explorer.core.sentences.source import SourceChoice
    from explorer.ui.panels.sentences.listing import list_table

    if options.limit < 1 or options.seed < 0:
        raise UserError(tr("--limit must be at least 1, and --seed not negative."))
    out = options.out / NAME
    check_own_table(out, BEGINNING)
    library = Library()
    provide(library, options.models, offline=options.offline)
    choice = SourceChoice(options.file, options.language, options.limit)
    answer = _score_sentences(Engine(library), choice, options)
    if answer is None:
        return 0
    table = answer.table
    write(out, list_table(table, table.rows(RowFilter())).to_csv().encode())
    for line in table.sentence_set.notes:
        note(line)
    for key, one in table.scores.items():
        if isinstance(one, UserError):
            note(f"{key}: {one}")
    if options.json:
        print_json(as_json(table, out, options.seed))
    else:
        _print(table, out)
    return 0 if table.known else 2


def _score_sentences(
    engine: Any, choice: SourceChoice, options: argparse.Namespace
) -> SentencesAnswer | None:
    """The answer for all models; None where a signal stopped it."""
    from explorer.core.sentences.request import TABLE, SentencesRequest, answers_to
    from explorer.core.sentences.source import source_key
    from explorer.terminal.following import follow_work

    version = source_key(choice, options.seed)
    request = SentencesRequest(TABLE, tuple(options.models), choice, options.seed, version)
    answer: SentencesAnswer | None = follow_work(answers_to(request, engine))
    return answer


def as_json(table: SentenceTable, out: Path, seed: int) -> dict[str, Any]:
    """The table's place and one number for each model."""
    models: list[dict[str, Any]] = []
    for key, one in table.scores.items():
        if isinstance(one, UserError):
            models.append({"model": key, "problem": str(one)})
            continue
        name, value = one.metric() or ("loss", None)
        models.append({"model": key, "scored": one.mode, name: value})
    count = len(table.sentence_set)
    return {"table": str(out), "sentences": count, "seed": seed, "models": models}


def _print(table: SentenceTable, out: Path) -> None:
    for key, one in table.known.items():
        name, value = one.metric() or (tr("nothing to score"), float("nan"))
        print(f"{key:24} {name} {value:.4f}")
    print(tr("{table:,} sentences in {out}", table=len(table.sentence_set), out=out))
