"""WordPiece as in BERT: a word is cut, left to right, into the longest pieces of the vocabulary.

Paper: Schuster and Nakajima (2012); the cutting and the special tokens are those of Devlin et al.
(2018), arXiv:1810.04805. Reference: `BertTokenizer` of transformers, google-research/bert:
tokenization.py.

A word of more than 100 characters, or one that cannot be cut without a remainder, is [UNK] as a
whole. A vocab.txt says nothing about letter case: tokenizer_config.json does (`do_lower_case`,
`strip_accents`); without one, text is lower-cased and accents are stripped, as in the reference.
Stripping accents decomposes Hangul syllables into their letters, so tokenizers trained here keep
case and accents by default.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from reprlib import repr as short
from typing import Any

import tokenizers
from tokenizers import decoders, normalizers, pre_tokenizers, trainers
from tokenizers.models import WordPiece

from models.schema.parsing import BYTE_ORDER_MARK
from models.schema.specs import CLS_PAIR, CLS_SINGLE, Paper, SpecialTokenTemplate, TokenizerSpec
from models.tokenization.added import add_listed
from models.tokenization.base import (
    GENERIC_CLASS,
    Tokenizer,
    TokenizerFamily,
    mark_special,
    parse_backend,
)
from models.tokenization.files import (
    CONFIG_FILE,
    TOKENIZER_FILE,
    read_json,
    read_json_if_there,
    read_text,
)
from models.tokenization.special_tokens import fit_template, rename_tokens
from models.tokenization.unigram_learning import SPACE

VOCABULARY_FILE = "vocab.txt"
CONTINUATION = "##"
MAX_WORD_CHARACTERS = 100  # of the reference; a longer word is unknown
MIN_PAIR_COUNT = 2  # a pair of pieces that occurred once is not merged
NAME_SHARE = 2  # at most half of the vocabulary are names
ALPHABET_SHARE = 3  # at most a third of the vocabulary are characters; each may also continue
ENDING_SHARE = 60  # at most one piece in sixty is an ending of a name, in its form after [MASK]
MIN_ENDING_NAMES = 8  # different names that an ending follows, so that it is no part of a word

FAMILY = TokenizerFamily(
    name="wordpiece",
    template=SpecialTokenTemplate(
        published_class="BertTokenizer",
        roles={"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"},
        single=CLS_SINGLE,
        pair=CLS_PAIR,
    ),
    continues=lambda piece: piece.startswith(CONTINUATION) and piece != CONTINUATION,
    after_mask=lambda piece: piece.removeprefix(CONTINUATION),
)

# The names of BertTokenizer's settings, and of the same things in a tokenizer.json.
SETTINGS = {
    "do_lower_case": "lowercase",
    "strip_accents": "strip_accents",
    "tokenize_chinese_chars": "handle_chinese_chars",
}
REBUILDING = (FAMILY.template.published_class, "MPNetTokenizer")  # build the same parts again
GENERIC = {"tokenizer_class": GENERIC_CLASS}
PUBLISHED_NORMALIZER = {
    "clean_text": True,
    "handle_chinese_chars": True,
    "strip_accents": None,  # None: as lowercase
    "lowercase": True,
}


def train(
    texts: Iterable[str],
    vocab_size: int,
    special: Sequence[str] = (),
    *,
    names: Iterable[str] = (),
    template: SpecialTokenTemplate | None = None,
    lowercase: bool = False,
) -> Tokenizer:
    """Learn a vocabulary of at most `vocab_size` pieces; the same texts give the same ids.

    `special` are tokens in addition to those of `template`, by default BERT's. `names` are words
    that become one piece, at most half of the vocabulary and never more than the characters leave
    room for; WordPiece needs no merges for them. So do frequent endings of names: the ##입니다 of
    "파리입니다" is 입니다 in "[MASK]입니다". The texts are read several times, so they stay in
    memory. Raises ValueError if there is no text, or no room for any piece.
    """
    template = template or FAMILY.template
    tokens = [*dict.fromkeys([*template.roles.values(), *special, *template.extra])]
    corpus = list(texts)
    normalizer = {**PUBLISHED_NORMALIZER, "lowercase": lowercase, "strip_accents": lowercase}
    backend = _backend({token: id for id, token in enumerate(tokens)}, template, normalizer)
    whole = _words(backend, names)[: vocab_size // NAME_SHARE]
    num_characters = (vocab_size - len(tokens)) // ALPHABET_SHARE
    alphabet = _alphabet(backend, [*corpus, *whole], num_characters)
    if not alphabet:
        raise ValueError(
            "No vocabulary can be learned: there is no text, or no room after the special tokens."
        )
    endings = _endings(backend, corpus, frozenset(whole))[: vocab_size // ENDING_SHARE]
    whole = [*dict.fromkeys([*whole, *endings])][: vocab_size - len(tokens) - len(alphabet)]
    backend.train_from_iterator(corpus, _trainer(vocab_size, [*tokens, *alphabet, *whole]))
    vocabulary = json.loads(backend.to_str())["model"]["vocab"]
    return _make(vocabulary, template, normalizer, special)


def extend(tokenizer: Tokenizer, names: Iterable[str], vocab_size: int) -> Tokenizer:
    """The tokenizer with words of names as tokens after its own, up to `vocab_size` tokens.

    Words that are one character or one token are left as they are, and so is any other text.
    """
    vocabulary = dict(tokenizer.model["vocab"])
    words = {word for name in names for word, *_ in tokenizer.cut(name).words if len(word) > 1}
    for word in sorted(words - vocabulary.keys())[: vocab_size - tokenizer.vocab_size]:
        vocabulary[word] = len(vocabulary)
    return tokenizer.replace_model({**tokenizer.model, "vocab": vocabulary})


def _trainer(vocab_size: int, first: Sequence[str]) -> trainers.WordPieceTrainer:
    """Learns the pieces of a vocabulary after its first ones, which include the characters.

    The library numbers characters in the order of a hash table, and breaks ties by number. As
    special tokens they keep their order; a limit of 0 adds no others.
    """
    return trainers.WordPieceTrainer(
        vocab_size=vocab_size,
        min_frequency=MIN_PAIR_COUNT,
        special_tokens=[*first],
        limit_alphabet=0,
        show_progress=False,
    )


def _words(backend: tokenizers.Tokenizer, names: Iterable[str]) -> list[str]:
    """The words of names as the tokenizer sees them, each once; single characters are no names."""
    words: set[str] = set()
    for name in names:
        normalized = backend.normalizer.normalize_str(name)
        words.update(word for word, _ in backend.pre_tokenizer.pre_tokenize_str(normalized))
    return sorted(word for word in words if len(word) > 1)


def _endings(
    backend: tokenizers.Tokenizer, corpus: Iterable[str], names: Collection[str]
) -> list[str]:
    """Endings of names, most frequent first; those of one character are pieces anyway."""
    stems: dict[str, set[str]] = {}
    for word in _word_counts(backend, corpus):
        stem = next((end for end in range(len(word) - 2, 1, -1) if word[:end] in names), None)
        if stem is not None:
            stems.setdefault(word[stem:], set()).add(word[:stem])
    often = [ending for ending, before in stems.items() if len(before) >= MIN_ENDING_NAMES]
    return sorted(often, key=lambda ending: (-len(stems[ending]), ending))


def _word_counts(backend: tokenizers.Tokenizer, corpus: Iterable[str]) -> Counter[str]:
    """How often each word of the texts occurs, as the tokenizer sees it."""
    counts: Counter[str] = Counter()
    chunks = Counter(chunk for text in corpus for chunk in text.split())
    for chunk, count in chunks.items():
        normalized = backend.normalizer.normalize_str(chunk)
        for word, _ in backend.pre_tokenizer.pre_tokenize_str(normalized):
            counts[word] += count
    return counts


def _alphabet(
    backend: tokenizers.Tokenizer, corpus: Iterable[str], num_characters: int
) -> list[str]:
    """The most frequent characters, and after them those that continue a word, marked."""
    counts: Counter[str] = Counter()
    inside: set[str] = set()
    for word, count in _word_counts(backend, corpus).items():
        inside.update(word[1:])
        for character in word:
            counts[character] += count
    ranked = sorted(counts, key=lambda character: (-counts[character], character))
    frequent = sorted(ranked[: max(0, num_characters)])
    return frequent + [CONTINUATION + character for character in frequent if character in inside]


def open_folder(folder: Path, template: SpecialTokenTemplate | None = None) -> Tokenizer | None:
    """Open tokenizer.json or vocab.txt; None for files of another family.

    Without a `template` it is BERT's, with the names of tokenizer_config.json. Raises ValueError
    for broken files of WordPiece.
    """
    config = read_json_if_there(folder / CONFIG_FILE)
    if (folder / TOKENIZER_FILE).is_file():
        return _open_tokenizer_file(folder / TOKENIZER_FILE, config, template)
    if (folder / VOCABULARY_FILE).is_file():
        return _open_vocabulary_file(folder / VOCABULARY_FILE, config, template)
    return None


def _open_tokenizer_file(
    path: Path, config: Mapping[str, Any], declared: SpecialTokenTemplate | None
) -> Tokenizer | None:
    content = read_json(path)
    model = content.get("model")
    if not isinstance(model, dict) or not _is_wordpiece(model):
        return None
    _apply_settings(content, config)
    backend = parse_backend(content, path)
    settings = _published_settings(content["normalizer"]) if _is_published(content) else GENERIC
    template = _template_of(config, backend.get_vocab(with_added_tokens=True), declared)
    return _finish(backend, template, settings)


def _template_of(
    config: Mapping[str, Any], vocabulary: Collection[str], declared: SpecialTokenTemplate | None
) -> SpecialTokenTemplate:
    return fit_template(declared, config, vocabulary) or rename_tokens(FAMILY.template, config)


def _is_wordpiece(model: Mapping[str, Any]) -> bool:
    """Older files name no type; only WordPiece limits the length of a word."""
    return model.get("type", "WordPiece") == "WordPiece" and "max_input_chars_per_word" in model


def _is_published(content: Mapping[str, Any]) -> bool:
    """Whether the reference, which builds these parts again, would build the same ones."""
    parts = [content.get(name) for name in ("normalizer", "pre_tokenizer")]
    kinds = [part.get("type") if isinstance(part, dict) else None for part in parts]
    limit = content["model"]["max_input_chars_per_word"]
    return kinds == ["BertNormalizer", "BertPreTokenizer"] and limit == MAX_WORD_CHARACTERS


def _apply_settings(content: dict[str, Any], config: Mapping[str, Any]) -> None:
    """tokenizer_config.json overrides it, as in the reference."""
    normalizer = content.get("normalizer")
    if isinstance(normalizer, dict) and normalizer.get("type") == "BertNormalizer":
        normalizer.update(_settings_of(config))


def _settings_of(config: Mapping[str, Any]) -> dict[str, Any]:
    settings = {ours: config[theirs] for theirs, ours in SETTINGS.items() if theirs in config}
    wrong = [name for name in SETTINGS if not isinstance(config.get(name), bool | None)]
    if wrong:
        raise ValueError(
            f"In {CONFIG_FILE}, {', '.join(wrong)} must be true, false or null. Mend the entry."
        )
    # null is a setting of its own for accents only: they go where case goes
    return {
        name: value
        for name, value in settings.items()
        if value is not None or name == "strip_accents"
    }


def _open_vocabulary_file(
    path: Path, config: Mapping[str, Any], declared: SpecialTokenTemplate | None
) -> Tokenizer:
    read_text(path)  # for its clear errors
    read = WordPiece.read_file(str(path))
    if not read:
        raise ValueError(f"{path} is empty. Download the file again.")
    vocabulary = {
        name if row else name.removeprefix(BYTE_ORDER_MARK): row for name, row in read.items()
    }
    _check_class(vocabulary, config, path)
    normalizer = {**PUBLISHED_NORMALIZER, **_settings_of(config)}
    template = _template_of(config, vocabulary, declared)
    backend = _backend(vocabulary, template, normalizer)
    add_listed(backend, path.parent)
    return _finish(backend, template, _published_settings(normalizer))


def _check_class(vocabulary: Collection[str], config: Mapping[str, Any], path: Path) -> None:
    """Raises ValueError where the files name another class, and the vocabulary is no WordPiece's.

    Such as that of KoBERT, whose pieces are SentencePiece's: nearly every word would be unknown.
    """
    named = str(config.get("tokenizer_class") or "").removesuffix("Fast")
    if named in ("", FAMILY.template.published_class, GENERIC_CLASS.removesuffix("Fast")):
        return
    inside, opening = (
        sum(name.startswith(mark) for name in vocabulary) for mark in (CONTINUATION, SPACE)
    )
    if inside <= opening:
        raise ValueError(
            f"{path} is no vocabulary of WordPiece, whose pieces inside a word begin with "
            f"{CONTINUATION}, and {CONFIG_FILE} names {short(named)}, which this program does not "
            f"have. Add the {TOKENIZER_FILE} of the same model to its folder, or choose another "
            "model."
        )


def _make(
    vocabulary: dict[str, int],
    template: SpecialTokenTemplate,
    normalizer: Mapping[str, Any],
    special: Sequence[str] = (),
) -> Tokenizer:
    backend = _backend(vocabulary, template, normalizer)
    mark_special(backend, special)
    return _finish(backend, template, _published_settings(normalizer))


def _backend(
    vocabulary: dict[str, int], template: SpecialTokenTemplate, normalizer: Mapping[str, Any]
) -> tokenizers.Tokenizer:
    if "unk" not in template.roles:
        raise ValueError("WordPiece needs a template that has an unknown token.")
    model = WordPiece(
        vocabulary,
        unk_token=template.roles["unk"],
        max_input_chars_per_word=MAX_WORD_CHARACTERS,
        continuing_subword_prefix=CONTINUATION,
    )
    backend = tokenizers.Tokenizer(model)
    backend.normalizer = normalizers.BertNormalizer(**normalizer)
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    backend.decoder = decoders.WordPiece(prefix=CONTINUATION)
    return backend


def _published_settings(normalizer: Mapping[str, Any]) -> dict[str, Any]:
    return {theirs: normalizer[ours] for theirs, ours in SETTINGS.items() if ours in normalizer}


def _finish(
    backend: tokenizers.Tokenizer, template: SpecialTokenTemplate, settings: Mapping[str, Any]
) -> Tokenizer:
    """Mark the special tokens; Tokenizer rejects a vocabulary without a required one."""
    if template.published_class not in REBUILDING:
        settings = GENERIC  # another class would build other parts
    vocabulary = backend.get_vocab(with_added_tokens=True)
    tokens = [*template.roles.values(), *template.extra]
    mark_special(backend, [token for token in tokens if token in vocabulary])
    return Tokenizer(backend, FAMILY, template, settings)


SPEC = TokenizerSpec(
    name=FAMILY.name,
    title="WordPiece",
    summary="Cuts a word into the longest known pieces; if that fails, the whole word is [UNK].",
    paper=Paper("Schuster and Nakajima", "Japanese and Korean Voice Search", 2012),
    continuation=CONTINUATION,
    train=train,
    open=open_folder,
    extend=extend,
)
