"""`generate`: a model continues a prompt, or answers it."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.core.engine.engine import Engine
from explorer.core.errors import as_user_errors
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
from models.runtime.files import read_text
from models.runtime.generators import run_to_end
from models.schema.parsing import parse_json

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
    prompt = parser.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--prompt", metavar="P", help=tr("the text to continue, or to answer"))
    prompt.add_argument(
        "--messages",
        type=Path,
        metavar="FILE",
        help=tr("a conversation to answer: a JSON list of objects with a role and a content"),
    )
    parser.add_argument(
        "--message",
        action="store_true",
        help=tr(
            "the prompt is a message, or a conversation with system:, user: and assistant: before "
            "the turns, which the model answers by its chat template"
        ),
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
    text = options.prompt or ""
    check_length(text)
    library = Library(architecture=options.architecture, base=options.base)
    provide(library, filter(None, [options.base, options.model]), offline=options.offline)
    engine = Engine(library)
    written = write(engine, options)
    num_positions = engine.entry(options.model).num_positions
    note_files(engine, options.model)
    note_cut(written.num_cut, num_positions, "prompt")
    note_unseen(engine, options.model, text)
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
    from models.tokenization.chat_template import read_messages

    key, prompt = options.model, options.prompt
    if options.messages is not None:
        with as_user_errors():
            messages = read_messages(parse_json(read_text(options.messages)))
        prompt = engine.as_message(key, messages)
    elif options.message:
        prompt = engine.as_message(key, prompt)
    steps = generate(
        engine,
        key,
        prompt,
        method=options.method,
        max_new_tokens=options.max_new_tokens,
        temperature=options.temperature,
        top_k=options.top_k,
        top_p=options.top_p,
        num_beams=options.num_beams,
        seed=options.seed,
    )
    return run_to_end(steps)
