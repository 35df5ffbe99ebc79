"""How a text is cut for each model, and what the model is told of the pieces."""

import subprocess
import sys
from pathlib import Path

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.tokens.interlinear import interlinear
from explorer.core.tokens.tokenized import (
    add_inputs,
    cut_in_steps,
    cut_text,
    cut_with,
    most_tokens,
)


@pytest.fixture
def engine(tiny_models: Path) -> Engine:
    return Engine(Library(bundled=tiny_models))


def test_only_families_with_segments_have_them(engine: Engine) -> None:
    cuts = {key: cut_text(engine, f"{key}-tiny", "the ball") for key in FAMILIES}
    told = {key: add_inputs(engine, cut).has_segments for key, cut in cuts.items()}
    assert told == {"bert": True, "electra": True, "distilbert": False, "gpt2": False}


FAMILIES = ("bert", "electra", "distilbert", "gpt2")


def test_pieces_are_counted_over_what_fits(engine: Engine) -> None:
    found = cut_text(engine, "bert-tiny", "the ball " * 1000)
    assert found.counts.tokens == 22  # 24 positions, two of them for [CLS] and [SEP]
    assert found.counts.per_word == 1.0
    assert found.num_added == 2


def test_a_mask_that_the_text_holds_is_a_piece_of_the_text(engine: Engine) -> None:
    found = cut_text(engine, "bert-tiny", "the [MASK]")
    assert (found.counts.tokens, found.num_added) == (2, 2)


def test_cutting_a_text_needs_no_torch(tiny_models: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from explorer.core.engine.engine import Engine;"
        "from explorer.core.library.library import Library;"
        "from explorer.core.tokens.tokenized import cut_text;"
        f"cut_text(Engine(Library(bundled=Path({str(tiny_models)!r}))), 'bert-tiny', 'the ball');"
        "assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_positions_are_known_when_the_configuration_was_read(engine: Engine) -> None:
    cut = cut_text(engine, "bert-tiny", "the ball")
    assert cut.position(1) is None
    assert add_inputs(engine, cut).position(1) == 1


def test_steps_end_at_the_pieces_of_each_model_over_the_same_words(engine: Engine) -> None:
    cuts = [cut_text(engine, f"{key}-tiny", "the ball of tom", "it is .") for key in FAMILIES]
    words = cut_in_steps(engine, cuts)
    assert [word.text for word in words] == ["the", "ball", "of", "tom", "it", "is", "."]
    assert [word.segment for word in words] == [0, 0, 0, 0, 1, 1, 1]
    for n, cut in enumerate(cuts):
        ended = [piece.id for word in words for one in word.steps[n] for piece in one.pieces]
        assert ended == cut.encoding.ids[~cut.encoding.special].tolist()
    most = max(max(word.num_tokens) for word in words)
    chosen = most_tokens(words)
    assert max(words[chosen].num_tokens) == most > 1
    assert all(max(word.num_tokens) < most for word in words[:chosen])


def test_words_are_cut_where_the_words_of_all_models_end(engine: Engine) -> None:
    alone = cut_in_steps(engine, [cut_text(engine, "bert-tiny", "it's")])
    beside = [cut_text(engine, f"{key}-tiny", "it's") for key in ("bert", "gpt2")]
    assert [word.text for word in alone] == ["it", "'", "s"]
    assert [word.text for word in cut_in_steps(engine, beside)] == ["it", "'s"]


def test_a_mask_is_no_word_for_a_model_that_has_one(engine: Engine) -> None:
    cut = cut_text(engine, "bert-tiny", "the <mask> ball")
    words = cut_in_steps(engine, [cut])
    assert [(word.text, word.start) for word in words] == [("the", 0), ("ball", 11)]


@pytest.mark.parametrize(
    ("architecture", "last", "segments"),
    [
        ("xlnet", ("<sep>", "<cls>"), [0, 0, 0, 1, 1, 1, 2]),
        ("t5", ("</s>",), [0, 0, 0, 1, 1, 1]),
    ],
)
def test_special_tokens_are_after_the_texts_where_a_framing_puts_them(
    architecture: str, last: tuple[str, ...], segments: list[int]
) -> None:
    from models.schema.registry import catalog

    spec = catalog().architectures[architecture]
    tokenizer = (
        catalog()
        .tokenizers["unigram"]
        .train(
            ["the capital it is"] * 40,
            300,
            names=["the", "capital", "it", "is"],
            template=spec.template,
        )
    )
    cut = cut_with(tokenizer, architecture, tokenizer.encode("the capital", "it is"))
    columns = interlinear([cut.encoding]).columns
    assert tuple(cut.encoding.tokens[at] for at in columns[-1].positions[0]) == last
    assert columns[-1].text == ""
    assert cut.encoding.segment.tolist() == segments
    assert cut.labels[:2] == (" the", " capital")
    assert cut.num_added == len(last) + 1
