"""Files of triples as people have them: what is read, and what is counted as wrong."""

import gzip
import unicodedata
from pathlib import Path

import pytest

from models.knowledge import reading
from models.knowledge.reading import read_triples, reading_steps


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "triples.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def names(path: Path, **options: tuple[str, ...]) -> list[tuple[str, str, str]]:
    graph, _ = read_triples(path, **options)
    return sorted(map(graph.named_triple, graph.triples))


def test_three_columns_are_a_triple_and_a_header_is_none(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeffSubject\tRelation\tObject", "a b\tr\tc", "", "c\tr\td")
    assert names(path) == [("a b", "r", "c"), ("c", "r", "d")]
    assert read_triples(path)[1].troubles == ()


def test_conceptnet_gives_names_without_senses_in_the_chosen_languages(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "/a/[/r/IsA/,/c/en/dog/n/,/c/en/farm_animal/]\t/r/IsA\t/c/en/dog/n/wn/animal"
        '\t/c/en/farm_animal\t{"weight": 1.0}',
        "/a/x\t/r/RelatedTo\t/c/ko/개\t/c/en/dog\t{}",
        "/a/x\t/r/RelatedTo\t/c/fr/chien\t/c/en/dog\t{}",
        "/a/x\t/r/ExternalURL\t/c/en/dog\thttp://example.org/dog\t{}",
    )
    assert names(path) == [("dog", "IsA", "farm animal"), ("개", "RelatedTo", "dog")]
    assert names(path, languages=("en",)) == [("dog", "IsA", "farm animal")]
    assert read_triples(path)[1].count("language") == 2


def test_whatever_is_wrong_is_counted_and_listed_with_its_line(tmp_path: Path) -> None:
    cafe = unicodedata.normalize("NFD", "café")
    path = written(
        tmp_path,
        "a\tr\tb",
        "a\tr",
        "a\t\tb",
        "a\tr\tb\tc",
        "a\tr\tb",
        "a\tr\ta",
        f"{cafe}\tr\tb",
        "café\tr\tb",
        "r\ts\tb",
        "b\tr\tc",
        "c\tr\ta",
    )
    path.write_bytes(path.read_bytes() + b"\xff\xfe\tr\tb\n" + b"x" * 1_500_000 + b"\nd\tr\te")
    graph, report = read_triples(path)
    counts = {one.kind: one.count for one in report.troubles}
    assert counts == {
        "fields": 4,
        "encoding": 1,
        "duplicate": 2,
        "self_loop": 1,
        "unicode": 1,
        "relation_name": 1,
        "cycle": 1,
    }
    assert report.num_lines == 14
    assert report.num_triples == len(graph.triples) == 6
    examples = {one.kind: one.examples for one in report.troubles}
    assert examples["fields"][0] == "line 2: a\tr"
    assert examples["duplicate"] == ("line 5: a, r, b", "line 8: café, r, b")
    assert examples["unicode"] == ("line 8: café ('caf\\xe9')",)
    assert examples["cycle"][0].startswith("r: ")
    assert {*examples["cycle"][0].removeprefix("r: ").split(" → ")} == {"a", "b", "c"}
    assert all(one.about for one in report.troubles)


def test_duplicates_are_counted_across_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "CHUNK", 7)
    path = written(tmp_path, *("a\tr\tb" for _ in range(100)), *(f"a\tr\t{i}" for i in range(30)))
    graph, report = read_triples(path)
    assert len(graph.triples) == 31
    duplicate = report.trouble("duplicate")
    assert duplicate is not None
    assert duplicate.count == 99
    assert len(duplicate.examples) == reading.NUM_EXAMPLES
    assert duplicate.examples[0] == "line 2: a, r, b"


def test_every_group_with_a_circle_is_counted_and_the_first_are_described(tmp_path: Path) -> None:
    pairs = (f"a{i}\tr\tb{i}\nb{i}\tr\ta{i}" for i in range(15))
    chain = (f"c{i}\ts\tc{i + 1}" for i in range(9))
    _, report = read_triples(written(tmp_path, *pairs, *chain, "c9\ts\tc0"))
    cycle = report.trouble("cycle")
    assert cycle is not None
    assert cycle.count == 16
    assert len(cycle.examples) == reading.NUM_EXAMPLES
    assert cycle.examples[0] == "r: b0 → a0 → b0"
    graph, _ = read_triples(written(tmp_path, *(f"c{i}\ts\tc{(i + 1) % 10}" for i in range(10))))
    assert reading.cycles(graph) == (1, ("s: c1 → c2 → c3 → c4 → c5 → … → c1",))


def test_a_compressed_file_that_breaks_off_gives_what_came_before(tmp_path: Path) -> None:
    text = "".join(f"a{i}\tr\tb{i}\n" for i in range(20_000)).encode()
    path = tmp_path / "triples.tsv.gz"
    path.write_bytes(gzip.compress(text))
    assert read_triples(path)[1].num_triples == 20_000
    path.write_bytes(gzip.compress(text)[:-5000])
    graph, report = read_triples(path)
    assert report.count("unreadable") == 1
    assert 0 < len(graph.triples) < 20_000


def test_progress_grows_and_an_empty_file_is_an_empty_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "REPORT_LINES", 10)
    path = written(tmp_path, *(f"a\tr\t{i}" for i in range(35)))
    reports = list(reading_steps(path))
    assert [one.num_lines for one in reports] == [10, 20, 30, 35]
    assert reports[-1].share == 1
    path.write_text("", encoding="utf-8")
    assert len(read_triples(path)[0].entities) == 0


def test_a_file_without_triples_says_why(tmp_path: Path) -> None:
    path = tmp_path / "utf16.tsv"
    path.write_bytes("a\tb\tc\n".encode("utf-16-le"))
    graph, report = read_triples(path)
    assert not len(graph.triples)
    assert "UTF-8" in report.why_empty


def test_a_header_names_the_columns_in_any_order(tmp_path: Path) -> None:
    path = written(tmp_path, "Relation\tHead\tTail", "capital of\tParis\tFrance")
    assert names(path) == [("Paris", "capital of", "France")]
    path = written(tmp_path, "head\ttail\trelation\tweight", "Paris\tFrance\tcapital of\t2.5")
    assert names(path) == [("Paris", "capital of", "France")]


def test_conceptnets_relations_are_known_where_they_stand_first(tmp_path: Path) -> None:
    lines = ["IsA\ttool\tobject\t1", "AtLocation\tferret\tpet store\t0", "Causes\train\tfloods\t1"]
    path = written(tmp_path, *lines)
    assert names(path) == [("rain", "Causes", "floods"), ("tool", "IsA", "object")]
    left_out = read_triples(path)[1].trouble("score")
    assert left_out is not None
    assert left_out.examples == ("line 2: AtLocation\tferret\tpet store\t0",)
    path = written(tmp_path, "Antonym\tIsA\trelation", "Synonym\tIsA\trelation")
    assert ("Synonym", "IsA", "relation") in names(path), "they may be subjects, too"


def test_a_relation_that_seems_to_stand_first_is_said_with_what_to_write(tmp_path: Path) -> None:
    path = written(tmp_path, *(f"r{n % 5}\tthing {n}\tthing {n + 1}" for n in range(200)))
    doubt = read_triples(path)[1].trouble("order")
    assert doubt is not None
    assert "write as a first line: relation, subject, object" in doubt.examples[0]
    lines = path.read_text(encoding="utf-8").splitlines()
    path = written(tmp_path, "relation\tsubject\tobject", *lines)
    assert read_triples(path)[1].trouble("order") is None
    assert len(read_triples(path)[0].relations) == 5
