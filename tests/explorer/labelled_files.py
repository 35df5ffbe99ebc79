"""Tiny labelled files of own tables, so that a model is fine-tuned in a moment."""

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
