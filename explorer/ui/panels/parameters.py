"""Where the parameters of models are, what memory they take, and what other sizes would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QWidget

from explorer.core.analysis.parameters import PARTS, Inventory, Part, table_size
from explorer.core.errors import UserError
from explorer.core.jobs import Progress, Work
from explorer.core.parameters import (
    LENGTH,
    PLAIN,
    Dimensions,
    Published,
    SizeChoice,
    as_if,
    inventory,
    measured,
    of_library,
    plain,
    published_sizes,
)
from explorer.core.readable import readable_bytes
from explorer.core.state import State
from explorer.ui.caption import Basis
from explorer.ui.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.panel import PATIENCE_MS, Details, Drawn, Panel, PanelContext, PanelSpec
from explorer.ui.table import Table
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.parameters.bars import PartBars, PartHit, PartRow
from explorer.ui.widgets.parameters.form import SizesForm
from explorer.ui.widgets.parameters.parts import PartLegend, amount
from explorer.ui.widgets.parameters.sizes import SizeRow, SizesTable
from explorer.ui.widgets.parameters.treemap import Treemap, WeightHit, product
from explorer.ui.widgets.tagged import Tagged, TagHit, tagged
from explorer.ui.widgets.view_tabs import ViewTabs
from models.specs import Paper

MODELS, CALCULATOR, PUBLISHED = VIEWS = ("models", "calculator", "published")
VIEW_TITLES = {
    MODELS: "Chosen models",
    CALCULATOR: "Other sizes",
    PUBLISHED: "Published sizes",
}
NO_MODELS = "Choose a model above to see where its weights are; the other views need none."
MEMORY_NOTE = (
    "Memory of the parameters alone, 1 GB is 1,000,000,000 bytes. 4 bytes are single precision, 2 "
    "half precision, 1 an 8-bit number."
)
STATED_NOTE = (
    "GPT-3's sizes are counted from its paper's table 2.1 (Brown and others 2020), which states "
    "the numbers of parameters behind the names. Its operations are counted with dense attention "
    "in all layers; in every other layer of GPT-3 it is sparse."
)
MAPS_NOTE = (
    "Each map is one whole model, large or small, and each weight has the share of the map that it "
    "has of the parameters; layers stand together."
)
OPERATIONS = "Operations for one token"
COST_NOTE = (
    f"Operations are those for one token in a text of {LENGTH} tokens, heads included; each tower "
    "of a model reads so many."
)
MIN_MAP = 200.0  # pixels
MAX_WEIGHTS = 10  # in the details


@dataclass(frozen=True)
class Request:
    """Only what the view depends on."""

    view: str
    models: tuple[tuple[int, str, str], ...] = ()  # slot, key, title
    choice: SizeChoice | None = None


@dataclass(frozen=True)
class Counted:
    """One model with its inventory."""

    name: str
    inventory: Inventory
    slot: int | None = None
    detail: str = ""
    said: str = ""  # within a sentence, where that is not its name


@dataclass(frozen=True)
class Answer:
    """What a view shows. `tried` are the dimensions of the calculator."""

    view: str
    models: tuple[Counted, ...]
    published: tuple[Published, ...] = ()
    tried: Dimensions | None = None
    notes: tuple[str, ...] = ()  # limits of what is shown
    remarks: tuple[str, ...] = ()  # below the figure, and in it when it leaves


class ParametersPanel(Panel):
    spec = PanelSpec(
        name="parameters",
        views=VIEWS,
        title="Parameters",
        group="compare",
        icon="parameters",
        order=2,
        needs_models=False,
        summary="Where a model's weights are, what memory they take, and what using them costs.",
        explanation=(
            "A parameter is one number that training has set. The bars cut each model into its "
            "parts, and in the maps below them every weight has an area as large as its number of "
            "parameters; a tied table is counted once. The token table (vocabulary times width) "
            "has its largest share in small models and with large vocabularies; in large models "
            "the feed-forward layers have more than any other part. "
            "ALBERT looks tokens up in a narrow table and widens them, V x E + E x H instead of "
            "V x H, and lets all layers share one set of weights. Fewer parameters are not fewer "
            "operations: a shared layer is still computed once for each layer, so ALBERT takes "
            "less memory and hardly less time. An operation here is a multiplication or an "
            "addition in a product of matrices; comparing tokens with each other needs no "
            "parameters, and its operations grow with the length of the text."
        ),
        papers=(
            Paper(
                "Lan, Chen, Goodman, Gimpel, Sharma, Soricut",
                "ALBERT: A Lite BERT for Self-supervised Learning of Language Representations",
                2019,
                "1909.11942",
            ),
            Paper("Brown and others", "Language Models are Few-Shot Learners", 2020, "2005.14165"),
            Paper(
                "Kaplan and others", "Scaling Laws for Neural Language Models", 2020, "2001.08361"
            ),
        ),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._answer: Answer | None = None
        self._build()
        self.progressed.connect(self._on_progress)
        self.form.show_choice(self._kept)

    # ---- what is counted

    def request(self, state: State) -> Request | None:
        self._show_view()
        if self.view == CALCULATOR:
            return Request(CALCULATOR, choice=self._kept)
        if self.view == PUBLISHED:
            return Request(PUBLISHED)
        models = tuple((slot.index, slot.key, slot.title) for slot in self.slots())
        return Request(MODELS, models)

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        if request.choice is not None:
            return _tried(request.choice)
        if request.view == PUBLISHED:
            return (yield from _published())
        return (yield from _chosen(request, engine))

    def show_result(self, value: Answer) -> None:
        self._answer = value
        if value.published:
            self.form.offer(value.published)
            self.form.show_choice(self._kept)
        self.note(*value.notes)
        self._draw()

    def _on_progress(self, said: str) -> None:
        """That another view is counted, in place of the one before, where that takes a moment."""
        shown = "" if self._answer is None else self._answer.view
        if shown not in ("", self.view) and self._since.elapsed() > PATIENCE_MS:
            self.note()
            self._area.set_drawing(TextBlock(f"{said} …"))

    def show_error(self, error: UserError) -> None:
        """Sizes that do not fit together are said above the sliders, which mend them."""
        if self.view == CALCULATOR and self._answer is not None:
            self.note(str(error))
            self._show_body()
            return
        super().show_error(error)

    def show_settings(self) -> None:
        if self._kept != self.form.choice:
            self.form.show_choice(self._kept)
        self._show_view()
        self._draw()

    @property
    def _kept(self) -> SizeChoice:
        return SizeChoice.from_json(self.option("choice", {}))

    @property
    def selected(self) -> tuple[int, Part] | None:
        """The part that is looked at, and the model whose it is."""
        kept = self.option("part", None)
        known = isinstance(kept, list) and len(kept) == 2 and kept[1] in PARTS
        return (int(kept[0]), kept[1]) if known else None

    @property
    def click_hint(self) -> str:
        return "Click a part of a model to see it here."

    def deselect(self) -> None:
        if self.selected is not None:
            self.set_option("part", None)

    # ---- what is drawn

    def basis(self) -> Basis:
        """None of the state: sizes are the same for every text."""
        return Basis()

    def drawings(self) -> list[Drawing]:
        found = self._answer
        return [self._drawing()] if found and found.models and found.view == self.view else []

    def drawn(self) -> tuple[Drawn, ...]:
        """The chosen models, or the two that are calculated; published sizes name themselves."""
        if self._answer is None or self._answer.view == PUBLISHED:
            return ()
        if self._answer.view == CALCULATOR:
            return tuple(Drawn(None, one.name) for one in self._answer.models)
        return super().drawn()

    def table(self) -> Table:
        """One line for every weight of every model, and for its operations by part."""
        if self._answer is None:
            return Table(())
        columns = ("model", "kind", "part", "name", "shape", "times", "count")
        rows = [row for one in self._answer.models for row in _rows(one)]
        return Table(columns, rows, meta={"memory_bytes_each": [4, 2, 1]})

    def _draw(self) -> None:
        if self._answer is not None and self._answer.view == self.view:
            self._area.set_drawing(self._drawing())
            details = self._make_details()
            if details != self.details:
                self.show_details(details)

    def _drawing(self) -> Drawing:
        assert self._answer is not None
        models = self._answer.models
        if not models:
            return TextBlock(NO_MODELS)
        part = self.selected[1] if self.selected else None
        if self._answer.view == PUBLISHED:
            rows = [SizeRow(one.name, one.inventory, one.slot, one.detail) for one in models]
            table = SizesTable(rows, bars=True, title=VIEW_TITLES[PUBLISHED], selected=part)
            said = [TextBlock(line) for line in (*self._answer.remarks, COST_NOTE, MEMORY_NOTE)]
            legend = _legend(models, operations=False)
            return Stack([legend, Tagged(table, "table"), *said], gap=GRID)
        return Stack([*self._sentences(), *_figure(models, part)])

    def _sentences(self) -> list[Drawing]:
        """What the calculator's sizes come to, in words."""
        assert self._answer is not None
        tried = self._answer.tried
        if tried is None:
            return []
        against = self._answer.models[-1]
        return [TextBlock(_told(tried, self._answer.models[0], against), muted=False)]

    def _make_details(self) -> Details:
        if self.selected is None or self._answer is None:
            return Details()
        row, part = self.selected
        if row >= len(self._answer.models):
            return Details()
        return _details(self._answer.models[row], part)

    def _show_view(self) -> None:
        self.tabs.show_view(self.view)
        self.form.setVisible(self.view == CALCULATOR)

    # ---- from the widgets

    def _on_choice(self, choice: SizeChoice) -> None:
        self.set_option("choice", choice.to_json())

    def _on_clicked(self, hit: Any) -> None:
        found = tagged(hit)
        chosen = None if found is None else _chosen_part(found)
        now = None if chosen is None else list(chosen)
        self.set_option("part", None if now == self.option("part", None) else now)

    def _on_double_clicked(self, hit: Any) -> None:
        """A published size is opened in the calculator."""
        found = tagged(hit)
        if self.view == PUBLISHED and self._answer is not None and found is not None:
            base = self._answer.models[found.hit.row].name
            fresh = SizeChoice(base, self._kept.against, self._kept.length)
            self.store.update_panel(
                self.spec.name, choice=fresh.to_json(), view=CALCULATOR, part=None
            )

    # ---- building

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.form = SizesForm()
        self.form.changed.connect(self._on_choice)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.double_clicked.connect(self._on_double_clicked)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self.form)
        line.addWidget(self._area, 1)
        self.body.addWidget(self.tabs)
        self.body.addLayout(line, 1)


