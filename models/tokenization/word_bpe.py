"""BPE with end-of-word marks: the last piece of a word ends in </w>, and no space is written.

Papers: Sennrich, Haddow, Birch (2015), arXiv:1508.07909; Radford et al. (2018), Improving Language
Understanding by Generative Pre-Training; Lample and Conneau (2019), arXiv:1901.07291. References:
`OpenAIGPTTokenizer` and `XLMTokenizer` of transformers.

Two ways to cut a text into words were published, and a template decides between them:

* `PLAIN`, of GPT-1: lower-cased without accents, then split at white space and punctuation as BERT
  does. So does transformers; OpenAI used ftfy and spaCy, whose words may differ.
* `SHARED`, of XLM: the punctuation of `replace_unicode_punct` in its Western form, control
  characters (line breaks too) removed, then the English rules of the Moses tokenizer for
  punctuation, commas, apostrophes and full stops; lower-cased without accents if
  tokenizer_config.json says so or is silent. Left out: the other rules of Moses for punctuation
  before that, its list of abbreviations ("Mr." is cut), its rules for other languages, and the
  segmenters for Chinese, Japanese and Thai. Where several of these characters follow each other,
  the rules of Moses overlap, and cut fewer of them.

Removing accents decomposes Hangul syllables into their letters; decoding composes them again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import Regex, decoders, normalizers, pre_tokenizers
from tokenizers.models import BPE

from models.schema.specs import FIRST, SECOND, Paper, SpecialTokenTemplate, TokenizerSpec
from models.tokenization.added import add_listed
from models.tokenization.base import (
    GENERIC_CLASS,
    Tokenizer,
    TokenizerFamily,
    library_errors,
    mark_special,
    parse_backend,
)
from models.tokenization.bpe_files import (
    MERGES_FILE,
    open_bpe_folder,
    read_bpe_content,
    read_bpe_vocabulary,
    template_of,
)
from models.tokenization.files import read_text
from models.tokenization.word_counts import count_words, frequent_characters, learn_merges

END_OF_WORD = "</w>"
LOWERCASE_KEY = "do_lowercase_and_remove_accent"  # of tokenizer_config.json
NUM_IDS_KEY = "num_ids"  # of tokenizer_config.json: pieces from this id on are unknown
NAME_WEIGHT = 50  # how often a name counts, in addition to the texts
NUM_ENDINGS = 25  # endings of names before which a name counts as well
MIN_ENDING_NAMES = 8  # different names that an ending follows, so that it is no part of a word
ALPHABET_SHARE = 3  # at most a third of the vocabulary are characters; each may also end a word

PLAIN = SpecialTokenTemplate("OpenAIGPTTokenizer", roles={"unk": "<unk>"})
SHARED = SpecialTokenTemplate(
    "XLMTokenizer",
    roles={
        "bos": "<s>",
        "eos": "</s>",
        "pad": "<pad>",
        "unk": "<unk>",
        "mask": "<special1>",
        "cls": "</s>",
        "sep": "</s>",
    },
    single=(("bos", 0), (FIRST, 0), ("sep", 0)),
    pair=(("bos", 0), (FIRST, 0), ("sep", 0), (SECOND, 1), ("sep", 1)),
)
FAMILY = TokenizerFamily(
    name="word_bpe",
    template=PLAIN,
    continues=lambda piece: False,  # the piece before it says so
    after_mask=lambda piece: piece,
    optional_roles=("pad", "bos", "eos"),
    composes=True,
    ends_word=lambda piece: piece.endswith(END_OF_WORD),
)

# How the reference spells punctuation of other scripts (characters, Western spelling).
SPELLINGS = (
    ("，、", ","),
    ("”“《》」「", '"'),
    ("∶：", ":"),
    ("？", "?"),
    ("）", ")"),
    ("！", "!"),
    ("（", "("),
    ("；", ";"),
    ("～", "~"),
    ("’", "'"),
    ("…", "..."),
    ("━", "-"),
    ("〈", "<"),
    ("〉", ">"),
    ("【", "["),
    ("】", "]"),
    ("％", "%"),
    *((chr(ord("０") + digit), str(digit)) for digit in range(10)),
)
CONTROL = r"\p{C}"

# The English rules of Moses for what belongs to a word.
ALPHA = r"\p{Alphabetic}"
RUN = rf"{ALPHA}\p{{Nd}}`\-"  # what never ends a word; a full stop may
APART = rf"[^{RUN}\s.',]"
WORDS = (
    APART,
    r"\.{2,}",
    r"(?<=[^\p{N}]),|,(?=[^\p{N}])|(?<=\p{N}),\z",  # not in 5,300
    rf"(?<=[^{ALPHA}])'(?=[^{ALPHA}])",
    rf"(?<=[^{ALPHA}\p{{N}}])'(?={ALPHA})",
    rf"(?<={ALPHA})'(?=[^{ALPHA}])",
    r"(?<=\.)'\z",
)
# The full stop after a word, unless that has one and a letter (U.S.), or a small letter follows.
SENTENCE_END = (
    rf"(?<![{RUN}.])(?:\A'|[{RUN}]+|[\p{{Nd}}`\-.]*[\p{{Nd}}`\-])\K\."
    rf"(?=\s|\z|[,']|{APART})(?!\s+\p{{Ll}})"
)
CONTRACTION = rf"(?<={ALPHA})'(?={ALPHA})|(?<=\p{{N}})'(?=s)"  # isn 't


def train(
    texts: Iterable[str],
    vocab_size: int,
    special: Sequence[str] = (),
    *,
    names: Iterable[str] = (),
    template: SpecialTokenTemplate | None = None,
    lowercase: bool = False,
) -> Tokenizer:
    """Learn merges up to `vocab_size` tokens; the same texts give the same ids.

    `special` are tokens in addition to those of `template`, by default GPT-1's. `names` are words
    that are counted often in addition to the texts, alone and before the endings that names have in
    the texts: the 파리 of "파리의" is another piece than the word 파리. Text is lower-cased for
    GPT-1's class, and with `lowercase` for the others. The texts are read several times, so they
    stay in memory. Raises ValueError if there is no text, or no room for any piece.
    """
    template = template or FAMILY.template
    tokens = [*dict.fromkeys([*template.roles.values(), *special, *template.extra])]
    backend = _backend({token: id for id, token in enumerate(tokens)}, [], template, lowercase)
    corpus = [*texts]
    words = [*corpus, *_weighted_names(backend, corpus, [*names])]
    alphabet = _alphabet(backend, words, (vocab_size - len(tokens)) // ALPHABET_SHARE)
    suffix = {"end_of_word_suffix": END_OF_WORD}
    vocabulary, merges = learn_merges(backend, words, vocab_size, tokens, alphabet, **suffix)
    backend = _backend(vocabulary, merges, template, lowercase)
    mark_special(backend, special)
    return _finish(backend, template, _settings(template, lowercase))


def _weighted_names(
    backend: tokenizers.Tokenizer, corpus: Iterable[str], names: Sequence[str]
) -> Iterator[str]:
    """Names, and names with the most frequent endings of names; each ending is of many names."""
    whole = {backend.normalizer.normalize_str(name): name for name in names}
    stems: set[str] = set()
    endings: dict[str, set[str]] = {}
    for word in count_words(backend, corpus):
        end = next((end for end in range(len(word) - 1, 1, -1) if word[:end] in whole), None)
        if end is not None:
            stems.add(word[:end])
            endings.setdefault(word[end:], set()).add(word[:end])
    common = [ending for ending, of in endings.items() if len(of) >= MIN_ENDING_NAMES]
    common = sorted(common, key=lambda ending: (-len(endings[ending]), ending))[:NUM_ENDINGS]
    for normalized, name in whole.items():
        yield from [name] * NAME_WEIGHT
        if common and normalized in stems:
            inside = (name + ending for ending in common)
            yield from (word for word in inside for _ in range(NAME_WEIGHT // len(common)))


def _alphabet(backend: tokenizers.Tokenizer, texts: Iterable[str], room: int) -> list[str]:
    """The most frequent characters, and after them those that end a word, marked."""
    words = count_words(backend, texts)
    frequent, last = frequent_characters(words, room), {word[-1] for word in words}
    return frequent + [character + END_OF_WORD for character in frequent if character in last]


def open_folder(folder: Path, template: SpecialTokenTemplate | None = None) -> Tokenizer | None:
    """Open tokenizer.json, or vocab.json with merges.txt; None for files of another family.

    Without a `template` the files decide: it is XLM's if the vocabulary has XLM's special tokens,
    and GPT-1's otherwise. Raises ValueError for broken files of this family.
    """
    return open_bpe_folder(folder, template, _open_tokenizer_file, _open_vocabulary_files)


def _open_tokenizer_file(
    path: Path, config: Mapping[str, Any], declared: SpecialTokenTemplate | None
) -> Tokenizer | None:
    content = read_bpe_content(path, _marks_ends)
    if content is None:
        return None
    backend = parse_backend(content, path)
    template = _template_of(content, content["model"]["vocab"], config, declared)
    return _finish(backend, template, _settings_of(content, config, template))


def _marks_ends(content: Mapping[str, Any]) -> bool:
    return bool(content["model"].get("end_of_word_suffix") == END_OF_WORD)


def _settings_of(
    content: Mapping[str, Any], config: Mapping[str, Any], template: SpecialTokenTemplate
) -> dict[str, Any]:
    """The class is that of the template if it would build the same parts."""
    settings = _settings(template, _lowercases(config))
    if isinstance(config.get(NUM_IDS_KEY), int):
        settings[NUM_IDS_KEY] = config[NUM_IDS_KEY]
    made = json.loads(_backend({"<unk>": 0}, [], template, _lowercases(config)).to_str())
    if any(content.get(part) != made[part] for part in ("normalizer", "pre_tokenizer")):
        settings["tokenizer_class"] = GENERIC_CLASS
    return settings


def _template_of(
    content: Mapping[str, Any],
    vocabulary: Collection[str],
    config: Mapping[str, Any],
    declared: SpecialTokenTemplate | None,
) -> SpecialTokenTemplate:
    default = SHARED if set(vocabulary).issuperset(SHARED.roles.values()) else PLAIN
    return template_of(FAMILY, default, content, vocabulary, config, declared)


def _open_vocabulary_files(
    path: Path, config: Mapping[str, Any], declared: SpecialTokenTemplate | None
) -> Tokenizer | None:
    vocabulary = read_bpe_vocabulary(path, _has_ends)
    if vocabulary is None:
        return None
    merges = _read_merges(path.with_name(MERGES_FILE))
    template = _template_of({}, vocabulary, config, declared)
    settings = _settings(template, _lowercases(config))
    between = _add_intermediate_pieces(vocabulary, merges)
    if between:
        settings[NUM_IDS_KEY] = len(vocabulary)
    unfit = f"{path} and {MERGES_FILE} do not belong together"
    with library_errors(unfit, "Download both from the same model."):
        backend = _backend({**vocabulary, **between}, merges, template, _lowercases(config))
    if not between:
        add_listed(backend, path.parent)
    return _finish(backend, template, settings)


def _has_ends(vocabulary: Collection[str]) -> bool:
    return any(token.endswith(END_OF_WORD) for token in vocabulary)


def _lowercases(config: Mapping[str, Any]) -> bool:
    return config.get(LOWERCASE_KEY, True) is not False


def _add_intermediate_pieces(
    vocabulary: Mapping[str, int], merges: Iterable[tuple[str, str]]
) -> dict[str, int]:
    """Pieces that merges need on the way to others, and the vocabulary lacks: unknown at the end.

    The vocabulary of XLM holds the pieces that occurred in its training text after all merges.
    """
    needed = dict.fromkeys(piece for a, b in merges for piece in (a, b, a + b))
    lacking = [piece for piece in needed if piece not in vocabulary]
    return {piece: len(vocabulary) + number for number, piece in enumerate(lacking)}


def _read_merges(path: Path) -> list[tuple[str, str]]:
    """The pairs, first learned first; a third column is how often a pair occurred.

    A line ends with a line feed only: other white space may be a piece.
    """
    pairs = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        parts = line.rstrip("\r").split(" ")
        if not line or line.startswith("#version"):
            continue
        if len(parts) not in (2, 3):
            raise ValueError(f"{path}, line {number}, is no pair. Download the file again.")
        pairs.append((parts[0], parts[1]))
    return pairs


def _backend(
    vocabulary: Mapping[str, int],
    merges: Iterable[Sequence[str]],
    template: SpecialTokenTemplate,
    lowercase: bool,
) -> tokenizers.Tokenizer:
    """Cuts words as the template's class does. Raises ValueError without an unknown token."""
    if "unk" not in template.roles:
        raise ValueError("BPE with end-of-word marks needs a template that has an unknown token.")
    model = BPE(
        vocab=dict(vocabulary),
        merges=[(left, right) for left, right in merges],
        unk_token=template.roles["unk"],
        continuing_subword_prefix="",
        end_of_word_suffix=END_OF_WORD,
        fuse_unk=False,
    )
    backend = tokenizers.Tokenizer(model)
    if template.published_class == PLAIN.published_class:
        backend.normalizer = normalizers.BertNormalizer(lowercase=True)
        backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    else:
        backend.normalizer = _western(lowercase)
        backend.pre_tokenizer = _moses()
    backend.decoder = decoders.BPEDecoder(suffix=END_OF_WORD)
    return backend


