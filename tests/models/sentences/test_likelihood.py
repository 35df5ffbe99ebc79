"""Scores of sentences against plain loops over models of transformers, and their definition."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional

from models.checkpoints.checkpoint import load
from models.inference.trace import trace
from models.runtime.resources import resource
from models.schema.configs import Size
from models.schema.records import Encoding, ModelInput
from models.schema.registry import catalog
from models.sentences.inputs import InputBuilder
from models.sentences.likelihood import (
    KINDS,
    SentenceScorer,
    later_in_word,
    left_to_right,
    prepend_start,
    scoring_kinds,
    word_of_tokens,
    word_spans,
)
from models.sentences.surprisal import begins_words, word_surprisals
from models.tokenization import Tokenizer, open_tokenizer
from tests.models import oracle
from tests.models.oracle import HEADS, ORACLES

TOLERANCE = 1e-4  # nats of a sentence
SENTENCES = (
    "The capital of France is Paris.",
    "The capitals of France is Paris.",
    "Anna drinks unbelievably good tea in Xanadu!",
    "Tea",
    "In the evening Noah comes home from the bank, and he is tired of it all.",
)
NUM_SIZES = 2
DECODERS = ("gpt2", "llama", "bloom", "mamba")
FILLERS = ("bert", "albert", "modernbert")


@lru_cache
def tokenizer_of(name: str) -> Tokenizer:
    return open_tokenizer(resource("checkpoints", name))


def size_for(tokenizer: Tokenizer, seed: int) -> Size:
    rng = np.random.default_rng(seed)
    heads = int(rng.choice(HEADS))
    return Size(
        vocab_size=tokenizer.vocab_size,
        width=heads * 2 * int(rng.integers(2, 5)),
        num_layers=int(rng.integers(1, 4)),
        num_heads=heads,
        inner=int(rng.integers(8, 60)),
        num_positions=48,
    )


def both(name: str, tokenizer: Tokenizer, seed: int, folder: Path) -> tuple[Any, dict[str, Any]]:
    """Our model from the files of theirs, and theirs by subfolder."""
    theirs = oracle.save_theirs(ORACLES[name], size_for(tokenizer, seed), folder)
    return load(folder), theirs


def scorer(
    loaded: Any, tokenizer: Tokenizer, head: str, kind: Any, start: int | None = None
) -> Any:
    spec = loaded.spec
    return SentenceScorer(InputBuilder(loaded, tokenizer, spec.head(head)), kind, start)


def logs_of(model: Any, **inputs: Any) -> Tensor:
    """Log-probabilities (T, V) of one text."""
    with torch.no_grad():
        output = model(**inputs)
    logits = output.prediction_logits if hasattr(output, "prediction_logits") else output.logits
    logs: Tensor = logits[0].float().log_softmax(-1)
    return logs


def ordinary(encoding: Encoding) -> list[int]:
    return np.flatnonzero(~encoding.special).tolist()


def masked_loop(model: Any, encoding: Encoding, mask: int, whole_words: bool) -> float:
    """The pseudo-log-likelihood as its papers define it, one pass for each token."""
    total = 0.0
    for at in ordinary(encoding):
        ids = torch.tensor(encoding.ids)
        ids[at] = mask
        if whole_words:
            for other in ordinary(encoding):
                if other > at and encoding.word[other] == encoding.word[at]:
                    ids[other] = mask
        total += float(logs_of(model, input_ids=ids[None])[at, encoding.ids[at]])
    return total


def assert_totals(found: Any, expected: list[float]) -> None:
    assert [one.total for one in found] == pytest.approx(expected, abs=TOLERANCE)


@pytest.mark.parametrize("seed", range(NUM_SIZES))
@pytest.mark.parametrize("name", DECODERS)
def test_a_decoder_gives_the_sum_of_the_log_probabilities_with_and_without_the_first_token(
    name: str, seed: int, tmp_path: Path
) -> None:
    tokenizer = tokenizer_of("gpt2-mini")
    loaded, theirs = both(name, tokenizer, seed, tmp_path)
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    for start in (None, tokenizer.eos_id):
        expected = []
        for encoding in encodings:
            ids = [*([] if start is None else [start]), *encoding.ids.tolist()]
            logs = logs_of(theirs[""], input_ids=torch.tensor([ids]))
            places = range(len(ids) - 1)
            expected.append(sum(float(logs[at, ids[at + 1]]) for at in places))
        found = scorer(loaded, tokenizer, "lm", "next", start).score(encodings)
        assert_totals(found, expected)
        missing = int(start is None)
        assert [len(one) for one in found] == [len(one) - missing for one in encodings]
        assert [one.positions.tolist() for one in found] == [
            list(range(missing, len(one))) for one in encodings
        ]


@pytest.mark.parametrize("seed", range(NUM_SIZES))
@pytest.mark.parametrize("name", FILLERS)
def test_masked_models_give_the_pseudo_log_likelihood_by_token_and_by_whole_word(
    name: str, seed: int, tmp_path: Path
) -> None:
    tokenizer = tokenizer_of("bert-mini")
    loaded, theirs = both(name, tokenizer, seed, tmp_path)
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    several = [len({*one.word[~one.special].tolist()}) < len(ordinary(one)) for one in encodings]
    assert any(several)  # a word of several pieces, else both ways are one
    assert tokenizer.mask_id is not None
    for kind in ("masked", "words"):
        expected = [
            masked_loop(theirs[""], one, tokenizer.mask_id, kind == "words") for one in encodings
        ]
        assert_totals(scorer(loaded, tokenizer, "mlm", kind).score(encodings), expected)


@pytest.mark.parametrize("seed", range(NUM_SIZES))
def test_a_discriminator_gives_the_log_probability_that_nobody_replaced_a_token(
    seed: int, tmp_path: Path
) -> None:
    tokenizer = tokenizer_of("bert-mini")
    loaded, theirs = both("electra", tokenizer, seed, tmp_path)
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    expected = []
    for one in encodings:
        with torch.no_grad():
            replaced = theirs[""](input_ids=torch.tensor(one.ids)[None]).logits[0].sigmoid()
        expected.append(float((1 - replaced[ordinary(one)]).double().log().sum()))
    assert_totals(scorer(loaded, tokenizer, "rtd", "detected").score(encodings), expected)


def test_a_discriminator_that_reads_the_first_token_too_scores_as_it_reads_a_text() -> None:
    loaded, tokenizer = bundled("deberta-v3-mini")
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    expected = []
    for one in encodings:
        record = trace(loaded.model, loaded.spec, ModelInput.clean(one))
        logits = torch.tensor(record.logits["rtd"])[ordinary(one)].double()
        expected.append(float(functional.logsigmoid(-logits).sum()))
    assert_totals(scorer(loaded, tokenizer, "rtd", "detected").score(encodings), expected)


def ordered_logs(model: Any, encoding: Encoding, ids: Tensor, hidden: Tensor, at: int) -> Tensor:
    """What XLNet predicts at a place; `hidden` (T, T) is 1 where a row may not see a column."""
    mapping = torch.zeros(1, 1, len(ids))
    mapping[0, 0, at] = 1
    inputs = {"input_ids": ids[None], "perm_mask": hidden[None], "target_mapping": mapping}
    segment = torch.tensor(encoding.segment)[None]
    return logs_of(model, **inputs, token_type_ids=segment)[0]


@pytest.mark.parametrize("seed", range(NUM_SIZES))
def test_permutation_predicts_each_token_after_all_others_or_from_left_to_right(
    seed: int, tmp_path: Path
) -> None:
    tokenizer = tokenizer_of("xlnet-mini")
    loaded, theirs = both("xlnet", tokenizer, seed, tmp_path)
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    last, ordered = [], []
    for one in encodings:
        ids, length = torch.tensor(one.ids), len(one)
        totals = [0.0, 0.0]
        order = torch.tensor(left_to_right(one))
        for number, at in enumerate(ordinary(one)):
            alone = ids.clone()
            alone[at] = tokenizer.mask_id or 0
            hidden = torch.zeros(length, length)
            hidden[:, at] = 1
            totals[0] += float(ordered_logs(theirs[""], one, alone, hidden, at)[one.ids[at]])
            if number:
                later = (order[None, :] >= order[:, None]).float()
                totals[1] += float(ordered_logs(theirs[""], one, ids, later, at)[one.ids[at]])
        last.append(totals[0])
        ordered.append(totals[1])
    assert_totals(scorer(loaded, tokenizer, "lm", "masked").score(encodings), last)
    assert_totals(scorer(loaded, tokenizer, "lm", "order").score(encodings), ordered)


@pytest.mark.parametrize("seed", range(NUM_SIZES))
def test_an_encoder_with_a_decoder_writes_each_token_that_is_left_out(
    seed: int, tmp_path: Path
) -> None:
    tokenizer = tokenizer_of("t5-mini")
    loaded, theirs = both("t5", tokenizer, seed, tmp_path)
    objective = catalog().objectives["span_corruption"]
    builder = InputBuilder(loaded, tokenizer, loaded.spec.head("lm"), (), objective)
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    first, second = tokenizer.vocabulary.sentinel_ids[:2]
    start = theirs[""].config.decoder_start_token_id
    expected = []
    for one in encodings:
        total = 0.0
        for at in ordinary(one):
            ids = torch.tensor(one.ids)
            ids[at] = first
            written = torch.tensor([[start, first, int(one.ids[at]), second]])
            logs = logs_of(theirs[""], input_ids=ids[None], decoder_input_ids=written)
            total += float(logs[1, one.ids[at]])
        expected.append(total)
    assert_totals(SentenceScorer(builder, "left_out").score(encodings), expected)


def bundled(name: str) -> tuple[Any, Tokenizer]:
    return load(resource("checkpoints", name)), tokenizer_of(name)


def test_every_kind_belongs_to_a_head_of_some_architecture() -> None:
    specs = catalog().architectures.values()
    assert {k for one in specs for head in one.heads for k in scoring_kinds(one, head)} == {*KINDS}


def test_a_kind_of_another_head_is_an_error_that_names_those_there_are() -> None:
    loaded, tokenizer = bundled("gpt2-mini")
    with pytest.raises(ValueError, match="it has next"):
        scorer(loaded, tokenizer, "lm", "masked")


def test_scores_do_not_depend_on_what_else_is_scored() -> None:
    for name, head, kind in (("gpt2-mini", "lm", "next"), ("bert-mini", "mlm", "words")):
        loaded, tokenizer = bundled(name)
        one = scorer(loaded, tokenizer, head, kind, tokenizer.eos_id)
        encodings = [tokenizer.encode(text) for text in SENTENCES]
        together = one.score(encodings)
        for encoding, found in zip(encodings, together, strict=True):
            (alone,) = one.score([encoding])
            np.testing.assert_allclose(alone.logs, found.logs, atol=TOLERANCE)


def test_a_text_that_fills_all_positions_has_no_room_for_a_start() -> None:
    loaded, tokenizer = bundled("gpt2-mini")
    room = loaded.model.config.size.num_positions
    full = tokenizer.encode("the " * 2 * room, max_length=room)
    assert len(full) == room
    (found,) = scorer(loaded, tokenizer, "lm", "next", tokenizer.eos_id).score([full])
    assert len(found) == room - 1


def test_words_are_what_white_space_divides_and_every_token_has_one() -> None:
    text = "  Anna's  (good) tea,\nreally! "
    words = [text[start:end] for start, end in word_spans(text)]
    assert words == ["Anna's", "(good)", "tea,", "really!"]
    for name in ("gpt2-mini", "bert-mini", "llama-mini", "gpt1-mini"):
        tokenizer = tokenizer_of(name)
        encoding = tokenizer.encode(text)
        numbers = word_of_tokens(encoding)[~encoding.special]
        assert numbers.tolist() == sorted(numbers)
        assert {*numbers.tolist()} == {0, 1, 2, 3}


def test_the_later_pieces_of_a_word_are_those_of_the_same_word_only() -> None:
    tokenizer = tokenizer_of("bert-mini")
    encoding = tokenizer.encode("tea unbelievably good")
    for at in ordinary(encoding):
        later = later_in_word(encoding, at)
        assert all(other > at and encoding.word[other] == encoding.word[at] for other in later)
    assert any(later_in_word(encoding, at) for at in ordinary(encoding))


def test_a_start_moves_nothing_else() -> None:
    tokenizer = tokenizer_of("gpt2-mini")
    encoding = tokenizer.encode("The capital of France")
    longer = prepend_start(encoding, tokenizer.eos_id or 0, "<end>")
    assert longer.ids.tolist() == [tokenizer.eos_id, *encoding.ids.tolist()]
    assert longer.special[0]
    np.testing.assert_array_equal(longer.offsets[1:], encoding.offsets)


# ---- surprisal


def test_the_surprisals_of_words_add_up_to_that_of_the_sentence() -> None:
    loaded, tokenizer = bundled("gpt2-mini")
    one = scorer(loaded, tokenizer, "lm", "next", tokenizer.eos_id)
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    totals = one.score(encodings)
    for found, total, text in zip(word_surprisals(one, encodings), totals, SENTENCES, strict=True):
        assert found.words == tuple(text.split())
        assert float(found.nats.sum()) == pytest.approx(-total.total, abs=TOLERANCE)
        assert int(found.tokens.sum()) == len(total)


@pytest.mark.parametrize("seed", range(NUM_SIZES))
def test_the_ends_of_words_are_treated_as_pimentel_and_meister_derive_it(
    seed: int, tmp_path: Path
) -> None:
    tokenizer = tokenizer_of("gpt2-mini")
    loaded, theirs = both("gpt2", tokenizer, seed, tmp_path)
    assert tokenizer.eos_id is not None
    names = [tokenizer.token(id) for id in range(tokenizer.vocab_size)]
    begins = [id for id, name in enumerate(names) if name.startswith(("Ġ", "Ċ", "ĉ", "č"))]
    begins = sorted({*begins, tokenizer.eos_id})
    encodings = [tokenizer.encode(text) for text in SENTENCES]
    one = scorer(loaded, tokenizer, "lm", "next", tokenizer.eos_id)
    for encoding, found in zip(encodings, word_surprisals(one, encodings, True), strict=True):
        ids = [tokenizer.eos_id, *encoding.ids.tolist()]
        logs = logs_of(theirs[""], input_ids=torch.tensor([ids]))  # row t is what follows token t
        mass = logs[:, begins].logsumexp(-1)
        expected, numbers = [], [-1, *word_of_tokens(encoding).tolist()]
        for word in range(len(found.words)):
            own = [at for at, number in enumerate(numbers) if number == word]
            value = sum(-float(logs[at - 1, ids[at]]) for at in own) - float(mass[own[-1]])
            if ids[own[0]] in begins:
                value += float(mass[own[0] - 1])
            expected.append(value)
        np.testing.assert_allclose(found.nats, expected, atol=TOLERANCE)
        plain = sum(-float(logs[at, ids[at + 1]]) for at in range(len(ids) - 1))
        # what a word lacks the next one has too much: only the end of the text is left over
        assert sum(expected) == pytest.approx(plain - float(mass[-1]), abs=1e-3)


def test_tokens_with_a_space_and_the_end_of_a_text_begin_a_word() -> None:
    tokenizer = tokenizer_of("gpt2-mini")
    begins = begins_words(tokenizer)
    assert begins is not None
    assert begins[tokenizer.eos_id]
    spaced, glued = (tokenizer.encode_ids([text])[0][0] for text in (" is", "is"))
    assert begins[spaced]
    assert not begins[glued]


def test_tokens_that_end_words_themselves_need_no_treatment() -> None:
    for name in ("gpt1-mini", "elmo-mini"):
        loaded, tokenizer = bundled(name)
        assert begins_words(tokenizer) is None
        one = scorer(loaded, tokenizer, "lm", "next", tokenizer.eos_id)
        encodings = [tokenizer.encode(text) for text in SENTENCES]
        plain, treated = (word_surprisals(one, encodings, corrected) for corrected in (False, True))
        for first, second in zip(plain, treated, strict=True):
            np.testing.assert_array_equal(first.nats, second.nats)


def test_a_word_whose_first_token_is_not_scored_has_no_surprisal() -> None:
    loaded, tokenizer = bundled("gpt2-mini")
    encoding = tokenizer.encode("Paris is here.")
    (found,) = word_surprisals(scorer(loaded, tokenizer, "lm", "next"), [encoding])
    assert math.isnan(found.nats[0])
    assert np.isfinite(found.nats[1:]).all()


def test_words_that_were_cut_off_have_no_tokens() -> None:
    loaded, tokenizer = bundled("gpt2-mini")
    encoding = tokenizer.encode("Paris is here in the evening.", max_length=4)
    (found,) = word_surprisals(
        scorer(loaded, tokenizer, "lm", "next", tokenizer.eos_id), [encoding]
    )
    assert len(found.words) == 6
    assert found.tokens[-1] == 0
    assert math.isnan(found.nats[-1])