# ---- answers


def _chosen(request: Request, engine: Any) -> Work:
    models = []
    for done, (slot, key, title) in enumerate(request.models):
        yield Progress(f"Counting {title}", done, len(request.models), unit="models")
        models.append(Counted(title, of_library(engine, key), slot))
    return Answer(MODELS, tuple(models))


def _published() -> Work:
    sizes, models = published_sizes(), []
    for done, one in enumerate(sizes):
        said = f"Counting published sizes, {done} of {len(sizes)}"
        yield Progress(said, done, len(sizes), unit="models")
        models.append(Counted(one.name, inventory(one.name), detail=_detail(one)))
    models.sort(key=lambda one: -one.inventory.parameters)
    stated = (STATED_NOTE,) if any(one.stated for one in sizes) else ()
    remarks = (*stated, *(f"* {one.note}" for one in sizes if one.odd))
    return Answer(PUBLISHED, tuple(models), sizes, remarks=remarks)


def _detail(one: Published) -> str:
    """What stands behind the name of a published size."""
    stated = f", stated {one.stated}" if one.stated else ""
    return f"{one.title}{stated}{' *' if one.odd else ''}"


def _tried(choice: SizeChoice) -> Answer:
    sizes = published_sizes()
    by_name = {one.name: one for one in sizes}
    base = by_name.get(choice.base, sizes[0])
    tried = choice.dimensions(base)
    own = Counted(_name(base, tried), measured(base.name, tried, choice.length))
    if choice.against == PLAIN:
        other, note = measured(base.name, plain(tried), choice.length), ""
        against = Counted("unshared", other, said="the same with nothing narrow or shared")
    else:
        published = by_name.get(choice.against, base)
        note = published.note
        against = Counted(published.name, inventory(published.name, choice.length))
    notes = tuple(dict.fromkeys(filter(None, (*as_if(base.name, tried), base.note, note))))
    return Answer(CALCULATOR, (own, against), sizes, tried, notes)


