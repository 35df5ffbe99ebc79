"""Unigram as in SentencePiece: a text is cut into the most probable sequence of pieces.

Papers: Kudo (2018), Subword Regularization, arXiv:1804.10959; Kudo and Richardson (2018),
SentencePiece, arXiv:1808.06226. Reference: `AlbertTokenizer`, `T5Tokenizer`, `XLNetTokenizer` and
`DebertaV2Tokenizer` of transformers; google/sentencepiece.

A space is written as ▁ and belongs to the word after it; a text begins as if there were a space in
front. Characters in no piece are unknown, neighbours together as one <unk>. The normalisation of a
text before it is cut (letter case, composed characters) is in tokenizer.json, and differs: the
published classes of ALBERT and XLNet decompose Hangul syllables into their letters (NFKD), and the
character map of SentencePiece composes letters. Decoded text is composed again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tokenizers

from models.checkpoints.folders import SENTENCEPIECE_FILES, SOURCE_PIECES
from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
    FIRST,
    SECOND,
    Paper,
    SpecialTokenTemplate,
    TokenizerSpec,
)
from models.tokenization.added import add_listed
from models.tokenization.base import (
    GENERIC_CLASS,
    Tokenizer,
    TokenizerFamily,
    mark_special,
    parse_backend,
)
from models.tokenization.byte_bpe import ANGLE_BRACKETS
from models.tokenization.composition import add_composition
from models.tokenization.files import CONFIG_FILE, TOKENIZER_FILE, read_json, read_json_if_there
from models.tokenization.language_codes import LANGUAGE_FIRST, LANGUAGE_LAST, place_language
from models.tokenization.paired_pieces import read_paired_pieces
from models.tokenization.sentencepiece import (
    FIRST_ROWS,
    arrange_rows,
    as_tokenizer_file,
    charsmap_steps,
    check_class,
    read_model,
)
from models.tokenization.special_tokens import (
    LANGUAGE,
    NAMED_AS,
    class_name,
    fit_template,
    named_roles,
    read_template,
    rename_tokens,
)
from models.tokenization.unigram_learning import SPACE, learn
from models.tokenization.word_counts import count_words

NAME_WEIGHT = 50  # how often a name counts, in addition to the texts
ALPHABET_SHARE = 3  # at most a third of the vocabulary are characters


def continues_word(piece: str) -> bool:
    """Whether a piece continues a word: no space in front, and no punctuation.

    Punctuation is a word of its own, as in google-research/albert: create_pretraining_data.py.
    """
    first = piece[:1]
    return bool(first) and first != SPACE and (first.isalnum() or not first.isascii())


FAMILY = TokenizerFamily(
    name="unigram",
    template=SpecialTokenTemplate(
        published_class="AlbertTokenizer",
        roles={
            "pad": "<pad>",
            "unk": "<unk>",
            "cls": "[CLS]",
            "sep": "[SEP]",
            "mask": "[MASK]",
            "bos": "[CLS]",
            "eos": "[SEP]",
        },
        single=CLS_SINGLE,
        pair=CLS_PAIR,
    ),
    continues=continues_word,
    after_mask=lambda piece: SPACE + piece.removeprefix(SPACE),
    words_by_piece=True,
    composes=True,
)

# Pegasus names masks of two kinds: <mask_1> stands for a sentence, <mask_2> for a token.
TWO_MASKS = SpecialTokenTemplate(
    published_class="PegasusTokenizer",
    roles={"pad": "<pad>", "eos": "</s>", "unk": "<unk>", "mask": "<mask_2>"},
    single=((FIRST, 0), ("eos", 0)),
    pair=((FIRST, 0), (SECOND, 1), ("eos", 1)),
    extra=("<mask_1>",),
)

# The reference builds the normalizer and pre-tokenizer again, from its class and settings ------

_Settings = Mapping[str, Any]
_Steps = list[dict[str, Any]]

WORDS: dict[str, Any] = {"type": "WhitespaceSplit"}
METASPACE: dict[str, Any] = {
    "type": "Metaspace",
    "replacement": SPACE,
    "prepend_scheme": "always",
    "split": True,
}
QUOTES: _Steps = [
    {"type": "Replace", "pattern": {"String": quotes}, "content": '"'} for quotes in ("``", "''")
]
DECOMPOSED: _Steps = [{"type": "NFKD"}, {"type": "StripAccents"}]
LOWERED: _Steps = [{"type": "Lowercase"}]
SPACES: _Steps = [
    {"type": "Replace", "pattern": {"Regex": r"\s{2,}|[\n\r\t]"}, "content": " "},
    {"type": "NFC"},
    {"type": "Strip", "strip_left": False, "strip_right": True},
]

ONE_SPACE: dict[str, Any] = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
NO_LINES: dict[str, Any] = {"type": "Replace", "pattern": {"Regex": r"\n"}, "content": " "}
SPACES_ALONE: _Steps = [
    {"type": "Strip", "strip_left": False, "strip_right": False},  # does nothing, and is there
    {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": SPACE},
]


def _accents_optional(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    accents = [] if settings.get("keep_accents", False) else DECOMPOSED
    case = LOWERED if settings.get("do_lower_case", True) else []
    return [*QUOTES, *accents, *case, *charsmap], [WORDS, METASPACE]


def _accents_removed(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    case = LOWERED if settings.get("do_lower_case", False) else []
    return [*QUOTES, *DECOMPOSED, *case, *charsmap], [WORDS, METASPACE]


def _charsmap_alone(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    return charsmap, [WORDS, METASPACE]


def _spaces_merged(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    case = LOWERED if settings.get("do_lower_case", False) else []
    punctuation = [{"type": "Punctuation", "behavior": "Isolated"}]
    return [*case, *SPACES], [*(punctuation if settings.get("split_by_punct") else []), METASPACE]


def _as_cut(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    return [], [WORDS, METASPACE]


def _spaces_reduced(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    return [*charsmap, ONE_SPACE], [METASPACE]


def _lines_joined(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    return [*(charsmap or [NO_LINES]), ONE_SPACE], [METASPACE]


def _spaces_alone_merged(settings: _Settings, charsmap: _Steps) -> tuple[_Steps, _Steps]:
    return [*charsmap, *SPACES_ALONE], [METASPACE]


PUBLISHED: Mapping[str, Callable[[_Settings, _Steps], tuple[_Steps, _Steps]]] = {
    "AlbertTokenizer": _accents_optional,
    "BigBirdTokenizer": _spaces_alone_merged,
    "CamembertTokenizer": _charsmap_alone,
    "DebertaV2Tokenizer": _spaces_merged,
    "MBart50Tokenizer": _spaces_reduced,
    "MBartTokenizer": _as_cut,
    "PegasusTokenizer": _lines_joined,
    "T5Tokenizer": _charsmap_alone,
    "XLMRobertaTokenizer": _charsmap_alone,
    "XLNetTokenizer": _accents_removed,
}
SETTINGS = ("do_lower_case", "keep_accents", "split_by_punct")
TRAINED = {
    "do_lower_case": False,
    "keep_accents": True,
}  # Hangul stays whole where that is up to us
# For folders of an architecture that declares none, such as an encoder distilled from another.
FAIRSEQ = {
    **{name: replace(ANGLE_BRACKETS, published_class=name) for name in FIRST_ROWS},
    **{one.published_class: one for one in (LANGUAGE_LAST, LANGUAGE_FIRST, TWO_MASKS)},
}
UNKNOWN_ROW = {
    "AlbertTokenizer": 1,
    "MBart50Tokenizer": 3,
    "MBartTokenizer": 3,
    "T5Tokenizer": 2,
    "XLMRobertaTokenizer": 3,
    "XLNetTokenizer": 0,
}  # where they look for it


def train(
    texts: Iterable[str],
    vocab_size: int,
    special: Sequence[str] = (),
    *,
    names: Iterable[str] = (),
    template: SpecialTokenTemplate | None = None,
) -> Tokenizer:
    """Learn at most `vocab_size` pieces and their scores; the same texts give the same ids.

    `special` are tokens in addition to those of `template`, by default ALBERT's. `names` are words
    that are counted often in addition to the texts, and most of them become one piece. Letter case
    and accents stay if the class of the template allows it. Raises ValueError if there is no text,
    or no room for any piece.
    """
    template = template or FAMILY.template
    opening = [*dict.fromkeys([*template.roles.values(), *special])]
    before = PUBLISHED.get(template.published_class, _spaces_merged)(TRAINED, [])
    cutter = _backend([(token, 0.0) for token in opening], template, before)
    counts = count_words(cutter, texts)
    stems = count_words(cutter, names, NAME_WEIGHT)
    extra = [token for token in template.extra if token not in opening]
    num_pieces = vocab_size - len(opening) - len(extra)
    pieces = learn(counts + stems, num_pieces, stems, vocab_size // ALPHABET_SHARE)
    if not counts or not pieces:
        raise ValueError(
            "No vocabulary can be learned: there is no text, or no room after the special tokens."
        )
    reserved = {*opening, *template.extra}
    learned = [(piece, score) for piece, score in pieces if piece not in reserved]
    vocabulary = [(token, 0.0) for token in opening] + learned
    vocabulary += [(token, 0.0) for token in extra]
    backend = _backend(vocabulary, template, before)
    mark_special(backend, special)
    return _finish(backend, template, _published_settings(template, TRAINED))


def _backend(
    vocabulary: Sequence[tuple[str, float]],
    template: SpecialTokenTemplate,
    before: tuple[_Steps, _Steps],
) -> tokenizers.Tokenizer:
    normalizing, cutting = before
    if "unk" not in template.roles:
        raise ValueError("Unigram needs a template that has an unknown token.")
    content = {
        "normalizer": {"type": "Sequence", "normalizers": normalizing},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": cutting},
        "decoder": METASPACE,
        "model": {
            "type": "Unigram",
            "unk_id": [token for token, _ in vocabulary].index(template.roles["unk"]),
            "vocab": vocabulary,
            "byte_fallback": False,
        },
    }
    return parse_backend(content, Path(TOKENIZER_FILE))


def open_folder(folder: Path, template: SpecialTokenTemplate | None = None) -> Tokenizer | None:
    """Open tokenizer.json, or SentencePiece's own file; None for files of another family.

    Without a `template` it is that of the post-processor in tokenizer.json, else ALBERT's. Raises
    ValueError for a broken file, or one of SentencePiece with other special tokens.
    """
    config = read_json_if_there(folder / CONFIG_FILE)
    path = folder / TOKENIZER_FILE
    if not path.is_file():
        if (folder / SOURCE_PIECES).is_file():
            return _open_paired_pieces(folder)
        files = [folder / name for name in SENTENCEPIECE_FILES if (folder / name).is_file()]
        return _open_model_file(files[0], config, template) if files else None
    content = read_json(path)
    model = content.get("model")
    if not isinstance(model, dict) or not _is_unigram(model):
        return None
    config = {"unk_token": _unknown_token(model, path), **config}
    return _open_backend(parse_composed(content, path), content, config, template)


def _open_backend(
    backend: tokenizers.Tokenizer,
    content: Mapping[str, Any],
    config: Mapping[str, Any],
    declared: SpecialTokenTemplate | None,
) -> Tokenizer:
    vocabulary = backend.get_vocab(with_added_tokens=True)
    placed = place_language(declared, content, config)
    fitted = fit_template(placed, config, vocabulary)
    if fitted is not None and fitted.published_class not in PUBLISHED:
        # A tokenizer.json is of another class than the published one then, and says the places.
        fitted = read_template(content, config, vocabulary, GENERIC_CLASS) or fitted
    template = (
        fitted
        or read_template(content, config, vocabulary, GENERIC_CLASS)
        or _named_alone(config, vocabulary)
        or rename_tokens(FAMILY.template, config)
    )
    settings = {name: config[name] for name in SETTINGS if name in config}
    if not _is_published(backend, template, settings):
        return _finish(backend, template, {"tokenizer_class": GENERIC_CLASS})
    return _finish(backend, template, _published_settings(template, settings))


def _named_alone(
    config: Mapping[str, Any], vocabulary: Collection[str]
) -> SpecialTokenTemplate | None:
    """The tokens that tokenizer_config.json names, where it names none to put around a text."""
    named = named_roles(config)
    around = {"cls", "sep", "bos"} & named.keys()
    if around or len(named) < 2 or not set(vocabulary).issuperset(named.values()):
        return None
    return SpecialTokenTemplate(GENERIC_CLASS, named)


def _open_model_file(
    path: Path, config: Mapping[str, Any], declared: SpecialTokenTemplate | None
) -> Tokenizer:
    """Use the normalisation of the template's class."""
    named = FAIRSEQ.get(class_name(config, ""), FAMILY.template)
    template = place_language(rename_tokens(declared or named, config), {}, config) or named
    model = arrange_rows(read_model(path), template)
    check_class(model, template, path)
    charsmap = charsmap_steps(model)
    settings = {name: config[name] for name in SETTINGS if name in config}
    before = PUBLISHED.get(template.published_class, _spaces_merged)
    normalizing, cutting = before(settings, charsmap)
    if charsmap and charsmap[0] not in normalizing:  # DeBERTa's class leaves it out
        normalizing = [*charsmap, *normalizing]
    content = as_tokenizer_file(model, template, normalizing, cutting, METASPACE)
    backend = parse_composed(content, path)
    add_listed(backend, path.parent)
    return _open_backend(backend, content, config, template)


