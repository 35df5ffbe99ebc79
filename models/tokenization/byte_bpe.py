"""Byte-level BPE as in GPT-2: bytes are merged by frequency, so no text is ever unknown.

Papers: Radford et al. (2019), Language Models are Unsupervised Multitask Learners; the merging is
that of Sennrich et al. (2015), arXiv:1508.07909. Reference: `GPT2Tokenizer` of transformers,
openai/gpt-2: src/encoder.py.

Each byte is written as one visible character, a space as Ġ and a line break as Ċ. A space belongs
to the word after it: " world" is one piece, and its offsets include the space. A character of
several bytes may belong to several pieces; each of them then covers the whole character.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import decoders, pre_tokenizers, processors, trainers
from tokenizers.models import BPE

from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
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
    library_errors,
    mark_special,
    parse_backend,
    special_token,
)
from models.tokenization.bpe_files import (
    MERGES_FILE,
    open_bpe_folder,
    read_bpe_content,
    read_bpe_vocabulary,
    template_of,
)
from models.tokenization.files import read_text

END_OF_TEXT = "<|endoftext|>"
SPACE = "Ġ"  # how the byte of a space is written
NUM_BYTES = 256
NUM_WHITE_SYMBOLS = 33  # bytes 0 to 32 are written as U+0100 to U+0120, the space last
FIRST_WHITE_SYMBOL = 0x100
MIN_PAIR_COUNT = 2  # a pair of bytes that occurred once is not merged
NAME_WEIGHT = 50  # how often a name counts, in addition to the texts


def continues_word(piece: str) -> bool:
    """Whether a piece continues a word, as far as the piece itself shows.

    A word starts with white space or a control character, or it is punctuation.
    """
    first = piece[:1]
    if not first:
        return False
    if FIRST_WHITE_SYMBOL <= ord(first) < FIRST_WHITE_SYMBOL + NUM_WHITE_SYMBOLS:
        return False
    return first.isalnum() or not first.isascii()


FAMILY = TokenizerFamily(
    name="byte_bpe",
    template=SpecialTokenTemplate("GPT2Tokenizer", roles={"bos": END_OF_TEXT, "eos": END_OF_TEXT}),
    continues=continues_word,
    after_mask=lambda piece: piece,
    optional_roles=("pad",),
    keeps_space=True,
)

# Two templates are published as vocab.json and merges.txt, which do not say where tokens are.
ANGLE_BRACKETS = SpecialTokenTemplate(
    published_class="RobertaTokenizer",
    roles={
        "bos": "<s>",
        "pad": "<pad>",
        "eos": "</s>",
        "unk": "<unk>",
        "mask": "<mask>",
        "cls": "<s>",
        "sep": "</s>",
    },
    single=CLS_SINGLE,
    pair=(*CLS_SINGLE, ("sep", 0), (SECOND, 1), ("sep", 1)),
)
SQUARE_BRACKETS = SpecialTokenTemplate(
    published_class="DebertaTokenizer",
    roles={
        "pad": "[PAD]",
        "cls": "[CLS]",
        "sep": "[SEP]",
        "unk": "[UNK]",
        "mask": "[MASK]",
        "bos": "[CLS]",
        "eos": "[SEP]",
    },
    single=CLS_SINGLE,
    pair=CLS_PAIR,
)
REBUILDING = tuple(
    template.published_class for template in (FAMILY.template, ANGLE_BRACKETS, SQUARE_BRACKETS)
)


def train(
    texts: Iterable[str],
    vocab_size: int,
    special: Sequence[str] = (),
    *,
    names: Iterable[str] = (),
    template: SpecialTokenTemplate | None = None,
) -> Tokenizer:
    """Learn merges up to `vocab_size` tokens; the same texts give the same ids.

    `special` are tokens in addition to those of `template`, by default GPT-2's. `names` are words
    that are counted often in addition to the texts, so that most of them become tokens. Raises
    ValueError if `vocab_size` is too small for the bytes.
    """
    template = template or FAMILY.template
    tokens = [*dict.fromkeys([*template.roles.values(), *special])]
    smallest = NUM_BYTES + len(tokens) + len(template.extra)
    if vocab_size < smallest:
        raise ValueError(
            f"{vocab_size} tokens are too few: the bytes alone need {smallest}. Ask for more."
        )
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size - len(template.extra),
        min_frequency=MIN_PAIR_COUNT,
        special_tokens=[special_token(token, template.roles.get("mask")) for token in tokens],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    backend = _add_byte_level(tokenizers.Tokenizer(BPE()))
    # A piece after a space is another one than at the start of a text, and the more frequent one.
    often = (f" {name}" for name in names for _ in range(NAME_WEIGHT))
    backend.train_from_iterator(chain(texts, often), trainer)
    return _finish(backend, template, _published_settings(template, False))


def open_folder(folder: Path, template: SpecialTokenTemplate | None = None) -> Tokenizer | None:
    """Open tokenizer.json, or vocab.json with merges.txt; None for files of another family.

    Without a `template` the files decide: a post-processor, or the special tokens of RoBERTa and
    DeBERTa in the vocabulary; otherwise it is GPT-2's. Raises ValueError for broken files of
    byte-level BPE.
    """
    return open_bpe_folder(folder, template, _open_tokenizer_file, _open_vocabulary_files)


def _open_tokenizer_file(
    path: Path, config: Mapping[str, Any], template: SpecialTokenTemplate | None
) -> Tokenizer | None:
    content = read_bpe_content(path, _has_bytes)
    if content is None:
        return None
    is_published = _is_published(content)
    if is_published and isinstance(config.get("add_prefix_space"), bool):
        # has the last word in the reference too
        content["pre_tokenizer"]["add_prefix_space"] = config["add_prefix_space"]
    backend = parse_backend(content, path)  # first, since it checks what is read below
    template = _template_of(content, content["model"]["vocab"], config, template)
    if not is_published:
        return _finish(backend, template, {"tokenizer_class": GENERIC_CLASS})
    prefix_space = content["pre_tokenizer"].get("add_prefix_space", True)
    return _finish(backend, template, _published_settings(template, prefix_space))


def _template_of(
    content: Mapping[str, Any],
    vocabulary: Collection[str],
    config: Mapping[str, Any],
    declared: SpecialTokenTemplate | None,
) -> SpecialTokenTemplate:
    default = FAMILY.template
    for template in (ANGLE_BRACKETS, SQUARE_BRACKETS):
        if template.roles["cls"] in vocabulary and template.roles["sep"] in vocabulary:
            default = template
    return template_of(FAMILY, default, content, vocabulary, config, declared)


def _has_bytes(content: Mapping[str, Any]) -> bool:
    """Whether a tokenizer.json cuts words into bytes, alone or as a step of a sequence."""
    cutter = content.get("pre_tokenizer")
    if not isinstance(cutter, dict):
        return False
    steps = cutter.get("pretokenizers", [cutter])
    return any(isinstance(step, dict) and step.get("type") == "ByteLevel" for step in steps)


def _is_published(content: Mapping[str, Any]) -> bool:
    """Whether the reference, which builds these parts itself, would build the same ones."""
    cutter = content["pre_tokenizer"]
    plain = cutter.get("type") == "ByteLevel" and cutter.get("use_regex", True)
    return bool(plain) and content.get("normalizer") is None


def _open_vocabulary_files(
    path: Path, config: Mapping[str, Any], template: SpecialTokenTemplate | None
) -> Tokenizer | None:
    merges_path = path.with_name(MERGES_FILE)
    if read_bpe_vocabulary(path, lambda vocabulary: SPACE in vocabulary) is None:
        return None
    read_text(merges_path)  # for its clear errors
    unfit = f"{path} and {MERGES_FILE} do not belong together"
    with library_errors(unfit, "Download both from the same model."):
        backend = tokenizers.Tokenizer(BPE.from_file(str(path), str(merges_path)))
    add_listed(backend, path.parent)
    vocabulary = backend.get_vocab(with_added_tokens=True)
    prefix_space = config.get("add_prefix_space") is True
    template = _template_of({}, vocabulary, config, template)
    settings = _published_settings(template, prefix_space)
    return _finish(_add_byte_level(backend, prefix_space), template, settings)


def _add_byte_level(
    backend: tokenizers.Tokenizer, prefix_space: bool = False
) -> tokenizers.Tokenizer:
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix_space)
    backend.decoder = decoders.ByteLevel()
    return backend


def _published_settings(template: SpecialTokenTemplate, prefix_space: bool) -> dict[str, Any]:
    if template.published_class not in REBUILDING:
        return {"tokenizer_class": GENERIC_CLASS}
    settings: dict[str, Any] = {"add_prefix_space": prefix_space}
    return settings if "unk" in template.roles else {"unk_token": END_OF_TEXT, **settings}


def _finish(
    backend: tokenizers.Tokenizer, template: SpecialTokenTemplate, settings: Mapping[str, Any]
) -> Tokenizer:
    """Offsets include the space in front; missing special tokens are added, as in the reference."""
    roles = template.roles
    mark_special(backend, [*roles.values(), *template.extra], mask=roles.get("mask"))
    backend.post_processor = processors.ByteLevel(trim_offsets=False)
    return Tokenizer(backend, FAMILY, template, settings)


SPEC = TokenizerSpec(
    name=FAMILY.name,
    title="Byte-level BPE",
    summary="Merges the most frequent neighbouring bytes; a space belongs to the next word.",
    paper=Paper("Radford et al.", "Language Models are Unsupervised Multitask Learners", 2019),
    continuation=f"no {SPACE} in front",
    train=train,
    open=open_folder,
)