def _name(base: Published, tried: Dimensions) -> str:
    """What a model is called whose sizes may differ from the published ones."""
    return base.name if tried == base.dimensions else f"{base.name} with other sizes"


# ---- figures


def _figure(models: Sequence[Counted], part: Part | None) -> list[Drawing]:
    """Parameters and operations as bars, memory as numbers, weights as maps."""
    lengths = sorted({one.inventory.length for one in models})
    tokens = " or ".join(f"{length:,}" for length in lengths)
    parameters = [PartRow(m.name, dict(m.inventory.by_part), m.slot) for m in models]
    operations = [PartRow(m.name, m.inventory.operations_by_part, m.slot) for m in models]
    bars = PartBars(parameters, unit="parameters", exact=True, title="Parameters", selected=part)
    costs = PartBars(operations, unit="operations", title=OPERATIONS, selected=part)
    table = SizesTable(
        [SizeRow(m.name, m.inventory, m.slot) for m in models], bars=False, title="Memory"
    )
    maps = [
        Titled(
            Tagged(Treemap(m.inventory, title=m.name, selected=part), n),
            m.name,
            m.slot,
        )
        for n, m in enumerate(models)
    ]
    return [
        _legend(models),
        Titled(Tagged(bars, "parameters"), "Parameters"),
        Titled(
            Tagged(costs, "operations"),
            OPERATIONS,
            note=f"of a forward pass over {tokens} tokens, in each tower of a model",
        ),
        Titled(Row(maps, min_width=MIN_MAP), "Weights", note=MAPS_NOTE),
        Titled(table, "Memory", note=MEMORY_NOTE),
    ]


