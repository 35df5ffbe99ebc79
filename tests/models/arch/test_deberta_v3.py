"""DeBERTaV3 beyond parity: how its token tables are shared, its head, and the files it opens."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from models.arch.deberta_v3 import ES, GDES, NES, DebertaV3PartConfig
from models.checkpoints.checkpoint import CheckpointError, load, save
from models.layers.embeddings import OffsetEmbedding
from models.objectives import replaced_token
from models.schema.batch import Batch, collate, num_parameters
from models.schema.registry import catalog
from models.tokenization.base import Vocabulary
from models.training.trainer import TrainingStep
from tests.models import oracle, tiny
from tests.models.oracle import SIZES

V2, V3 = (catalog().architectures[name] for name in ("deberta-v2", "deberta-v3"))
SIZE = SIZES[0]
WORDS = "deberta.embeddings.word_embeddings.weight"
VOCABULARY = Vocabulary(
    size=SIZE.vocab_size,
    special_ids=np.arange(3),
    continuation=np.zeros(SIZE.vocab_size, dtype=bool),
    mask_id=2,
    pad_id=0,
)
TABLES = [f"{part}.embeddings.token.weight" for part in ("generator", "discriminator")]
sharings = pytest.mark.parametrize("sharing", [ES, NES, GDES])


def new(sharing: str = GDES, scattered: bool = True, **config: Any) -> Any:
    config = {"embedding_sharing": sharing, "position_buckets": 6, **config}
    model = V3.model_class(V3.config_class.from_size(SIZE, **config)).eval()
    if scattered:
        oracle.scatter_weights(model, 0)
    return model


@pytest.fixture
def batch() -> Batch:
    """An example of replaced-token detection, beside a shorter one."""
    examples = [oracle.random_input(SIZE.vocab_size, n, seed=n) for n in (19, 9)]
    rng = np.random.default_rng(0)
    return collate(
        [
            replaced_token.corrupt(example, rng, VOCABULARY, rate=0.4, mask_share=1.0)
            for example in examples
        ]
    )


def gradients(model: Any, batch: Batch, head: str) -> dict[str, Tensor | None]:
    """Return the gradients of one of the two losses alone, by parameter name."""
    model.zero_grad(set_to_none=True)
    replaced_token.losses(model, batch)[head].total.backward()
    return {name: weight.grad for name, weight in model.named_parameters()}


# Shared tables ------------------------------------------------------------------------------------


def test_with_gdes_no_gradient_of_the_detection_reaches_the_generator(batch: Batch) -> None:
    found = gradients(new(GDES), batch, "rtd")
    of_generator = {n: g for n, g in found.items() if n.startswith(("generator.", "mlm."))}
    assert all(g is None for g in of_generator.values())
    offset = found["discriminator.embeddings.token.offset"]
    assert offset is not None
    assert offset.abs().sum() > 0


def test_with_gdes_the_offset_has_the_gradient_that_the_whole_table_has(batch: Batch) -> None:
    """With two tables of the same numbers, that of the discriminator has the same gradient."""
    gdes, nes = new(GDES), new(NES)
    nes.load_state_dict(gdes.state_dict(), strict=False)
    with torch.no_grad():
        nes.discriminator.embeddings.token.weight.copy_(gdes.discriminator.embeddings.token.weight)
    one = gradients(gdes, batch, "rtd")["discriminator.embeddings.token.offset"]
    two = gradients(nes, batch, "rtd")["discriminator.embeddings.token.weight"]
    torch.testing.assert_close(one, two)


@sharings
def test_the_generator_s_loss_moves_the_discriminator_s_own_weights_never(
    sharing: str, batch: Batch
) -> None:
    found = gradients(new(sharing), batch, "mlm")
    assert all(g is None for n, g in found.items() if n.startswith(("discriminator.", "rtd.")))


def test_with_es_the_gradient_of_the_one_table_is_the_sum_of_both(batch: Batch) -> None:
    model, name = new(ES), "generator.embeddings.token.weight"
    parts = [gradients(model, batch, head)[name] for head in ("mlm", "rtd")]
    assert all(part is not None and part.abs().sum() > 0 for part in parts)
    model.zero_grad(set_to_none=True)
    losses = replaced_token.losses(model, batch)
    (losses["mlm"].total + losses["rtd"].total).backward()
    both = dict(model.named_parameters())[name].grad
    torch.testing.assert_close(both, parts[0] + parts[1])  # type: ignore[operator]
    assert model.discriminator.embeddings.token is model.generator.embeddings.token


def test_with_nes_each_table_has_the_gradient_of_its_own_loss(batch: Batch) -> None:
    model = new(NES)
    for head, moved, still in (("mlm", *TABLES), ("rtd", *reversed(TABLES))):
        found = gradients(model, batch, head)
        assert found[moved] is not None
        assert found[still] is None


def test_the_tables_are_equal_at_the_beginning_except_with_nes() -> None:
    for sharing in (ES, NES, GDES):
        model = new(sharing, scattered=False)
        same = torch.equal(
            model.generator.embeddings.token.weight, model.discriminator.embeddings.token.weight
        )
        assert same == (sharing != NES)


@sharings
def test_only_tables_of_their_own_add_parameters(sharing: str) -> None:
    table = SIZE.vocab_size * SIZE.width
    more = num_parameters(new(sharing)) - num_parameters(new(ES))
    assert more == (0 if sharing == ES else table)


@sharings
def test_the_cosine_is_that_of_both_gradients_and_changes_no_gradient(
    sharing: str, batch: Batch
) -> None:
    model = new(sharing)
    tables = model.token_tables()
    names = {id(weight): name for name, weight in model.named_parameters()}
    first, second = (
        gradients(model, batch, head)[names[id(table)]]
        for head, table in zip(("mlm", "rtd"), tables, strict=True)
    )
    expected = torch.cosine_similarity(first.flatten(), second.flatten(), dim=0)  # type: ignore[union-attr]
    model.zero_grad(set_to_none=True)
    losses = replaced_token.losses(model, batch)
    assert replaced_token.gradient_cosine(model, losses) == pytest.approx(float(expected), abs=1e-5)
    assert all(weight.grad is None for weight in model.parameters())


def test_a_model_without_a_generator_has_no_cosine() -> None:
    config = V3.config_class.from_parts({"": DebertaV3PartConfig.from_size(SIZE)})
    assert V3.model_class(config).token_tables() is None


def test_a_copy_of_a_model_adds_to_its_own_table() -> None:
    model = new(GDES)
    twin = copy.deepcopy(model)
    with torch.no_grad():
        twin.generator.embeddings.token.weight.zero_()
    assert torch.equal(
        twin.discriminator.embeddings.token.weight, twin.discriminator.embeddings.token.offset
    )
    assert model.generator.embeddings.token.weight.any()


def test_an_offset_table_takes_any_sum_to_the_bit() -> None:
    base = torch.nn.Embedding(200, 50)
    for scale in (1e-3, 0.3, 1.0, 3.0, 1e3):
        table = OffsetEmbedding(base)
        with torch.no_grad():
            table.offset.normal_(std=scale)
        wanted = table.weight.detach().clone()
        again = OffsetEmbedding(base)
        again.set_weight(wanted)
        assert torch.equal(again.weight, wanted)


# Training -----------------------------------------------------------------------------------------


def test_a_resumed_run_is_equal_to_the_bit_and_records_the_cosine(tmp_path: Path) -> None:
    every = replaced_token.COSINE_EVERY
    prepared = tiny.ready("deberta-v3", tmp_path / "data")
    made_of = tiny.recipe("deberta-v3", steps=every + 1, save_every=every + 1)
    whole = list(tiny.reports(made_of, prepared, tmp_path / "whole"))
    measured = {
        one.step: one.measured for one in whole if isinstance(one, TrainingStep) and one.measured
    }
    assert list(measured) == [every]
    assert -1 <= measured[every]["gradient_cosine"] <= 1
    for report in tiny.reports(made_of, prepared, tmp_path / "broken"):
        if isinstance(report, TrainingStep) and report.step == every - 2:
            break
    list(tiny.reports(made_of, prepared, tmp_path / "broken", resume=True))
    for part in ("", "generator"):
        one, two = (
            load_file(tmp_path / run / part / "model.safetensors") for run in ("whole", "broken")
        )
        assert one.keys() == two.keys()
        assert all(torch.equal(one[name], two[name]) for name in one)
    weights = load(tmp_path / "whole").weights
    assert not torch.equal(*(weights[name] for name in TABLES))


# Generator and head -------------------------------------------------------------------------------


@pytest.mark.parametrize(("layers", "expected"), [(12, 6), (6, 3), (3, 1), (1, 1)])
def test_the_generator_is_as_wide_and_half_as_deep(layers: int, expected: int) -> None:
    size = replace(SIZE, num_layers=layers)
    config = V3.config_class.from_size(size)
    assert config.generator.num_hidden_layers == expected
    assert config.generator.hidden_size == config.discriminator.hidden_size
    assert V3.model_class(config).streams == ("emd", "generator", "discriminator")


def test_the_generator_predicts_with_its_mask_decoder(batch: Batch) -> None:
    model = new()
    with torch.no_grad():
        states = model(batch)
        assert torch.equal(model.states_for("mlm", batch), states["emd"])
        assert torch.equal(model.states_for("rtd", batch), states["discriminator"])
        alone = model(replace(batch, without=("emd", "generator")))
    assert list(alone) == ["discriminator"]


def test_the_detection_depends_on_the_first_state(batch: Batch) -> None:
    model = new()
    hidden = torch.randn(2, 5, SIZE.width)
    other = hidden.clone()
    other[:, 0] += torch.randn(SIZE.width)
    with torch.no_grad():
        assert (model.logits("rtd", hidden) != model.logits("rtd", other)).all()
        one = model.logits("rtd", hidden[0])
        torch.testing.assert_close(one, model.logits("rtd", hidden)[0])


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ({"embedding_sharing": "all"}, "es, nes, gdes"),
        ({"conv_kernel_size": 3}, "no convolution"),
        ({"enhanced_mask_decoder": True}, "generator alone"),
    ],
)
def test_what_it_does_not_have_is_rejected(config: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        V3.config_class.from_size(SIZE, **config)


# Files --------------------------------------------------------------------------------------------


def edit(folder: Path, *dropped: str, **others: Any) -> None:
    path = folder / "config.json"
    entries = {k: v for k, v in json.loads(path.read_text()).items() if k not in dropped}
    path.write_text(json.dumps({**entries, **others}))


@sharings
def test_a_saved_model_computes_the_same_and_shares_alike(
    sharing: str, batch: Batch, tmp_path: Path
) -> None:
    model = new(sharing)
    save(model, V3, tmp_path)
    loaded = load(tmp_path)
    assert loaded.spec is V3
    assert loaded.model.config == model.config
    assert loaded.report.missing == loaded.report.unexpected == ()
    with torch.no_grad():
        for stream, states in model(batch).items():
            assert torch.equal(states, loaded.model(batch)[stream]), stream


def test_the_main_folder_holds_the_sum_as_a_model_of_type_deberta_v2(tmp_path: Path) -> None:
    model = new(GDES)
    save(model, V3, tmp_path)
    files = load_file(tmp_path / "model.safetensors")
    base = load_file(tmp_path / "generator" / "model.safetensors")[WORDS]
    offset = model.discriminator.embeddings.token.offset.detach()
    assert torch.equal(files[WORDS], base + offset)
    assert not [name for name in files if "offset" in name]
    assert json.loads((tmp_path / "config.json").read_text())["model_type"] == "deberta-v2"


def test_the_authors_files_open_without_generator(batch: Batch, tmp_path: Path) -> None:
    """Their config.json names no sharing; a head for masked tokens and positions lie beside."""
    model = new()
    save(model, V3, tmp_path)
    path = tmp_path / "model.safetensors"
    beside = {
        "lm_predictions.lm_head.dense.weight": torch.zeros(SIZE.width, SIZE.width),
        "lm_predictions.lm_head.bias": torch.zeros(SIZE.vocab_size),
        "deberta.embeddings.position_embeddings.weight": torch.zeros(24, SIZE.width),
    }
    save_file({**load_file(path), **beside}, path)
    for file in (tmp_path / "generator").iterdir():
        file.unlink()
    edit(tmp_path, "embedding_sharing", "enhanced_mask_decoder", "architectures")
    loaded = load(tmp_path)
    assert loaded.spec is V3
    assert (loaded.heads, loaded.streams) == (("rtd",), ("discriminator",))
    assert loaded.report.unexpected == loaded.report.missing == ()
    assert len(loaded.report.ignored) == len(beside)
    with torch.no_grad():
        ours, theirs = (one(batch)["discriminator"] for one in (model, loaded.model))
        assert torch.equal(ours, theirs)
        assert torch.equal(model.logits("rtd", ours), loaded.model.logits("rtd", theirs))


def test_the_other_spelling_of_the_last_layer_opens_too(tmp_path: Path) -> None:
    save(new(), V3, tmp_path)
    path = tmp_path / "model.safetensors"
    renamed = {k.replace("classifer", "classifier"): v for k, v in load_file(path).items()}
    save_file(renamed, path)
    assert load(tmp_path).heads == ("mlm", "rtd")


def test_an_encoder_without_the_marks_of_version_3_opens_as_version_2(tmp_path: Path) -> None:
    save(new(), V3, tmp_path, without=("mask_predictions.dense.weight",))
    path = tmp_path / "model.safetensors"
    bare = {k: v for k, v in load_file(path).items() if not k.startswith("mask_predictions.")}
    save_file(bare, path)
    edit(tmp_path, "embedding_sharing", enhanced_mask_decoder=False)
    assert load(tmp_path).spec is V2


def test_weights_that_are_cut_off_are_rejected_with_a_sentence(tmp_path: Path) -> None:
    save(new(), V3, tmp_path)
    edit(tmp_path, "embedding_sharing")
    path = tmp_path / "model.safetensors"
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(CheckpointError, match="cut off or damaged"):
        load(tmp_path)


def test_a_convolution_beside_the_detection_head_is_rejected(tmp_path: Path) -> None:
    save(new(), V3, tmp_path)
    edit(tmp_path, conv_kernel_size=3)
    with pytest.raises(CheckpointError, match="conv_kernel_size"):
        load(tmp_path)


def test_the_published_configuration_of_version_3_is_the_preset() -> None:
    """deberta-v3-base/config.json."""
    text = json.dumps(
        {
            "model_type": "deberta-v2",
            "attention_probs_dropout_prob": 0.1,
            "hidden_act": "gelu",
            "hidden_dropout_prob": 0.1,
            "hidden_size": 768,
            "initializer_range": 0.02,
            "intermediate_size": 3072,
            "max_position_embeddings": 512,
            "relative_attention": True,
            "position_buckets": 256,
            "norm_rel_ebd": "layer_norm",
            "share_att_key": True,
            "pos_att_type": "p2c|c2p",
            "layer_norm_eps": 1e-7,
            "max_relative_positions": -1,
            "position_biased_input": False,
            "num_attention_heads": 12,
            "num_hidden_layers": 12,
            "type_vocab_size": 0,
            "vocab_size": 128100,
        }
    )
    config, unknown = DebertaV3PartConfig.from_json(text)
    preset = next(preset for preset in V3.presets if preset.name == "deberta-v3-base")
    assert unknown == ()
    assert config.embedding_sharing is None
    stated = replace(config, conv_act="gelu", embedding_sharing=GDES)
    assert stated == DebertaV3PartConfig(**preset.config)
