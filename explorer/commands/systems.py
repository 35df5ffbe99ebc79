"""`systems`: every architecture and its bundled models; published checkpoints side by side."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import asdict
from typing import Any

from explorer.core.comparison.published import published_table
from explorer.core.library.card_words import task_result, task_title
from explorer.core.library.library import Library, ModelEntry
from explorer.core.localization import tr
from explorer.core.state.defaults import MAX_MODELS
from explorer.terminal.console import Commands, add_command, note, print_json
from models.schema.specs import ArchSpec

PARTS = ("objectives", "streams", "heads")
INDENT, WIDTH = 16, 100  # of texts with several lines


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "systems")
    parser.add_argument("--json", action="store_true", help=tr("print a JSON list instead of text"))
    parser.add_argument(
        "--published",
        nargs="*",
        metavar="NAME",
        help=tr(
            "published checkpoints, which are not downloaded: all, one to {defaults} side by side, "
            "or timeline, errors or tasks for these lists",
            defaults=MAX_MODELS,
        ),
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.published is not None:
        table = published_table(options.published)
        if options.json:
            print_json([dict(zip(table.columns, row, strict=True)) for row in table.rows])
        else:
            print("\n".join(" | ".join(map(_cell, row)) for row in (table.columns, *table.rows)))
        return 0
    return _list_systems(options)


def _list_systems(options: argparse.Namespace) -> int:
    from models.schema.registry import catalog

    specs = catalog()
    for module, reason in specs.broken.items():
        note(tr("{module} cannot be used: {reason}", module=module, reason=reason))
    bundled = [entry for entry in Library().entries() if entry.origin == "bundled"]
    systems = [describe(spec, bundled) for spec in specs.architectures.values()]
    if options.json:
        print_json(systems)
    else:
        print("\n\n".join(as_text(system) for system in systems))
    return 0


def describe(spec: ArchSpec, bundled: list[ModelEntry]) -> dict[str, Any]:
    """An architecture as plain values, with its bundled models."""
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "paper": asdict(spec.paper),
        "objectives": list(spec.objectives),
        "streams": [stream.name for stream in spec.streams],
        "heads": [head.name for head in spec.heads if not head.config],
        "notes": list(spec.notes),
        "checkpoints": [
            {
                "name": entry.name,
                "parameters": entry.parameters,
                "metrics": dict(entry.metrics),
                "tasks": {kind: dict(measured) for kind, measured in entry.tasks.items()},
                "bytes": entry.size_bytes,
            }
            for entry in bundled
            if entry.architecture in spec.model_types and entry.problem is None
        ],
    }


def as_text(system: dict[str, Any]) -> str:
    """An architecture as a paragraph to read."""
    paper = system["paper"]
    where = f", arXiv:{paper['arxiv']}" if paper["arxiv"] else ""
    lines = [
        f"{system['name']}  {system['title']}",
        f"    {system['summary']}",
        f"    paper       {paper['authors']} ({paper['year']}). {paper['title']}{where}",
        *(f"    {part:11} {', '.join(system[part])}" for part in PARTS),
        *(line for text in system["notes"] for line in _wrap_text("note", text)),
    ]
    for checkpoint in system["checkpoints"]:
        metrics = "  ".join(f"{name} {value:.3f}" for name, value in checkpoint["metrics"].items())
        facts = f"{checkpoint['name']}, {checkpoint['parameters']:,} parameters  {metrics}"
        lines.append(f"    checkpoint  {facts.rstrip()}")
        lines += [
            f"                {task_title(kind)}: {task_result(measured)}"
            for kind, measured in checkpoint["tasks"].items()
        ]
    return "\n".join(lines)


def _wrap_text(name: str, text: str) -> list[str]:
    """A text of several lines, with a name in front of the first."""
    first = f"    {name:{INDENT - 4}}"
    indent = " " * INDENT
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
    )


def _cell(value: Any) -> str:
    """A value of a table; whether a row differs as a word."""
    if isinstance(value, bool):
        return tr("differs") if value else ""
    return f"{value:,}" if isinstance(value, int) else str(value or "")