def _legend(models: Sequence[Counted], *, operations: bool = True) -> PartLegend:
    """Of the parts that have parameters, and of those that only cost operations."""
    counted: list[Mapping[Part, float]] = [dict(one.inventory.by_part) for one in models]
    if operations:
        counted += [one.inventory.operations_by_part for one in models]
    return PartLegend({part for part in PARTS for found in counted if found[part]})


def _told(tried: Dimensions, own: Counted, against: Counted) -> str:
    """The token table as a product, and both models against each other where they differ."""
    v, e, h = tried.vocab_size, tried.embedding, tried.width
    whole = f"{v:,} × {h:,} = {table_size(v, h):,} parameters"
    if e == h:
        table = f"The token table has {whole}."
    else:
        table = (
            f"The token table has {v:,} × {e:,} + {e:,} × {h:,} = {table_size(v, h, e):,} "
            f"parameters, instead of {whole}."
        )
    mine, theirs = own.inventory, against.inventory
    shares = [
        (mine.parameters, theirs.parameters),
        (mine.operations_per_token, theirs.operations_per_token),
    ]
    if all(one == other for one, other in shares):
        return table
    parameters, operations = (_times(one, other) for one, other in shares)
    return (
        f"{table} In all, {own.name} has {parameters} the parameters of "
        f"{against.said or against.name}, and takes {operations} its operations."
    )


def _times(own: float, other: float) -> str:
    """A proportion as a person says it."""
    share = own / max(other, 1.0)
    if share >= 2:
        return f"{share:,.1f} times"
    return f"{share:.0%} of" if share >= 0.095 else f"{100 * share:.2g}% of"


def _chosen_part(found: TagHit) -> tuple[int, Part] | None:
    """The model and the part of a hit: maps are tagged with the number of their model."""
    if isinstance(found.hit, WeightHit) and isinstance(found.tag, int):
        return found.tag, found.hit.part
    return (found.hit.row, found.hit.part) if isinstance(found.hit, PartHit) else None


def _details(one: Counted, part: Part) -> Details:
    """A part in numbers, and its weights with their shapes."""
    found = one.inventory
    count, total = found.by_part[part], max(found.parameters, 1)
    operations = found.operations_by_part[part]
    rows = [
        ("Model", one.name),
        ("Parameters", f"{count:,}"),
        ("Of all", f"{count / total:.1%}"),
        *((f"At {n} byte{'s' if n > 1 else ''}", readable_bytes(count * n)) for n in (4, 2, 1)),
        ("Operations", f"{amount(operations)} for a token"),
    ]
    weights = found.of_part(part)
    lines = [f"{weight.name}\n{product(weight)} = {weight.count:,}" for weight in weights]
    more = len(lines) - MAX_WEIGHTS
    if more > 0:
        lines = [*lines[:MAX_WEIGHTS], f"and {more} smaller ones"]
    return Details(PARTS[part], tuple(rows), "\n\n".join(lines))


def _rows(one: Counted) -> list[tuple[str, str, str, str, str, int, float]]:
    found = one.inventory
    weights = [
        (one.name, "parameters", w.part, w.name, "x".join(map(str, w.shape)), w.times, w.count)
        for part in PARTS
        for w in found.of_part(part)
    ]
    operations = [
        (one.name, "operations for a token", part, "", "", 1, count)
        for part, count in found.operations_by_part.items()
        if count
    ]
    return [*weights, *operations]


PANEL = ParametersPanel
