"""ERNIE of Zhang et al., an encoder whose tokens are fused with the entities that they name.

Zhang, Han, Liu, Jiang, Sun, Liu (2019), arXiv:1905.07129; reference: thunlp/ERNIE,
code/knowledge_bert/modeling.py. Baidu's ERNIE (Sun et al. 2019), which masks phrases and entities
and has no vectors of entities, has nothing in common with it but BERT.

Shapes: B batch, T tokens, E entities of a text, D width of tokens, G width of entities, F
feed-forward width, V vocabulary, N entities of the table with the special ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import torch
from torch import Tensor, nn

from models.arch.bert import (
    GAMMA_BETA,
    BertConfig,
    bert_layer_rules,
    embedding_rules,
    summed_embeddings,
    tied_head,
)
from models.arch.bert import TASK_HEADS as BERT_TASK_HEADS
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, Value, looked_up, plain, rest, stages_of
from models.knowledge.entity_vectors import EntityVectors
from models.knowledge.feeds import (
    NUM_SPECIAL,
    PADDING,
    TEXT,
    VARIANTS,
    feed_linked_entities,
    link_entities,
    shuffle_entities,
)
from models.layers.attention import Attention, padding_mask
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.encoder import EncoderBlock, ResidualNorm, encoder_taps
from models.layers.feedforward import activation
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.schema.batch import Batch
from models.schema.records import ModelInput
from models.schema.roles import EntityLinking
from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
    ENTITY_FEED,
    ENTITY_POSITION_FEED,
    TOKENS,
    ArchSpec,
    HeadSpec,
    InputSpec,
    Paper,
    Preset,
    SpecialTokenTemplate,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

PLAIN, MIX, KNOWLEDGE = "sim", "mix", "norm"  # kinds of layers, as the reference names them
KINDS = (PLAIN, MIX, KNOWLEDGE)
LINKED, REMOVED, SHUFFLED = ENTITY_INPUTS = ("linked", "removed", "shuffled")
ENTITY_MARK, HEAD_MARK, TAIL_MARK = "[ENT]", "[HD]", "[TL]"  # of fine-tuning


@dataclass(frozen=True)
class ErnieConfig(BertConfig):
    """BERT's, and what the reference has as constants: width and heads of entities.

    `layer_types` are the kinds of the layers; where fewer are named than there are, the others are
    plain. `num_entities` is that of the table beside the weights. `entity_input` says what a model
    is fed while it learns and later: the entities that a text names, none, or wrong ones. It is a
    key of this program, for comparisons.
    """

    layer_types: tuple[str, ...] | None = None
    entity_size: int = 100
    num_entity_attention_heads: int = 4
    num_entities: int = 0
    entity_input: str = LINKED

    LAYERS_ALIKE: ClassVar[bool] = False

    def __post_init__(self) -> None:
        count = self.num_hidden_layers
        kinds = usual_kinds(count) if self.layer_types is None else tuple(self.layer_types)
        if unknown := sorted(set(kinds) - set(KINDS)):
            raise ValueError(f"layer_types has {unknown[0]!r}; known are {', '.join(KINDS)}")
        if len(kinds) > count:
            raise ValueError(f"layer_types has {len(kinds)} layers, num_hidden_layers is {count}")
        if KNOWLEDGE not in kinds:
            raise ValueError(f"layer_types needs one layer of the kind {KNOWLEDGE!r}")
        if self.entity_input not in ENTITY_INPUTS:
            known = ", ".join(ENTITY_INPUTS)
            raise ValueError(f"entity_input must be one of {known}, not {self.entity_input!r}")
        kinds += (PLAIN,) * (count - len(kinds))
        object.__setattr__(self, "layer_types", kinds)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each layer."""
        assert self.layer_types is not None
        return self.layer_types

    @property
    def num_entity_ids(self) -> int:
        """N: the entities, and the special ids before them."""
        return NUM_SPECIAL + self.num_entities


