"""From choices to recipes: what fits together, what a session kept, and the two students."""

import json
from dataclasses import replace

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.training.plans import (
    Choices,
    DistillationChoice,
    Languages,
    TrainingChoice,
    choices,
    panel_for,
    student_recipes,
    tokens_of,
    training_recipe,
)
from models.schema.configs import Size
from models.schema.registry import catalog
from models.training.recipe import Recipe


@pytest.fixture(scope="module")
def known() -> Choices:
    return choices(Engine(Library()))


def test_the_defaults_are_a_possible_recipe(known: Choices) -> None:
    recipe = training_recipe(TrainingChoice(), known, "my-bert", 7)
    read = Recipe.from_dict(recipe)
    assert (read.name, read.seed, read.data) == ("my-bert", 7, "village:en")
    assert read.config == {"initializer_range": 0.05}


def test_every_post_norm_model_begins_with_wider_weights_and_no_other(known: Choices) -> None:
    begun = {
        name: Recipe.from_dict(
            training_recipe(
                TrainingChoice(architecture=name, objectives=spec.objectives), known, name, 1
            )
        )
        for name, spec in known.architectures.items()
    }
    usual = {name for name, recipe in begun.items() if not recipe.config}
    assert usual == {name for name, spec in catalog().architectures.items() if not spec.post_norm}
    assert "gpt2" in usual


def test_span_corruption_reads_single_sentences_as_well(known: Choices) -> None:
    choice = TrainingChoice(architecture="t5", objectives=("span_corruption",), tokenizer="unigram")
    read = Recipe.from_dict(training_recipe(choice, known, "my-t5", 7))
    other = training_recipe(TrainingChoice(), known, "my-bert", 7)
    assert read.schedule.single_share > 0
    assert Recipe.from_dict(other).schedule.single_share == 0


def test_every_architecture_can_be_trained_by_its_own_objectives(known: Choices) -> None:
    for name, spec in known.architectures.items():
        offered = [one.name for one in known.objectives_of(name)]
        assert set(spec.objectives) <= set(offered)
        assert known.families_of(name, spec.objectives)[0] == spec.tokenizers[0]


def test_only_objectives_that_an_architecture_can_learn_are_offered(known: Choices) -> None:
    offered = {
        name: {one.name for one in known.objectives_of(name)} for name in known.architectures
    }
    assert offered["t5"] == {"text_to_text", "span_corruption", "gap_sentences"}
    assert offered["bart"] == {"text_to_text", "text_infilling", "gap_sentences"}
    assert offered["xlnet"] == {"permutation"}
    assert offered["gpt2"] == {"causal"}
    assert "causal" not in offered["bert"]


def test_tasks_are_never_learned_alone_and_only_from_a_mini_world(known: Choices) -> None:
    def together(names: tuple[str, ...], text: str) -> list[str]:
        return [one.name for one in known.trainable_objectives("t5", names, text)]

    assert together(("text_to_text",), "village:en") == ["text_to_text", "span_corruption"]
    assert together(("span_corruption",), "village:en") == ["span_corruption"]
    assert together(("text_to_text", "span_corruption"), "/a/file.txt") == ["span_corruption"]
    assert together((), "world") == ["span_corruption"]
    tasks, spans = known.objectives["text_to_text"], known.objectives["span_corruption"]
    assert not tasks.excludes(spans)
    assert known.objectives["masked"].excludes(known.objectives["ngram_masked"])


def test_a_plan_with_text_to_text_reads_tasks(known: Choices) -> None:
    objectives = ("text_to_text", "span_corruption")
    choice = TrainingChoice(architecture="t5", objectives=objectives, tokenizer="unigram")
    read = Recipe.from_dict(training_recipe(choice, known, "my-t5", 7))
    assert 0 < read.schedule.task_share < 1


def test_only_an_architecture_whose_weights_start_unlike_learns_at_a_relative_rate(
    known: Choices,
) -> None:
    relative = {
        name
        for name in known.architectures
        if Recipe.from_dict(
            training_recipe(TrainingChoice(architecture=name), known, name, 1)
        ).schedule.relative_rate
    }
    assert relative == {"t5"}


