"""XLM, an encoder of many languages that is trained on texts and on their translations.

Lample, Conneau (2019), Cross-lingual Language Model Pretraining, arXiv:1901.07291; reference:
facebookresearch/XLM, and `XLMWithLMHeadModel` of transformers for names and details.

Every token has a language, whose vector is added to it. With `causal` in config.json each token
sees those before it, and the head predicts the next one; otherwise it fills masked positions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy as np
import torch
from torch import Tensor, nn

from models.arch.bert import OneEncoder
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, rest, table_stages
from models.layers.attention import causal_mask, padding_mask
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.encoder import EncoderBlock
from models.layers.linear import Linear
from models.layers.task_heads import PROJECTED_SUMMARY, TaskHead, projected_summary
from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Size
from models.schema.parsing import parse_object
from models.schema.records import BoolArray, Encoding, IntArray, ModelInput
from models.schema.specs import (
    LANGUAGE_FEED,
    POSITION_FEED,
    TOKENS,
    ArchSpec,
    HeadSpec,
    InputSpec,
    Paper,
    Preset,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)
from models.tokenization.word_bpe import SHARED

MINI_WORLD = "en ko"
CHOICE_WIDTH = 2  # of the summary in XLMForMultipleChoice: num_labels, which is 2 where not stated
# Scripts by which a text's language is recognised; Latin counts as English.
SCRIPTS: Mapping[str, str] = {
    "ko": "[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]",
    "ja": "[\u3040-\u30ff]",
    "zh": "[\u4e00-\u9fff]",
    "ru": "[\u0400-\u04ff]",
    "el": "[\u0370-\u03ff]",
    "ar": "[\u0600-\u06ff]",
    "hi": "[\u0900-\u097f]",
    "th": "[\u0e00-\u0e7f]",
    "en": "[A-Za-z\u00c0-\u024f]",
}
SCRIPT = {language: re.compile(letters) for language, letters in SCRIPTS.items()}
# Older names of entries, and entries that the mathematics does not need.
NOT_NEEDED = frozenset(
    {
        *("bos_index", "eos_index", "unk_index", "mask_index", "mask_token_id"),
        *("id2lang", "lang2id", "max_vocab", "min_count"),
        *("encoder_only", "same_enc_dec", "share_inout_emb"),
    }
)


@dataclass(frozen=True)
class XlmConfig(ModelConfig):
    """The fields of a published config.json; defaults are xlm-mlm-en-2048.

    `languages` are the codes of `lang2id` in the order of their ids, `lang_id` is the language of a
    text whose own is not known. The feed-forward network is four times as wide as the model.
    """

    vocab_size: int = 30145
    emb_dim: int = 2048
    n_layers: int = 12
    n_heads: int = 16
    dropout: float = 0.1
    attention_dropout: float = 0.1
    gelu_activation: bool = True
    sinusoidal_embeddings: bool = False
    causal: bool = False
    n_langs: int = 1
    use_lang_emb: bool = True
    languages: str = ""
    lang_id: int = 0
    max_position_embeddings: int = 512
    embed_init_std: float = 2048**-0.5
    init_std: float = 0.02
    layer_norm_eps: float = 1e-12
    pad_token_id: int = 2

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {"asm": (False,), "is_encoder": (True,)}
    MAY_BE_NOTHING: ClassVar[frozenset[str]] = frozenset({"pad_token_id"})
    PAD_KEYS: ClassVar[tuple[str, ...]] = ("pad_token_id",)
    INNER_WIDTHS: ClassVar[int] = 4
    INITIAL_STD: ClassVar[str] = "init_std"
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "emb_dim",
        "num_attention_heads": "n_heads",
        "num_hidden_layers": "n_layers",
        "n_words": "vocab_size",
        "pad_index": "pad_token_id",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("emb_dim",),
        "num_layers": ("n_layers",),
        "num_heads": ("n_heads",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("dropout", "attention_dropout"),
    }

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """A fresh model has the languages of the mini-world, and tables drawn as the paper's."""
        usual = {
            "n_langs": len(MINI_WORLD.split()),
            "languages": MINI_WORLD,
            "embed_init_std": size.width**-0.5,
        }
        return super().from_size(size, **{**usual, **overrides})

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json as every architecture does; `languages` comes from lang2id."""
        data = cls.resolve_aliases(parse_object(text))
        if data.get("lang2id") is not None:
            data["languages"] = _languages(data["lang2id"])
        if data.get("asm"):
            raise ValueError(
                "asm = True is a variant that is not supported: its output layer is an adaptive "
                "softmax over clusters of tokens, and this one is tied to the token table"
            )
        if not _are_names(data.get("id2lang") or {"0": ""}):
            raise ValueError("id2lang must name the languages of the model by their numbers")
        entries = {key: value for key, value in data.items() if key not in NOT_NEEDED}
        return super().from_json(json.dumps(entries))

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json, with lang2id and id2lang."""
        entries = {**bookkeeping, **asdict(self)}
        codes = entries.pop("languages").split()
        if codes:
            entries["lang2id"] = {code: id for id, code in enumerate(codes)}
            entries["id2lang"] = {str(id): code for id, code in enumerate(codes)}
        return json.dumps(entries, indent=2, sort_keys=True) + "\n"

    @property
    def has_languages(self) -> bool:
        """Whether the vector of a language is added to each token."""
        return self.n_langs > 1 and self.use_lang_emb


