"""The request of the Why panel and its work: methods, how they agree, and checks of each."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.attribution.predictions import target_of
from explorer.core.attribution.target import AttributionTarget, TargetText, WordQuestion
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.readable import model_name
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import State
from models.schema.records import FloatArray
from models.schema.specs import MAIN_FEED

if TYPE_CHECKING:
    from models.attribution.checks import Curves, Faithfulness
    from models.attribution.methods import Attribution, ExplainedPrediction

TOKENS, DELETION, RANDOM = "tokens", "deletion", "random"
VIEWS = (TOKENS, DELETION, RANDOM)
INTEGRATED, GRADIENT, LEFT_OUT, ROLLOUT = "integrated", "gradient", "left_out", "rollout"
METHODS = {
    INTEGRATED: tr("Integrated gradients"),
    GRADIENT: tr("Gradient × input"),
    LEFT_OUT: tr("Leave one out"),
    ROLLOUT: tr("Attention rollout"),
}


@dataclass(frozen=True)
class WhyChoice(FormChoice):
    """The panel's own options: words as they are read, and what they were chosen for."""

    wanted: str = ""
    against: str = ""
    text: str = ""


@dataclass(frozen=True)
class WhyRequest:
    """What the numbers of one view depend on."""

    view: str
    keys: tuple[str, ...]
    text: str
    pair: str
    seed: int
    token: int | None
    token_of: str
    choice: WhyChoice

    @property
    def question(self) -> WordQuestion:
        choice = self.choice
        return WordQuestion(
            self.text, self.pair, self.token, self.token_of, choice.wanted, choice.against
        )


@dataclass(frozen=True, eq=False)
class MethodResult:
    """What one method says; `shares` (T,) is None where it cannot, and `problem` says why."""

    name: str
    shares: FloatArray | None = None
    problem: str = ""
    error: float | None = None  # of integrated gradients: what the sum is off
    curves: Faithfulness | None = None
    randomised: FloatArray | None = None  # (T,) with shuffled weights
    similarity: float | None = None  # rank correlation of both

    @property
    def title(self) -> str:
        return METHODS[self.name]


@dataclass(frozen=True, eq=False)
class WhyAnswer:
    """All that the picture of one model is drawn from. Scores are in nats."""

    view: str
    card: ModelCard
    target: TargetText
    score: float
    empty_score: float  # of the baseline in place of every token
    methods: tuple[MethodResult, ...]
    agreement: FloatArray  # (M, M) rank correlations; NaN where there is none

    @property
    def able(self) -> tuple[MethodResult, ...]:
        """The methods that this model allows."""
        return tuple(one for one in self.methods if one.shares is not None)

    @property
    def main(self) -> MethodResult | None:
        return next(iter(self.able), None)

    @property
    def shares(self) -> dict[str, FloatArray]:
        """The shares of the tokens (T,) by method, for the methods that this model allows."""
        return {one.name: one.shares for one in self.methods if one.shares is not None}

    @property
    def titled_curves(self) -> list[tuple[str, Faithfulness]]:
        """The curves of each method, after its title; the random orders are those of all."""
        return [(one.title, one.curves) for one in self.methods if one.curves is not None]


Answers = dict[str, WhyAnswer | UserError]  # by model
Reports = Generator[Progress, None, WhyAnswer]


def request_of(
    state: State, view: str, keys: tuple[str, ...], token_of: str, choice: WhyChoice
) -> WhyRequest:
    """The request for these models; the selected token decides which word is explained."""
    token = state.selection.token
    return WhyRequest(
        view,
        keys,
        state.text,
        state.pair,
        state.seed,
        token,
        token_of if token is not None else "",
        choice,
    )


def answers_to(request: WhyRequest, engine: Engine) -> Work:
    """Each model as soon as it is ready; the problem of a model is its answer."""
    return answers_by_model(
        request.keys, tr("Explaining"), lambda key: _answer(request, engine, key)
    )


def _answer(request: WhyRequest, engine: Engine, key: str) -> Reports:
    """Remembered by view, so that switching back to one is immediate; shares are those of all."""
    version, one = engine.version(key), replace(request, keys=(key,))
    shares = *version, replace(one, view=TOKENS)
    answer = yield from _compute_once(engine, shares, lambda: _shares(one, engine, key))
    if request.view == TOKENS:
        return answer
    return (
        yield from _compute_once(
            engine, (*version, one), lambda: _add_check(one, engine, key, answer)
        )
    )


def _compute_once(engine: Engine, place: Hashable, compute: Callable[[], Reports]) -> Reports:
    if place not in engine.results:
        computed = yield from compute()
        engine.results.get(place, lambda: computed)
    answer: WhyAnswer = engine.results.get(place, _never_computed)
    return answer


def _never_computed() -> WhyAnswer:
    raise AssertionError("it is remembered")


def _shares(request: WhyRequest, engine: Engine, key: str) -> Reports:
    """What each method says."""
    target = target_of(engine, key, request.question)
    if not target.explained.changed.any():
        raise UserError(
            tr(
                "{engine} reads no other token than the one it predicts.",
                engine=engine.card(key).title,
            ),
            tr("Choose a later word, or type a longer sentence."),
        )
    methods: list[MethodResult] = []
    for name in METHODS:
        yield Progress(
            f"{METHODS[name]}, {model_name(key)}", len(methods), len(METHODS), unit="methods"
        )
        methods.append(_result(engine, key, target, name))
    with as_user_errors():
        score, empty = target.explained.both_ends
    agreement = _rank_correlations(target.explained, methods)
    return WhyAnswer(TOKENS, engine.card(key), target.text, score, empty, tuple(methods), agreement)


