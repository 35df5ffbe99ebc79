"""What a list says of models of the hub, and the words by which they are found."""

from __future__ import annotations

from explorer.core.hub.download import bytes_here
from explorer.core.hub.names import find_cached
from explorer.core.hub.remote import RemoteModel
from explorer.core.library.listing import has_words
from explorer.core.library.published import PublishedModel
from explorer.core.localization import tr
from explorer.core.readable import join_names, readable_bytes


def matches(model: PublishedModel, words: str) -> bool:
    """Whether every word is in its id, an alias, its title, its publisher or its languages."""
    known = (model.id, *model.aliases, model.title, model.publisher, *model.languages)
    return has_words(" ".join(known), words)


def summary(model: PublishedModel) -> str:
    """One line about a known model."""
    licence = model.licence or tr("licence not stated")
    languages = join_names([*map(tr, model.languages)])
    count = tr("{count:,} parameters", count=model.parameters)
    text = f"{model.id} · {count} · {languages} · {licence}"
    return tr("{text} · on this machine", text=text) if find_cached(model.id) is not None else text


def about(model: RemoteModel, *, under_way: bool) -> str:
    """The description by the hub of a model that can be used."""
    licence = tr("Licence: {licence}.", licence=model.licence or tr("not stated"))
    here, size = bytes_here(model), readable_bytes(model.size_bytes)
    parts = [
        tr(
            "{model}, {size} in {files} files; complete. {licence}",
            model=model.family,
            size=size,
            files=len(model.files),
            licence=licence,
        )
    ]
    if model.num_parameters:
        parts.append(tr("{model:,} parameters in its weights.", model=model.num_parameters))
    if model.request is not None:
        parts.append(
            tr(
                "The repository holds a pickle; these weights are of the hub's own converter, in "
                "request {number}.",
                number=model.request,
            )
        )
    if here and not under_way:
        parts.append(
            tr(
                "{here} of {size} are on this machine already.",
                here=readable_bytes(here),
                size=size,
            )
        )
    return "\n".join(parts)
