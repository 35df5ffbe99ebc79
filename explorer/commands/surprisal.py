"""`surprisal`: the surprisal of each word of many texts in several models, as a table for R."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.files import check_own_table
from explorer.core.localization import message, tr
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
    from explorer.core.surprisal.request import SurprisalAnswer

NAME = "surprisal.csv"
BEGINNING = "text,place,word"
LIMIT = 10_000


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "surprisal")
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
    parser.add_argument("--nats", action="store_true", help=tr("in nats, not in bits"))
    parser.add_argument(
        "--word-ends",
        action="store_true",
        help=tr("give each word the probability of its own end"),
    )
    parser.add_argument(
        "--times", default="", metavar="TABLE", help=tr("reading times of the words")
    )
    parser.add_argument("--json", action="store_true", help=tr("print a summary as JSON"))
    add_offline(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from explorer.core.engine.engine import Engine
    from explorer.core.files import write
    from explorer.core.library.library import Library
    from explorer.core.sentences.source import SourceChoice
    from explorer.core.surprisal.request import (
        BITS,
        NATS,
        SurprisalChoice,
        answers_to_surprisal,
        surprisal_request,
    )
    from explorer.terminal.following import follow_work

    if options.limit < 1:
        raise UserError(tr("--limit must be at least 1."))
    out = options.out / NAME
    check_own_table(out, BEGINNING)
    library = Library()
    provide(library, options.models, offline=options.offline)
    unit = NATS if options.nats else BITS
    choice = SurprisalChoice(True, options.word_ends, unit, options.times)
    source = SourceChoice(options.file, options.language, options.limit)
    request = surprisal_request(tuple(options.models), "", source, choice, defaults.SEED)
    answer = follow_work(answers_to_surprisal(request, Engine(library)))
    if answer is None:
        return 0
    if isinstance(answer.times, UserError):
        raise answer.times
    write(out, answer.table(unit).to_csv().encode())
    for line in notes_of(answer):
        note(line)
    if options.json:
        print_json(as_json(answer, out, unit))
    else:
        _print(answer, out, unit)
    return 0 if answer.models else 2


def notes_of(answer: SurprisalAnswer) -> list[str]:
    """What is left out or does not fit, and models that have no surprisal."""
    lines = list(answer.notes)
    lines += [f"{key}: {problem}" for key, problem in answer.problems.items()]
    faults = () if answer.aligned is None else answer.aligned.faults
    return [*lines, *faults]


def as_json(answer: SurprisalAnswer, out: Path, unit: str) -> dict[str, Any]:
    """The table's place, and what reading times say of each model."""
    models = []
    for one in answer.models:
        found = answer.regression(one, unit)
        parts = () if found is None else found.coefficients
        models.append(
            {
                "model": one.key,
                "unscored": one.num_unscored,
                "words": None if found is None else found.count,
                "coefficients": {
                    part.name: {"value": part.value, "interval": part.interval} for part in parts
                },
            }
        )
    return {"table": str(out), "unit": unit, "words": len(answer.words), "models": models}


def _print(answer: SurprisalAnswer, out: Path, unit: str) -> None:
    import numpy as np

    from explorer.core.surprisal.request import PREDICTORS, UNITS, convert_unit

    for one in answer.models:
        values = convert_unit(one.nats, unit)
        mean = float(np.nanmean(values)) if np.isfinite(values).any() else float("nan")
        print(f"{one.key:24} {mean:.3f} {message(UNITS[unit])}")
        found = answer.regression(one, unit)
        for part in () if found is None else found.coefficients:
            low, high = part.interval or (float("nan"), float("nan"))
            name = message(PREDICTORS[part.name])
            print(f"  {name:32} {part.value:.4g} [{low:.4g}, {high:.4g}]")
    print(tr("{count:,} words in {out}", count=len(answer.words), out=out))