def usual_kinds(num_layers: int) -> tuple[str, ...]:
    """Return the published proportions of layer kinds: of 12, 5 plain, 1 mixing, 6 knowledge."""
    knowing = max(1, num_layers // 2)
    mixing = min(1, num_layers - knowing)
    return (PLAIN,) * (num_layers - knowing - mixing) + (MIX,) * mixing + (KNOWLEDGE,) * knowing


class FusedFeedForward(nn.Module):
    """Both streams in one inner layer, and out again to both.

    inner = act(W_t x + b_t + W_e e + b_e), where e is zero for a token that heads no mention; its
    bias is added there too, as in the reference. Then W x' + b for tokens and entities, without an
    activation, where the paper has one.
    """

    part: ClassVar = "feed_forward"
    part_title: ClassVar = "Fusion of tokens and entities"

    adds_to_stream: ClassVar = True

    def __init__(self, config: ErnieConfig) -> None:
        super().__init__()
        self.widen = Linear(config.hidden_size, config.intermediate_size)
        self.widen_entities = Linear(config.entity_size, config.intermediate_size)
        self.narrow = Linear(config.intermediate_size, config.hidden_size)
        self.narrow_entities = Linear(config.intermediate_size, config.entity_size)
        self.act = activation(config.hidden_act)

    def forward(self, x: Tensor, e: Tensor, positions: Tensor) -> tuple[Tensor, Tensor]:
        """x (B, T, D), e (B, E, G) at positions (B, E) -> (B, T, D), (B, E, G)."""
        places = positions[..., None]
        aligned = e.new_zeros(*x.shape[:2], e.shape[2])  # (B, T, G)
        aligned = aligned.scatter_add(1, places.expand_as(e), e)
        inner = self.act(self.widen(x) + self.widen_entities(aligned))  # (B, T, F)
        at_mentions = inner.gather(1, places.expand(-1, -1, inner.shape[-1]))  # (B, E, F)
        return self.narrow(inner), self.narrow_entities(at_mentions)

    def stages(self, call: Call) -> Iterator[Stage]:
        """Yield the stages of the tokens, then those of the entities."""
        tokens, entities = call.of(self.widen), call.of(self.widen_entities)
        inner, made = call.of(self.narrow), call.of(self.narrow_entities)
        x, beside = Value("x", tokens.input), Value("e", entities.input)
        aligned = Stage(
            "Entities beside their tokens",
            "e of the entity that the token names, else 0",
            (),
            beside,
            "lookup",
            taken_from=plain(call.arguments["e"]),
        )
        title, formula = "Fusion of tokens and entities", "h = φ(W_t x + b_t + W_e e + b_e)"
        h = Value("h", inner.input)
        yield aligned
        yield Stage(title, formula, (x, beside), h)
        yield Stage("Feed-forward network, output", "y = W x + b", (h,), Value("y", inner.result))
        at_mentions = Value("h", made.input)
        title = "Fused states of the tokens that name entities"
        formula = "h of the token that names the entity"
        own = Stage(title, formula, (), at_mentions, "lookup", taken_from=inner.input)
        output = Value("y", made.result)
        last = Stage("Feed-forward network, output", "y = W h + b", (at_mentions,), output)
        yield from (replace(one, stream="entities") for one in (own, last))


class FusionBlock(nn.Module):
    """A layer of both streams; one that mixes has no attention among entities.

    Taps: those of `attention` and of `entity_attention`; `state` (B, T, D) and `entity_state`
    (B, E, G), the outputs.
    """

    def __init__(self, config: ErnieConfig, kind: str) -> None:
        super().__init__()
        width, own = config.hidden_size, config.entity_size
        eps, dropout = config.layer_norm_eps, config.hidden_dropout_prob
        rate = config.attention_probs_dropout_prob
        self.attention = Attention(width, config.num_attention_heads, rate)
        self.attention_norm = ResidualNorm(width, eps, dropout)
        self.entity_attention: Attention | None = None
        if kind == KNOWLEDGE:
            self.entity_attention = Attention(own, config.num_entity_attention_heads, rate)
            self.entity_attention_norm = ResidualNorm(own, eps, dropout)
        self.feed_forward = FusedFeedForward(config)
        self.feed_forward_norm = ResidualNorm(width, eps, dropout)
        self.entity_norm = ResidualNorm(own, eps, dropout)
        self.state = Tap()
        self.entity_state = Tap()

    def forward(
        self, x: Tensor, e: Tensor, fed: InputEntities, padding: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """x (B, T, D), e (B, E, G), additive mask of tokens -> the same shapes."""
        x = self.attention_norm(x, self.attention(x, padding))
        if self.entity_attention is not None:
            e = self.entity_attention_norm(e, self.entity_attention(e, fed.padding))
        e = e * fed.there
        wide, own = self.feed_forward(x, e, fed.positions)
        return (
            self.state(self.feed_forward_norm(x, wide)),
            self.entity_state(self.entity_norm(e, own)),
        )

    def stages(self, call: Call) -> Iterator[Stage]:
        own = self.entity_attention, self.entity_norm, getattr(self, "entity_attention_norm", None)
        for child in call.children:
            for stage in stages_of(child):
                of_entities = child.module in own
                yield replace(stage, stream="entities") if of_entities else stage


@dataclass(frozen=True)
class InputEntities:
    """The entities of a batch."""

    positions: Tensor  # (B, E)
    there: Tensor  # (B, E, 1), 0 on padding
    padding: Tensor | None  # additive mask (B, 1, 1, E)


class EntityHead(nn.Module):
    """Dense, activation, LayerNorm: (…, D) -> (…, G), to be compared with vectors of entities."""

    def __init__(self, config: ErnieConfig) -> None:
        super().__init__()
        self.dense = Linear(config.hidden_size, config.entity_size)
        self.act = activation(config.hidden_act)
        self.norm = nn.LayerNorm(config.entity_size, eps=config.layer_norm_eps)

    def forward(self, hidden: Tensor) -> Tensor:
        made: Tensor = self.norm(self.dense(hidden, self.act))
        return made


class Ernie(nn.Module):
    """The encoder of tokens and entities with its heads.

    `mlm` (masked tokens), `nsp` (0: the second text follows) and `dea` (the entity that a token
    names). `vectors` (N, G) never learn and are no parameters: special ids are zero.
    """

    vectors: Tensor

    def __init__(self, config: ErnieConfig) -> None:
        super().__init__()
        self.config = config
        self.entities: EntityVectors | None = None
        width, act, eps = config.hidden_size, config.hidden_act, config.layer_norm_eps
        self.embeddings = summed_embeddings(config, width)
        self.layers = nn.ModuleList(_block(config, kind) for kind in config.kinds)
        self.mlm = MaskedHead(width, config.vocab_size, act, eps)
        self.pooler = Linear(width, width)
        self.nsp = Linear(width, 2)
        self.dea = EntityHead(config)
        self.entered = Tap()
        self.register_buffer(
            "vectors", torch.zeros(NUM_SPECIAL, config.entity_size), persistent=False
        )
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    @property
    def vector_width(self) -> int:
        return self.config.entity_size

    def use_entities(self, table: EntityVectors) -> None:
        """Read the entities of this table. Raises ValueError where its vectors do not fit."""
        width = self.config.entity_size
        if table.vectors.shape[1] != width:
            raise ValueError(
                f"vectors of entities have {table.vectors.shape[1]} numbers, the model {width}"
            )
        vectors = torch.zeros(NUM_SPECIAL + len(table), width)
        vectors[NUM_SPECIAL:] = torch.from_numpy(table.vectors.copy())
        self.vectors = vectors.to(self.vectors)
        self.entities = table
        self.config = replace(self.config, num_entities=len(table))

    def entity_name(self, id: int) -> str:
        """The name of an entity by its id."""
        special = {PADDING: "no entity", TEXT: "[CLS]"}
        if id in special or self.entities is None:
            return special.get(id, str(id))
        return self.entities.names[id - NUM_SPECIAL]

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states of tokens (B, T, D) and entities (B, E, G)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, D)
        padding = padding_mask(batch.present, x.dtype)
        e, fed = self._read_entities(batch)
        first = self.config.kinds.index(KNOWLEDGE)
        for index, layer in enumerate(self.layers):
            e = self.entered(e) if index == first else e
            if isinstance(layer, FusionBlock):
                x, e = layer(x, e, fed, padding)
            else:
                x = layer(x, padding)
        return {"encoder": x, "entities": e}

    def stages(self, call: Call) -> Iterator[Stage]:
        fused = next(one for one in call.children if isinstance(one.module, FusionBlock))
        vectors = plain(fused.arguments["e"])
        entity = looked_up("Vector of the entity", "x = vector of the entity", "x", vectors)
        yield replace(entity, stream="entities", at=fused.number)
        for stage in rest(call):
            yield stage if stage.stream else replace(stage, stream="encoder")

    def _read_entities(self, batch: Batch) -> tuple[Tensor, InputEntities]:
        """Look up entity vectors (B, E, G) and their positions; the text alone without a feed."""
        ids = batch.feeds.get(ENTITY_FEED)
        if ids is None:
            ids = torch.full_like(batch.input_ids[:, :1], TEXT)
        positions = batch.feeds.get(ENTITY_POSITION_FEED)
        if positions is None:
            positions = torch.zeros_like(ids)
        e = self.vectors[ids]  # (B, E, G)
        there = ids != PADDING
        return e, InputEntities(positions, there[..., None].to(e), padding_mask(there, e.dtype))

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V). `nsp`: the [CLS] state (…, D) -> (…, 2). `dea`: -> (…, N)."""
        if head == "mlm":
            return self.mlm(hidden)
        if head == "dea":
            return self.entity_logits(hidden)
        return self.nsp(torch.tanh(self.pooler(hidden)))

    def entity_logits(self, hidden: Tensor, candidates: Tensor | None = None) -> Tensor:
        """Products (…, C) with the vectors of candidates (C,), by id; with all ids without any.

        TEXT has a vector of zeros and therefore the logit 0; PADDING is impossible.
        """
        vectors = self.vectors if candidates is None else self.vectors[candidates]
        scores: Tensor = self.dea(hidden) @ vectors.T
        if candidates is None:
            scores = torch.cat([torch.full_like(scores[..., :1], -torch.inf), scores[..., 1:]], -1)
        return scores

    @property
    def streams(self) -> tuple[str, ...]:
        return ("entities", "encoder")

    def attention_taps(self, stream: str) -> list[str]:
        if stream == "encoder":
            return encoder_taps("layers", len(self.layers), "attention.weights")
        return self._entity_taps("entity_attention.weights")

    def hidden_taps(self, stream: str) -> list[str]:
        if stream == "encoder":
            states = encoder_taps("layers", len(self.layers), "state")
            return ["embeddings.summed", *states]
        return ["entered", *self._entity_taps("entity_state")]

    def _entity_taps(self, place: str) -> list[str]:
        """Return the tap paths of the layers in which entities attend to each other."""
        kinds = enumerate(self.config.kinds)
        return [f"layers.{layer}.{place}" for layer, kind in kinds if kind == KNOWLEDGE]


def _block(config: ErnieConfig, kind: str) -> nn.Module:
    if kind != PLAIN:
        return FusionBlock(config, kind)
    return EncoderBlock(
        config.hidden_size,
        config.num_attention_heads,
        config.intermediate_size,
        config.hidden_act,
        config.layer_norm_eps,
        (config.attention_probs_dropout_prob, config.hidden_dropout_prob),
    )


def link(model_input: ModelInput, model: Ernie) -> ModelInput:
    """The entities that the model knows in the text, or what its configuration wants instead."""
    how = model.config.entity_input
    made = link_entities(model_input, None if how == REMOVED else model.entities)
    if how != SHUFFLED or made.links is None:
        return made
    others = shuffle_entities(made.links.entities, made.links.num_entities)
    return replace(made, links=replace(made.links, entities=others))


def add_entities(model_input: ModelInput, config: ErnieConfig) -> ModelInput:
    """The feeds of all entities that the text names, unless an objective has made them."""
    return feed_linked_entities(model_input)


def idle_weights(config: ErnieConfig) -> tuple[str, ...]:
    """No head reads entities, so what makes them in the last layer with entities is idle."""
    last = max(index for index, kind in enumerate(config.kinds) if kind != PLAIN)
    return f"layers.{last}.feed_forward.narrow_entities", f"layers.{last}.entity_norm"


LAYER = "bert.encoder.layer.{i}"


def _entity_rules() -> tuple[WeightRule, ...]:
    """The second stream of a layer."""
    packed = (f"{LAYER}.attention.self_ent.{name}" for name in ("query", "key", "value"))
    return (
        *layer_rules("layers.{i}.entity_attention.qkv", *packed),
        *layer_rules("layers.{i}.entity_attention.output", f"{LAYER}.attention.output_ent.dense"),
        *layer_rules("layers.{i}.entity_attention_norm", f"{LAYER}.attention.output_ent.LayerNorm"),
        *layer_rules("layers.{i}.feed_forward.widen_entities", f"{LAYER}.intermediate.dense_ent"),
        *layer_rules("layers.{i}.feed_forward.narrow_entities", f"{LAYER}.output.dense_ent"),
        *layer_rules("layers.{i}.entity_norm", f"{LAYER}.output.LayerNorm_ent"),
    )


TABLE = WeightTable(
    architectures=("BertForPreTraining", "BertForMaskedLM", "BertModel"),
    rules=(
        *embedding_rules("bert.embeddings"),
        *bert_layer_rules(LAYER),
        *_entity_rules(),
        *layer_rules("pooler", "bert.pooler.dense"),
        *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
        *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
        WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
        *layer_rules("nsp", "cls.seq_relationship"),
        *layer_rules("dea.dense", "cls.predictions_ent.transform.dense"),
        *layer_rules("dea.norm", "cls.predictions_ent.transform.LayerNorm"),
    ),
    legacy=(
        *GAMMA_BETA,
        (r"LayerNorm_ent\.gamma$", "LayerNorm_ent.weight"),
        (r"LayerNorm_ent\.beta$", "LayerNorm_ent.bias"),
        (r"^(embeddings|encoder|pooler)\.", r"bert.\1."),
        *tied_head("cls.predictions", "bert.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$",),
    optional=("mlm.", "nsp.", "dea.", "pooler."),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)

TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    kind: replace(head, markers={1: (ENTITY_MARK,), 2: (HEAD_MARK, TAIL_MARK)})
    for kind, head in BERT_TASK_HEADS.items()
}

SPEC = ArchSpec(
    name="ernie-entities",
    title="ERNIE (entities)",
    summary="An encoder that also reads vectors of the entities that a text names.",
    difference="A second stream of entities from a knowledge graph, fused with the tokens that "
    "name them; some entities are removed and must be predicted.",
    paper=Paper(
        "Zhang, Han, Liu, Jiang, Sun, Liu",
        "ERNIE: Enhanced Language Representation with Informative Entities",
        2019,
        "1905.07129",
    ),
    reference="thunlp/ERNIE",
    model_type="ernie-entities",
    config_class=ErnieConfig,
    model_class=Ernie,
    inputs=(
        TOKENS,
        InputSpec(
            ENTITY_FEED, "Entities", "entities", size_key="num_entity_ids", variants=VARIANTS
        ),
        InputSpec(ENTITY_POSITION_FEED, "Tokens of the entities", "positions"),
    ),
    streams=(
        StreamSpec("entities", "Entities", feed=ENTITY_FEED),
        StreamSpec("encoder", "Tokens"),
    ),
    heads=(
        HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),
        HeadSpec(
            "nsp",
            "Next sentence",
            "encoder",
            "classify_pair",
            classes=("follows", "unrelated"),
            modules=("pooler",),
        ),
        HeadSpec("dea", "Entities", "encoder", "name_entity"),
    ),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked", "denoising_entities", "next_sentence"),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(Preset("ernie-base", {}, 114_050_244, stated="114M"),),
    template=SpecialTokenTemplate(
        published_class="BertTokenizer",
        roles={"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"},
        single=CLS_SINGLE,
        pair=CLS_PAIR,
        extra=(ENTITY_MARK, HEAD_MARK, TAIL_MARK),
    ),
    add_default_feeds=add_entities,
    roles=(EntityLinking(link, idle_weights),),
    post_norm=True,
    task_heads=TASK_HEADS,
    notes=(
        "This is the ERNIE of Zhang et al. (2019). Baidu's ERNIE (Sun et al. 2019), which "
        "transformers calls ErnieModel, masks phrases and entities and has no vectors of entities.",
        "Of 12 layers, 5 read tokens alone, one fuses them with the entities as they come from the "
        "table, and in 6 entities attend to each other first.",
        "In the paper, the outputs of the fusion have an activation of their own. In the authors' "
        "code they have none: a linear layer, a residual connection and LayerNorm.",
        "In the authors' code the bias of the entities is also added to tokens that head no "
        "mention, and [CLS] has an entity whose vector is zero.",
        "The vectors of the 5,041,175 entities are an input and are not counted as parameters.",
        "No head reads the last entity states, so the weights that make them never learn.",
        "[ENT], [HD] and [TL] are tokens of models that are trained here; published vocabularies "
        "have none of them.",
    ),
    config_titles={
        "layer_types": "Kinds of layers",
        "entity_size": "Width of an entity",
        "num_entity_attention_heads": "Heads among entities",
        "entity_input": "Entities that are fed",
    },
)
