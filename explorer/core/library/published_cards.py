"""The card of a published checkpoint: what its paper states, without its weights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from explorer.core.comparison.differences import CardField
from explorer.core.library.card_words import (
    SHARED_OPTIONS,
    VALUES,
    join_titles,
    plain_value,
    share,
)
from explorer.core.library.published import (
    FACTS,
    NOT_OF_ALL,
    PUBLICATION,
    SCORES,
    CommonError,
    PublishedModel,
    field_place,
    published_models,
)
from explorer.core.localization import tr
from explorer.core.readable import join_names, longest_text, stated_count
from models.schema.specs import Paper

if TYPE_CHECKING:
    from models.schema.configs import ModelConfig
    from models.schema.specs import ArchSpec, ObjectiveSpec, Option

SIZES = {
    "num_layers": tr("Layers"),
    "width": tr("Width"),
    "num_heads": tr("Attention heads"),
    "head_width": tr("Width of a head"),
    "inner": tr("Feed-forward width"),
    "num_positions": tr("Longest text"),
}
NOT_STATED = tr("not stated")
POST_LN = tr("post-LN: after each residual sum")
PRE_LN = tr("pre-LN: before each sublayer, and after the last")
MASKS, NEXT_SENTENCE, LICENCE = tr("Masks"), tr("Next-sentence prediction"), tr("Licence")
PARAMETERS = field_place("parameters")[1]
AT_A_GLANCE = tr("At a glance")
GLANCE = (  # what a lecture puts side by side, by the names of fields
    *(field_place(key)[1] for key in ("date", "institution")),
    *(PARAMETERS, NEXT_SENTENCE, field_place("length")[1], MASKS),
    *(
        field_place(key)[1]
        for key in ("batch", "batch_tokens", "data_size", "data_tokens", "steps")
    ),
)
COPIES = "copies"  # the option of an objective that says whether masks are fixed
PREPRINT = re.compile(r"(\d\d)(\d\d)\.\d{4,5}")  # of arXiv: year and month of the first version


def published_card(model: PublishedModel) -> tuple[CardField, ...]:
    """All that is stated of a checkpoint, and what follows from its sizes."""
    from explorer.core.parameters.published import architecture_of, config_of

    spec = architecture_of(model)
    fields = [*publication_fields(model)]
    if spec is None:
        fields += _paper_fields(model.paper) if model.paper else ()
    else:
        config = config_of(model, spec)
        fields += family_fields(spec, config, model.paper)
        fields += _objective_fields(model)
        fields += _tokenizer_fields(spec, config)
        fields += size_fields(config)
        fields += _parameter_fields(model)
    return _glance_first(add_remarks([*fields, *stated_fields(model)], model))


def _glance_first(fields: Iterable[CardField]) -> tuple[CardField, ...]:
    """The fields with those of a glance in a group of their own, in its order."""
    by_name = {field.name: field for field in fields}
    glance = [replace(by_name[name], group=AT_A_GLANCE) for name in GLANCE if name in by_name]
    return (*glance, *(field for field in by_name.values() if field.name not in GLANCE))


def add_remarks(fields: Iterable[CardField], model: PublishedModel) -> list[CardField]:
    """The fields, each with what is often stated otherwise of it."""
    remarks = {remark.place[1]: remark for remark in model.remarks}
    return [
        replace(field, remark=remarks[field.name].text, remark_source=remarks[field.name].citation)
        if field.name in remarks
        else field
        for field in fields
    ]


@dataclass(frozen=True)
class ListedError:
    """One line of the list of common errors: what it is about, and on which cards it is."""

    about: str
    ids: tuple[str, ...]
    field: str
    often: str
    says: str
    source: str


def common_errors() -> Iterator[ListedError]:
    """Every remark once, with the checkpoint or the system that it is about."""
    about: dict[tuple[str, str, str], list[PublishedModel]] = {}
    remarks: dict[tuple[str, str, str], CommonError] = {}
    for model in published_models():
        for remark in model.remarks:
            key = (remark.key, remark.often, remark.says)
            about.setdefault(key, []).append(model)
            remarks[key] = remark
    for key, one in remarks.items():
        title, ids = _title_of_all(about[key]), tuple(model.id for model in about[key])
        field, often, says = one.place[1], tr(one.often), tr(one.says)
        yield ListedError(title, ids, field, often, says, one.citation)


def _title_of_all(models: list[PublishedModel]) -> str:
    """The title of one checkpoint; of several what those of a family begin with."""
    if len(models) == 1:
        return models[0].title
    families: dict[str, list[list[str]]] = {}
    for model in models:
        words = model.title.replace(",", "").split()
        families.setdefault(words[0], []).append(words)
    return join_names([_common_start(titles) for titles in families.values()])


def _common_start(titles: list[list[str]]) -> str:
    """The words that all titles begin with."""
    same = takewhile(lambda words: len(set(words)) == 1, zip(*titles, strict=False))
    return " ".join(words[0] for words in same)


# ---- fields


def publication_fields(model: PublishedModel) -> Iterator[CardField]:
    """Who published it, when, and under which licence."""
    yield from _date_fields(model)
    yield CardField(tr(PUBLICATION), tr("Publisher"), model.publisher)
    yield CardField(tr(PUBLICATION), LICENCE, model.licence or NOT_STATED)
    yield CardField(tr(PUBLICATION), tr("Languages"), join_names([*map(tr, model.languages)]))
    place, link = (model.id, model.url) if model.on_hub else (tr("not there"), "")
    yield CardField(tr(PUBLICATION), tr("On the hub"), place, link=link)


def _date_fields(model: PublishedModel) -> Iterator[CardField]:
    """The month of the first version of its preprint, unless a fact states the month."""
    month, source = _preprint_month(model)
    if model.fact("date") is None and month:
        group, name = field_place("date")
        yield CardField(group, name, month, source)


def month_of(model: PublishedModel) -> str:
    """The month of its first publication, as 2018-10; "" where it is not known."""
    fact = model.fact("date")
    return fact.says if fact else _preprint_month(model)[0]


def _preprint_month(model: PublishedModel) -> tuple[str, str]:
    """The month that the number of its preprint has, and that number."""
    from explorer.core.parameters.published import architecture_of

    spec = architecture_of(model)
    paper = model.paper or (spec.paper if spec else None)
    number = PREPRINT.fullmatch(paper.arxiv) if paper else None
    if paper is None or number is None:
        return "", ""
    return "20{}-{}".format(*number.groups()), f"arXiv:{paper.arxiv}"


def family_fields(spec: ArchSpec, config: ModelConfig, paper: Paper | None) -> Iterator[CardField]:
    """The architecture, and its paper or that of the checkpoint."""
    group = tr("Architecture")
    yield CardField(group, tr("Family"), spec.title)
    yield from _paper_fields(paper or spec.paper)
    yield CardField(group, tr("What it changed"), tr(spec.difference))
    yield CardField(group, tr("Streams"), join_titles(tr(s.title) for s in spec.streams))
    yield CardField(group, tr("Direction"), tr(spec.direction))
    yield CardField(group, tr("Positions"), tr(spec.positions))
    yield CardField(*field_place("norms"), POST_LN if spec.is_post_norm(config) else PRE_LN)


def _paper_fields(paper: Paper) -> Iterator[CardField]:
    group = tr("Architecture")
    yield CardField(group, tr("Paper"), short_paper(paper))
    yield CardField(group, tr("Title"), paper.title)
    preprint = f"arXiv:{paper.arxiv}" if paper.arxiv else tr("none")
    yield CardField(group, tr("Preprint"), preprint, link=paper.url)


def short_paper(paper: Paper) -> str:
    """The first author and the year, as papers are cited."""
    first, *others = paper.authors.split(",")
    if not others:
        return f"{first} {paper.year}"
    return tr("{author} et al. {year}", author=first, year=paper.year)


def _objective_fields(model: PublishedModel) -> Iterator[CardField]:
    """What it learned from, with the options that are stated."""
    from models.schema.registry import catalog

    specs = [catalog().objectives[name] for name in model.objectives]
    group, name = field_place("objective")
    learned = join_titles(tr(spec.title) for spec in specs) if specs else NOT_STATED
    yield CardField(group, name, learned, model.objectives_source)
    if specs:
        has_pairs = tr("yes") if "next_sentence" in model.objectives else tr("no")
        yield CardField(group, NEXT_SENTENCE, has_pairs, model.objectives_source)
    for spec in specs:
        stated = model.options.get(spec.name, {})
        if COPIES in stated:
            yield CardField(group, MASKS, _masks(stated[COPIES]), model.objectives_source)
        fields = option_fields(spec, stated, model.objectives_source, only_stated=True)
        skipped = {option.title for option in spec.options if option.name == COPIES}
        yield from (field for field in fields if field.name not in map(_option_name, skipped))


def _masks(copies: int) -> str:
    """Whether each reading of a text has masks of its own."""
    if not copies:
        return tr("dynamic: sampled again each time")
    return tr("static: made once, in {copies} copies of the data", copies=copies)


def option_fields(
    spec: ObjectiveSpec, chosen: Mapping[str, Any], source: str, *, only_stated: bool
) -> Iterator[CardField]:
    """The options of an objective; those that are not among the chosen have their default."""
    for option in spec.options:
        title, written = SHARED_OPTIONS.get(option.name, (tr(option.title), "{}"))
        text = NOT_STATED
        if not only_stated or option.name in chosen:
            text = written.format(_set(option, chosen.get(option.name, option.default)))
        yield CardField(tr("Objective"), title[:1].upper() + title[1:], text, source)


def _option_name(title: str) -> str:
    return tr(title)[:1].upper() + tr(title)[1:]


def _set(option: Option, value: Any) -> str:
    """What an option of an objective is set to."""
    if isinstance(value, float) and option.maximum is not None and option.maximum <= 1:
        return share(value)
    named = VALUES.get(option.name, {}).get(value) if isinstance(value, int) else None
    return named or plain_value(value)


def _tokenizer_fields(spec: ArchSpec, config: ModelConfig) -> Iterator[CardField]:
    from models.schema.registry import catalog

    group, families = tr("Tokenizer"), catalog().tokenizers
    kinds = [tr(families[name].title) for name in spec.tokenizers[:1] if name in families]
    yield CardField(group, tr("Kind"), join_titles(kinds))
    yield CardField(group, tr("Vocabulary"), plain_value(config.size.vocab_size))


def size_fields(config: ModelConfig, of: str = "") -> Iterator[CardField]:
    """Also what only some families have as a key, so that it does not seem to differ."""
    size = config.size
    values = {
        **{name: plain_value(value) for name, value in asdict(size).items()},
        "head_width": plain_value(_head_width(config)),
        "num_positions": longest_text(size.num_positions),
    }
    for name, title in SIZES.items():
        yield CardField(tr("Size"), (of + title).capitalize(), values[name])


def _head_width(config: ModelConfig) -> int:
    """Return the width of a head in the configuration, else width divided by number of heads."""
    widths = [getattr(config, key, None) for key in ("d_kv", "d_head", "head_width")]
    return next(filter(None, widths), config.size.width // config.size.num_heads)


def _parameter_fields(model: PublishedModel) -> Iterator[CardField]:
    """The parameters that the sizes give, and the number that is stated."""
    from explorer.core.parameters.published import count_parameters

    counts = count_parameters(model)
    assert counts is not None
    total = sum(counts.values())
    group, without = tr("Size"), tr("Parameters without the token table")
    yield CardField(group, PARAMETERS, plain_value(total))
    yield CardField(group, without, plain_value(total - counts["token"]))
    yield stated_parameters(model)


def stated_parameters(model: PublishedModel) -> CardField:
    """The number of parameters as its authors state it."""
    stated = stated_count(model.stated) or NOT_STATED
    return CardField(tr("Size"), tr("Parameters as stated"), stated)


def stated_fields(model: PublishedModel) -> Iterator[CardField]:
    """How a published checkpoint was trained and what it scored, with the sources."""
    for key in FACTS:
        group, name = field_place(key)
        if (fact := model.fact(key)) is not None:
            is_score = FACTS[key][0] == SCORES
            says = stated_score(fact.says) if is_score else tr(fact.says)
            text = f"{says} ({fact.citation})" if is_score else says
            yield CardField(group, name, text, fact.citation)
        elif key not in NOT_OF_ALL:
            yield CardField(group, name, NOT_STATED)


def stated_score(text: str) -> str:
    """A score with its table and split, and what is said about it after a comma."""
    first, *notes = text.split(", ")
    return ", ".join([first, *map(tr, notes)])
