"""The published sizes have exactly the published number of parameters."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from models.arch.electra import ElectraConfig, ElectraPartConfig
from models.schema.batch import num_parameters
from models.schema.configs import ModelConfig, Size
from models.schema.registry import catalog
from models.schema.specs import ArchSpec, Preset

ARCHITECTURES = catalog().architectures
PRESETS = [(spec, preset) for spec in ARCHITECTURES.values() for preset in spec.presets]


def on_meta(spec: ArchSpec, config: ModelConfig) -> Any:
    """The model without its memory."""
    with torch.device("meta"):
        return spec.model_class(config)


def published(spec: ArchSpec, preset: Preset) -> ModelConfig:
    return spec.config_class.from_parts({"": spec.config_of("")(**preset.config)})


def preset_of(spec: ArchSpec, name: str) -> Preset:
    return next(preset for preset in spec.presets if preset.name == name)


@pytest.mark.parametrize(("spec", "preset"), PRESETS, ids=[preset.name for _, preset in PRESETS])
def test_a_published_size_has_exactly_its_parameters(spec: ArchSpec, preset: Preset) -> None:
    heads = {head.name for head in spec.heads}
    model = on_meta(spec, published(spec, preset))
    base = sum(p.numel() for name, p in model.named_parameters() if name.split(".")[0] not in heads)
    assert base == preset.total - preset.absent


@pytest.mark.parametrize(
    ("architecture", "preset", "total"),
    [
        ("bert", "bert-base-uncased", 110_106_428),
        ("bert", "bert-large-uncased", 336_226_108),
        ("big_bird", "bigbird-roberta-base", 128_112_824),
        ("gpt1", "openai-gpt", 116_534_784),
        ("gpt2", "gpt2", 124_439_808),
        ("xlm", "xlm-mlm-en-2048", 667_119_041),
        ("distilbert", "distilbert-base-uncased", 66_985_530),
        ("roberta", "roberta-base", 124_697_433),
        ("roberta", "roberta-large", 355_412_057),
        ("xlm-roberta", "xlm-roberta-base", 278_295_186),
        ("xlm-roberta", "xlm-roberta-large", 560_142_482),
        ("camembert", "camembert-base", 110_655_493),
        ("mpnet", "mpnet-base", 109_518_527),
        ("ernie", "ernie-1.0-base-zh", 100_477_778),
        ("ernie", "ernie-2.0-base-en", 110_107_964),
        ("ernie", "ernie-2.0-large-en", 336_228_156),
        ("ernie", "ernie-3.0-base-zh", 118_578_498),
        ("convbert", "conv-bert-base", 106_303_170),
        ("convbert", "conv-bert-medium-small", 17_555_946),
        ("convbert", "conv-bert-small", 13_207_442),
        ("longformer", "longformer-base-4096", 148_711_257),
        ("longformer", "longformer-large-4096", 434_653_273),
        ("modernbert", "ModernBERT-base", 149_655_232),
        ("modernbert", "ModernBERT-large", 395_881_664),
        ("camembert", "camembert-large", 336_695_557),
        ("albert", "albert-base-v2", 11_813_810),
        ("albert", "albert-large-v2", 17_847_474),
        ("albert", "albert-xlarge-v2", 59_021_490),
        ("albert", "albert-xxlarge-v2", 223_158_450),
        ("mobilebert", "mobilebert-uncased", 36_597_564),
        ("mobilebert", "mobilebert-tiny", 27_501_372),
        ("mobilebert", "ib-bert-large", 306_483_516),
        ("xlnet", "xlnet-base-cased", 116_750_336),
        ("xlnet", "xlnet-large-cased", 360_300_800),
        ("t5", "t5-small", 60_506_624),
        ("t5", "t5-base", 222_903_552),
        ("t5", "t5-large", 737_668_096),
        ("t5", "t5-3b", 2_851_598_336),
        ("t5", "t5-11b", 11_307_321_344),
        ("deberta", "deberta-base", 139_244_121),
        ("deberta", "deberta-large", 406_264_921),
        ("electra", "electra-small-discriminator", 13_549_057),
        ("electra", "electra-base-discriminator", 109_483_009),
        ("electra", "electra-large-discriminator", 335_142_913),
    ],
)
def test_with_its_heads_it_has_as_many_as_the_reference(
    architecture: str, preset: str, total: int
) -> None:
    spec = ARCHITECTURES[architecture]
    assert num_parameters(on_meta(spec, published(spec, preset_of(spec, preset)))) == total


def test_bert_for_masked_tokens_alone_lacks_the_pooler_and_the_pair_head() -> None:
    spec = ARCHITECTURES["bert"]
    model = on_meta(spec, published(spec, preset_of(spec, "bert-base-uncased")))
    left_out = num_parameters(model.pooler) + num_parameters(model.nsp)
    assert num_parameters(model) - left_out == 109_514_298


def test_the_generator_of_the_paper_has_a_quarter_of_the_width() -> None:
    spec, small = ARCHITECTURES["electra"], ElectraPartConfig()
    generator = on_meta(spec, ElectraConfig(None, small.generator()))
    assert num_parameters(generator) == 4_620_026


def test_a_generator_can_have_another_part_of_the_width_which_config_json_names() -> None:
    size = Size(50, 96, num_layers=3, num_heads=4, inner=384, num_positions=16)
    usual = ElectraConfig.from_size(size)
    half = ElectraConfig.from_size(size, generator_hidden_size=0.5)
    assert half.generator is not None
    assert half.discriminator is not None
    assert usual.discriminator is not None
    generator = half.generator
    assert (generator.hidden_size, generator.intermediate_size) == (48, 192)
    assert (generator.num_attention_heads, generator.num_hidden_layers) == (2, 3)
    assert ElectraPartConfig.from_json(half.discriminator.to_json())[0] == half.discriminator
    assert "generator_hidden_size" not in usual.discriminator.to_json()
    with pytest.raises(ValueError, match="at most 1"):
        ElectraConfig.from_size(size, generator_hidden_size=1.5)


@pytest.mark.parametrize(("width", "heads", "fitting"), [(60, 10, 1), (96, 12, 3), (4, 1, 1)])
def test_a_generator_has_as_many_heads_as_divide_its_width(
    width: int, heads: int, fitting: int
) -> None:
    size = Size(50, width, num_layers=1, num_heads=heads, inner=32, num_positions=16)
    config = ElectraConfig.from_size(size)
    assert config.generator is not None
    assert config.generator.num_attention_heads == fitting
    assert on_meta(ARCHITECTURES["electra"], config).streams == ("generator", "discriminator")


@pytest.mark.parametrize(("width", "inner"), [(2, 32), (8, 3)])
def test_an_electra_too_narrow_for_a_generator_is_rejected(width: int, inner: int) -> None:
    size = Size(50, width, num_layers=1, num_heads=1, inner=inner, num_positions=16)
    with pytest.raises(ValueError, match="at least 4"):
        ElectraConfig.from_size(size)


def test_the_released_generator_has_the_full_width() -> None:
    spec = ARCHITECTURES["electra"]
    assert num_parameters(on_meta(spec, ElectraConfig(None, ElectraPartConfig()))) == 13_546_682


def test_towers_that_share_their_embeddings_count_them_once() -> None:
    spec, small = ARCHITECTURES["electra"], ElectraPartConfig()
    both = on_meta(spec, ElectraConfig(small, small.generator()))
    shared = num_parameters(both.discriminator.embeddings)
    assert num_parameters(both) == 13_549_057 + 4_620_026 - shared