def _languages(ids: Any) -> str:
    """The codes of lang2id in the order of their ids. Raises ValueError."""
    numbers = list(ids.values()) if isinstance(ids, dict) else []
    if not numbers or not all(type(number) is int for number in numbers):
        raise ValueError("lang2id must name the languages of the model with their numbers")
    if sorted(numbers) != list(range(len(numbers))):
        raise ValueError("lang2id must name the languages 0, 1, 2 … of the model")
    return " ".join(sorted(ids, key=ids.get))


def _are_names(codes: Any) -> bool:
    return isinstance(codes, dict) and all(isinstance(code, str) for code in codes.values())


def sinusoids(num_positions: int, width: int) -> Tensor:
    """Fixed position vectors (P, D), sine and cosine alternating (Vaswani et al. 2017)."""
    place = torch.arange(num_positions, dtype=torch.float64)[:, None]
    rate = 10000 ** (2 * (torch.arange(width, dtype=torch.float64) // 2) / width)
    angle = place / rate  # (P, D)
    angle[:, 0::2], angle[:, 1::2] = angle[:, 0::2].sin(), angle[:, 1::2].cos()
    return angle.float()


class Xlm(OneEncoder):
    """The encoder with its output layer `mlm`, tied to the token table, with a bias.

    Tap `entered` (B, T, D): LayerNorm(token + position + language).
    """

    ENTERED: ClassVar = "entered"

    def __init__(self, config: XlmConfig) -> None:
        super().__init__()
        self.config = config
        width, eps = config.emb_dim, config.layer_norm_eps
        self.token = nn.Embedding(config.vocab_size, width)
        self.position = nn.Embedding(config.max_position_embeddings, width)
        self.language = nn.Embedding(config.n_langs, width) if config.has_languages else None
        self.norm = nn.LayerNorm(width, eps=eps)
        dropouts = (config.attention_dropout, config.dropout)
        act = "gelu" if config.gelu_activation else "relu"
        self.layers = nn.ModuleList(
            EncoderBlock(width, config.n_heads, config.size.inner, act, eps, dropouts)
            for _ in range(config.n_layers)
        )
        self.mlm = Linear(width, config.vocab_size)
        self.entered = Tap()
        initialise(self, config.init_std)
        self._initialise_tables()
        tie(self.mlm, self.token)

    def _initialise_tables(self) -> None:
        std = self.config.embed_init_std
        for table in (self.token, self.position, self.language):
            if table is not None:
                nn.init.normal_(table.weight, std=std)
        if self.config.sinusoidal_embeddings:
            fixed = sinusoids(*self.position.weight.shape)
            self.position.weight.data.copy_(fixed)
            self.position.weight.requires_grad_(False)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D). Without the feeds: positions 0, 1, …; no language."""
        ids, length = batch.input_ids, batch.input_ids.shape[1]
        positions_fit(length, self.config.max_position_embeddings)
        places, languages = batch.feeds.get(POSITION_FEED), batch.feeds.get(LANGUAGE_FEED)
        x = self.token(ids)  # (B, T, D)
        x = x + (self.position.weight[:length] if places is None else self.position(places))
        if self.language is not None and languages is not None:
            x = x + self.language(languages)
        x = self.entered(apply_dropout(self, self.norm(x), self.config.dropout))
        mask = self._mask(batch, x)
        for layer in self.layers:
            x = layer(x, mask)
        return {"encoder": x}

    def stages(self, call: Call) -> Iterator[Stage]:
        tables = {"position": self.position, "language": self.language}
        read = {name: table for name, table in tables.items() if call.has(table)}
        tokens = call.of(self.token).result
        rows = {name: call.of(table).result for name, table in read.items() if table is not None}
        position = {"position": self.position.weight[: len(tokens)]}
        yield from table_stages(token=tokens, **{**position, **rows})
        yield from rest(call, self.token, *read.values())

    def _mask(self, batch: Batch, x: Tensor) -> Tensor | None:
        """Additive, of padding and, in a causal model, of later places."""
        mask = padding_mask(batch.present, x.dtype)
        if not self.config.causal:
            return mask
        later = causal_mask(x.shape[1], x.shape[1], x.device, x.dtype)
        return later if mask is None else mask + later

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """(…, D) -> (…, V): `mlm` the token at its position, `lm` the next one."""
        return self.mlm(hidden)


def visibility(model_input: ModelInput, config: XlmConfig, layer: int) -> BoolArray | None:
    """A causal model sees what is before; others see all."""
    return np.tri(len(model_input), dtype=np.bool_) if config.causal else None


def add_feeds(model_input: ModelInput, config: XlmConfig) -> ModelInput:
    """Add the feeds of positions 0, 1, … and of languages, unless they exist already."""
    if POSITION_FEED not in model_input.feeds:
        model_input = model_input.with_feed(POSITION_FEED, np.arange(len(model_input)))
    if config.has_languages and LANGUAGE_FEED not in model_input.feeds:
        ids = language_ids(model_input.encoding, config)
        model_input = model_input.with_feed(LANGUAGE_FEED, ids[model_input.origin])
    return model_input


def language_ids(encoding: Encoding, config: XlmConfig) -> IntArray:
    """The language of each token (T,): that of the text between two special tokens.

    It is recognised by its letters. A special token has the language of what precedes it.
    """
    known = {code: id for id, code in enumerate(config.languages.split())}
    ids = np.full(len(encoding), config.lang_id, dtype=np.int64)
    borders = [0, *(np.flatnonzero(np.diff(encoding.special)) + 1).tolist(), len(encoding)]
    previous: int | None = None
    for start, end in pairwise(borders):
        code = "" if encoding.special[start] else language_of(_spell_tokens(encoding, start, end))
        id = known.get(code, config.lang_id) if code else previous
        if previous is None and id is not None:
            ids[:start] = id
        previous = id
        ids[start:end] = config.lang_id if id is None else id
    return ids


def _spell_tokens(encoding: Encoding, start: int, end: int) -> tuple[str, ...]:
    """Tokens as they are written; the name of the unknown token says nothing of its language."""
    return tuple(
        encoding.surface(at) if encoding.unknown[at] else encoding.tokens[at]
        for at in range(start, end)
    )


def language_of(tokens: tuple[str, ...]) -> str:
    """The language whose script most letters have; empty without any letter."""
    text = "".join(token.removesuffix("</w>") for token in tokens)
    counts = {language: len(letters.findall(text)) for language, letters in SCRIPT.items()}
    most = max(counts, key=lambda language: counts[language])
    return most if counts[most] else ""


_PACKED = tuple(f"transformer.attentions.{{i}}.{name}_lin" for name in "qkv")

TABLE = WeightTable(
    architectures=("XLMWithLMHeadModel", "XLMModel"),
    rules=(
        WeightRule("token.weight", "transformer.embeddings.weight"),
        WeightRule("position.weight", "transformer.position_embeddings.weight"),
        WeightRule("language.weight", "transformer.lang_embeddings.weight"),
        *layer_rules("norm", "transformer.layer_norm_emb"),
        *layer_rules("layers.{i}.attention.qkv", *_PACKED),
        *layer_rules("layers.{i}.attention.output", "transformer.attentions.{i}.out_lin"),
        *layer_rules("layers.{i}.attention_norm", "transformer.layer_norm1.{i}"),
        *layer_rules("layers.{i}.feed_forward.widen", "transformer.ffns.{i}.lin1"),
        *layer_rules("layers.{i}.feed_forward.narrow", "transformer.ffns.{i}.lin2"),
        *layer_rules("layers.{i}.feed_forward_norm", "transformer.layer_norm2.{i}"),
        WeightRule("mlm.bias", "pred_layer.proj.bias"),
    ),
    legacy=(
        (
            r"^((lang_|position_)?embeddings|layer_norm_emb|attentions|layer_norm[12]|ffns)\.",
            r"transformer.\1.",
        ),
        (r"^pred_layer\.proj\.weight$", "transformer.embeddings.weight"),
    ),
    ignored=(r"position_ids$",),
    optional=("mlm.",),
    tied={"mlm.weight": "token.weight"},
)


def _sequence_head(model: Xlm, num_outputs: int, **options: Any) -> TaskHead:
    head = projected_summary("encoder", model.config.emb_dim, num_outputs, **options)
    initialise(head, model.config.init_std)
    return head


def _choice_head(model: Xlm, num_outputs: int, **options: Any) -> TaskHead:
    """Return a choice head as in the reference: a summary with two outputs, then a linear layer."""
    head = projected_summary("encoder", CHOICE_WIDTH, num_outputs, **options)
    head.dense = Linear(model.config.emb_dim, CHOICE_WIDTH)
    initialise(head, model.config.init_std)
    return head


def _per_token(model: Xlm, num_outputs: int, dropout: float) -> TaskHead:
    head = TaskHead("encoder", model.config.emb_dim, num_outputs, dropout)
    initialise(head, model.config.init_std)
    return head


def _span_head(model: Xlm, num_outputs: int) -> TaskHead:
    return _per_token(model, num_outputs, 0.0)


def _token_head(model: Xlm, num_outputs: int) -> TaskHead:
    return _per_token(model, num_outputs, model.config.dropout)


_OPTIONS = {**PROJECTED_SUMMARY, "summary_type": "first"}
_CHOICE = (
    *layer_rules("head.dense", "sequence_summary.summary"),
    *layer_rules("head.output", "logits_proj"),
)

TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "XLMForSequenceClassification",
        _sequence_head,
        layer_rules("head.output", "sequence_summary.summary"),
        options=_OPTIONS,
    ),
    "choice": TaskHeadSpec("XLMForMultipleChoice", _choice_head, _CHOICE, options=_OPTIONS),
    "span": TaskHeadSpec(
        "XLMForQuestionAnsweringSimple",
        _span_head,
        layer_rules("head.output", "qa_outputs"),
    ),
    "token": TaskHeadSpec(
        "XLMForTokenClassification",
        _token_head,
        layer_rules("head.output", "classifier"),
    ),
}

SPEC = ArchSpec(
    name="xlm",
    title="XLM",
    summary="An encoder of several languages that fills masks in texts and in translated pairs.",
    difference=(
        "BERT's masked tokens in many languages with one vocabulary, a vector for each language, "
        "no segments and no pairs of passages; in a pair of translations each half can be read to "
        "fill a mask of the other."
    ),
    paper=Paper("Lample, Conneau", "Cross-lingual Language Model Pretraining", 2019, "1901.07291"),
    reference="facebookresearch/XLM",
    model_type="xlm",
    config_class=XlmConfig,
    model_class=Xlm,
    streams=(StreamSpec("encoder", "Encoder", visibility=visibility),),
    heads=(
        HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask", config={"causal": False}),
        HeadSpec(
            "lm", "Next token", "encoder", "next_token", modules=("mlm",), config={"causal": True}
        ),
    ),
    direction="both sides; in causal models left to right",
    positions="learned or sinusoidal, absolute; of the second translation from 0 again",
    objectives=("masked", "translation"),
    tokenizers=("word_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("xlm-mlm-en-2048", {}, 667_088_896),
        Preset(
            "xlm-mlm-tlm-xnli15-1024",
            {"vocab_size": 95000, "emb_dim": 1024, "n_heads": 8, "n_langs": 15},
            248_976_384,
        ),
    ),
    inputs=(
        TOKENS,
        InputSpec(
            LANGUAGE_FEED,
            "Languages",
            "languages",
            "n_langs",
            lambda id: f"language {id}",
            names_key="languages",
        ),
        InputSpec(POSITION_FEED, "Positions", "token_positions"),
    ),
    template=SHARED,
    add_default_feeds=add_feeds,
    notes=(
        "The language of a text is recognised by its script, and Latin script counts as English. A "
        "language that the model does not have is read as its language number lang_id.",
        "Frequent tokens are masked less often in the paper. The authors' code does not do this by "
        "default, and neither does this program.",
        "Words are cut by the English rules of Moses, without its normalisation of punctuation "
        "(dashes, a quotation mark before a comma) and without its list of abbreviations: Mr. and "
        "initials are cut here, and not by the authors' script. Of 799 English passages 106 are "
        "cut differently.",
        "Korean words stay whole, as in the authors' script. transformers reads a text by the "
        "English rules of sacremoses unless it is told the language, and cuts Hangul into "
        "syllables.",
        "The authors put </s> on both sides of a text; transformers, and this program, begin with "
        "<s>.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    config_titles={
        "embed_init_std": "Standard deviation of initial tables",
        "n_langs": "Number of languages",
        "languages": "Languages",
        "lang_id": "Language of other text",
        "use_lang_emb": "Language embeddings",
        "sinusoidal_embeddings": "Sinusoidal positions",
    },
    config_values={
        "gelu_activation": {True: "gelu", False: "relu"},
        "languages": {"": "not stated"},
    },
)
