"""Files of minimal pairs in three layouts, what is no pair in them, and the bundled sets."""

import json
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from models.data.judgements import minimal_pairs
from models.data.judgements.minimal_pairs import BUNDLED, GRAMMAR, PairSet, read_pairs
from models.tasks.examples import DataError

ROWS = [
    ("The dogs bark.", "The dogs barks.", "agreement"),
    ("She ate an apple.", "She ate a apple.", "articles"),
]


def written(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def halves(found: PairSet) -> list[tuple[str, str, str]]:
    return [(one.good, one.bad, one.phenomenon) for one in found.pairs]


@pytest.mark.parametrize(("name", "sign"), [("pairs.csv", ","), ("pairs.tsv", "\t")])
def test_a_table_has_columns_of_halves_in_any_order(name: str, sign: str, tmp_path: Path) -> None:
    lines = ["bad,phenomenon,good,language", *(f"{b},{p},{g},en" for g, b, p in ROWS)]
    found = read_pairs(str(written(tmp_path, name, "\n".join(lines).replace(",", sign))))
    assert halves(found) == ROWS
    assert [one.line for one in found.pairs] == [2, 3]
    assert {one.language for one in found.pairs} == {"en"}
    assert found.pairs[0].place == f"{name}, line 2"


def test_json_lines_of_blimp_have_their_own_names(tmp_path: Path) -> None:
    lines = [
        json.dumps(
            {
                "sentence_good": good,
                "sentence_bad": bad,
                "field": "syntax",
                "linguistics_term": term,
                "UID": f"{term}_1",
                "pairID": "0",
            }
        )
        for good, bad, term in ROWS
    ]
    assert halves(read_pairs(str(written(tmp_path, "blimp.jsonl", "\n".join(lines))))) == ROWS


def test_text_of_zorro_has_the_wrong_sentence_first_and_the_phenomenon_as_its_name(
    tmp_path: Path,
) -> None:
    content = "".join(f"{bad}\n{good}\n" for good, bad, _ in ROWS)
    found = read_pairs(str(written(tmp_path, "agreement_noun-verb.txt", content)))
    assert halves(found) == [(good, bad, "agreement_noun-verb") for good, bad, _ in ROWS]
    assert [one.line for one in found.pairs] == [1, 3]


def test_a_sentence_without_a_partner_is_named_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, "odd.txt", "Bad one.\nGood one.\nAlone.\n")
    with pytest.raises(DataError, match=r"odd\.txt, line 3: a sentence has no partner"):
        read_pairs(str(path))


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    written(tmp_path, "b.txt", "Bad.\nGood.\n")
    written(tmp_path, "a.csv", "good,bad\nRight.,Wrong.\n")
    written(tmp_path, "notes.md", "nothing")
    assert halves(read_pairs(str(tmp_path))) == [("Right.", "Wrong.", "a"), ("Good.", "Bad.", "b")]


def test_rows_that_are_no_pairs_are_named_with_file_and_line(tmp_path: Path) -> None:
    long = "x" * (minimal_pairs.MAX_CHARACTERS + 1)
    content = f"good,bad\nSame.,Same.\n,Empty.\n{long},Long.\nRight.,Wrong.\none,two,three\n"
    found = read_pairs(str(written(tmp_path, "mixed.csv", content)))
    assert len(found) == 1
    assert [fault.place for fault in found.faults] == [
        f"mixed.csv, line {line}" for line in (2, 3, 4, 6)
    ]
    assert "equal" in found.faults[0].reason
    assert "empty" in found.faults[1].reason


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("first,second\na,b\n", "Name them good and bad"),
        ("good,bad\nSame.,Same.\n", "line 2: both halves are equal"),
        ("", "empty"),
    ],
)
def test_a_file_without_pairs_is_an_error_that_says_why(
    content: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=message):
        read_pairs(str(written(tmp_path, "none.csv", content)))


def test_limits_come_before_parsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "pairs.csv", "good,bad\n" + "Right.,Wrong.\n" * 9)
    assert read_pairs(str(path), limit=4).more
    assert len(read_pairs(str(path), limit=4)) == 4
    assert not read_pairs(str(path), limit=9).more
    monkeypatch.setattr(minimal_pairs, "MAX_BYTES", 20)
    with pytest.raises(DataError, match="20 are read at most"):
        read_pairs(str(path))


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_pairs_differ_in_one_thing(name: str) -> None:
    """Most words are shared, none is twice, and both halves are sentences."""
    found = read_pairs(name)
    assert len({(one.good, one.bad) for one in found.pairs}) == len(found) >= 100
    for one in found.pairs:
        assert one.good != one.bad
        assert one.language == name.partition(":")[2]
        good, bad = Counter(one.good.split()), Counter(one.bad.split())
        changed = max(sum((good - bad).values()), sum((bad - good).values()))
        assert changed <= 3, one
        assert changed < max(len(one.good.split()), len(one.bad.split())), one
    assert min(Counter(one.phenomenon for one in found.pairs).values()) >= 6


def test_the_world_has_right_and_wrong_halves_of_the_same_words() -> None:
    """A change and its reverse are made equally often, so that no word gives the answer away."""
    pairs = read_pairs("world:en").pairs
    agreement = [one for one in pairs if one.phenomenon == "agreement"]
    longer = sum(len(one.good) > len(one.bad) for one in agreement)
    assert 0.4 < longer / len(agreement) < 0.6


PARTICLES = {"은/는", "이/가", "을/를", "과/와", "으로/로"}


def test_pairs_of_particle_forms_exchange_the_form_of_one_particle() -> None:
    pairs = [one for one in read_pairs(f"{GRAMMAR}:ko").pairs if one.phenomenon in PARTICLES]
    assert len(pairs) >= 40
    for one in pairs:
        forms = one.phenomenon.split("/")
        ((good, bad),) = [
            (a, b) for a, b in zip(one.good.split(), one.bad.split(), strict=True) if a != b
        ]
        ends = {
            next(form for form in forms if word.rstrip(".").endswith(form)) for word in (good, bad)
        }
        assert ends == {*forms} or forms == ["으로", "로"], one


def test_pairs_of_articles_exchange_a_and_an() -> None:
    pairs = [one for one in read_pairs(f"{GRAMMAR}:en").pairs if one.phenomenon == "a and an"]
    for one in pairs:
        words = zip(one.good.split(), one.bad.split(), strict=True)
        assert [{a, b} for a, b in words if a != b] == [{"a", "an"}]
    phenomena = [one.phenomenon for one in read_pairs(f"{GRAMMAR}:en").pairs]
    assert len(list(groupby(phenomena))) == len({*phenomena})
