"""Models continue a text step by step."""

import shutil
from pathlib import Path

import pytest
from safetensors.torch import load_file, save_file

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.errors import UserError
from explorer.core.generation.writing import (
    ContinuedText,
    answer,
    check_generates,
    continuation,
    generate,
)
from explorer.core.library.library import Library
from explorer.core.masking.request import MaskingRequest
from explorer.core.masking.request import answers_to as masking_answers
from models.checkpoints.checkpoint import save
from models.runtime.generators import run_to_end
from models.schema.configs import Size
from models.schema.records import GenerationStep, ModelInput
from models.schema.registry import catalog
from models.tokenization import word_bpe

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_writing_can_be_stopped_after_each_token(engine: Engine) -> None:
    ids = engine.encode("gpt2-tiny", TEXT).ids
    told = list(answer(engine, "gpt2-tiny", ids, 3))
    steps = run_to_end(answer(engine, "gpt2-tiny", ids, 3))
    assert [each.done for each in told] == [1, 2, 3]
    assert len(steps) == 3


def test_words_that_were_written_are_remembered_and_take_no_step(engine: Engine) -> None:
    clean = ModelInput.clean(engine.encode("gpt2-tiny", TEXT))
    first = run_to_end(continuation(engine, "gpt2-tiny", clean, 3))
    assert list(continuation(engine, "gpt2-tiny", clean, 3)) == []
    assert run_to_end(continuation(engine, "gpt2-tiny", clean, 3)) == first
    assert len(list(continuation(engine, "gpt2-tiny", clean, 2))) == 2


def _write(
    engine: Engine, written: tuple[int, ...] = (), key: str = "gpt2-tiny", **settings: object
) -> tuple[list[GenerationStep], ContinuedText]:
    steps = []
    work = generate(engine, key, "the capital", written, **settings)
    while True:
        try:
            steps.append(next(work))
        except StopIteration as end:
            return steps, end.value


def test_a_text_is_written_step_by_step(engine: Engine) -> None:
    steps, written = _write(engine, max_new_tokens=4)
    assert [step.id for step in steps] == list(written.ids)
    decoded = engine.tokenizer("gpt2-tiny").decode(written.ids)
    assert written.text == decoded


def test_writing_that_was_stopped_goes_on_as_if_it_had_not_been(engine: Engine) -> None:
    settings = {"method": "sample", "seed": 3}
    _, whole = _write(engine, max_new_tokens=6, **settings)
    _, first = _write(engine, max_new_tokens=3, **settings)
    _, rest = _write(engine, first.ids, max_new_tokens=3, **settings)
    assert rest.ids == whole.ids


def test_a_masked_model_that_is_asked_to_write_offers_to_fill(engine: Engine) -> None:
    with pytest.raises(UserError) as caught:
        next(generate(engine, "bert-tiny", TEXT))
    assert "[MASK]" in caught.value.hint


def test_a_masked_model_without_a_tokenizer_is_told_to_lack_that(
    tiny_models: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "bert"
    shutil.copytree(tiny_models / "bert-tiny", folder)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(UserError, match="tokenizer"):
        check_generates(Engine(Library(bundled=tiny_models)), str(folder))


def test_impossible_settings_are_for_the_person_to_mend(engine: Engine) -> None:
    with pytest.raises(UserError):
        next(generate(engine, "gpt2-tiny", TEXT, temperature=0.0))


def test_a_model_in_bfloat16_writes_and_counts_as_the_same_numbers_in_float32(
    engine: Engine, tiny_models: Path, tmp_path: Path
) -> None:
    shutil.copytree(tiny_models / "gpt2-tiny", tmp_path / "half")
    shutil.copytree(tiny_models / "gpt2-tiny", tmp_path / "same")
    halves = load_file(tiny_models / "gpt2-tiny" / "model.safetensors")
    halves = {name: tensor.bfloat16() for name, tensor in halves.items()}
    save_file(halves, tmp_path / "half" / "model.safetensors")
    numbers = {name: tensor.float() for name, tensor in halves.items()}
    save_file(numbers, tmp_path / "same" / "model.safetensors")
    half, same = str(tmp_path / "half"), str(tmp_path / "same")
    assert engine.parameters(half) == engine.parameters(same)
    assert engine.entry(half).size_bytes < 0.6 * engine.entry(same).size_bytes
    for method in ("greedy", "beam"):
        (steps, written), (others, expected) = (
            _write(engine, key=key, method=method, max_new_tokens=5) for key in (half, same)
        )
        assert written == expected
        assert [step.candidates for step in steps] == [step.candidates for step in others]


def test_an_encoder_that_predicts_the_next_token_says_where_its_predictions_are(
    engine: Engine, tmp_path: Path
) -> None:
    spec = catalog().architectures["xlm"]
    tokenizer = word_bpe.train([TEXT] * 10, 60, template=spec.template)
    config = spec.config_class.from_size(Size(tokenizer.vocab_size, 16, 1, 2), causal=True)
    save(spec.model_class(config), spec, tmp_path / "clm", tokenizer)
    causal = Engine(Library(bundled=tmp_path))
    with pytest.raises(UserError, match="predicts each next token") as raised:
        check_generates(causal, "clm")
    assert "Masking" in raised.value.hint
    request = MaskingRequest(("clm",), MaskingQuestion(TEXT))
    example = run_to_end(masking_answers(request, causal))["clm"]
    assert len(example.guesses) > 5
