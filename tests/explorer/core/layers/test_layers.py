"""Similarities, planes, norms and the lens of real models, against scikit-learn and the models."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.metrics.pairwise import cosine_similarity

from explorer.core.engine.engine import Engine
from explorer.core.engine.predicting.probabilities import log_softmax
from explorer.core.layers.lens import LogitLens
from explorer.core.layers.projection import planes
from explorer.core.layers.request import (
    EXPERTS,
    INITIAL,
    LAYERS,
    LENS,
    NORMS,
    PLANE,
    TOKENS,
    LayersAnswer,
    LayersOptions,
    answers_to,
    request_of,
)
from explorer.core.layers.similarity import (
    layer_similarity,
    lengths,
    mean_of_pairs,
    token_similarity,
)
from explorer.core.layers.table import COLUMNS, rows_of
from explorer.core.library.library import Library
from explorer.core.state.state import State
from models.runtime.generators import run_to_end
from models.schema.records import ModelInput

TEXT = "the capital of france is paris ."
HIDDEN = np.random.default_rng(0).normal(size=(3, 7, 5)).astype(np.float32) + 2  # (S, T, D)


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def answer(
    engine: Engine, key: str, view: str, text: str = TEXT, **options: object
) -> LayersAnswer:
    chosen = LayersOptions(**options)  # type: ignore[arg-type]
    state = State(text=text, models=(key,))
    found = run_to_end(answers_to(request_of(state, view, (key,), chosen), engine))[key]
    assert isinstance(found, LayersAnswer)
    return found


def lens(engine: Engine, key: str, text: str = TEXT, **options: object) -> LogitLens:
    found = answer(engine, key, LENS, text, **options).lens
    assert found is not None
    return found


# ---- similarities, planes, norms


@pytest.mark.parametrize("centred", [False, True])
def test_cosines_are_those_of_scikit_learn(centred: bool) -> None:
    states = HIDDEN - HIDDEN.mean(1, keepdims=True) if centred else HIDDEN
    tokens = token_similarity(HIDDEN, centred=centred)
    layers = layer_similarity(HIDDEN, centred=centred)
    for layer in range(3):
        np.testing.assert_allclose(tokens[layer], cosine_similarity(states[layer]), atol=1e-5)
    for token in range(7):
        np.testing.assert_allclose(layers[token], cosine_similarity(states[:, token]), atol=1e-5)


def test_the_mean_of_pairs_leaves_out_each_token_with_itself() -> None:
    cosines = token_similarity(HIDDEN, centred=False)
    pairs = cosines[:, ~np.eye(7, dtype=bool)].mean(1)
    np.testing.assert_allclose(mean_of_pairs(cosines), pairs, atol=1e-6)
    assert np.isnan(mean_of_pairs(cosines[:, :1, :1])).all()


def test_one_token_alone_is_not_centred_to_nothing() -> None:
    np.testing.assert_allclose(
        layer_similarity(HIDDEN[:, :1], centred=True)[0].diagonal(), 1, atol=1e-6
    )


def test_planes_are_the_principal_components_of_scikit_learn_with_aligned_signs() -> None:
    found = list(planes(HIDDEN))
    for states, plane in zip(HIDDEN, found, strict=True):
        fitted = PCA(n_components=2).fit(states)
        np.testing.assert_allclose(abs(plane.points), abs(fitted.transform(states)), atol=1e-4)
        np.testing.assert_allclose(plane.shares, fitted.explained_variance_ratio_, atol=1e-5)
    for before, after in pairwise(found):
        assert ((before.points * after.points).sum(0) >= 0).all()


def test_states_without_variance_lie_in_the_middle_of_their_plane() -> None:
    (plane,) = planes(np.ones((1, 4, 5), dtype=np.float32))
    assert not plane.points.any()
    assert plane.shares == (0.0, 0.0)


def test_what_a_view_gets_is_computed_from_the_recorded_states(engine: Engine) -> None:
    states = answer(engine, "gpt2-tiny", NORMS).states
    traced = engine.trace("gpt2-tiny", states.model_input, ("hidden",)).streams["decoder"]
    assert np.array_equal(states.hidden, traced.hidden)
    norms = answer(engine, "gpt2-tiny", NORMS).norms
    np.testing.assert_allclose(norms, np.linalg.norm(states.hidden, axis=-1), rtol=1e-5)
    np.testing.assert_allclose(norms, lengths(states.hidden))
    alike = answer(engine, "gpt2-tiny", TOKENS, centred=True).alike
    np.testing.assert_allclose(alike, token_similarity(states.hidden, centred=True))
    by_token = answer(engine, "gpt2-tiny", LAYERS).alike
    assert by_token.shape == (len(states.labels), len(states.hidden), len(states.hidden))
    assert len(answer(engine, "gpt2-tiny", PLANE).planes) == len(states.hidden)


@pytest.mark.parametrize("view", [view for view in COLUMNS if view != EXPERTS])
def test_the_table_has_every_number_of_a_view_under_its_columns(engine: Engine, view: str) -> None:
    found = answer(engine, "gpt2-tiny", view)
    num_layers, num_tokens = found.states.hidden.shape[:2]
    rows = list(rows_of(found, layer=1))
    assert {len(row) for row in rows} == {len(COLUMNS[view])}
    counts = {
        LENS: num_layers * num_tokens,
        LAYERS: num_tokens * num_layers**2,
        TOKENS: num_tokens**2,
        PLANE: num_layers * num_tokens,
        NORMS: num_layers * num_tokens,
        INITIAL: 2 * num_layers,  # without scaling and with it, and its end in place of the input
    }
    assert len(rows) == counts[view]
    if view == TOKENS:
        assert {row[0] for row in rows} == {"Layer 1"}
        values = np.reshape([row[-1] for row in rows], (num_tokens, num_tokens))
        assert np.array_equal(values, found.alike[1])
    if view == NORMS:
        values = np.reshape([row[-1] for row in rows], (num_layers, num_tokens))
        assert np.array_equal(values, found.norms)


def test_two_tokens_span_no_plane(engine: Engine) -> None:
    assert "do not span a plane" in answer(engine, "gpt2-tiny", PLANE, "the").problem


# ---- the lens


def test_a_decoder_s_last_layer_predicts_what_the_model_predicts(engine: Engine) -> None:
    found = lens(engine, "gpt2-tiny")
    model_input = ModelInput.clean(engine.encode("gpt2-tiny", TEXT))
    logs = log_softmax(engine.trace("gpt2-tiny", model_input, ("logits",)).logits["lm"])
    named = logs[:, : engine.tokenizer("gpt2-tiny").vocab_size]
    np.testing.assert_allclose(found.probability[-1], np.exp(named.max(-1)), rtol=1e-4)
    assert found.places.tolist() == list(range(1, len(model_input) + 1))
    assert found.agrees[-1].all()
    assert not found.rank[-1].any()
    np.testing.assert_allclose(found.kl[-1], 0, atol=1e-6)
    assert found.truths[-1] is None
    assert "".join(map(str, found.truths[:-1])) == TEXT.removeprefix("the")


def test_rank_and_divergence_are_those_of_the_distribution_of_the_layer(engine: Engine) -> None:
    import torch

    found = lens(engine, "gpt2-tiny")
    model = engine.load_model("gpt2-tiny").model
    hidden = answer(engine, "gpt2-tiny", NORMS).states.hidden
    with torch.inference_mode():
        first = model.lm(model.norm(torch.tensor(hidden[1]))).log_softmax(-1)  # type: ignore
        last = model.lm(torch.tensor(hidden[-1])).log_softmax(-1)  # type: ignore
    answers = last.argmax(-1, keepdim=True)
    np.testing.assert_allclose(
        found.probability[1], first.gather(1, answers)[:, 0].exp(), rtol=1e-4
    )
    ranks = (first > first.gather(1, answers)).sum(-1)
    assert found.rank[1].tolist() == ranks.tolist()
    divergence = (last.exp() * (last - first)).sum(-1)
    np.testing.assert_allclose(found.kl[1], divergence, atol=1e-5)


def test_every_layer_gives_what_transformers_reads_from_its_hidden_states(
    engine: Engine, tiny_models: Path
) -> None:
    import torch
    import transformers

    reference = transformers.GPT2LMHeadModel.from_pretrained(tiny_models / "gpt2-tiny").eval()
    ids = torch.tensor(engine.encode("gpt2-tiny", TEXT).ids)[None]
    with torch.inference_mode():
        *earlier, last = reference(ids, output_hidden_states=True).hidden_states
        states = [*(reference.transformer.ln_f(hidden) for hidden in earlier), last]
        expected = [reference.lm_head(hidden)[0].softmax(-1) for hidden in states]
    found = lens(engine, "gpt2-tiny")
    answers = expected[-1].argmax(-1, keepdim=True)
    for layer, probabilities in enumerate(expected):
        own = probabilities.gather(1, answers)[:, 0]
        np.testing.assert_allclose(found.probability[layer], own, rtol=1e-3)
        np.testing.assert_allclose(found.best_probability[layer], probabilities.amax(-1), rtol=1e-3)


def test_masks_of_the_text_are_predicted_together(engine: Engine) -> None:
    found = lens(engine, "bert-tiny", "the [MASK] of [MASK]")
    assert found.places.tolist() == [2, 4]
    assert found.truths == (None, None)
    assert not found.alone
    assert found.most_telling == (0, 1)


def test_without_a_mask_each_token_is_masked_alone(engine: Engine) -> None:
    found = lens(engine, "bert-tiny")
    encoding = engine.encode("bert-tiny", TEXT)
    assert found.alone
    assert found.places.tolist() == np.flatnonzero(~encoding.special).tolist()
    alone = lens(engine, "bert-tiny", TEXT.replace("france", "[MASK]"))
    place = found.places.tolist().index(int(alone.places[0]))
    np.testing.assert_allclose(found.probability[:, place], alone.probability[:, 0], rtol=1e-4)


def test_a_detector_has_no_lens_and_its_generator_has(engine: Engine) -> None:
    assert lens(engine, "electra-tiny").stream == "Generator"
    rejected = answer(engine, "electra-tiny", LENS, streams={"electra": "discriminator"})
    assert "no language-model head" in rejected.problem
    assert "original or replaced" in rejected.problem
    norms = answer(engine, "electra-tiny", NORMS)
    assert norms.states.stream.name == "discriminator"
