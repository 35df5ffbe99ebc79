"""One file per tokenizer family, and the way to open a folder without knowing its family.

tokenizer = open_tokenizer(Path("bert-base-uncased"))
encoding = tokenizer.encode("The capital of France is [MASK].")
"""

from __future__ import annotations

from pathlib import Path

from models.schema.registry import scan
from models.schema.specs import SpecialTokenTemplate, TokenizerSpec
from models.tokenization.base import Tokenizer, Vocabulary
from models.tokenization.files import CONFIG_FILE, TOKENIZER_FILE, read_json

__all__ = ["Tokenizer", "Vocabulary", "open_tokenizer"]


def open_tokenizer(
    folder: Path, family: str | None = None, template: SpecialTokenTemplate | None = None
) -> Tokenizer:
    """Open the tokenizer of a folder; `family` names a TokenizerSpec, None tries all of them.

    `template` is that of the architecture that reads the tokens; None means the one in the files,
    or that of the family. Raises ValueError, with what to do, for files that are missing, broken or
    of no known family.
    """
    if not folder.is_dir():
        raise ValueError(f"There is no folder {folder}. Choose the folder of a model.")
    specs, _ = scan(__name__, TokenizerSpec)
    if family is not None and family not in specs:
        raise ValueError(f"There is no tokenizer family {family!r}. Known: {', '.join(specs)}.")
    for name in specs if family is None else [family]:
        tokenizer: Tokenizer | None = specs[name].open(folder, template)
        if tokenizer is not None:
            return tokenizer
    raise ValueError(_why_not(folder, ", ".join(specs) if family is None else family))


def _why_not(folder: Path, families: str) -> str:
    names = [path.name for path in sorted(folder.iterdir()) if _is_of_a_tokenizer(path.name)]
    if not names:
        return (
            f"{folder} holds no tokenizer. Put its tokenizer.json there, or its vocab.txt, its "
            "spiece.model or tokenizer.model, or its vocab.json and merges.txt."
        )
    kind = _kind(folder)
    return (
        f"The tokenizer in {folder} ({', '.join(names)}{kind}) is none of these: {families}. "
        "Choose the folder of another model."
    )


def _is_of_a_tokenizer(name: str) -> bool:
    stems = ("tokenizer.", "vocab", "merges", "spiece", "spm", "sentencepiece", "source.spm")
    return name.startswith(stems) and name != CONFIG_FILE


def _kind(folder: Path) -> str:
    path = folder / TOKENIZER_FILE
    model = read_json(path).get("model") if path.is_file() else None
    kind = model.get("type") if isinstance(model, dict) else None
    return f" of kind {kind}" if kind else ""
