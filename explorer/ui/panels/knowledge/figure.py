"""The figure of the Knowledge panel: the linked text, the graph, its legend, and tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log10

from PySide6.QtCore import QPointF, QRectF

from explorer.core.knowledge.embeddings import EmbeddingMap, TripleScore
from explorer.core.knowledge.linked_text import LinkedMention, LinkedTextAnswer
from explorer.core.knowledge.neighbourhood import Neighbourhood, Node, RelationCount
from explorer.core.knowledge.overview import GraphOverview
from explorer.core.knowledge.relations import kind_title, relation_title
from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.markers import marker
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.legend import STROKE_WIDTH, Legend, LegendEntry
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.knowledge.graph_drawing import (
    NUM_STYLES,
    Dot,
    Edge,
    EdgeHit,
    GraphDrawing,
    NodeHit,
    edge_look,
)

NOTES = panel_text("knowledge").notes
NO_ENTITY = tr("no entity")
UNBREAKABLE = str.maketrans({" ": "\u00a0"})  # a space in a chip would be drawn as a sign
DOT, DOT_GROWTH, MAX_DOT = 3.5, 2.2, 11.0  # pixels: radius, for each factor of ten, at most
SHRINKING = ((800, 0.4), (150, 0.7), (0, 1.0))  # nodes from which on dots are smaller
MAP_DOT, KIND_DOT, LINKED_DOT = 2.2, 3.2, 5.0  # pixels: radius
SYMBOL = 14.0
MAX_EXAMPLE = 320.0
WORDS, CANDIDATES, NEAREST, TAILS = "words", "candidates", "nearest", "tails"  # tags


# ---- the text


def sentence(linked: LinkedTextAnswer, chosen: LinkedMention | None) -> Drawing:
    """The words of the text with their entities; the candidates of the selected mention."""
    parts = linked.parts()
    chips = [_chip(word, mention) for word, mention in parts]
    selected = None if chosen is None else [mention for _, mention in parts].index(chosen)
    row = Tagged(token_row(chips, below=("",), selected=selected), WORDS)
    below = TextBlock("", hint=NOTES["click_a_name"]) if chosen is None else _candidates(chosen)
    return Stack([row, below] if linked.mentions else [row], tr("Linked text"), gap=4)


def _chip(word: str, mention: LinkedMention | None) -> TokenChip:
    text = word.translate(UNBREAKABLE)
    if mention is None:
        return TokenChip(text, plain=False, below=("",))
    if mention.chosen is None:
        tip = tr(
            "{mention}: {no_entity}, as you corrected it", mention=mention.text, no_entity=NO_ENTITY
        )
        return TokenChip(text, dimmed=True, unknown=False, below=(NO_ENTITY,), tip=tip)
    same = mention.chosen.name.casefold() == mention.text.casefold()
    kind = kind_title(mention.chosen.kind) or ("" if same else mention.chosen.name)
    several = tr(", {count} candidates", count=len(mention.candidates)) if mention.ambiguous else ""
    corrected = tr(", corrected") if mention.corrected else ""
    below = f"{kind}{several}{corrected}".removeprefix(", ")
    tip = tr(
        "{mention}: {title}{several}. Click to see or correct it",
        mention=mention.text,
        title=mention.chosen.title,
        several=several,
    )
    return TokenChip(text, span=1 if mention.ambiguous else 0, below=(below,), tip=tip)


def _candidates(mention: LinkedMention) -> Drawing:
    """What a name can mean, the chosen one ringed; the last is no entity."""
    chips = [
        TokenChip(tr("{text} means", text=mention.text).translate(UNBREAKABLE), plain=True),
        *(
            TokenChip(one.title.translate(UNBREAKABLE), tip=tr("Link to {name}", name=one.title))
            for one in mention.candidates
        ),
        TokenChip(NO_ENTITY.translate(UNBREAKABLE), dimmed=True, tip=tr("Link to nothing")),
    ]
    chosen = (*mention.candidates, None).index(mention.chosen)
    return Tagged(token_row(chips, selected=chosen + 1), CANDIDATES)


# ---- the graph


def graph(shown: Neighbourhood, selected: NodeHit | EdgeHit | None) -> GraphDrawing:
    """Dots as large as entities have triples, edges by relation."""
    styles = {one.id: style for style, one in enumerate(shown.relations)}
    shrink = next(share for least, share in SHRINKING if len(shown.nodes) >= least)
    dots = []
    for node in shown.nodes:
        tip, radius = _node_tip(node), _radius(node, shrink)
        dots.append(Dot(node.entity, node.name, tip, radius, node.linked, bool(node.further)))
    edges = [
        Edge(
            EdgeHit(*t),
            relation_title(shown.name_triple(t)[1]),
            styles[t[1]],
            shown.describe_triple(t),
        )
        for t in shown.triples.tolist()
    ]
    return GraphDrawing(dots, shown.places, edges, selected=selected, title=tr("Neighbourhood"))


def _radius(node: Node, shrink: float) -> float:
    radius = min(DOT + DOT_GROWTH * log10(1 + node.degree), MAX_DOT)
    return radius + 2.0 if node.linked else radius * shrink


def _node_tip(node: Node) -> str:
    kind = f" ({kind_title(node.kind)})" if node.kind else ""
    more = tr(", {node:,} not drawn; double click to unfold", node=node.further)
    triples = plural(node.degree, "{count:,} triple", "{count:,} triples")
    return f"{node.name}{kind}: {triples}{more if node.further else ''}"


def legend(shown: Neighbourhood, hidden: Sequence[str]) -> Legend:
    """The relations of the figure, which a click hides or shows, and the two kinds of dots."""
    entries = [
        _relation_entry(one, style, one.name in hidden) for style, one in enumerate(shown.relations)
    ]
    dots = [
        LegendEntry(tr("in the text"), SYMBOL, partial(_draw_dot, True, False), muted=True),
        LegendEntry(tr("complete"), SYMBOL, partial(_draw_dot, False, False), muted=True),
        LegendEntry(tr("has more triples"), SYMBOL, partial(_draw_dot, False, True), muted=True),
    ]
    return Legend([*entries, *dots], gap=4.0).replace_attributes(title=tr("Relations"))


def _relation_entry(relation: RelationCount, style: int, hidden: bool) -> LegendEntry:
    title = relation_title(relation.name)
    tip = plural(
        relation.count,
        "{name}, {count:,} triple here: click to hide it",
        "{name}, {count:,} triples here: click to hide it",
        name=title,
    )
    if hidden:
        tip = plural(
            relation.count,
            "{name}, {count:,} triple here: click to show it",
            "{name}, {count:,} triples here: click to show it",
            name=title,
        )
    draw = partial(_draw_stroke, style, hidden)
    name = f"{title} {relation.count:,}"
    return LegendEntry(name, STROKE_WIDTH, draw, muted=hidden, tip=tip, struck=hidden)


def _draw_stroke(style: int, hidden: bool, sketch: Sketch, rect: QRectF) -> None:
    colour, dashes = edge_look(min(style, NUM_STYLES), sketch.palette)
    ends = QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y())
    sketch.line(*ends, sketch.palette.line if hidden else colour, width=2.0, dashed=dashes)


def _draw_dot(strong: bool, hollow: bool, sketch: Sketch, rect: QRectF) -> None:
    palette, dot = sketch.palette, marker(0, rect.center(), 9)
    colour = palette.accent if strong else palette.muted
    sketch.path(dot, colour, width=1.6, ground=palette.ground if hollow else colour)


# ---- embeddings


def embedding_plane(embedded: EmbeddingMap, selected: NodeHit | EdgeHit | None) -> GraphDrawing:
    """The entities on the two principal components of their embeddings."""
    dots = []
    for one in embedded.entities:
        strong = one.entity in embedded.linked
        same = bool(one.kind) and one.kind == embedded.selected_kind
        radius = LINKED_DOT if strong else KIND_DOT if same else MAP_DOT
        dots.append(Dot(one.entity, one.name, one.title, radius, strong, tinted=same))
    title = tr("Embeddings in the plane")
    return GraphDrawing(dots, embedded.places, selected=selected, title=title)


def embedding_tables(embedded: EmbeddingMap | None) -> list[Drawing]:
    """What was measured, the nearest entities, and the score of a triple."""
    if embedded is None:
        return [TextBlock(NOTES["not_trained"])]
    parts: list[Drawing] = [_tabulate_held_out(embedded)]
    if embedded.nearest:
        rows = [
            _row(one.title, number(cosine), group=one.entity) for one, cosine in embedded.nearest
        ]
        table = TableDrawing([Column(tr("entity")), Column(tr("cosine"), right=True)], rows)
        title = tr("Nearest to {embedded}", embedded=embedded.selected_name)
        parts.append(Titled(Tagged(table, NEAREST), title, note=NOTES["nearest"]))
    else:
        parts.append(TextBlock("", hint=NOTES["click_an_entity"]))
    if embedded.scored is not None:
        parts.append(_score(embedded.scored))
    elif embedded.pick_problem:
        parts.append(TextBlock(embedded.pick_problem))
    return parts


def _tabulate_held_out(embedded: EmbeddingMap) -> Drawing:
    facts = [_row(TableCell(name, muted=True), value) for name, value in embedded.facts]
    table = TableDrawing([Column(), Column(right=True)], facts)
    return Titled(table, tr("Held-out triples"), note=NOTES["held_out"])


def _score(scored: TripleScore) -> Drawing:
    """The rank of the tail, and the tails that score best."""
    known = tr("in the graph") if scored.known else tr("not in the graph")
    note = tr(
        "{triple}: {known}. Score {score}, rank {rank:,} of {count:,} tails. {filtered}",
        triple=" · ".join(scored.names),
        known=known,
        score=number(scored.score),
        rank=scored.rank,
        count=scored.num_candidates,
        filtered=NOTES["filtered"],
    )
    rows = [
        _row(
            TableCell(f"{place:,}", muted=True),
            TableCell(name, bold=chosen, correct=known_one),
            number(score),
        )
        for place, name, score, known_one, chosen in scored.best
    ]
    columns = [Column(tr("rank"), right=True), Column(tr("tail")), Column(tr("score"), right=True)]
    table = Tagged(TableDrawing(columns, rows), TAILS)
    return Titled(table, tr("Score of a triple"), note=note)


# ---- the graph in numbers


def data_tables(title: str, facts: GraphOverview) -> list[Drawing]:
    """What was read, what was wrong with it, and the relations."""
    sizes = tr(
        "{triples:,} triples, {entities:,} entities, {relations:,} relations.",
        triples=facts.num_triples,
        entities=facts.num_entities,
        relations=facts.num_relations,
    )
    parts: list[Drawing] = [Titled(TextBlock(sizes, muted=False), title)]
    report = facts.report
    if report is not None and report.troubles:
        rows = [
            _row(f"{one.count:,}", one.about, "\n".join(one.examples[:3]))
            for one in report.troubles
        ]
        columns = [
            Column(tr("count"), right=True),
            Column(tr("what"), wrap=True, least=200, stretch=True),
            Column(tr("first cases"), wrap=True, least=240, stretch=True),
        ]
        note = tr("{num_lines:,} lines were read.", num_lines=report.num_lines)
        troubles = TableDrawing(columns, rows)
        parts.append(Titled(troubles, tr("What was wrong in the file"), note=note))
    elif report is not None:
        read = tr(
            "{num_lines:,} lines were read. {notes}",
            num_lines=report.num_lines,
            notes=NOTES["nothing_wrong"],
        )
        parts.append(TextBlock(read))
    rows = []
    for one in facts.relations:
        example = ", ".join((one.example[0], one.example[2])) if one.example else ""
        rows.append(_row(TableCell(relation_title(one.name), bold=True), f"{one.count:,}", example))
    columns = [
        Column(tr("relation")),
        Column(tr("triples"), right=True),
        Column(tr("an example: head, tail"), most=MAX_EXAMPLE, stretch=True),
    ]
    more = facts.num_relations - len(facts.relations)
    note = tr("{more:,} rarer ones are not listed.", more=more) if more > 0 else ""
    return [*parts, Titled(TableDrawing(columns, rows), tr("Relations"), note=note)]


def _row(*cells: str | TableCell, group: int | None = None) -> TableRow:
    """Texts are plain cells."""
    every = (TableCell(one) if isinstance(one, str) else one for one in cells)
    return TableRow(tuple(every), group=group)
