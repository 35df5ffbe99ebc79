"""Every text has its translation, with the same names in it and the terms of the glossary."""

import ast
import re
import tomllib
import warnings
from collections.abc import Iterable
from functools import cache

from explorer.core.localization.catalog import names_in, read_catalog, read_messages
from explorer.core.localization.sources import (
    FUNCTIONS,
    Source,
    is_read,
    literals,
    sources,
    template,
)
from models.runtime.resources import resource

KOREAN = resource("languages", "ko.ts")
TRANSLATIONS = read_catalog(KOREAN).texts
HANGUL = re.compile("[가-힣]")
ROOT = resource().parent / "explorer"
CHANGES = resource().parent / "CHANGELOG.md"
# Packages in which one file is all that adds something; its author need not know every language.
ADDED_BY_ONE_FILE = {"models.arch", "models.objectives", "models.experiments"}
# Written for developers or for other programs, and therefore in English.
ENGLISH = (
    "commands/docs.py",
    "commands/look.py",
    "core/localization",
)
# What looks like a sentence and is none: markup, code, names of settings, fonts and keys.
CODE = re.compile(
    r"[<\n\\{}]|\w_\w|%s|^(Noto|Apple|PLM) |^(pip|torchrun) |import|, (Right|Page)|line-height"
)
NOT_READ = {
    *("as in the paper", "does not require grad", "no significant difference", "too few seeds"),
    "The capital of France is Paris. This country is in Europe.",
    "Adding `safetensors` variant of this model",  # the title of a request on the hub
}
# Columns of CSV files, which are English in every language.
COLUMNS = re.compile(
    r"\((ratio|share of the row)\)$|, this layer alone$|^held-out loss of a trial$"
)
# What is written as in code: names of values, options, fields and files.
WRITTEN = re.compile(
    r"\{[^{}]*\}|\[[A-Z]+\]|`[^`]*`|--[\w-]+|\"\w+\"|\b\w+[._:/]\w[\w./:]*|\w+_\w+"
)
OTHERWISE = (  # beginnings of texts that say a term in another way, or as a name
    *("A causal model such as GPT-2", "Compress a model into", "which panels, such as tokens"),
    *("{word} in tokenizer", "Feed a text to a model", "With full attention every place is one"),
    *("Two texts of one or two facts with a score", "huggingface/transformers, research"),
    *("FewRel F1", "objectives must be a list"),
)


def test_particles_are_written_as_the_program_reads_them() -> None:
    """With the form after a consonant first; another order would stay as it is."""
    other = re.compile(r"는\(은\)|가\(이\)|를\(을\)|와\(과\)|\(으\)로|로\(으로\)")
    assert [text for text in TRANSLATIONS.values() if other.search(text)] == []


def test_every_text_is_translated() -> None:
    """Those of one added file may wait for a release; decision 50."""
    missing = [one for one in sources() if one[1] not in TRANSLATIONS]
    waiting = [] if is_released(CHANGES.read_text(encoding="utf-8")) else waiting_texts(missing)
    if waiting:
        texts = [text for _, text in waiting]
        warnings.warn(f"{len(texts)} texts wait for a translation: {texts}", stacklevel=1)
    due = [text for one, text in missing if (one, text) not in waiting]
    assert not due, f"make translations, then translate {len(due)} texts: {due[:10]}"


def is_released(changes: str) -> bool:
    """Whether the newest version of a changelog is a release."""
    newest = next(line for line in changes.splitlines() if line.startswith("## "))
    return "(unreleased)" not in newest


def waiting_texts(missing: Iterable[Source]) -> list[Source]:
    """Those texts that belong to a file which is all that adds an architecture and the like."""
    return [one for one in missing if one[0] in ADDED_BY_ONE_FILE]


def test_texts_of_a_new_architecture_wait_until_release_and_no_others_do() -> None:
    missing = [("models.arch", "A new layer"), ("explorer.ui", "A new button")]
    assert waiting_texts(missing) == missing[:1]
    assert not is_released("# Changelog\n\n## 0.2.0 (unreleased)\n\n## 0.1.0\n")
    assert is_released("# Changelog\n\n## 0.2.0\n\n- Something (unreleased).\n")


def test_the_file_of_linguist_has_no_texts_that_are_gone() -> None:
    known = {text for _, text in sources()}
    assert not [text for _, text, _ in read_messages(KOREAN) if text not in known]


def test_a_translation_names_nothing_unknown_and_can_be_filled_in() -> None:
    for text, korean in TRANSLATIONS.items():
        names = names_in(text)
        assert names_in(korean) <= names, text
        if names and ":" not in korean and "!" not in korean:
            assert "{" not in korean.format(**dict.fromkeys(names, "x")), text


def test_the_terms_are_those_of_the_glossary() -> None:
    glossary = tomllib.loads(resource("languages", "glossary.toml").read_text(encoding="utf-8"))
    wrong = [
        f"{term}: {text!r}: {translation!r}"
        for term, korean in glossary["ko"].items()
        for text, translation in TRANSLATIONS.items()
        if text != translation and not text.startswith(OTHERWISE)
        if _said(term).search(WRITTEN.sub(" ", text))
        and not any(one in translation for one in korean)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_korean_percent_sign_follows_its_number_without_a_space() -> None:
    apart = [k for k in TRANSLATIONS.values() if re.search(r"[\d}] %(?![\w(]|$)|[\d}] %[가-힣]", k)]
    assert not apart


@cache
def _said(term: str) -> re.Pattern[str]:
    """A term in the singular and the plural."""
    plural = f"{re.escape(term[:-1])}(?:y|ies)" if term.endswith("y") else f"{re.escape(term)}s?"
    return re.compile(rf"\b{plural}\b", re.IGNORECASE)


def test_a_label_is_not_much_wider_than_in_english() -> None:
    """Hangul is about twice as wide as a Latin letter, which few words make up for."""
    wide = [
        f"{text!r}: {korean!r}"
        for text, korean in TRANSLATIONS.items()
        if len(text) <= 24 and _width(korean) > 1.6 * len(text) + 6
    ]
    assert not wide, "\n".join(wide)


def test_no_text_of_the_interface_is_left_unmarked() -> None:
    unmarked = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted(ROOT.rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(ENGLISH)
        for line, text in _unmarked(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not unmarked, "\n".join(unmarked)


def _unmarked(tree: ast.AST) -> list[tuple[int, str]]:
    """Sentences that no function of the translation has seen."""
    marked = {
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and (
            node.func.id in FUNCTIONS
            or (node.func.id.endswith("Error") and node.func.id != "UserError")
        )
        for argument in node.args
        for part in ast.walk(argument)
    }
    found = []
    for node, text in literals(tree):
        shown = template(node) if isinstance(node, ast.JoinedStr) else text
        words = re.findall(r"[A-Za-z]{2,}", re.sub(r"\{[^{}]*\}", "", shown))
        code = CODE.search(re.sub(r"\{[^{}]*\}", "", shown)) or COLUMNS.search(shown)
        seen = node in marked or code or shown in NOT_READ
        if not seen and len(words) > 3 and is_read(shown):
            found.append((node.lineno, shown))
    return found


def _width(text: str) -> int:
    return sum(2 if HANGUL.match(sign) else 1 for sign in text)
