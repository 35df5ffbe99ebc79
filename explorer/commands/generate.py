"""`generate`: a model continues a prompt, or answers it."""

from __future__ import annotations

import argparse

from explorer.core.engine.engine import Engine
from explorer.core.generation.writing import ContinuedText, generate, no_room
from explorer.core.library.library import Library
from explorer.core.localization import tr
from explorer.core.state.texts import check_length
from explorer.terminal.console import (
    Commands,
    add_command,
    add_model,
    note,
    note_cut,
    note_files,
    note_unseen,
    print_json,
)
from explorer.terminal.downloads import provide
from models.runtime.generators import run_to_end

SETTINGS: tuple[tuple[str, int | float, str], ...] = (
    ("--max-new-tokens", 40, tr("tokens at most")),
    ("--temperature", 1.0, tr("sample: below 1 sharpens the distribution, above 1 flattens it")),
    ("--top-k", 0, tr("sample: from the N most probable tokens; 0 is all")),
    ("--top-p", 1.0, tr("sample: from the fewest tokens with at least this total probability")),
    ("--num-beams", 4, tr("beam: number of hypotheses")),
    ("--seed", 0, tr("sample: of the random numbers")),
)


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "generate")
    add_model(parser)
    parser.add_argument(
        "--prompt", required=True, metavar="P", help=tr("the text to continue, or to answer")
    )
    parser.add_argument(
        "--message",
        action="store_true",
        help=tr("the prompt is a message, which the model answers by its chat template"),
    )
    parser.add_argument(
        "--method",
        choices=("greedy", "sample", "beam"),
        default="greedy",
        help=tr("the most probable token, a sampled one, or beam search (default: greedy)"),
    )
    for name, default, text in SETTINGS:
        parser.add_argument(
            name,
            type=type(default),
            default=default,
            metavar="N",
            help=f"{text} (default: {default})",
        )
    parser.add_argument(
        "--json",
        action="store_true",
        help=tr("print `text`, `tokens` and `ids` of the output as JSON"),
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    check_length(options.prompt)
    library = Library(architecture=options.architecture, base=options.base)
    provide(library, filter(None, [options.base, options.model]), offline=options.offline)
    engine = Engine(library)
    written = write(engine, options)
    num_positions = engine.entry(options.model).num_positions
    note_files(engine, options.model)
    note_cut(written.num_cut, num_positions, "prompt")
    note_unseen(engine, options.model, options.prompt)
    if not written.ids:
        note(str(no_room(num_positions)))
    if options.json:
        ids, tokens = list(written.ids), list(written.tokens)
        print_json({"text": written.text, "tokens": tokens, "ids": ids})
    else:
        print(written.text)
    return 0


def write(engine: Engine, options: argparse.Namespace) -> ContinuedText:
    """The complete output, without its steps."""
    key, prompt = options.model, options.prompt
    steps = generate(
        engine,
        key,
        engine.as_message(key, prompt) if options.message else prompt,
        method=options.method,
        max_new_tokens=options.max_new_tokens,
        temperature=options.temperature,
        top_k=options.top_k,
        top_p=options.top_p,
        num_beams=options.num_beams,
        seed=options.seed,
    )
    return run_to_end(steps)
