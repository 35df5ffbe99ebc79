"""`pairs`: which half of minimal pairs several models prefer, as tables."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.files import check_own_table
from explorer.core.localization import tr
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
    from explorer.core.pairs.results import PairsScene

PAIRS_NAME, ACCURACY_NAME = "pairs.csv", "accuracy.csv"
BEGINNINGS = {PAIRS_NAME: "number,phenomenon", ACCURACY_NAME: "phenomenon,model"}
LIMIT = 200_000


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "pairs")
    parser.add_argument(
        "file", metavar="FILE", help=tr("a file, a folder of files, or a bundled set")
    )
    add_models(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help=tr("folder of the tables")
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=LIMIT,
        metavar="N",
        help=tr("pairs at most (default: %(default)s)"),
    )
    parser.add_argument(
        "--whole-words", action="store_true", help=tr("mask the later tokens of a word too")
    )
    parser.add_argument(
        "--per-token", action="store_true", help=tr("compare means over tokens, not sums")
    )
    parser.add_argument(
        "--without-first", action="store_true", help=tr("leave out the first token of a decoder")
    )
    parser.add_argument("--json", action="store_true", help=tr("print a summary as JSON"))
    add_offline(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from explorer.core.engine.engine import Engine
    from explorer.core.files import write
    from explorer.core.library.library import Library
    from explorer.core.pairs import results
    from explorer.core.pairs.request import PairsChoice, answers_to_pairs, pairs_request
    from explorer.terminal.following import follow_work

    if options.limit < 1:
        raise UserError(tr("--limit must be at least 1."))
    for name, beginning in BEGINNINGS.items():
        check_own_table(options.out / name, beginning)
    library = Library()
    provide(library, options.models, offline=options.offline)
    choice = PairsChoice(options.file, options.whole_words, not options.without_first)
    request = replace(pairs_request(tuple(options.models), choice), limit=options.limit)
    answer = follow_work(answers_to_pairs(request, Engine(library)))
    if answer is None:
        return 0
    scene = results.PairsScene(answer, {}, options.per_token)
    write(options.out / PAIRS_NAME, results.table_of(scene).to_csv().encode())
    write(options.out / ACCURACY_NAME, results.accuracy_table(scene).to_csv().encode())
    for line in results.limits(scene):
        note(line)
    if options.json:
        print_json(as_json(scene, options.out))
    else:
        _print(scene, options.out)
    return 0 if answer.series else 2


def as_json(scene: PairsScene, out: Path) -> dict[str, Any]:
    """Where the tables are, and the accuracies by series and phenomenon."""
    from explorer.core.pairs.results import accuracy_table, comparisons

    table = accuracy_table(scene)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    compared = [
        {
            "first": found.first.name,
            "second": found.second.name,
            "only_first": found.first_only,
            "only_second": found.second_only,
            "p": found.p_value,
        }
        for found in comparisons(scene)
    ]
    faults = [str(fault) for fault in scene.answer.pairs.faults]
    return {
        "tables": str(out),
        "pairs": len(scene.pairs),
        "left_out": faults,
        "accuracy": rows,
        "compared": compared,
    }


def _print(scene: PairsScene, out: Path) -> None:
    from explorer.core.pairs.results import ALL, name_of, percent

    for one in scene.answer.all_series:
        print(scene.title_of(one))
        for phenomenon in scene.phenomena:
            found = scene.accuracy(one, phenomenon)
            if found is not None:
                name = "" if phenomenon == ALL and len(scene.phenomena) == 1 else phenomenon
                print(f"  {name_of(name):32} {percent(found)}")
    print(tr("{count:,} pairs in {out}", count=len(scene.pairs), out=out / PAIRS_NAME))
