"""The tokenizer of OPUS-MT: a file of SentencePiece for each language, and the ids of both.

Reference: `MarianTokenizer` of transformers. A text is cut with source.spm, and vocab.json has the
ids of the pieces of both languages, the codes of languages such as >>kor<< among them. The
reference also replaces typographic quotes and dashes where the program sacremoses is installed;
that is left to whoever writes the text.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from models.checkpoints.folders import SOURCE_PIECES
from models.schema.specs import FIRST, SECOND, SpecialTokenTemplate
from models.tokenization.files import read_json
from models.tokenization.sentencepiece import charsmap_steps, read_model

VOCABULARY_FILE = "vocab.json"
FAR = 1e6  # nats for each character of a piece of the other language, which no text is cut into
TWO_LANGUAGES = SpecialTokenTemplate(
    published_class="MarianTokenizer",
    roles={"eos": "</s>", "unk": "<unk>", "pad": "<pad>"},
    single=((FIRST, 0), ("eos", 0)),
    pair=((FIRST, 0), (SECOND, 1), ("eos", 1)),
)


def read_paired_pieces(
    folder: Path, cutting: list[dict[str, Any]], decoder: dict[str, Any]
) -> tuple[dict[str, Any], SpecialTokenTemplate]:
    """The content of a tokenizer.json, and the template with the codes of languages.

    Pieces of source.spm without an id are left out, so that the text is cut into others. Raises
    ValueError, with what to do, where a file is missing, broken or of another kind.
    """
    path = folder / VOCABULARY_FILE
    if not path.is_file():
        raise ValueError(
            f"{folder} holds {SOURCE_PIECES} without {VOCABULARY_FILE}, which has the ids of its "
            "pieces. Put the one of the same model beside it."
        )
    ids = read_json(path)
    names = sorted(ids, key=lambda name: ids[name] if isinstance(ids[name], int) else -1)
    if [ids[name] for name in names] != list(range(len(names))):
        raise ValueError(f"{path} does not number its pieces from 0 on. Download it again.")
    model = read_model(folder / SOURCE_PIECES)
    own = dict(model.pieces)
    if TWO_LANGUAGES.roles["unk"] not in ids:
        raise ValueError(f"{path} has no {TWO_LANGUAGES.roles['unk']}. Download it again.")
    special = {*TWO_LANGUAGES.roles.values()}
    scores = [(name, 0.0 if name in special else own.get(name, _far(name))) for name in names]
    codes = tuple(name for name in names if name.startswith(">>") and name.endswith("<<"))
    content = {
        "normalizer": {"type": "Sequence", "normalizers": charsmap_steps(model)},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": cutting},
        "decoder": decoder,
        "model": {
            "type": "Unigram",
            "unk_id": ids[TWO_LANGUAGES.roles["unk"]],
            "vocab": scores,
            "byte_fallback": False,
        },
    }
    return content, replace(TWO_LANGUAGES, extra=codes)


def _far(name: str) -> float:
    """The score of a piece of the other language; a letter that only that one has keeps its id."""
    return -FAR if len(name) == 1 else -FAR * (len(name) + 1)
