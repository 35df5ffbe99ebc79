"""A text of one's own in place of the mini-world, in every comparison that can take one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from pkgutil import iter_modules

import pytest

from models import measures
from models.comparison.arms import run_unit
from models.comparison.catalog import experiments, find_experiment
from models.comparison.evidence.statistics import evaluate
from models.comparison.own_text.check import (
    MIN_DOCUMENTS,
    MIN_NAMES,
    MIN_SENTENCES,
    check_own_text,
    language_of,
    own_text_remarks,
)
from models.comparison.own_text.traits import TRAITS
from models.comparison.results import ArmMeasurement, MeasuredComparison
from models.comparison.run import Plan
from models.comparison.spec import ArmSeed, ExperimentSpec, keeps_weights
from models.data.texts.identity import TextIdentity
from models.finetuning.recipe import FineTuningRecipe
from models.training.recipe import Recipe
from tests.models.tiny import little_held_out

OWN_TEXT = TextIdentity("own.txt", "own.txt", "", "")
SEEDS = (1, 2, 3, 4, 5)
SPECS = tuple(experiments().values())
OWN = tuple(spec for spec in SPECS if spec.takes_own_text)
FIRST = ("Anna", "Boris", "Clara", "David", "Elena", "Felix")
LAST = ("Stone", "River", "Field", "Marsh", "Hill")
THINGS = ("boat", "letter", "garden", "lamp", "clock", "bridge", "coat")


def story(number: int) -> str:
    """A paragraph about a person, with a name of two words in its middle."""
    name = f"{FIRST[number % 6]} {LAST[number % 5]}"
    thing, other = THINGS[number % 7], THINGS[(3 * number + 1) % 7]
    return (
        f"On day {number} the old {thing} of {name} was lost near the {other}. "
        f"Nobody knew where {name} had left it. In the evening the {other} was dark, and "
        f"everybody who looked for the {thing} came home late."
    )


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two thousand short paragraphs: enough for every comparison but those of an amount."""
    path = tmp_path_factory.mktemp("text") / "own.txt"
    path.write_text("\n\n".join(map(story, range(2000))), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def little() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        little_held_out(patch)
        yield


def changes_of(spec: ExperimentSpec) -> dict[str, object]:
    """Two steps of four examples; sizes of arms stay, so that each is built as it is declared."""
    assert isinstance(spec.base, Recipe)
    learns_vocabulary = not spec.base.tokenizer.folder and "tokenizer.vocab_size" not in spec.varies
    has_cosine = any(one.name == "gradient_cosine" for one in spec.metrics)  # every 25 steps
    return {
        "schedule.steps": 25 if has_cosine else 2,
        "schedule.warmup_steps": 0,
        "schedule.batch_size": 4,
        "data_tokens": 6000,
        **({"tokenizer.vocab_size": 400} if learns_vocabulary else {}),
    }


def measured(
    spec: ExperimentSpec, arms: tuple[str, ...], text: str, cache: Path
) -> MeasuredComparison:
    """Some arms with one seed, as a result."""
    changes = changes_of(spec)
    runs = {
        arm: run_unit(ArmSeed(spec.name, arm, 1, False, cache, text, changes, True)) for arm in arms
    }
    return MeasuredComparison(
        spec.name,
        False,
        (1,),
        tuple(row for run in runs.values() for row in run.rows),
        {},
        text=OWN_TEXT,
        baselines={arm: run.baselines for arm, run in runs.items()},
    )


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_a_comparison_runs_on_a_text_and_measures_all_that_is_not_left_out(
    spec: ExperimentSpec, text: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("models.measures.gradient_noise.NUM_EXAMPLES", 1024)
    monkeypatch.setattr("models.measures.sentence_pairs.NUM_TRAIN", 40)
    monkeypatch.setattr("models.measures.sentence_pairs.NUM_HELD_OUT", 20)
    monkeypatch.setattr("models.measures.by_length.TOKENS", 512)
    monkeypatch.setattr("models.measures.word_pairs.DOCUMENTS", 20)
    for options in ({"num_examples": 2}, {"depths": (2,)}):
        for key, value in options.items():
            if key in spec.measure_options:
                monkeypatch.setitem(spec.measure_options, key, value)  # type: ignore[arg-type]
    names = [arm.name for arm in spec.own_arms()]
    result = measured(spec, (names[0], names[-1]), text, cache)
    found = {row.metric for row in result.rows}
    expected = {one.name for one in spec.metrics} - set(spec.traits.world_metrics)
    assert found >= expected - {"early_loss"}
    assert not found & set(spec.traits.world_metrics)
    counted = {floor.baseline for floor in spec.own_floors if floor.baseline}
    assert all(set(levels) >= counted for levels in result.baselines.values())
    assert evaluate(spec, result).claims  # also where arms or metrics are missing


def test_the_traits_of_every_measure_are_declared() -> None:
    assert {module.name for module in iter_modules(measures.__path__)} == set(TRAITS)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_what_needs_the_mini_world_says_why(spec: ExperimentSpec) -> None:
    assert spec.takes_own_text != bool(spec.why_no_own_text)
    if spec.why_no_own_text:
        assert spec.why_no_own_text.startswith("It ") or "judge" in spec.why_no_own_text
        assert spec.why_no_own_text.endswith(".")
        assert not spec.on_mini_world, "all of its conditions are those of the mini-world"
    elif spec.traits.world_metrics:
        assert any("left out" in remark for remark in own_text_remarks(spec))
        assert {one.name for one in spec.metrics} & set(spec.traits.world_metrics)


def test_fine_tuning_and_models_as_they_are_take_no_text() -> None:
    for spec in SPECS:
        recipes = [spec.recipe(arm.name) for arm in spec.arms]
        learns = any(isinstance(one, Recipe) and not keeps_weights(one) for one in recipes)
        if isinstance(spec.base, FineTuningRecipe) or not learns:
            assert not spec.takes_own_text


@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_limits_that_hold_on_a_text_say_nothing_of_the_mini_world(spec: ExperimentSpec) -> None:
    for text in (spec.regime, spec.limits):
        for word in ("mini-world", "village", "capital", "acceptable", "summary of"):
            assert word not in text


@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_a_short_text_is_refused_with_the_length_that_is_needed(
    spec: ExperimentSpec, tmp_path: Path
) -> None:
    path = tmp_path / "short.txt"
    path.write_text("\n\n".join(map(story, range(6))), encoding="utf-8")
    plan = Plan(spec, tmp_path / "run", tmp_path, data=str(path))
    with pytest.raises(ValueError, match=rf"too short for {spec.name}: .* words .* are needed"):
        plan.check_text()


@pytest.mark.parametrize("spec", OWN, ids=lambda spec: spec.name)
def test_a_text_of_enough_length_is_taken(spec: ExperimentSpec, text: str) -> None:
    recipes = [spec.recipe(arm.name, data=text) for arm in spec.arms]
    amounts = [one.data_tokens for one in recipes if isinstance(one, Recipe)]
    if spec.limits_own_text and max(amounts) > len(Path(text).read_text(encoding="utf-8").split()):
        with pytest.raises(ValueError, match="an amount that it compares"):
            check_own_text(spec, text)
    else:
        check_own_text(spec, text)


def test_a_text_without_what_a_measure_reads_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    plain = (story(n).lower().replace(".", ",") for n in range(2000))
    path.write_text("\n\n".join(plain), encoding="utf-8")
    for name, problem in (
        ("permutation", f"0 paragraphs of those that are held out have one, and {MIN_NAMES}"),
        ("tokenizers", f"0 paragraphs of those that are held out have two, and {MIN_DOCUMENTS}"),
        ("direction", f"0 of those that are held out end with .*, and {MIN_SENTENCES}"),
    ):
        spec = find_experiment(name)
        with pytest.raises(ValueError, match=problem):
            check_own_text(spec, str(path))


def test_a_vocabulary_that_lacks_the_letters_of_a_text_is_refused(
    tmp_path: Path, cache: Path
) -> None:
    path = tmp_path / "greek.txt"
    words = ("Ὀδυσσεὺς", "ἀνήρ", "θάλασσα", "ναῦς")
    lines = (" ".join(words[(n + k) % 4] for k in range(9)) + "." for n in range(400))
    path.write_text("\n\n".join(f"{n} {one}" for n, one in enumerate(lines)), encoding="utf-8")
    spec = find_experiment("distillation")
    unit = ArmSeed(spec.name, "student", 1, False, cache, str(path), changes_of(spec))
    with pytest.raises(ValueError, match="vocabulary of bert-mini, which lacks"):
        run_unit(unit)


def test_arms_of_another_language_are_left_out(text: str, tmp_path: Path) -> None:
    korean = tmp_path / "korean.txt"
    lines = (f"{n}번째 날에 오래된 등불이 다리 옆에서 사라졌다." for n in range(40))
    korean.write_text("\n\n".join(lines), encoding="utf-8")
    assert (language_of(text), language_of(str(korean))) == ("en", "ko")
    for path, code in ((text, "_en"), (str(korean), "_ko")):
        plan = Plan(find_experiment("tokenizers"), tmp_path, tmp_path, data=path)
        assert len(plan.arms) == 9
        assert all(arm.name.endswith(code) for arm in plan.arms)
        assert {arm for arm, _ in plan.parts} == set(plan.recipes())


# ---- guards on a text of one's own


def stored_rows(
    spec: ExperimentSpec,
    rows: Sequence[ArmMeasurement],
    baselines: Mapping[str, Mapping[str, float]],
) -> MeasuredComparison:
    return MeasuredComparison(
        spec.name, False, SEEDS, tuple(rows), {}, text=OWN_TEXT, baselines=baselines
    )


def on_text(spec: ExperimentSpec, losses: dict[str, float], counted: float | None) -> str:
    """The reason of the first claim's verdict, with five seeds of each arm."""
    rows = [
        ArmMeasurement(arm, seed, arm_x, metric, value + 0.001 * seed, 100, 1.0)
        for arm, value in losses.items()
        for seed in range(1, 6)
        for arm_x in [spec.arm(arm).x]
        for metric in ("mlm_loss", "mlm_accuracy")
    ]
    levels = {} if counted is None else {arm: {"5gram": counted} for arm in losses}
    stored = stored_rows(spec, rows, levels)
    return evaluate(spec, stored).claims[0].reason


def test_arms_must_be_better_than_what_is_counted_in_the_text() -> None:
    spec = replace(find_experiment("masking_rate"), points=1)
    losses = {arm.name: 5.0 + n for n, arm in enumerate(spec.arms)}
    assert "not clearly better than a 5-gram model" in on_text(spec, losses, 4.0)
    assert "there is no level of a 5-gram model" in on_text(spec, losses, None)
    assert "5-gram" not in on_text(spec, losses, 40.0)


def test_where_a_floor_needs_the_mini_world_arms_must_be_better_than_a_unigram_model() -> None:
    spec = find_experiment("block_parts")
    (floor,) = spec.own_floors
    assert (floor.metric, floor.baseline) == ("mlm_loss", "unigram")
    rows = [
        ArmMeasurement(arm.name, seed, None, metric, value + 0.001 * seed, 100, 1.0)
        for arm in spec.arms
        for seed in range(1, 6)
        for metric, value in (("mlm_loss", 5.0), ("mlm_accuracy", 0.1))
    ]
    stored = stored_rows(spec, rows, {arm.name: {"unigram": 5.0} for arm in spec.arms})
    claim = evaluate(spec, stored).claims[0]
    assert claim.verdict == "not testable here"
    assert "not clearly better than a unigram model" in claim.reason


def test_a_bundled_model_as_it_is_did_not_learn_from_the_text() -> None:
    spec = find_experiment("compression_methods")
    rows = tuple(
        ArmMeasurement("original", seed, None, f"{way}_accuracy", 0.5 + 0.001 * seed, 1, 1.0)
        for way in ("float", "int8")
        for seed in range(1, 6)
    )
    stored = stored_rows(spec, rows, {})
    claim = evaluate(spec, stored).claims[0]
    assert claim.verdict == "not testable here"
    assert "did not learn from this text" in claim.reason
    assert claim.would_take == "a model that was trained on this text"
    assert evaluate(spec, replace(stored, text=None)).claims[0].verdict == "reproduced"
