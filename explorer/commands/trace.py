"""`trace`: everything that a model does with one text, as arrays in an .npz file."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from explorer.commands.console import Commands, add_command, add_model, note_cut
from explorer.core.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library import Library
from models.records import Corruption, Trace

TEXT = """\
Feed a text to a model and write what happens inside to an .npz file:

  input_ids            (T,)          the tokens that were fed, special ones included
  attention/<stream>   (L, H, R, C)  weights by layer and head; rows are queries, columns keys
  hidden/<stream>      (L+1, R, D)   hidden states; the first enters layer 1
  bias/<stream>        (H, R, C)     what T5 adds to the scores by position, the same in all layers
  scores/<term>        (L, H, R, C)  the terms that DeBERTa's attention scores are the sum of
  logits/<head>        (T, V) for a head that predicts tokens, (T,) for one that judges each
                       token, (2,) for one that judges the whole text

All but the ids are float32. The text goes in as it is; a place is masked only where the text
holds the mask token, such as [MASK]. ELECTRA's two towers are fed the same tokens.
Streams and heads of each architecture: main.py systems."""


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "trace", "write attention, hidden states and logits", TEXT)
    add_model(parser)
    parser.add_argument("--text", required=True, metavar="T", help="what the model reads")
    parser.add_argument("--pair", default="", metavar="T2", help="a second text, in segment 1")
    parser.add_argument(
        "--out", required=True, type=Path, metavar="F.npz", help="where the arrays go"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    refuse_bad_target(options.out)
    engine = Engine(Library())
    encoding = engine.encode(options.model, options.text, options.pair)
    found = engine.trace(options.model, Corruption.clean(encoding))
    arrays = arrays_of(found)
    write_npz(options.out, arrays)
    note_cut(encoding.num_cut, engine.entry(options.model).num_positions)
    for name, array in arrays.items():
        print(f"{name}  {array.shape}")
    print(f"Written to {options.out}")
    return 0


def arrays_of(trace: Trace) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays of a trace by the names of the file."""
    arrays: dict[str, np.ndarray[Any, Any]] = {"input_ids": trace.corruption.input_ids}
    for name, stream in trace.streams.items():
        if stream.attention is not None:
            arrays[f"attention/{name}"] = stream.attention
        if stream.hidden is not None:
            arrays[f"hidden/{name}"] = stream.hidden
        for extra, array in stream.extra.items():
            arrays[f"bias/{name}" if extra == "bias" else f"scores/{extra}"] = array
    arrays.update({f"logits/{head}": logits for head, logits in trace.logits.items()})
    return arrays


def refuse_bad_target(path: Path) -> None:
    """Say so before the work when the file has nowhere to go. Raises UserError."""
    if path.is_dir():
        raise UserError(f"{path} is a folder.", "Give the name of a file, such as trace.npz.")
    if not path.parent.is_dir():
        raise UserError(f"There is no folder {path.parent}.", "Make it, or write somewhere else.")
    if not os.access(path.parent, os.W_OK):
        raise UserError(f"Nothing can be written to {path.parent}.", "Choose another folder.")


def write_npz(path: Path, arrays: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Write beside, then replace, so that a reader never finds half a file. Raises OSError."""
    handle, partial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
        Path(partial).chmod(0o644)  # mkstemp lets only the owner read
        os.replace(partial, path)
    finally:
        Path(partial).unlink(missing_ok=True)
