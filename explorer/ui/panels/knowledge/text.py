"""Numbers and words of the Knowledge panel: details, table of the export, limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from explorer.core.knowledge.choices import ChoiceGraph
from explorer.core.knowledge.linked_text import LinkedMention
from explorer.core.knowledge.neighbourhood import Neighbourhood, Node
from explorer.core.knowledge.relations import kind_title, relation_title
from explorer.core.knowledge.request import (
    CHOICES,
    DATA,
    EMBEDDINGS,
    GRAPH,
    KnowledgeAnswer,
    KnowledgeOptions,
)
from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.panel_base.details import Details
from explorer.ui.studies.contract import Offer, Situation

Said = tuple[Details, tuple[Offer, ...]]
NOTES = panel_text("knowledge").notes
MAX_TRIPLES = 12  # in the details
MAX_NAMES = 6  # in a note
TABLE_COLUMNS = {
    GRAPH: ("head", "head_kind", "relation", "tail", "tail_kind"),
    EMBEDDINGS: ("entity", "kind", "first", "second"),
    CHOICES: (
        *("choice", "probability", "is_right", "path"),
        *("attention", "plausibility", "probability_without"),
    ),
    DATA: ("relation", "triples", "example_head", "example_tail"),
}


def table(answer: KnowledgeAnswer) -> Table:
    """Every number of the view."""
    return Table(TABLE_COLUMNS[answer.view], _rows(answer), title=tr("Knowledge"))


def _rows(answer: KnowledgeAnswer) -> list[Sequence[Any]]:
    if answer.view == DATA:
        return [
            (one.name, one.count, *(one.example[::2] if one.example else ("", "")))
            for one in answer.overview.relations
        ]
    if answer.scored_question is not None:
        return [row for choice in answer.scored_question.choices for row in _choice_rows(choice)]
    if answer.embedded is not None:
        pairs = zip(answer.embedded.entities, answer.embedded.points.tolist(), strict=True)
        return [(one.name, one.kind, x, y) for one, (x, y) in pairs]
    if answer.shown is None:
        return []
    kinds = {node.entity: node.kind for node in answer.shown.nodes}
    rows: list[Sequence[Any]] = []
    for triple in answer.shown.triples.tolist():
        head, relation, tail = answer.shown.name_triple(triple)
        rows.append((head, kinds[triple[0]], relation, tail, kinds[triple[2]]))
    return rows


def _choice_rows(choice: ChoiceGraph) -> Iterator[Sequence[Any]]:
    """A row for each path; one without a path for a choice that has none."""
    own = choice.text, choice.probability, choice.is_correct
    for path in choice.paths:
        yield *own, path.sentence, path.weight, path.plausibility, path.probability_without
    if not choice.paths:
        yield *own, "", None, None, None


def details(
    answer: KnowledgeAnswer,
    options: KnowledgeOptions,
    correct: Callable[..., State],
    unfold: Callable[..., State],
    score: Callable[[Situation], State],
) -> Said:
    """The selected mention with its candidates, or triple, or entity with its triples.

    `correct` takes a mention and an entity, `unfold` an entity, and both a situation.
    """
    shown, mention = answer.shown, answer.mention_at(options)
    if mention is not None and (mention.ambiguous or mention.corrected or shown is None):
        return _mention_details(mention, correct)
    if shown is None:
        return Details(), ()
    if options.edge and shown.has(options.edge):
        return Details(shown.describe_triple(options.edge)), (
            Offer(tr("Score this triple"), score),
        )
    node = shown.node(options.selected)
    return (Details(), ()) if node is None else _node_details(shown, node, unfold)


def _mention_details(mention: LinkedMention, correct: Callable[..., State]) -> Said:
    linked = tr("no entity") if mention.chosen is None else mention.chosen.title
    rows = [(tr("Linked to"), linked)]
    if mention.corrected:
        rows.append((tr("Corrected"), tr("by you")))
    offers = [
        Offer(tr("Link to {one}", one=one.title), partial(correct, mention, one.entity))
        for one in mention.candidates
        if one != mention.chosen
    ]
    if mention.chosen is not None:
        offers.append(Offer(tr("Link to no entity"), partial(correct, mention, None)))
    return Details(mention.text, tuple(rows)), tuple(offers)


def _node_details(shown: Neighbourhood, node: Node, unfold: Callable[..., State]) -> Said:
    rows = [
        (tr("Kind"), kind_title(node.kind) or "–"),
        (tr("Triples in the graph"), f"{node.degree:,}"),
        (tr("Not in the figure"), f"{node.further:,}"),
    ]
    triples = shown.triples_of(node.entity)
    if triples:
        rows.append((tr("Triples in the figure"), ""))
    for triple in triples[:MAX_TRIPLES]:
        head, relation, tail = shown.name_triple(triple)
        outgoing = triple[0] == node.entity
        name = relation_title(relation)
        name = name if outgoing else tr("{relation} of", relation=name)
        rows.append((name, tail if outgoing else head))
    more = len(triples) - MAX_TRIPLES
    text = tr("{more:,} more are in the table of the export.", more=more) if more > 0 else ""
    title = tr("Fold") if node.unfolded else tr("Unfold")
    can = node.unfolded or node.further > 0
    offers = (Offer(title, partial(unfold, node.entity)),) if can else ()
    return Details(node.name, tuple(rows), text), offers


def limits(answer: KnowledgeAnswer) -> list[str]:
    """What the figure leaves out, and what was wrong."""
    lines = []
    if answer.unknown:
        lines.append(NOTES["unknown"].format(names=_quote_names(answer.unknown)))
    if answer.linked.overlapped:
        lines.append(NOTES["overlapped"].format(names=_quote_names(answer.linked.overlapped)))
    if answer.shown is not None and answer.shown.num_left_out:
        lines.append(NOTES["left_out"].format(count=f"{answer.shown.num_left_out:,}"))
    if answer.embedded is not None:
        first, second = (f"{share:.0%}" for share in answer.embedded.shares)
        lines.append(NOTES["plane"].format(first=first, second=second))
        if kind := answer.embedded.selected_kind:
            lines.append(NOTES["same_kind"].format(kind=kind_title(kind)))
        if answer.embedded.num_left_out:
            count = f"{answer.embedded.num_left_out:,}"
            lines.append(NOTES["left_on_map"].format(count=count))
    report = answer.overview.report
    if answer.view != DATA and report is not None and report.troubles:
        total = sum(one.count for one in report.troubles)
        lines.append(NOTES["troubles"].format(count=f"{total:,}"))
    return lines


def _quote_names(names: Sequence[str]) -> str:
    shown = ", ".join(f"“{name}”" for name in names[:MAX_NAMES])
    return shown + (tr(" and others") if len(names) > MAX_NAMES else "")


def caption_settings(answer: KnowledgeAnswer) -> list[str]:
    """For a caption: the graph, and what of it is drawn."""
    query = answer.request.query
    parts = [tr("graph {title}", title=answer.title)]
    if answer.view == GRAPH:
        parts.append(
            plural(
                query.hops,
                "{count} hop, up to {limit:,} entities",
                "{count} hops, up to {limit:,} entities",
                limit=query.limit,
            )
        )
        hidden = ", ".join(query.hidden)
        parts += [tr("without {hidden}", hidden=hidden)] if hidden else []
    return parts