def _add_check(request: WhyRequest, engine: Engine, key: str, answer: WhyAnswer) -> Reports:
    """Add to an answer the check of its view: the curves of deletion, or shuffled weights."""
    target, methods = target_of(engine, key, request.question), list(answer.methods)
    if request.view == DELETION:
        methods = yield from _add_curves(target.explained, methods, request.seed)
    else:
        methods = yield from _add_shuffled(key, target, methods, request.seed)
    return replace(answer, view=request.view, methods=tuple(methods))


# ---- methods


def _result(engine: Engine, key: str, target: AttributionTarget, name: str) -> MethodResult:
    """What a method says of a model, or why it cannot."""
    if name == ROLLOUT:
        return _rollout(engine, key, target)
    try:
        found = _methods_of_scores()[name](target.explained)
    except ValueError as error:
        return MethodResult(name, problem=str(error))
    return MethodResult(name, found.shares, error=found.error)


def _methods_of_scores() -> Mapping[str, Callable[[ExplainedPrediction], Attribution]]:
    from models.attribution import methods as attribution

    return {
        INTEGRATED: attribution.integrated_gradients,
        GRADIENT: attribution.gradient_times_input,
        LEFT_OUT: attribution.leave_one_out,
    }


def _rollout(engine: Engine, key: str, target: AttributionTarget) -> MethodResult:
    shares = _rolled_out(target, target.explained)
    if shares is None:
        why = NO_ROLLOUT if target.positions else NO_ROW
        return MethodResult(ROLLOUT, problem=why.format(title=engine.card(key).title))
    return MethodResult(ROLLOUT, shares)


def _rolled_out(target: AttributionTarget, explained: ExplainedPrediction) -> FloatArray | None:
    """Rollout to the rows that predict; None where not every token attends to the others there."""
    from models.attribution.methods import rollout
    from models.inference.trace import trace

    length, streams = explained.length, explained.spec.streams
    stream = next((one for one in streams if one.name == target.stream), None)
    if stream is None or stream.feed != MAIN_FEED or stream.columns or not stream.attends:
        return None
    if not target.positions:
        return None
    with as_user_errors():
        traced = trace(explained.model, explained.spec, explained.model_input, ("attention",))
    attention = traced.streams[stream.name].attention if stream.name in traced.streams else None
    if attention is None or attention.shape[-2:] != (length, length):
        return None
    rows = [rollout(attention, at) for at in target.positions]
    return np.where(explained.changed, np.mean(rows, axis=0), 0.0).astype(np.float32)


NO_ROW = tr("{title} reads several states at once, so there is no one row to follow")
NO_ROLLOUT = tr(
    "{title} predicts from no stack in which every token of the text attends to the others"
)


# ---- how far one may trust them


def _rank_correlations(explained: ExplainedPrediction, methods: list[MethodResult]) -> FloatArray:
    """Spearman's rank correlation of each pair of methods over the tokens (M, M)."""
    from models.attribution.checks import rank_correlation

    count = len(methods)
    matrix = np.full((count, count), np.nan)
    for row, one in enumerate(methods):
        for column, other in enumerate(methods):
            if one.shares is not None and other.shares is not None:
                matrix[row, column] = rank_correlation(explained, one.shares, other.shares)
    return matrix


def _add_curves(
    explained: ExplainedPrediction, methods: list[MethodResult], seed: int
) -> Generator[Progress, None, list[MethodResult]]:
    """Add the curves of deletion and insertion; all methods share the same random orders."""
    from models.attribution.checks import ORDERS, Faithfulness, curves_by, random_orders

    total = sum(one.shares is not None for one in methods) + ORDERS
    curves: dict[str, Curves] = {}
    for one in methods:
        if one.shares is not None:
            yield Progress(
                tr("Leaving tokens out by {one}", one=one.title.lower()), len(curves), total
            )
            with as_user_errors():
                curves[one.name] = curves_by(explained, one.shares)
    random: list[Curves] = []
    for order in random_orders(explained, seed):
        yield Progress(tr("Leaving tokens out in random orders"), len(curves) + len(random), total)
        with as_user_errors():
            random.append(curves_by(explained, order))
    return [
        replace(one, curves=Faithfulness.of(curves[one.name], random))
        if one.name in curves
        else one
        for one in methods
    ]


def _add_shuffled(
    key: str, target: AttributionTarget, methods: list[MethodResult], seed: int
) -> Generator[Progress, None, list[MethodResult]]:
    """Add each method's shares on the model with shuffled weights, and the rank correlation."""
    from models.attribution.checks import rank_correlation, shuffle_weights

    yield Progress(tr("Shuffling the weights of {key}", key=model_name(key)), 0, len(methods))
    with as_user_errors():
        shuffled = target.remake(shuffle_weights(target.module, seed))
    done: list[MethodResult] = []
    for one in methods:
        yield Progress(tr("{one} with shuffled weights", one=one.title), len(done), len(methods))
        if one.shares is None:
            done.append(one)
            continue
        shares = _shuffled_shares(target, shuffled, one.name)
        similarity = rank_correlation(target.explained, one.shares, shares)
        done.append(replace(one, randomised=shares, similarity=similarity))
    return done


def _shuffled_shares(
    target: AttributionTarget, shuffled: ExplainedPrediction, name: str
) -> FloatArray:
    if name != ROLLOUT:
        with as_user_errors():
            return _methods_of_scores()[name](shuffled).shares
    shares = _rolled_out(target, shuffled)
    assert shares is not None
    return shares