def test_a_tokenizer_without_a_mask_is_not_offered_to_a_masked_objective(known: Choices) -> None:
    assert "byte_bpe" not in known.families_of("bert", ["masked"])
    assert known.families_of("roberta", ["masked"])[0] == "byte_bpe"
    assert not known.can_lend("gpt2", ["masked"])
    assert known.can_lend("bert", ["masked"])
    assert known.can_lend("bert", ["causal"])


def test_the_processor_is_the_first_device(known: Choices) -> None:
    assert known.devices[0] == "cpu"
    assert "cpu" in known.bfloat16_devices


def test_a_choice_survives_the_session() -> None:
    choice = TrainingChoice(name="evening", objectives=("masked", "next_sentence"), steps=9)
    assert TrainingChoice.from_json(json.loads(json.dumps(choice.to_json()))) == choice
    taught = DistillationChoice(options={"temperature": 3.0})
    assert DistillationChoice.from_json(json.loads(json.dumps(taught.to_json()))) == taught


@pytest.mark.parametrize("kept", [None, [], {"steps": "many"}, {"unknown": 1}, {"steps": True}])
def test_what_makes_no_sense_in_a_session_is_left_out(kept: object) -> None:
    assert TrainingChoice.from_json(kept) == TrainingChoice()


def test_both_students_differ_only_in_their_teacher(known: Choices) -> None:
    teacher = Size(vocab_size=500, width=32, num_layers=4, num_heads=2, inner=64, num_positions=64)
    choice = DistillationChoice(teacher="bert-mini", text="village", options={"temperature": 3.0})
    spec = known.architectures["distilbert"]
    taught, alone = (
        Recipe.from_dict(recipe)
        for recipe in student_recipes(choice, spec, teacher, ("pupil", "pupil-alone"), 1)
    )
    assert taught.size == alone.size
    assert (taught.size.num_layers, taught.size.width) == (2, 32)
    assert taught.schedule == alone.schedule
    assert taught.teaching is not None
    assert taught.teaching.options == {"temperature": 3.0}
    assert alone.teaching is None
    assert alone.tokenizer.folder == "bert-mini"


def test_a_student_cannot_be_deeper_than_its_teacher(known: Choices) -> None:
    teacher = Size(vocab_size=500, num_layers=2)
    choice = DistillationChoice(num_layers=3)
    with pytest.raises(UserError, match="2 layers"):
        student_recipes(choice, known.architectures["distilbert"], teacher, ("a", "b"), 1)


def test_a_student_can_be_narrower_than_its_teacher(known: Choices) -> None:
    teacher = Size(vocab_size=500, width=32, num_layers=4, num_heads=4, inner=64, num_positions=64)
    spec = known.architectures["bert"]
    choice = DistillationChoice(method="tinybert", width=12)
    taught, _ = student_recipes(choice, spec, teacher, ("a", "b"), 1)
    assert (taught["size"]["width"], taught["size"]["inner"]) == (12, 48)
    same, _ = student_recipes(replace(choice, width=0), spec, teacher, ("a", "b"), 1)
    assert (same["size"]["width"], same["size"]["inner"]) == (32, 64)
    with pytest.raises(UserError, match="14 is not a multiple of the teacher's 4 heads"):
        student_recipes(replace(choice, width=14), spec, teacher, ("a", "b"), 1)


def test_texts_have_names_and_sizes() -> None:
    assert Languages("both").name("village") == "village"
    assert Languages("ko").name("world") == "world:ko"
    assert Languages.of("world:en90ko10@0.5") == Languages("both", 90, 0.5)
    assert Languages.of("world:en90ko0@0.5") == Languages()  # a session that was edited
    assert tokens_of("village:en") < tokens_of("world") == tokens_of("/a/file.txt")


def test_a_model_is_tried_where_what_it_learned_is_shown() -> None:
    expected = {
        ("bert", ("masked", "next_sentence")): "masking",
        ("gpt2", ("causal",)): "generation",
        ("t5", ("span_corruption",)): "generation",
        ("electra", ("replaced_token",)): "masking",
        ("xlnet", ("permutation",)): "masking",
        ("reformer", ("masked",)): "masking",
        ("reformer", ("causal",)): "generation",
    }
    specs, objectives = catalog().architectures, catalog().objectives
    for (architecture, names), panel in expected.items():
        heads = frozenset().union(*(objectives[name].trains for name in names))
        assert panel_for(specs[architecture], heads) == panel, (architecture, names)