def _open_paired_pieces(folder: Path) -> Tokenizer:
    """No class of the reference reads what is saved of it as a tokenizer.json."""
    content, template = read_paired_pieces(folder, [WORDS, METASPACE], METASPACE)
    backend = parse_composed(content, folder / SOURCE_PIECES)
    return _finish(backend, template, {"tokenizer_class": GENERIC_CLASS})


def parse_composed(content: Mapping[str, Any], path: Path) -> tokenizers.Tokenizer:
    """The backend of a tokenizer.json, whose character map composes what SentencePiece's does."""
    backend = parse_backend(content, path)  # which checks the map
    composed = add_composition(content)
    return backend if composed == content else parse_backend(composed, path)


def _is_unigram(model: Mapping[str, Any]) -> bool:
    """Older files name no type; only Unigram has a list of pieces with scores."""
    is_list = isinstance(model.get("vocab"), list) and "unk_id" in model
    return model.get("type", "Unigram") == "Unigram" and is_list


def _unknown_token(model: Mapping[str, Any], path: Path) -> str:
    try:
        token: str = model["vocab"][model["unk_id"]][0]
    except (TypeError, IndexError, KeyError) as error:
        raise ValueError(
            f"{path} names no unknown token, which this program needs. Choose another model."
        ) from error
    return token