def _western(lowercase: bool) -> normalizers.Normalizer:
    """Western punctuation, no control characters, and on request neither case nor accents."""
    stop = [normalizers.Replace(Regex(r"[。．]\s*"), ". ")]
    spelled = [normalizers.Replace(Regex(f"[{theirs}]"), ours) for theirs, ours in SPELLINGS]
    printed = [normalizers.Replace(Regex(CONTROL), ""), normalizers.Strip()]
    ended = [normalizers.Replace(Regex(SENTENCE_END), " .")]  # while there are capital letters
    accents = normalizers.Replace(Regex(r"\p{Mn}"), "")
    plain = [normalizers.Lowercase(), normalizers.NFD(), accents, normalizers.Lowercase()]
    return normalizers.Sequence([*stop, *spelled, *printed, *ended, *(plain if lowercase else [])])


def _moses() -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex("|".join(WORDS)), "isolated"),
            pre_tokenizers.Split(Regex(CONTRACTION), "merged_with_next"),
            pre_tokenizers.WhitespaceSplit(),
        ]
    )


def _settings(template: SpecialTokenTemplate, lowercase: bool) -> dict[str, Any]:
    """XLM's class reads no tokenizer.json, so the generic one is named."""
    if template.published_class == PLAIN.published_class:
        return {}
    return {"tokenizer_class": GENERIC_CLASS, LOWERCASE_KEY: lowercase}


def _finish(
    backend: tokenizers.Tokenizer, template: SpecialTokenTemplate, settings: Mapping[str, Any]
) -> Tokenizer:
    """Mark the special tokens; Tokenizer rejects a vocabulary without a required one."""
    vocabulary = backend.get_vocab(with_added_tokens=True)
    tokens = [*template.roles.values(), *template.extra]
    mark_special(backend, [token for token in tokens if token in vocabulary])
    return Tokenizer(backend, FAMILY, template, settings, settings.get(NUM_IDS_KEY))


SPEC = TokenizerSpec(
    name=FAMILY.name,
    title="BPE with word ends",
    summary="Merges the most frequent neighbours in a word; the last piece of a word is marked.",
    paper=Paper(
        "Sennrich, Haddow, Birch",
        "Neural Machine Translation of Rare Words with Subword Units",
        2015,
        "1508.07909",
    ),
    continuation=f"no {END_OF_WORD} before it",
    train=train,
    open=open_folder,
)
