"""Tiny labelled files of own tables, so that a model is fine-tuned in a moment."""

import json
from pathlib import Path

WORDS = ("france", "paris", "europe", "mina", "tom", "ball")


def write_sentences(folder: Path) -> Path:
    """Sentences of two classes, of which one word decides; returns the training file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, count in (("train", 24), ("dev", 12)):
        rows = ["text\tlabel"]
        for place in range(count):
            word, label = ("has", "yes") if place % 2 else ("is", "no")
            rows.append(f"{WORDS[place % 6]} {word} {WORDS[place % 5]} .\t{label}")
        (folder / f"{name}.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder / "train.tsv"


def write_questions(folder: Path) -> Path:
    """Questions of which every third has no answer; returns the training file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, count in (("train", 24), ("dev", 9)):
        lines = []
        for place in range(count):
            word, other = WORDS[place % 6], WORDS[(place + 1) % 6]
            answer = "" if place % 3 == 0 else other
            row = {"question": word, "passage": f"{word} has {other} .", "answer": answer}
            lines.append(json.dumps(row))
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "train.jsonl"
