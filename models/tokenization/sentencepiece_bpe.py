"""A BPE model of SentencePiece (tokenizer.model of Llama 2, Mistral, Gemma) as a tokenizer.json.

Such a file has pieces with scores, but no merges: SentencePiece joins the two neighbours whose
piece has the highest score. As merges these are all pairs of pieces whose concatenation is a piece,
ordered by its score. Reference: `generate_merges` and `LlamaConverter` of transformers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from models.tokenization.files import TOKENIZER_FILE
from models.tokenization.sentencepiece import (
    BPE,
    CONTROL,
    NORMAL,
    TYPED,
    UNUSED,
    SentencePieces,
    charsmap_steps,
    read_model,
)
from models.tokenization.special_tokens import named_roles
from models.tokenization.unigram_learning import SPACE

# A piece of N characters is cut in N - 1 ways. Gemma 3 has 262,144 pieces; spaces and line breaks
# make the longest, of 31.
MOST_PIECES, LONGEST_PIECE = 600_000, 128
MOST_CHARACTERS, MOST_MERGES = 4_000_000, 1_500_000
MERGED = frozenset({NORMAL, TYPED, UNUSED})  # kinds of pieces that a text can become
IN_TEXT = "A", "B"  # names of the texts in a post-processor

_Step = dict[str, Any]


def read_bpe_file(path: Path, config: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The content of a tokenizer.json that cuts as a tokenizer.model does, and what goes with it.

    `config` is the content of tokenizer_config.json; the special tokens that it does not name are
    those of the model by their ids. Raises ValueError, with what to do.
    """
    model = read_model(path, BPE)
    if not model.spaces_in_front:
        raise ValueError(
            f"{path} does not put {SPACE} in place of spaces, before the words. Add the "
            f"{TOKENIZER_FILE} of the same model to its folder, or choose another model."
        )
    try:
        vocabulary = _vocabulary(model)
        merges = _merges(model)
    except ValueError as error:
        raise ValueError(
            f"{path} cannot be used ({error}). Download the file again, or choose another model."
        ) from error
    is_prefixed = model.opens_words and config.get("add_prefix_space") is not False
    # Before this setting, a text between special tokens began with a space, too.
    is_legacy = config.get("legacy", True) is not False
    prefix = [{"type": "Prepend", "prepend": SPACE}] if is_prefixed and is_legacy else []
    special = {f"{role}_token": name for role, name in model.special.items()}
    config = {"unk_token": model.pieces[model.unk_id][0], **special, **config}
    content = {
        "added_tokens": list(_added_tokens(model)),
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                *charsmap_steps(model),
                *(_merge_spaces() if model.merges_spaces else []),
                *prefix,
                {"type": "Replace", "pattern": {"String": " "}, "content": SPACE},
            ],
        },
        "pre_tokenizer": _metaspace("first") if is_prefixed and not is_legacy else None,
        "post_processor": _processor(vocabulary, config),
        "decoder": _decoder(is_prefixed=is_prefixed),
        "model": {
            "type": "BPE",
            "vocab": vocabulary,
            "merges": merges,
            "unk_token": model.pieces[model.unk_id][0],
            "fuse_unk": True,
            "byte_fallback": model.byte_fallback,
        },
    }
    return content, config


def _vocabulary(model: SentencePieces) -> dict[str, int]:
    """The ids of pieces, after their number and lengths are limited. Raises ValueError."""
    names = [name for name, _ in model.pieces]
    if len(names) > MOST_PIECES or sum(map(len, names)) > MOST_CHARACTERS:
        raise ValueError("it has more pieces than any model that is known")
    if max(map(len, names)) > LONGEST_PIECE:
        raise ValueError(f"a piece has more than {LONGEST_PIECE} characters")
    vocabulary = {name: id for id, name in enumerate(names)}
    if not all(math.isfinite(score) for _, score in model.pieces):
        raise ValueError("a score is no number")
    if len(vocabulary) < len(names) or "" in vocabulary:
        raise ValueError("two of its pieces are alike, or one is empty")
    return vocabulary


def _merges(model: SentencePieces) -> list[tuple[str, str]]:
    """Pairs of pieces, first those whose piece has the highest score, then the longest left one.

    No text becomes a control piece or a byte, so none is merged. Raises ValueError for too many.
    """
    allowed = {
        name: score
        for (name, score), kind in zip(model.pieces, model.kinds, strict=True)
        if kind in MERGED
    }
    merges: list[tuple[str, str]] = []
    for _, alike in groupby(sorted(allowed, key=lambda name: -allowed[name]), allowed.get):
        pairs = (
            (name[:cut], name[cut:])
            for name in alike
            for cut in range(1, len(name))
            if name[:cut] in allowed and name[cut:] in allowed
        )
        found = list(islice(pairs, MOST_MERGES + 1 - len(merges)))
        merges += sorted(found, key=lambda pair: (len(pair[0]), len(pair[1])), reverse=True)
        if len(merges) > MOST_MERGES:
            raise ValueError(f"its pieces have more than {MOST_MERGES:,} merges")
    return merges


def _added_tokens(model: SentencePieces) -> Iterator[_Step]:
    """The tokens that are found in a text before it is cut: those that somebody typed.

    Control pieces are special.
    """
    for id, ((name, _), kind) in enumerate(zip(model.pieces, model.kinds, strict=True)):
        if kind in (CONTROL, TYPED) or id == model.unk_id:
            flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
            yield {"id": id, "content": name, **flags, "special": kind != TYPED}


def _merge_spaces() -> list[_Step]:
    """Several spaces become one, and none is left at the ends."""
    return [
        {"type": "Replace", "pattern": {"Regex": r"\A +| +\z"}, "content": ""},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
    ]


def _metaspace(scheme: str) -> _Step:
    settings = {"replacement": SPACE, "prepend_scheme": scheme, "split": False}
    return {"type": "Metaspace", **settings}


def _decoder(*, is_prefixed: bool) -> _Step:
    steps: list[_Step] = [
        {"type": "Replace", "pattern": {"String": SPACE}, "content": " "},
        {"type": "ByteFallback"},
        {"type": "Fuse"},
    ]
    if is_prefixed:
        steps.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    return {"type": "Sequence", "decoders": steps}


def _processor(vocabulary: Mapping[str, int], config: Mapping[str, Any]) -> _Step | None:
    """What is put around a text: its beginning unless `config` says otherwise, its end if it does.

    The same around a second text, as in the classes of Llama and Gemma.
    """
    roles = named_roles(config)
    wanted = {
        "bos": config.get("add_bos_token", True) is not False,
        "eos": config.get("add_eos_token") is True,
    }
    bos, eos = (
        roles[role] if wanted[role] and roles.get(role) in vocabulary else ""
        for role in ("bos", "eos")
    )
    if not bos and not eos:
        return None

    def add_special_tokens(text: int) -> list[_Step]:
        first, last = ({"SpecialToken": {"id": name, "type_id": text}} for name in (bos, eos))
        inside = {"Sequence": {"id": IN_TEXT[text], "type_id": text}}
        return [*([first] if bos else []), inside, *([last] if eos else [])]

    return {
        "type": "TemplateProcessing",
        "single": add_special_tokens(0),
        "pair": [*add_special_tokens(0), *add_special_tokens(1)],
        "special_tokens": {
            name: {"id": name, "ids": [vocabulary[name]], "tokens": [name]}
            for name in (bos, eos)
            if name
        },
    }