def _is_published(
    backend: tokenizers.Tokenizer, template: SpecialTokenTemplate, settings: Mapping[str, Any]
) -> bool:
    """Whether the reference, which builds these parts itself, would build the same ones."""
    name = template.published_class
    if name not in PUBLISHED:
        return False
    content = json.loads(backend.to_str())
    normalizing = _steps(content["normalizer"], "normalizers")
    cutting = _steps(content["pre_tokenizer"], "pretokenizers")
    charsmap = [step for step in normalizing if step["type"] == "Precompiled"]
    model = content["model"]
    same_row = UNKNOWN_ROW.get(name, model["unk_id"]) == model["unk_id"]
    same_steps = (normalizing, cutting) == PUBLISHED[name](settings, charsmap)
    return same_row and same_steps and not model.get("byte_fallback")


def _steps(part: Mapping[str, Any] | None, name: str) -> _Steps:
    """The steps of a part of a tokenizer.json."""
    if part is None:
        return []
    return [dict(step) for step in part[name]] if part["type"] == "Sequence" else [dict(part)]


def _published_settings(
    template: SpecialTokenTemplate, settings: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments with which the class of the template builds the same."""
    if template.published_class not in PUBLISHED:
        return {"tokenizer_class": GENERIC_CLASS}
    language = {NAMED_AS[LANGUAGE]: template.roles[LANGUAGE]} if LANGUAGE in template.roles else {}
    return {**settings, **language}


def _finish(
    backend: tokenizers.Tokenizer, template: SpecialTokenTemplate, settings: Mapping[str, Any]
) -> Tokenizer:
    """Mark the special tokens; Tokenizer rejects a vocabulary without a required one."""
    vocabulary = backend.get_vocab(with_added_tokens=True)
    tokens = [*template.roles.values(), *template.extra]
    present = [token for token in tokens if token in vocabulary]
    mark_special(backend, present, mask=template.roles.get("mask"))
    return Tokenizer(backend, FAMILY, template, settings)


SPEC = TokenizerSpec(
    name=FAMILY.name,
    title="Unigram",
    summary="Takes the most probable of all ways to cut a text; a space belongs to the next word.",
    paper=Paper("Kudo", "Subword Regularization", 2018, "1804.10959"),
    continuation=f"no {SPACE} in front",
    train=train,
    open=open_folder,
)
