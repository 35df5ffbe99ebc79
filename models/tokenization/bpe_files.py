"""What the families of BPE have in common when they open tokenizer.json, or vocab.json and merges.

A family says which files are its own, and builds its tokenizer from what is read here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from models.schema.specs import SpecialTokenTemplate
from models.tokenization.base import Tokenizer, TokenizerFamily
from models.tokenization.files import CONFIG_FILE, TOKENIZER_FILE, read_json, read_json_if_there
from models.tokenization.special_tokens import fit_template, read_template, rename_tokens

VOCABULARY_FILE = "vocab.json"
MERGES_FILE = "merges.txt"

Opener = Callable[
    [Path, Mapping[str, Any], SpecialTokenTemplate | None], Tokenizer | None
]  # path, tokenizer_config.json, declared template


def open_bpe_folder(
    folder: Path,
    template: SpecialTokenTemplate | None,
    open_tokenizer_file: Opener,
    open_vocabulary_files: Opener,
) -> Tokenizer | None:
    """Open tokenizer.json of a folder, else vocab.json; None without either."""
    config = read_json_if_there(folder / CONFIG_FILE)
    for name, opener in {
        TOKENIZER_FILE: open_tokenizer_file,
        VOCABULARY_FILE: open_vocabulary_files,
    }.items():
        if (folder / name).is_file():
            return opener(folder / name, config, template)
    return None


def read_bpe_content(
    path: Path, belongs: Callable[[Mapping[str, Any]], bool]
) -> dict[str, Any] | None:
    """A tokenizer.json with merges and a vocabulary that belongs to a family; None for others.

    Raises ValueError for one that also marks pieces inside words.
    """
    content = read_json(path)
    model = content.get("model")
    if not isinstance(model, dict) or "merges" not in model or not belongs(content):
        return None
    if not isinstance(model.get("vocab"), dict):
        return None
    if model.get("continuing_subword_prefix"):  # it can crash the library
        raise ValueError(
            f"{path} marks pieces inside words, which this family does not. Download it again."
        )
    return content


def read_bpe_vocabulary(
    path: Path, belongs: Callable[[Collection[str]], bool]
) -> dict[str, int] | None:
    """A vocab.json that belongs to a family; None for others. Raises ValueError without merges."""
    vocabulary = read_json(path)
    if not belongs(vocabulary):
        return None
    if not path.with_name(MERGES_FILE).is_file():
        raise ValueError(f"{path} needs {MERGES_FILE} in the same folder. Copy it too.")
    return vocabulary


def template_of(
    family: TokenizerFamily,
    default: SpecialTokenTemplate,
    content: Mapping[str, Any],
    vocabulary: Collection[str],
    config: Mapping[str, Any],
    declared: SpecialTokenTemplate | None,
) -> SpecialTokenTemplate:
    """The declared template, else that of the post-processor, else the default of a vocabulary.

    That of the post-processor comes first where the declared one is a default.
    """
    if declared is not None and declared.is_default:
        stated = read_template(content, config, vocabulary, default.published_class)
        if stated is not None:
            return stated
    if fitted := fit_template(declared, config, vocabulary, family.optional_roles):
        return fitted
    fitted = read_template(content, config, vocabulary, default.published_class)
    return fitted or rename_tokens(default, config, family.optional_roles)
