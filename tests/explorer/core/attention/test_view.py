"""A model's attention, made ready to be drawn."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attention.view import drop_missing_heads, view
from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.state.state import Head
from models.checkpoints.checkpoint import save, save_task
from models.schema.configs import Size
from models.schema.registry import catalog
from models.tasks.base import TaskModel
from models.tokenization.byte_bpe import train as train_bytes

TEXT = "the capital of france is paris ."
PLAIN = AttentionQuery(TEXT)


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_rows_are_the_tokens_that_the_model_is_fed(engine: Engine) -> None:
    found = view(engine, "bert-tiny", PLAIN)
    assert found.rows.tokens == found.encoding.tokens
    assert found.rows is found.columns
    assert found.maps.heads.shape[2:] == (len(found.rows), len(found.columns))
    assert found.rows.index_of(3) == 3


def test_a_mask_is_not_hidden_with_the_special_tokens(engine: Engine) -> None:
    found = view(engine, "bert-tiny", AttentionQuery("the [MASK] of france", hide_specials=True))
    assert found.rows.labels[1] == "[MASK]"
    assert found.rows.num_hidden == 2
    assert found.rows.index_of(0) is None
    assert 0 < found.removed < 1
    assert np.allclose(found.maps.heads.sum(-1), 1, atol=1e-5)


def test_a_text_of_special_tokens_alone_is_shown_as_it_is(engine: Engine) -> None:
    found = view(engine, "bert-tiny", AttentionQuery("[SEP]", hide_specials=True))
    assert len(found.rows) == 3
    assert found.num_hidden == 0


def test_a_head_that_is_switched_off_changes_the_layers_above_it(engine: Engine) -> None:
    whole = view(engine, "bert-tiny", PLAIN).maps.heads
    cut = view(engine, "bert-tiny", PLAIN, ablate=[Head("encoder", 0, 1)]).maps.heads
    assert np.array_equal(whole[0], cut[0])
    assert not np.allclose(whole[1], cut[1])


def test_heads_of_a_larger_model_are_left_out(engine: Engine) -> None:
    heads = [Head("encoder", 1, 1), Head("encoder", 9, 1), Head("decoder", 0, 0)]
    assert drop_missing_heads(engine, "bert-tiny", heads) == [Head("encoder", 1, 1)]


def test_electra_s_discriminator_is_fed_what_the_generator_wrote(engine: Engine) -> None:
    found = view(engine, "electra-tiny", PLAIN, forced={2: True})
    assert found.stream.name == "discriminator"
    assert found.rows.tokens[2] != "[MASK]"
    generator = AttentionQuery(TEXT, streams=(("electra", "generator"),))
    found = view(engine, "electra-tiny", generator, forced={2: True})
    assert found.rows.tokens[2] == "[MASK]"


def test_the_attention_of_a_task_has_the_global_tokens_of_its_head(tmp_path: Path) -> None:
    spec = catalog().architectures["longformer"]
    text = "Paris is in France, and Rome is in Italy."
    tokenizer = train_bytes([text] * 9, 280, template=spec.template)
    size = Size(tokenizer.vocab_size, width=16, num_layers=1, num_heads=2, inner=16)
    model = spec.model_class(spec.config_class.from_size(size, attention_window=2)).eval()
    head = spec.task_heads["sequence"].build(model, 2)
    task = TaskModel(model, head, "sequence", ("no", "yes"))
    save_task(task, spec, tmp_path / "task", tokenizer)
    save(model, spec, tmp_path / "plain", tokenizer)
    engine = Engine(Library(bundled=tmp_path))

    def seen_by_first(key: str, **options: Any) -> int:
        found = view(engine, key, AttentionQuery(text, **options))
        return int((found.maps.pick(0, 0)[0] > 0).sum())

    whole = len(engine.encode("task", text))
    assert seen_by_first("plain") == 2  # itself and its neighbour
    assert seen_by_first("task") == whole
    assert seen_by_first("plain", variant="first_token") == whole
