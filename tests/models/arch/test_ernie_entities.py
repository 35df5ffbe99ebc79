"""ERNIE with entities: its token layers are BERT's, and what the fusion adds is worked out here."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers
from torch import Tensor
from torch.nn import functional

from models.arch.ernie_entities import (
    SPEC,
    TABLE,
    Ernie,
    ErnieConfig,
    FusedFeedForward,
    FusionBlock,
    usual_kinds,
)
from models.checkpoints import checkpoint
from models.checkpoints.key_maps import sources
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.knowledge.entity_vectors import EntityVectors, open_entity_vectors
from models.knowledge.feeds import NUM_SPECIAL, PADDING, TEXT
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.records import ModelInput
from models.tokenization import Tokenizer
from models.tokenization.wordpiece import train
from tests.models import oracle

PUBLISHED_KINDS = ("sim",) * 5 + ("mix",) + ("norm",) * 6
ENTITIES = ("Paris", "France", "New York")


def table(width: int = 8) -> EntityVectors:
    vectors = np.random.default_rng(0).normal(size=(3, width)).astype(np.float32)
    surfaces = {"paris": 0, "france": 1, "new york": 2, "york": 2, "프랑스": 1}
    return EntityVectors(ENTITIES, ("city", "country", "city"), surfaces, vectors)


def model_of(size: Size, seed: int = 0, **entries: int | str | tuple[str, ...]) -> Ernie:
    config = ErnieConfig.from_size(size, entity_size=8, num_entity_attention_heads=2, **entries)
    model = Ernie(config)
    oracle.scatter_weights(model, seed)
    model.use_entities(table())
    return model.eval()


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    texts = [
        "Paris is the capital of France .",
        "New York is not in France .",
        "프랑스의 수도는 파리다",
    ] * 9
    names = ("Paris", "France", "New", "York", "프랑스")
    return train(texts, 120, names=names, template=SPEC.template)


def batch(ids: Tensor, entities: list[list[int]], positions: list[list[int]]) -> Batch:
    feeds = {"entity_ids": torch.tensor(entities), "entity_positions": torch.tensor(positions)}
    return Batch(ids, feeds=feeds)


# Counts and kinds ---------------------------------------------------------------------------------


def test_the_published_kinds_of_layers_follow_from_their_number() -> None:
    assert usual_kinds(12) == PUBLISHED_KINDS
    assert usual_kinds(1) == ("norm",)
    assert usual_kinds(2) == ("mix", "norm")
    assert ErnieConfig().kinds == PUBLISHED_KINDS


def test_layers_that_are_not_named_are_plain() -> None:
    config, _ = ErnieConfig.from_json('{"num_hidden_layers": 3, "layer_types": ["norm"]}')
    assert config.kinds == ("norm", "sim", "sim")


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ('"layer_types": ["norm", "odd"]', "known are sim, mix, norm"),
        ('"layer_types": ["norm", "norm", "norm"]', "has 3 layers"),
        ('"layer_types": ["mix", "sim"]', "needs one layer"),
        ('"layer_types": "norm"', "must be a list"),
        ('"entity_input": "all"', "must be one of"),
    ],
)
def test_impossible_layers_are_rejected(entries: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ErnieConfig.from_json(f'{{"num_hidden_layers": 2, {entries}}}')


def test_vectors_of_entities_are_no_parameters() -> None:
    model = model_of(oracle.SIZES[0])
    assert "vectors" not in dict(model.named_parameters())
    assert "vectors" not in model.state_dict()
    assert model.vectors.shape == (NUM_SPECIAL + 3, 8)
    assert not model.vectors[[PADDING, TEXT]].any()


# Parity with BERT ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_without_the_fusion_every_token_state_is_berts(seed: int) -> None:
    """Whole hidden states of all layers, with the weights that fuse entities set to zero."""
    size = oracle.random_size(seed)
    model = model_of(size, seed)
    for layer in model.layers:
        if isinstance(layer, FusionBlock):
            for parameter in layer.feed_forward.widen_entities.parameters():
                torch.nn.init.zeros_(parameter)
    config = transformers.BertConfig(
        vocab_size=size.vocab_size,
        hidden_size=size.width,
        num_hidden_layers=size.num_layers,
        num_attention_heads=size.num_heads,
        intermediate_size=size.inner,
        max_position_embeddings=size.num_positions,
        hidden_act="gelu",
    )
    theirs = transformers.BertModel(config).eval()
    shared = dict(model.named_parameters())
    named = {name.removeprefix("bert."): value for name, value in published(shared).items()}
    missing, _ = theirs.load_state_dict(named, strict=False)
    assert not [name for name in missing if "position_ids" not in name]
    ids = torch.randint(size.vocab_size, (2, 9), generator=torch.Generator().manual_seed(seed))
    fed = batch(ids, [[TEXT, 2], [TEXT, PADDING]], [[0, 4], [0, 0]])
    paths = model.hidden_taps("encoder")
    with torch.no_grad(), record_taps(model, paths) as record:
        states = model(fed)
        expected = theirs(ids, output_hidden_states=True)
    for path, reference in zip(paths, expected.hidden_states, strict=True):
        assert torch.allclose(record[path], reference, atol=1e-5), path
    pooled = torch.tanh(model.pooler(states["encoder"][:, 0]))
    assert torch.allclose(pooled, expected.pooler_output, atol=1e-5)


def published(parameters: dict[str, torch.nn.Parameter]) -> dict[str, Tensor]:
    tensors: dict[str, Tensor] = {}
    for name, source in sources(TABLE, parameters).items():
        tensors.update(source.split(parameters[name].detach()))
    return tensors


def test_the_names_of_a_fused_layer_are_those_of_the_authors() -> None:
    names = set(published(dict(model_of(oracle.SIZES[0]).named_parameters())))
    layer = "bert.encoder.layer.2"
    assert {
        f"{layer}.attention.self_ent.query.weight",
        f"{layer}.attention.output_ent.LayerNorm.bias",
        f"{layer}.intermediate.dense_ent.weight",
        f"{layer}.output.dense_ent.bias",
        f"{layer}.output.LayerNorm_ent.weight",
        "cls.predictions_ent.transform.dense.weight",
    } <= names


# The fusion ---------------------------------------------------------------------------------------


def test_a_token_takes_in_the_entity_that_begins_at_it() -> None:
    """One number for a token and one for an entity: inner = gelu(2 x + 1 + 3 e - 1)."""
    config = ErnieConfig(
        *(9, 1, 1, 1, 1), entity_size=1, num_entity_attention_heads=1, layer_types=("norm",)
    )
    fused = FusedFeedForward(config)
    numbers = {
        fused.widen: (2.0, 1.0),
        fused.widen_entities: (3.0, -1.0),
        fused.narrow: (0.5, 0.25),
        fused.narrow_entities: (-1.0, 4.0),
    }
    with torch.no_grad():
        for layer, (weight, bias) in numbers.items():
            layer.weight.fill_(weight)
            layer.bias.fill_(bias)
        x, e = torch.tensor([[[0.5], [-0.25], [1.0]]]), torch.tensor([[[0.0], [2.0]]])
        tokens, entities = fused(x, e, torch.tensor([[0, 2]]))
    gelu = [z * 0.5 * (1 + math.erf(z / math.sqrt(2))) for z in (1.0, -0.5, 8.0)]
    expected = torch.tensor([[[0.5 * z + 0.25] for z in gelu]])
    assert torch.allclose(tokens, expected, atol=1e-6)
    assert torch.allclose(entities, torch.tensor([[[4 - gelu[0]], [4 - gelu[2]]]]), atol=1e-6)


def test_a_fused_layer_is_what_the_formulas_say() -> None:
    model = model_of(oracle.SIZES[0], layer_types=("mix", "norm", "sim"))
    mixing, knowing = model.layers[0], model.layers[1]
    assert isinstance(mixing, FusionBlock)
    assert isinstance(knowing, FusionBlock)
    assert mixing.entity_attention is None
    ids = torch.tensor([[3, 5, 7, 11]])
    with torch.no_grad(), record_taps(model, ["entered", "layers.1.entity_state"]) as record:
        model(batch(ids, [[TEXT, 3]], [[0, 2]]))
        x = model.embeddings(ids, None)
        attended = mixing.attention_norm(x, mixing.attention(x))
        e = model.vectors[[1, 3]]
        inner = mixing.feed_forward.widen(attended) + mixing.feed_forward.widen_entities.bias
        inner[:, [0, 2]] += e @ mixing.feed_forward.widen_entities.weight.T
        own = mixing.feed_forward.narrow_entities(functional.gelu(inner[:, [0, 2]]))
        expected = functional.layer_norm(
            e + own, (8,), mixing.entity_norm.weight, mixing.entity_norm.bias, 1e-12
        )
    assert torch.allclose(record["entered"], expected, atol=1e-5)


def test_entities_are_compared_with_their_vectors() -> None:
    model = model_of(oracle.SIZES[0])
    hidden = torch.randn(4, 32)
    with torch.no_grad():
        every = model.logits("dea", hidden)
        two = model.entity_logits(hidden, torch.tensor([4, 1]))
    assert every.shape == (4, NUM_SPECIAL + 3)
    assert (every[:, PADDING] == -math.inf).all()
    assert not every[:, TEXT].any()
    assert torch.allclose(every[:, [4, 1]], two)


# Linking and folders ------------------------------------------------------------------------------


def links_of(tokenizer: Tokenizer, text: str) -> list[tuple[str, str]]:
    encoding = tokenizer.encode(text)
    mentions = table().link(encoding)
    return [(" ".join(encoding.tokens[m.start : m.end]), ENTITIES[m.entity]) for m in mentions]


def test_the_longest_name_is_linked(tokenizer: Tokenizer) -> None:
    found = links_of(tokenizer, "New York is not Paris.")
    assert found == [("New York", "New York"), ("Paris", "Paris")]


def test_a_korean_particle_may_follow_a_name_and_an_english_ending_may_not(
    tokenizer: Tokenizer,
) -> None:
    assert links_of(tokenizer, "프랑스의 수도")[0][1] == "France"
    assert links_of(tokenizer, "Parisi") == []


def test_training_texts_link_as_typed_ones(tokenizer: Tokenizer) -> None:
    typed = tokenizer.encode("Paris is the capital of France.")
    built = tokenizer.build(typed.ids[1:-1])
    assert table().link(built) == table().link(typed)


def test_a_masked_name_is_not_linked(tokenizer: Tokenizer) -> None:
    model = model_of(Size(tokenizer.vocab_size, width=16, num_heads=2, inner=16, num_positions=32))
    clean = ModelInput.clean(tokenizer.encode("Paris is in France."))
    ids = clean.input_ids.copy()
    ids[1] = tokenizer.mask_id
    fed = SPEC.apply_all_feeds(replace(clean, input_ids=ids), model).feeds
    assert fed["entity_ids"].tolist() == [TEXT, NUM_SPECIAL + 1]
    assert clean.encoding.tokens[fed["entity_positions"][1]] == "France"


def test_a_folder_holds_its_entities_and_links_by_itself(
    tokenizer: Tokenizer, tmp_path: Path
) -> None:
    model = model_of(Size(tokenizer.vocab_size, width=16, num_heads=2, inner=16, num_positions=32))
    checkpoint.save(model, SPEC, tmp_path, tokenizer)
    loaded = checkpoint.load(tmp_path)
    clean = ModelInput.clean(tokenizer.encode("Paris is in France."))
    one, two = (trace(each, SPEC, clean) for each in (model, loaded.model))
    assert two.streams["entities"].rows == ("[CLS]", "Paris", "France")
    assert np.array_equal(one.logits["dea"], two.logits["dea"])
    for variant in SPEC.input_variants:
        changed = trace(loaded.model, SPEC, variant.apply(two.model_input))
        assert not np.allclose(changed.logits["mlm"], two.logits["mlm"])
    (tmp_path / "entities.safetensors").unlink()
    with pytest.raises(checkpoint.CheckpointError, match="entities"):
        checkpoint.load(tmp_path)
    (tmp_path / "entities.json").unlink()
    assert open_entity_vectors(tmp_path) is None
    assert trace(checkpoint.load(tmp_path).model, SPEC, clean).streams["entities"].rows == (
        "[CLS]",
    )


@pytest.mark.parametrize(("how", "count"), [("linked", 2), ("removed", 0), ("shuffled", 2)])
def test_a_configuration_can_remove_or_shuffle_entities(
    how: str, count: int, tokenizer: Tokenizer
) -> None:
    size = Size(tokenizer.vocab_size, width=16, num_heads=2, inner=16, num_positions=32)
    model = model_of(size, entity_input=how)
    links = SPEC.link_entities(
        ModelInput.clean(tokenizer.encode("Paris is in France.")), model
    ).links
    assert links is not None
    assert len(links) == count
    named = links.entities.tolist() == [NUM_SPECIAL, NUM_SPECIAL + 1]
    assert named == (how == "linked")
