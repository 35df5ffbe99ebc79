"""Who is compared in the Distillation panel, by the models above."""

import pytest

from explorer.core.distillation.students import ModelRoles, choose_roles, taught_by
from explorer.core.distillation.views import LABELS, ViewAnswer, ViewRequest, answer_to
from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from models.runtime.generators import run_to_end
from models.schema.registry import catalog

METHODS = catalog().methods
USUAL = METHODS["distilbert"]


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.mark.parametrize(
    ("chosen", "teacher", "student", "method"),
    [
        ((), "bert-mini", "distilbert-mini", "distilbert"),
        (("bert-mini", "tinybert-mini"), "bert-mini", "tinybert-mini", "tinybert"),
        (("tinybert-mini", "bert-mini"), "bert-mini", "tinybert-mini", "tinybert"),
        (("gpt2-mini", "tinybert-mini"), "bert-mini", "tinybert-mini", "tinybert"),
        (("bert-mini", "mobilebert-mini"), "ib-bert-mini", "mobilebert-mini", "mobilebert"),
        (("mobilebert-mini",), "ib-bert-mini", "mobilebert-mini", "mobilebert"),
        (("bert-mini", "gpt2-mini"), "bert-mini", "distilbert-mini", "distilbert"),
        (("tinybert-mini", "distilbert-mini"), "bert-mini", "tinybert-mini", "tinybert"),
    ],
)
def test_the_models_above_are_compared_as_teacher_and_student(
    library: Library, chosen: tuple[str, ...], teacher: str, student: str, method: str
) -> None:
    entries = library.entries()
    roles = choose_roles(METHODS, USUAL, entries, ModelRoles(), chosen)
    assert (roles.teacher, roles.student) == (teacher, student)
    entry = next(one for one in entries if one.key == student)
    assert taught_by(METHODS, USUAL, entry).name == method


def test_a_choice_of_the_panel_comes_before_the_models_above(library: Library) -> None:
    preferred = ModelRoles("bert-mini", "distilbert-mini")
    roles = choose_roles(METHODS, USUAL, library.entries(), preferred, ("tinybert-mini",))
    assert (roles.teacher, roles.student) == ("bert-mini", "distilbert-mini")


def answer(library: Library, *chosen: str) -> ViewAnswer:
    entries, text = tuple(library.entries()), "The capital of France is Paris."
    request = ViewRequest(LABELS, USUAL.name, ModelRoles(), chosen, text, entries=entries)
    found = run_to_end(answer_to(request, Engine(library)))
    assert isinstance(found, ViewAnswer)
    return found


def test_a_model_that_predicts_no_tokens_takes_no_role(library: Library) -> None:
    found = answer(library, "bert-mini-acceptability", "gpt2-mini")
    assert (found.roles.teacher, found.roles.student) == ("bert-mini", "distilbert-mini")
    assert found.without_role == ("bert-mini-acceptability", "gpt2-mini")
    assert found.content is not None


def test_the_method_of_a_new_student_is_one_of_its_teacher(library: Library) -> None:
    found = answer(library, "ib-bert-mini")
    assert (found.roles.student, found.roles.teacher) == ("mobilebert-mini", "ib-bert-mini")
    assert (found.method.name, found.taught_by.name) == ("mobilebert", "mobilebert")
