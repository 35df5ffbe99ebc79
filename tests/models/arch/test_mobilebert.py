"""MobileBERT beyond parity: neighbours in embeddings, bottlenecks, norms, and IB-BERT's files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from torch import Tensor

from models.arch.mobilebert import (
    IB_BERT,
    MAX_NETWORKS,
    SPEC,
    MobileBert,
    MobileBertConfig,
    NoNorm,
    TrigramEmbeddings,
)
from models.checkpoints.checkpoint import load, save
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.schema.batch import collate
from models.schema.configs import Size
from tests.models import oracle
from tests.models.arch.test_parity import assert_streams_agree
from tests.models.oracle import ORACLES, SIZES

SIZE = SIZES[0]
TINY = {"use_bottleneck_attention": True, "key_query_shared_bottleneck": False}
VARIANTS: dict[str, dict[str, Any]] = {
    "mobilebert": {},
    "tiny": {**TINY, "num_feedforward_networks": 2, "classifier_activation": False},
    "ib-bert": {**IB_BERT, "intra_bottleneck_size": 2 * SIZE.width},
    "shared and layer_norm": {"normalization_type": "layer_norm", "num_feedforward_networks": 1},
    "a table as wide as the states": {"embedding_size": SIZE.width},
}
PUBLISHED = """{"attention_probs_dropout_prob": 0.1, "classifier_activation": false,
    "embedding_size": 128, "hidden_act": "relu", "hidden_dropout_prob": 0.0, "hidden_size": 512,
    "initializer_range": 0.02, "intermediate_size": 512, "intra_bottleneck_size": 128,
    "key_query_shared_bottleneck": true, "max_position_embeddings": 512,
    "model_type": "mobilebert", "normalization_type": "no_norm", "num_attention_heads": 4,
    "num_feedforward_networks": 4, "num_hidden_layers": 24, "trigram_input": true,
    "true_hidden_size": 128, "type_vocab_size": 2, "use_bottleneck": true,
    "use_bottleneck_attention": false, "vocab_size": 30522}"""


def random_model(**config: Any) -> MobileBert:
    model = MobileBert(MobileBertConfig.from_size(SIZE, **config)).eval()
    oracle.scatter_weights(model, 0)
    return model


# Configurations -----------------------------------------------------------------------------------


def test_a_published_config_is_understood_whole() -> None:
    config, unknown = MobileBertConfig.from_json(PUBLISHED)
    assert config == MobileBertConfig(classifier_activation=False)
    assert unknown == ()
    for entry in ('"trigram_input": true', '"use_bottleneck": true'):
        with pytest.raises(ValueError, match="is a variant that is not supported"):
            MobileBertConfig.from_json(PUBLISHED.replace(entry, entry.replace("true", "false")))


def test_a_size_has_the_published_proportions() -> None:
    size = Size(30522, width=512, num_layers=24, num_heads=4, inner=512, num_positions=512)
    without = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.1}
    assert MobileBertConfig.from_size(size, **without) == MobileBertConfig()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"normalization_type": "rms"}, "normalization_type must be no_norm or layer_norm"),
        ({"num_feedforward_networks": 0}, f"must lie in 1 to {MAX_NETWORKS}, not 0"),
        ({"num_feedforward_networks": 13}, f"must lie in 1 to {MAX_NETWORKS}, not 13"),
        ({"embedding_size": 513}, "embedding_size must be at most hidden_size, 512"),
        ({"num_attention_heads": 3}, "128 is not a multiple of the 3 heads"),
    ],
    ids=str,
)
def test_an_impossible_shape_is_rejected(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        MobileBertConfig(**wrong)


# Layers -------------------------------------------------------------------------------------------


def embeddings_of(ids: list[int], model: MobileBert) -> Tensor:
    with torch.no_grad():
        found: Tensor = model.embeddings(torch.tensor([ids]), None, None)[0]
    return found


def test_an_embedding_depends_on_the_token_and_its_two_neighbours() -> None:
    model = random_model()
    one, other = (embeddings_of([1, 2, 3, middle, 5, 6, 7], model) for middle in (4, 9))
    changed = (one != other).any(-1).nonzero().flatten().tolist()
    assert changed == [2, 3, 4]


def test_the_next_token_comes_first_and_nothing_follows_the_last() -> None:
    config = MobileBertConfig.from_size(SIZE, embedding_size=2)
    embeddings = TrigramEmbeddings(config)
    seen: list[Tensor] = []
    embeddings.project.register_forward_pre_hook(lambda layer, inputs: seen.append(inputs[0]))
    with torch.no_grad():
        embeddings.token.weight[:, 0] = torch.arange(SIZE.vocab_size)
        embeddings.token.weight[:, 1] = 0.5
        embeddings(torch.tensor([[7, 8]]), None, None)
    assert seen[0].tolist() == [[[8, 0.5, 7, 0.5, 0, 0], [0, 0, 8, 0.5, 7, 0.5]]]


def test_a_norm_without_statistics_scales_with_its_input() -> None:
    norm = NoNorm(3)
    with torch.no_grad():
        norm.weight.copy_(torch.tensor([1.0, 2.0, 3.0]))
        norm.bias.fill_(0.5)
    assert norm(torch.full((2, 3), 10.0)).tolist() == [[10.5, 20.5, 30.5]] * 2


@pytest.mark.parametrize(
    ("variant", "of_query", "of_value"),
    [
        ("mobilebert", "inside", "between"),
        ("tiny", "inside", "inside"),
        ("ib-bert", "between", "between"),
    ],
)
def test_query_key_and_value_read_what_the_configuration_says(
    variant: str, of_query: str, of_value: str
) -> None:
    config = MobileBertConfig.from_size(SIZE, **VARIANTS[variant])
    widths = {"inside": config.intra_bottleneck_size, "between": config.hidden_size}
    block: Any = MobileBert(config).layers[0]
    assert block.attention.query_key.in_features == widths[of_query]
    assert block.attention.value.in_features == widths[of_value]
    assert (block.attention_bottleneck is not None) == (variant == "mobilebert")


def test_query_and_key_do_not_depend_on_the_bottleneck_of_the_residual() -> None:
    """Attention weights of the first layer follow from the bottleneck of query and key alone."""
    model = random_model()
    batch = collate([oracle.random_input(SIZE.vocab_size, 9)])
    path = model.attention_taps("encoder")[0]

    def weights() -> Tensor:
        with torch.no_grad(), record_taps(model, [path]) as record:
            model(batch)
        return record[path]

    before, block = weights(), model.layers[0]
    assert isinstance(block.bottleneck, torch.nn.Module)
    assert isinstance(block.attention_bottleneck, torch.nn.Module)
    oracle.scatter_weights(block.bottleneck, 5)
    assert torch.equal(weights(), before)
    oracle.scatter_weights(block.attention_bottleneck, 5)
    assert not torch.equal(weights(), before)


@pytest.mark.parametrize("variant", ["mobilebert", "tiny", "ib-bert"])
def test_a_head_that_is_switched_off_is_one_whose_output_weights_are_zero(variant: str) -> None:
    model = random_model(**VARIANTS[variant])
    example = oracle.random_input(SIZE.vocab_size, 11, pair=True)
    found = trace(model, SPEC, example, ablate=[("encoder", 1, 2)])
    width = model.config.head_width
    with torch.no_grad():
        block: Any = model.layers[1]
        block.attention.output.weight[:, 2 * width : 3 * width] = 0.0
    expected = trace(model, SPEC, example)
    for head, logits in found.logits.items():
        np.testing.assert_allclose(logits, expected.logits[head], atol=1e-5)


def test_next_sentence_is_read_from_the_first_state_where_there_is_no_pooler() -> None:
    model = random_model(classifier_activation=False)
    hidden = torch.randn(2, SIZE.width)
    assert model.pooler is None
    assert torch.equal(model.logits("nsp", hidden), model.nsp(hidden))


# Files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [*VARIANTS][:-1])
def test_every_variant_computes_the_same_in_the_reference(variant: str, tmp_path: Path) -> None:
    model = random_model(**VARIANTS[variant])
    save(model, SPEC, tmp_path)
    theirs, report = oracle.open_theirs(ORACLES["mobilebert"][""], tmp_path, "")
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    assert_streams_agree(SPEC, model, {"": theirs}, SIZE)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_loaded_as_it_was_saved(variant: str, tmp_path: Path) -> None:
    model = random_model(**VARIANTS[variant])
    save(model, SPEC, tmp_path)
    loaded: Any = load(tmp_path)
    assert loaded.model.config == model.config
    assert loaded.heads == ("mlm", "nsp")
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, loaded.model.state_dict()[name]), name


def test_norms_have_the_epsilon_that_the_reference_gives_them() -> None:
    config = ORACLES["mobilebert"][""].config(SIZE)
    config.normalization_type = "layer_norm"
    theirs = transformers.MobileBertForPreTraining(config)
    ours = MobileBert(MobileBertConfig.from_json(config.to_json_string(use_diff=False))[0])

    def epsilons(model: torch.nn.Module) -> Counter[float]:
        return Counter(m.eps for m in model.modules() if isinstance(m, torch.nn.LayerNorm))

    assert epsilons(ours) == epsilons(theirs)
    assert len(epsilons(ours)) == 2
    ib_bert = random_model(**VARIANTS["ib-bert"])
    assert epsilons(ib_bert).keys() == {ib_bert.config.layer_norm_eps}
