"""What training texts are called: parts of the mini-world with their languages, examples, files."""

from __future__ import annotations

from pathlib import Path

from explorer.core.localization import message, tr
from explorer.core.training.plans import Languages
from models.data.texts.registry import named_entry

WORLD_TITLES = {"village": tr("The village"), "world": tr("The mini-world")}
EXAMPLE_TITLES = {  # in all languages at once
    "demonstrations": tr("Examples of tasks"),
    "world+demonstrations": tr("The mini-world and examples"),
    "companies": tr("Companies with several co-founders"),
    "world+companies": tr("The mini-world and these companies"),
    "long": tr("Long documents with questions"),
}
LANGUAGE_TITLES = {"both": tr("English and Korean"), "en": tr("English"), "ko": tr("Korean")}
ALPHA = tr("alpha")


def title_of(name: str) -> str:
    """The title of a source: the mini-world with its language, a real text, or a file's name."""
    world = name.partition(":")[0]
    if named := named_entry(name):
        entry, place = named
        return Path(place).name if entry.kind == "file" and place else message(entry.title)
    if world not in WORLD_TITLES:
        return EXAMPLE_TITLES.get(name, Path(name).name)
    languages = Languages.of(name)
    if languages.are_unequal:
        mix = tr(
            "{languages} % English, {english_percent} % Korean",
            languages=languages.english_percent,
            english_percent=100 - languages.english_percent,
        )
        return f"{WORLD_TITLES[world]}, {mix}, {ALPHA} {languages.alpha:g}"
    if languages.language == "both":
        return WORLD_TITLES[world]
    return f"{WORLD_TITLES[world]}, {LANGUAGE_TITLES[languages.language]}"
