"""What a person needs of a published model, and which models answer it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from explorer.core.library.published import PublishedModel, published_models
from explorer.core.localization import tr
from explorer.core.readable import readable_bytes, readable_count
from explorer.core.state.state import JSON

BYTES = 4  # of a parameter in 32 bits
MILLION = 10**6
SIZES = (20, 50, 150, 500, 2_000, 10_000)  # millions of parameters
NOT_STATED = "-"  # the choice of models whose licence is not stated
MANY = "many"  # the choice of models of at least so many languages
LEAST_MANY = 3


@dataclass(frozen=True)
class ModelNeeds:
    """Each is "" where anything will do; `size` is in millions of parameters at most."""

    use: str = ""
    language: str = ""
    size: str = ""
    licence: str = ""

    @classmethod
    def from_json(cls, saved: object) -> ModelNeeds:
        """The needs that a session kept; those that are no choices any more are left out."""
        kept = saved if isinstance(saved, dict) else {}
        known = {
            name: kept[name]
            for name, choices in need_choices().items()
            if isinstance(kept.get(name), str) and kept[name] in choices
        }
        return cls(**known)

    def to_json(self) -> dict[str, JSON]:
        return {name: value for name, value in asdict(self).items() if value}

    def fit(self, model: PublishedModel) -> bool:
        """Whether a model has all that is needed."""
        return (
            (not self.use or self.use in uses_of(model))
            and (not self.language or _speaks(model, self.language))
            and (not self.size or model.parameters <= int(self.size) * MILLION)
            and self.licence in ("", model.licence or NOT_STATED)
        )


def need_choices() -> dict[str, Mapping[str, str]]:
    """The choices of each need, by its name; the first is that anything will do."""
    languages = [name for name in ("English", "Korean") if any(_speaks(m, name) for m in _known())]
    licences = sorted({model.licence for model in _known() if model.licence})
    return {
        "use": {
            "": tr("Any task"),
            "writes": tr("Goes on with a text"),
            "fills": tr("Fills masks"),
            "encodes": tr("Reads a text: classes, answers"),
            "both": tr("Text to text: translations, summaries"),
        },
        "language": {
            "": tr("Any language"),
            **{name: tr(name) for name in languages},
            MANY: tr("Several languages"),
        },
        "size": {"": tr("Any size"), **{str(size): _size_title(size) for size in SIZES}},
        "licence": {
            "": tr("Any licence"),
            **{name: name for name in licences},
            NOT_STATED: tr("No licence stated"),
        },
    }


def _size_title(millions: int) -> str:
    count = millions * MILLION
    memory = readable_bytes(count * BYTES)
    return tr("At most {count} ({memory})", count=readable_count(count), memory=memory)


def uses_of(model: PublishedModel) -> frozenset[str]:
    """What its architecture can do, by the names of `need_choices`."""
    from explorer.core.parameters.published import architecture_of

    spec = architecture_of(model)
    if spec is None:
        return frozenset()
    reads_other = any(stream.columns for stream in spec.streams)
    fills = any(head.task == "fill_mask" for head in spec.heads)
    uses = {
        "both": spec.generates and reads_other,
        "writes": spec.generates and not reads_other,
        "fills": fills,
        "encodes": fills or not spec.generates,
    }
    return frozenset(name for name, holds in uses.items() if holds)


def _speaks(model: PublishedModel, language: str) -> bool:
    """Whether a language is stated; "102 others" and the like are several."""
    if language != MANY:
        return language in model.languages
    return len(model.languages) >= LEAST_MANY or any(
        part.isdigit() for name in model.languages for part in name.split()
    )


def _known() -> list[PublishedModel]:
    return [model for model in published_models() if model.on_hub]
