"""`trace`: attention, hidden states and logits of one text, as arrays in an .npz file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from explorer.core.engine.engine import ALL_KINDS, Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.localization import tr
from explorer.core.state.texts import check_length
from explorer.terminal.console import (
    Commands,
    add_command,
    add_model,
    note_cut,
    note_files,
    note_unseen,
)
from explorer.terminal.downloads import provide
from models.runtime.files import replace_file
from models.schema.factorization_order import checked_order
from models.schema.records import ModelInput, Trace
from models.schema.specs import DECODER_FEED, ExtraSpec


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "trace")
    add_model(parser)
    parser.add_argument("--text", required=True, metavar="T", help=tr("the input of the model"))
    parser.add_argument(
        "--pair",
        default="",
        metavar="T2",
        help=tr("a second text, in segment 1 if the model has segments; an encoder reads both"),
    )
    parser.add_argument(
        "--order",
        nargs="+",
        metavar="N",
        help=tr("the position of each token in the factorization order, such as 3 1 2"),
    )
    parser.add_argument(
        "--decoder-text",
        metavar="T",
        help=tr("the input of the decoder after its start token (default: none)"),
    )
    parser.add_argument("--out", required=True, type=Path, metavar="F.npz", help=tr("output file"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    check_target(options.out)
    check_length(options.text, options.pair, options.decoder_text)
    library = Library(architecture=options.architecture, base=options.base)
    provide(library, filter(None, [options.base, options.model]), offline=options.offline)
    engine = Engine(library)
    encoding = engine.encode(options.model, options.text, options.pair, literal=True)
    model_input = engine.apply_all_feeds(options.model, ModelInput.clean(encoding))
    if options.order is not None:
        written = " ".join(options.order)
        model_input = feed_order(engine, options.model, model_input, written)
    if options.decoder_text is not None:
        model_input = add_decoder_text(engine, options.model, model_input, options.decoder_text)
    trace = engine.trace(options.model, model_input, kinds=(*ALL_KINDS, "extra"))
    arrays = arrays_of(trace, engine.load_model(options.model).spec.extras)
    write_npz(options.out, arrays)
    note_files(engine, options.model)
    note_cut(encoding.num_cut, engine.entry(options.model).num_positions)
    note_unseen(engine, options.model, options.text, options.pair)
    for name, array in arrays.items():
        print(f"{name}  {array.shape}")
    print(tr("Written to {out}", out=options.out))
    return 0


def feed_order(engine: Engine, key: str, model_input: ModelInput, written: str) -> ModelInput:
    """The model input with an order in the notation of --order. Raises UserError."""
    spec = engine.load_model(key).spec
    if not spec.reads_order:
        ordered = [one.title for one in engine.catalog().architectures.values() if one.reads_order]
        fix = tr("Leave out --order, or choose a model of {ordered}.", ordered=" or ".join(ordered))
        raise UserError(tr("{spec} predicts in no order.", spec=spec.title), fix)
    try:
        positions = checked_order(
            [int(part) for part in written.replace(",", " ").split()], len(model_input)
        )
    except ValueError as error:
        names = " ".join(model_input.encoding.tokens)
        raise UserError(
            tr(
                "--order needs the numbers from 1 to {length}, each once.",
                length=len(model_input),
            ),
            tr("Give one for each of these tokens: {names}", names=names),
        ) from error
    return model_input.with_feed("order", positions)


def add_decoder_text(engine: Engine, key: str, model_input: ModelInput, text: str) -> ModelInput:
    """The model input with the input of the decoder: its start token, and the tokens of a text.

    Tokens beyond the maximum length are cut off, with a warning. Raises UserError.
    """
    spec = engine.load_model(key).spec
    if DECODER_FEED not in model_input.feeds:
        raise UserError(
            tr("{spec} is no encoder-decoder model.", spec=spec.title),
            tr("Leave out --decoder-text."),
        )
    (ids,) = engine.tokenizer(key).encode_ids([text])
    fed = np.array([*model_input.feeds[DECODER_FEED], *ids], dtype=np.int64)
    room = engine.entry(key).num_positions
    note_cut(0 if room is None else max(0, len(fed) - room), room, tr("decoder's text"))
    return model_input.with_feed(DECODER_FEED, fed[:room])


def arrays_of(trace: Trace, extras: Sequence[ExtraSpec]) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays of a trace by the names of the file; `extras` are those of its architecture."""
    fed, declared = trace.model_input, {one.name: one for one in extras}
    arrays: dict[str, np.ndarray[Any, Any]] = {"input_ids": fed.input_ids, **fed.feeds}
    for name, stream in trace.streams.items():
        if stream.attention is not None:
            arrays[f"attention/{name}"] = stream.attention
        if stream.outside is not None:
            arrays[f"outside/{name}"] = stream.outside
        if stream.hidden is not None:
            arrays[f"hidden/{name}"] = stream.hidden
        for extra, array in stream.extra.items():
            arrays[_extra_name(trace, name, declared[extra])] = array
    arrays.update({f"logits/{head}": logits for head, logits in trace.logits.items()})
    return arrays


def _extra_name(trace: Trace, stream: str, extra: ExtraSpec) -> str:
    """The name of an extra; of two streams with the same score term, the last has the short one."""
    having = [name for name, other in trace.streams.items() if extra.name in other.extra]
    is_short = extra.kind == "score_term" and stream == having[-1]
    return extra.file_key if is_short else f"{extra.file_key}/{stream}"


def check_target(path: Path) -> None:
    """Check, before the work, that the file can be written. Raises UserError."""
    if path.is_dir():
        raise UserError(
            tr("{path} is a folder.", path=path), tr("Give the name of a file, such as trace.npz.")
        )
    if path.exists() and not path.is_file():  # a device, which must not be replaced
        raise UserError(
            tr("{path} is no file.", path=path), tr("Give the name of a file, such as trace.npz.")
        )
    if not path.parent.is_dir():
        raise UserError(
            tr("There is no folder {path}.", path=path.parent),
            tr("Make it, or write somewhere else."),
        )
    if not os.access(path.parent, os.W_OK):
        raise UserError(
            tr("Nothing can be written to {path}.", path=path.parent), tr("Choose another folder.")
        )


def write_npz(path: Path, arrays: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Write an archive of arrays, whole or not at all. Raises OSError."""
    with replace_file(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
