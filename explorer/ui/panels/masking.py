"""What each objective does to the sentence, and what the models answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QSpinBox, QWidget

from explorer.core.analysis.interlinear import interlinear
from explorer.core.errors import UserError
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.masking import Lesson, Question, fed, learned
from explorer.core.state import Selection, State
from explorer.ui.drawing import Drawing, Stack
from explorer.ui.panel import Action, Details, Panel, PanelContext, PanelSpec
from explorer.ui.table import Table
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.heat_map import CellHit
from explorer.ui.widgets.masking import Column, Tag, sections
from explorer.ui.widgets.masking.words import TABLE_COLUMNS, detail_rows, table_row
from explorer.ui.widgets.tagged import tagged
from explorer.ui.widgets.token_strip import visible
from models.records import Change
from models.specs import Paper

RATE_PERCENT = 15  # of the tokens, Devlin et al. 2018, section 3.1
MAX_RATE_PERCENT = 90
ANCHOR = "anchor"  # the model whose token is selected
SECTION_GAP = 28.0

EXPLANATION = (
    "An objective decides what a model is asked while it learns. BERT chooses 15 of 100 tokens; "
    "of these 80 % become [MASK], 10 % a random token and 10 % stay, and only the chosen ones are "
    "predicted, from both sides. GPT-2 hides nothing: each token is predicted from those to its "
    "left. ELECTRA lets a small generator fill the masks and asks a discriminator of every token "
    "whether it was replaced; the two are trained together by likelihood, not against each other, "
    "and a gap that is filled rightly counts as original. Filled all at once, two gaps know "
    "nothing of each other, so that the first name of one founder may meet the family name of "
    "another; filled one after the other, they agree more often. The masks here come from the "
    "code that training uses, drawn anew in every epoch; BERT's authors drew theirs once, ten "
    "times over the data."
)

PAPERS = (
    Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
    Paper(
        "Clark, Luong, Le, Manning",
        "ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators",
        2020,
        "2003.10555",
    ),
    Paper(
        "Yang, Dai, Yang, Carbonell, Salakhutdinov, Le",
        "XLNet: Generalized Autoregressive Pretraining for Language Understanding",
        2019,
        "1906.08237",
    ),
    Paper(
        "Liu, Ott, Goyal, Du, et al.",
        "RoBERTa: A Robustly Optimized BERT Pretraining Approach",
        2019,
        "1907.11692",
    ),
)


@dataclass(frozen=True)
class Request:
    keys: tuple[str, ...]
    question: Question


class MaskingPanel(Panel):
    """Sections from what is fed to what is learned, one column for each model."""

    spec = PanelSpec(
        name="masking",
        title="Masking",
        group="look",
        icon="masking",
        order=2,
        summary="What each model is asked while it learns, and what it answers.",
        explanation=EXPLANATION,
        papers=PAPERS,
        kinds=("logits",),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._lessons: dict[str, Lesson] = {}
        self._counterparts: dict[str, int] = {}
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_selected)
        self.body.addLayout(self._build_controls())
        self.body.addWidget(self._area, 1)

    # ---- request and answer

    def request(self, state: State) -> Request | None:
        self._sync_controls()
        if not state.text.strip():
            self.say("There is no text to hide anything in. Type a sentence above.")
            return None
        question = Question(
            text=state.text,
            pair=state.pair,
            seed=state.seed,
            draw=self.option("draw", None),
            options=(("rate", self._rate() / 100), ("whole_word", self._whole_word())),
            masks=_frozen(state.masks),
        )
        return Request(tuple(slot.key for slot in self.slots()), question)

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        lessons: dict[str, Lesson] = {}
        for key in request.keys:
            yield Progress("Hiding tokens", len(lessons), len(request.keys), unit="models")
            try:
                lessons[key] = fed(engine, key, request.question)
            except UserError as error:
                lessons[key] = Lesson(key, problem=str(error))
        if all(lesson.problem for lesson in lessons.values()):
            raise UserError(lessons[request.keys[0]].problem)
        yield Partial(dict(lessons))
        for key in [key for key, lesson in lessons.items() if not lesson.problem]:
            try:
                for lesson in learned(engine, lessons[key], request.question):
                    lessons[key] = lesson
                    whole = sum(each.whole for each in lessons.values())
                    yield Progress("Predicting", whole, len(lessons), unit="models")
            except UserError as error:
                lessons[key] = Lesson(key, problem=str(error))
        return lessons

    def show_partial(self, value: dict[str, Lesson]) -> None:
        if not self._stands_for(value):  # a picture of the same text is replaced by a whole one
            self.show_result(value)
            self.show_selection(self.state.selection)

    def show_result(self, value: dict[str, Lesson]) -> None:
        self._lessons = value
        self._sync_controls()
        self.note(*self._limits())

    def show_selection(self, selection: Selection) -> None:
        self._mark_selection()
        self._draw()
        self._show_details()

    def show_settings(self) -> None:
        self._sync_controls()

    def _stands_for(self, value: Mapping[str, Lesson]) -> bool:
        return self._lessons.keys() == value.keys() and all(
            _same_text(self._lessons[key], lesson) for key, lesson in value.items()
        )

    # ---- export

    def drawings(self) -> list[Drawing]:
        return self._sections()

    def table(self) -> Table:
        rows = [
            (lesson.key, *table_row(lesson, at))
            for lesson in self._lessons.values()
            for at in range(len(lesson.names))
        ]
        return Table(("model", *TABLE_COLUMNS), rows, title=self.spec.title, meta=self._summary())

    def _summary(self) -> dict[str, Any]:
        """What belongs to a model and not to a token."""
        return {
            lesson.key: {
                "loss": lesson.loss,
                "follows": lesson.follows,
                "joint_all_at_once": lesson.filled.independent.joint if lesson.filled else None,
                "joint_in_turn": lesson.filled.in_turn.joint if lesson.filled else None,
            }
            for lesson in self._lessons.values()
        }

    # ---- drawing

    def _columns(self) -> list[Column]:
        return [
            Column(
                slot.index, slot.title, self._lessons[slot.key], self._counterparts.get(slot.key)
            )
            for slot in self.slots()
            if slot.key in self._lessons
        ]

    def _sections(self) -> list[Drawing]:
        columns = self._columns()
        return sections(columns, self.state.pair) if columns else []

    def _draw(self) -> None:
        self._area.set_drawing(Stack(self._sections(), title=self.spec.title, gap=SECTION_GAP))

    def _limits(self) -> tuple[str, ...]:
        lines = []
        for column in self._columns():
            lesson = column.lesson
            if lesson.card is not None and lesson.encoding.num_cut:
                lines.append(
                    f"{column.title} has {lesson.card.num_positions:,} positions: the last "
                    f"{lesson.encoding.num_cut:,} pieces did not fit and were cut off."
                )
        shown = [column.lesson for column in self._columns()]
        hiding = [lesson for lesson in shown if lesson.hides]
        if hiding and not any(lesson.drew for lesson in hiding):
            lines.append("Only what you hid is hidden: the objective draws nothing.")
        if any(lesson.written_gaps for lesson in shown):
            unaware = [c.title for c in self._columns() if c.lesson.causal]
            lines += [f"{title} knows no mask token and reads its letters." for title in unaware]
        return tuple(lines)

    # ---- selection

    def _mark_selection(self) -> None:
        """The selected token of one model, and those of the others over the same characters."""
        token = self.state.selection.token
        usable = {key: lesson for key, lesson in self._lessons.items() if lesson.corruption}
        self._counterparts = {}
        if token is None or not usable:
            return
        keys = list(usable)
        anchor = self.option(ANCHOR, keys[0])
        anchor = anchor if anchor in usable else keys[0]
        if token >= len(usable[anchor].names):
            return
        layout = interlinear([lesson.encoding for lesson in usable.values()])
        shared = layout.counterparts(keys.index(anchor), token)
        self._counterparts = {
            key: positions[0] for key, positions in zip(keys, shared, strict=True) if positions
        }
        self._counterparts[anchor] = token

    def _on_clicked(self, placed: Any) -> None:
        found = tagged(placed)
        if found is not None and isinstance(found.tag, Tag) and found.tag.role == "fed":
            self._toggle(found.tag.key, found.hit.position)
        self._on_selected(placed)

    def _on_selected(self, placed: Any) -> None:
        found = tagged(placed)
        if found is None or not isinstance(found.tag, Tag):
            self.select(token=None)
            return
        position = found.hit.column if isinstance(found.hit, CellHit) else found.hit.position
        self.set_option(ANCHOR, found.tag.key)
        self.select(token=position)

    def _toggle(self, key: str, position: int) -> None:
        """Mask a token by hand, or leave it alone, in every model that cuts the text alike."""
        lesson = self._lessons[key]
        if not lesson.hides or lesson.corruption is None or lesson.encoding.special[position]:
            return
        self._set_mask(key, position, _next(lesson, position))

    def _set_mask(self, key: str, position: int, hidden: bool | None) -> None:
        masks = {name: dict(drawn) for name, drawn in self.state.masks.items()}
        for name, lesson in self._lessons.items():
            if lesson.hides and _same_text(lesson, self._lessons[key]):
                drawn = masks.setdefault(name, {})
                drawn.pop(position, None)
                if hidden is not None:
                    drawn[position] = hidden
        self.store.update(masks={name: drawn for name, drawn in masks.items() if drawn})

    def _show_details(self) -> None:
        anchor = self.option(ANCHOR, "")
        key = anchor if anchor in self._counterparts else next(iter(self._counterparts), "")
        if not key:
            self.show_details(Details())
            return
        lesson, position = self._lessons[key], self._counterparts[key]
        title = f"{visible(lesson.names[position])} in {self._title(key)}"
        rows = tuple(detail_rows(lesson, position))
        self.show_details(Details(title, rows, actions=self._actions(lesson, position)))

    def _title(self, key: str) -> str:
        return next((slot.title for slot in self.slots() if slot.key == key), key)

    def _actions(self, lesson: Lesson, position: int) -> tuple[Action, ...]:
        if not lesson.hides or lesson.encoding.special[position]:
            return ()
        key, by_hand = lesson.key, (lesson.forced or {}).get(position)
        actions = []
        if by_hand is not True:
            actions.append(Action("Mask it", lambda: self._set_mask(key, position, True)))
        if by_hand is not False:
            actions.append(Action("Leave it alone", lambda: self._set_mask(key, position, False)))
        if by_hand is not None:
            back = Action("Let the objective decide", lambda: self._set_mask(key, position, None))
            actions.append(back)
        return tuple(actions)

    # ---- controls

    def _rate(self) -> int:
        return int(self.option("rate_percent", RATE_PERCENT))

    def _whole_word(self) -> bool:
        return bool(self.option("whole_word", False))

    def _build_controls(self) -> QHBoxLayout:
        self._draw_again = QPushButton("New draw")
        self._draw_again.setToolTip("Draws with the next seed")
        self._draw_again.clicked.connect(self._on_draw_again)
        self._drawn = QCheckBox("Draw as in training")
        self._drawn.clicked.connect(lambda on: self.set_option("draw", on))
        self._rate_box = QSpinBox()
        self._rate_box.setRange(1, MAX_RATE_PERCENT)
        self._rate_box.setSuffix(" %")
        self._rate_box.setAccessibleName("Tokens chosen")
        self._rate_box.setValue(self._rate())
        self._rate_box.valueChanged.connect(lambda value: self.set_option("rate_percent", value))
        self._words = QCheckBox("Whole words")
        self._words.clicked.connect(lambda on: self.set_option("whole_word", on))
        self._clear = QPushButton("Clear my masks")
        self._clear.clicked.connect(lambda: self.store.update(masks={}))
        line = QHBoxLayout()
        line.setSpacing(16)
        chosen = QLabel("Tokens chosen")
        for widget in (self._draw_again, self._drawn, chosen, self._rate_box, self._words):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self._clear)
        self._sync_controls()
        return line

    def _on_draw_again(self) -> None:
        self.store.update(seed=self.state.seed + 1)

    def _sync_controls(self) -> None:
        hiding = [lesson for lesson in self._lessons.values() if lesson.hides]
        useful = bool(hiding) or not self._lessons
        drew = all(lesson.drew for lesson in hiding)
        self._drawn.setChecked(bool(self.option("draw", drew)))
        self._words.setChecked(self._whole_word())
        self._rate_box.setValue(self._rate())
        for widget in (self._draw_again, self._rate_box, self._words):
            widget.setEnabled(useful and self._drawn.isChecked())
        self._drawn.setEnabled(useful)
        self._clear.setEnabled(any(self.state.masks.values()))


def _frozen(masks: Mapping[str, Mapping[int, bool]]) -> Any:
    """Masks by hand as a value that compares and hashes."""
    return tuple(
        (key, tuple(sorted(drawn.items()))) for key, drawn in sorted(masks.items()) if drawn
    )


def _same_text(first: Lesson, second: Lesson) -> bool:
    """Whether two models cut the same text in the same way."""
    if first.corruption is None or second.corruption is None:
        return first.corruption is second.corruption
    one, other = first.encoding, second.encoding
    return (one.text, one.pair, one.tokens) == (other.text, other.pair, other.tokens)


def _next(lesson: Lesson, position: int) -> bool | None:
    """What a click makes of a token: hidden or left alone, in as few decisions as that takes."""
    assert lesson.corruption is not None
    by_hand = (lesson.forced or {}).get(position)
    if by_hand is not None and not lesson.drew:
        return None if by_hand else True
    return Change(int(lesson.corruption.change[position])) is Change.KEPT


PANEL = MaskingPanel
