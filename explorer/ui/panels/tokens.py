"""How each model cuts the text: pieces under their characters, step by step, and vocabularies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from explorer.core.analysis.interlinear import Interlinear, interlinear
from explorer.core.errors import UserError
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.pieces import (
    Cut,
    Word,
    cut_in_steps,
    cut_text,
    family_title,
    most_pieces,
    tokenizer_specs,
    tokens_of,
    with_inputs,
)
from explorer.core.readable import cut_off, readable_bytes
from explorer.core.state import Selection, State
from explorer.core.vocabularies import (
    Compared,
    Comparison,
    OwnVocabulary,
    VocabularyChoice,
    compare,
    own_vocabularies,
    put_back,
    remove,
    train_vocabulary,
)
from explorer.ui.caption import Basis
from explorer.ui.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.live_run import LiveRun
from explorer.ui.panel import Action, Details, Panel, PanelContext, PanelSpec, Slot
from explorer.ui.table import Table
from explorer.ui.theme import SLOTS
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.facts import FactRow, Facts
from explorer.ui.widgets.piece_rows import PieceHit, PieceRows
from explorer.ui.widgets.tagged import Tagged, tagged
from explorer.ui.widgets.text_chooser import title_of
from explorer.ui.widgets.token_strip import visible
from explorer.ui.widgets.tokens.about import COMPARED, COUNTED, EXPLANATION, PAPERS
from explorer.ui.widgets.tokens.fineness import HEADS, Fineness, FinenessTable, cells
from explorer.ui.widgets.tokens.pieces import (
    FACTS,
    ROWS,
    detail_rows,
    facts,
    in_words,
    pieces_text,
    track,
)
from explorer.ui.widgets.tokens.step_bar import StepBar
from explorer.ui.widgets.tokens.tables import pieces_table, steps_table, vocabularies_table
from explorer.ui.widgets.tokens.vocabulary_form import VocabularyForm
from explorer.ui.widgets.tokens.word_figure import total_steps, word_figure, word_strip
from explorer.ui.widgets.view_tabs import ViewTabs

PIECES, STEPS, VOCABULARIES = VIEWS = ("pieces", "steps", "vocabularies")
VIEW_TITLES = {PIECES: "Pieces", STEPS: "Steps", VOCABULARIES: "Vocabularies"}
ROW_TITLES = {"ids": "Ids", "segments": "Segments", "positions": "Positions"}
ROW_TIPS = {
    "ids": "The row of each piece in the vocabulary",
    "segments": "Which of two texts a piece belongs to, where a model is told",
    "positions": "The row of the position table that is added, where a model has one",
}
CHOICE = "choice"  # the vocabulary to train
CHOSEN = "vocabulary"  # the one that is looked at


@dataclass(frozen=True)
class Request:
    """`by_steps` asks how each model comes to the pieces of each word."""

    text: str
    pair: str
    keys: tuple[str, ...]
    by_steps: bool = False


@dataclass(frozen=True)
class VocabularyRequest:
    text: str
    pair: str
    keys: tuple[str, ...]
    own: tuple[OwnVocabulary, ...]
    held_out: str  # the name of a source
    seed: int


@dataclass(frozen=True, eq=False)
class Answer:
    """What is known of each model, in the order of the chips; a problem stands for a model."""

    cuts: tuple[Cut, ...] = ()
    problems: dict[str, str] = field(default_factory=dict)  # by key
    layout: Interlinear | None = None
    words: tuple[Word, ...] = ()


class TokensPanel(Panel):
    """The text once, and below it a row of pieces for each model."""

    spec = PanelSpec(
        name="tokens",
        views=VIEWS,
        title="Tokens",
        group="look",
        icon="tokens",
        order=1,
        needs_models=False,
        summary="How each model cuts the text into pieces, and what it is told about each piece.",
        explanation=EXPLANATION,
        papers=PAPERS,
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._answer = Answer()
        self._compared = Comparison((), {})
        self._stepped: Word | None = None  # whose steps the bar goes through
        self._live = LiveRun(context.jobs, "vocabulary", keeps=False)
        self._live.finished.connect(self._on_trained)
        self._build()

    # ---- request and answer

    def request(self, state: State) -> Request | VocabularyRequest | None:
        self._sync_controls()
        keys = tuple(slot.key for slot in self.slots())
        if self.view == VOCABULARIES:
            own, text = own_vocabularies(), self._choice.text
            return VocabularyRequest(state.text, state.pair, keys, own, text, state.seed)
        if not keys:
            self._say_no_models()
            return None
        if not state.text.strip():
            self.say("There is no text to cut. Type a sentence above, or choose an example.")
            return None
        return Request(state.text, state.pair, keys, by_steps=self.view == STEPS)

    @staticmethod
    def work(request: Request | VocabularyRequest, engine: Any) -> Work:
        if isinstance(request, VocabularyRequest):
            texts = (request.text, request.pair)
            return (
                yield from compare(
                    engine, request.keys, request.own, texts, request.held_out, request.seed
                )
            )
        return (yield from _cut(request, engine))

    def show_partial(self, value: Answer | Comparison) -> None:
        """A picture that stands is replaced by a whole one."""
        known = self._compared.rows if isinstance(value, Comparison) else self._answer.cuts
        if not known:
            self.show_result(value)
            self.show_selection(self.state.selection)

    def show_result(self, value: Answer | Comparison) -> None:
        if isinstance(value, Comparison):
            self._compared = value
        else:
            self._answer = value
        self.note(*self._limits())

    def show_selection(self, selection: Selection) -> None:
        self._follow_word()
        self._draw()
        self._show_details()

    def show_settings(self) -> None:
        self._sync_controls()
        self._draw()
        self._show_details()

    def show_error(self, error: UserError) -> None:
        """A text that cannot be read is said below its choice, where it is mended."""
        if self.view == VOCABULARIES:
            self._form.say(str(error))
            self._show_body()
            self.show_selection(self.state.selection)
            return
        super().show_error(error)

    def deselect(self) -> None:
        if self.option(CHOSEN, None) is not None:
            self.set_option(CHOSEN, None)

    # ---- export

    def basis(self) -> Basis:
        """The seed draws the held-out text that vocabularies are compared on."""
        state = self.state
        if self.view == VOCABULARIES:
            return Basis(state.text, state.pair, state.seed)
        return Basis.of_texts(state)

    def drawings(self) -> list[Drawing]:
        picture = self._picture()
        return [] if picture is None else [picture]

    def table(self) -> Table:
        if self.view == VOCABULARIES:
            rows = self._rows()
            return vocabularies_table(rows, [self._title(row) for row in rows], self.spec.title)
        cuts, word = self._answer.cuts, self._word()
        if self.view == STEPS and word is not None:
            return steps_table(cuts, word, self.spec.title)
        return pieces_table(cuts, self.spec.title)

    # ---- drawing

    def _draw(self) -> None:
        picture = self._picture()
        if picture is not None or not self.busy:
            self._area.set_drawing(picture)

    def _picture(self) -> Drawing | None:
        if self.view == VOCABULARIES:
            return self._vocabularies_picture() if self._rows() else None
        if not self._answer.cuts or self._stale:
            return None
        return self._steps_picture() if self.view == STEPS else self._pieces_picture()

    def _pieces_picture(self) -> Drawing:
        assert self._answer.layout is not None
        shown = [name for name in ROWS if self._row_is_on(name)]
        tracks = [track(slot.index, cut, shown) for slot, cut in self._shown()]
        selected = self._selected()
        pieces = PieceRows(
            self._answer.layout, tracks, title="Pieces under the text", selected=selected
        )
        lines = [FactRow(slot.index, slot.title, facts(cut)) for slot, cut in self._shown()]
        return Stack(
            [Tagged(pieces, "pieces"), Facts(FACTS, lines), TextBlock(COUNTED, pixels=11)], gap=20
        )

    def _steps_picture(self) -> Drawing | None:
        word = self._word()
        if word is None:
            return None
        words, shown = self._answer.words, self._shown()
        strip = word_strip(words, [slot for slot, _ in shown], words.index(word))
        figure = word_figure(shown, word, self._steps.step)
        return Stack([Tagged(strip, "words"), Tagged(figure, "steps")], gap=20)

    def _vocabularies_picture(self) -> Drawing:
        rows = self._rows()
        lines = [
            Fineness(
                self._slot_of(row),
                self._title(row),
                self._about(row),
                (row.sentence, row.held_out),
            )
            for row in rows
        ]
        keys = [row.key for row in rows]
        chosen = self.option(CHOSEN, None)
        selected = keys.index(chosen) if chosen in keys else None
        table = FinenessTable(lines, title="How finely they cut", selected=selected)
        note = f"Held-out text: {title_of(self._choice.text)}."
        parts: list[Drawing] = [
            Titled(Tagged(table, "table"), "How finely they cut", note=note),
            TextBlock(COMPARED, pixels=11),
        ]
        return Stack([*parts, *self._same_text(rows)], gap=20)

    def _same_text(self, rows: Sequence[Compared]) -> list[Drawing]:
        """The sentence, cut by each of them."""
        cut = [(row, row.cut) for row in rows if row.cut is not None]
        if not cut:
            return []
        layout = interlinear([one.encoding for _, one in cut])
        tracks = [track(self._slot_of(row), one) for row, one in cut]
        pieces = PieceRows(layout, tracks, title="The sentence in their pieces")
        return [Titled(Tagged(pieces, "same"), "The sentence in their pieces")]

    def _shown(self) -> list[tuple[Slot, Cut]]:
        """The models that have an answer, each in its place."""
        by_key = {slot.key: slot for slot in self.slots()}
        cuts = self._answer.cuts
        return [(by_key[cut.key], cut) for cut in cuts if cut.key in by_key]

    def _limits(self) -> tuple[str, ...]:
        """What the picture does not show, in words."""
        compared = self.view == VOCABULARIES
        problems = self._compared.problems if compared else self._answer.problems
        said = [f"{self.title_of(key)}: {why}" for key, why in problems.items()]
        cut = (
            []
            if compared
            else [
                cut_off(slot.title, cut.encoding.num_cut, slot.entry.num_positions)
                for slot, cut in self._shown()
                if cut.encoding.num_cut
            ]
        )
        return (*cut, *said)

    # ---- selection

    def _anchor(self) -> int | None:
        """Which of the shown models the selected token belongs to."""
        keys = [cut.key for _, cut in self._shown()]
        chosen = "" if self._stale else self.counting(keys)
        return keys.index(chosen) if chosen else None

    @property
    def _stale(self) -> bool:
        """Whether other models are chosen than those that were laid out under each other."""
        return [cut.key for _, cut in self._shown()] != [cut.key for cut in self._answer.cuts]

    def _selected(self) -> PieceHit | None:
        anchor, token = self._anchor(), self.state.selection.token
        if anchor is None or token is None:
            return None
        inside = 0 <= token < len(self._shown()[anchor][1].encoding)
        return PieceHit(anchor, token) if inside else None

    def _word(self) -> Word | None:
        """The word with the selected token, or the one that is cut most finely."""
        words, hit = self._answer.words, self._selected()
        if not words or len(words[0].steps) != len(self._shown()):
            return None
        if hit is not None and hit.track is not None:
            cut = self._shown()[hit.track][1]
            found = (word for word in words if hit.position in tokens_of(word, cut))
            return next(found, words[most_pieces(words)])
        return words[most_pieces(words)]

    def _follow_word(self) -> None:
        """Another word is shown at its end."""
        word = self._word()
        if word is not None and word is not self._stepped:
            self._steps.show_steps(total_steps(word))
        self._stepped = word

    def _on_clicked(self, placed: Any) -> None:
        found = tagged(placed)
        if found is None:
            self.select(token=None)
            self.deselect()
        elif found.tag == "pieces":
            self._select_piece(self._piece(found.hit))
        elif found.tag == "words":
            self._select_piece(self._first_piece(self._answer.words[found.hit.position]))
        elif found.tag == "table":
            self.set_option(CHOSEN, self._rows()[found.hit.row].key)

    def _select_piece(self, piece: PieceHit | None) -> None:
        if piece is None or piece.track is None:
            self.select(token=None)
            return
        key = self._shown()[piece.track][1].key
        self.select(token=piece.position, model=key)

    def _piece(self, hit: PieceHit) -> PieceHit | None:
        """The piece that was meant; a click at the text means its first piece."""
        if hit.track is not None:
            return hit
        assert self._answer.layout is not None
        positions = self._answer.layout.columns[hit.position].positions
        first = next((k for k, own in enumerate(positions) if own), None)
        return None if first is None else PieceHit(first, positions[first][0])

    def _first_piece(self, word: Word) -> PieceHit | None:
        """Where a word begins in the model that was looked at last, or in the first that has it."""
        by_model = [tokens_of(word, cut) for _, cut in self._shown()]
        order = [self._anchor() or 0, *range(len(by_model))]
        return next((PieceHit(k, by_model[k][0]) for k in order if by_model[k]), None)

    @property
    def click_hint(self) -> str:
        what = "vocabulary" if self.view == VOCABULARIES else "token"
        return f"Click a {what} to see it here."

    def _show_details(self) -> None:
        if self.view == VOCABULARIES:
            chosen = self.option(CHOSEN, None)
            row = next((row for row in self._rows() if row.key == chosen), None)
            self.show_details(Details() if row is None else self._details_of(row))
            return
        hit = self._selected()
        layout = self._answer.layout
        if hit is None or hit.track is None or layout is None:
            self.show_details(Details())
            return
        slot, cut = self._shown()[hit.track]
        rows = detail_rows(cut, hit.position)
        shared = layout.counterparts(hit.track, hit.position)
        for (other, its_cut), positions in zip(self._shown(), shared, strict=True):
            if other.key != slot.key:
                rows.append((f"In {other.title}", pieces_text(its_cut, positions)))
        title = f"{visible(cut.labels[hit.position])} in {slot.title}"
        self.show_details(Details(title, tuple(rows), in_words(cut)))

    # ---- vocabularies

    @property
    def _choice(self) -> VocabularyChoice:
        return VocabularyChoice.from_json(self.option(CHOICE, {}))

    def _rows(self) -> list[Compared]:
        """What was compared, without models that were removed since then."""
        keys = {slot.key for slot in self.slots()}
        return [row for row in self._compared.rows if row.own is not None or row.key in keys]

    def _slot_of(self, row: Compared) -> int:
        """Own vocabularies have the colours of further runs, without a letter."""
        if row.own is None:
            return next(slot.index for slot in self.slots() if slot.key == row.key)
        own = [one.key for one in self._rows() if one.own is not None]
        return len(SLOTS) + own.index(row.key)

    def _about(self, row: Compared) -> str:
        """The kind where the title does not say it, and the sizes."""
        kind = f"{row.family}, " if row.own is None else ""
        return f"{kind}{row.vocab_size:,} pieces, {readable_bytes(row.file_bytes)}"

    def _title(self, row: Compared) -> str:
        if row.own is not None:
            return _name_of(row.own)
        return self.title_of(row.key)

    def _details_of(self, row: Compared) -> Details:
        rows = [
            ("Kind", row.family),
            ("Pieces", f"{row.vocab_size:,}"),
            ("File", readable_bytes(row.file_bytes)),
        ]
        both = zip(cells(row.sentence), cells(row.held_out), strict=True)
        for head, values in zip(HEADS, both, strict=True):
            rows.append((" ".join(head).capitalize(), " | ".join(values)))
        text = "Of two numbers the first is of the sentence, the second of the held-out text."
        if row.own is None:
            return Details(self._title(row), tuple(rows), text)
        rows.insert(2, ("Asked for", f"{row.own.choice.size:,}"))
        remove_it = Action("Remove it", partial(self.remove_vocabulary, row.own))
        kept = f"{text}\n\nIt is kept in {row.own.folder}"
        return Details(self._title(row), tuple(rows), kept, (remove_it,))

    def train_vocabulary(self) -> None:
        """Begin to learn the vocabulary that the form describes."""
        if self._live.alive:
            return
        choice = self._form.choice
        make = partial(train_vocabulary, choice, self.state.seed)
        kind = tokenizer_specs()[choice.family].title
        self._live.start(make, make, f"{kind} vocabulary, {choice.size:,} pieces")

    def _on_trained(self, own: OwnVocabulary) -> None:
        self._form.say(f"{_name_of(own)} is finished.")
        self.set_option(CHOSEN, own.name)
        self._look_again()

    def remove_vocabulary(self, own: OwnVocabulary) -> None:
        """Take one out of the comparison; it can be put back."""
        try:
            remove(own.name)
            self._form.say(f"{_name_of(own)} was removed.", can_put_back=True)
        except UserError as error:
            self._form.say(str(error))
        self._look_again()

    def put_back_vocabulary(self) -> None:
        try:
            put_back()
            self._form.say("")
        except UserError as error:
            self._form.say(str(error), can_put_back=True)
        self._look_again()

    def _look_again(self) -> None:
        if self.view == VOCABULARIES:
            self.refresh()

    # ---- controls

    def _row_is_on(self, name: str) -> bool:
        return bool(self.option(name, True))

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self._steps = StepBar(self.theme)
        self._steps.stepped.connect(lambda step: self._draw())
        self._form = VocabularyForm(tokenizer_specs(), self._live)
        self._form.changed.connect(lambda choice: self.set_option(CHOICE, choice.to_json()))
        self._form.train_requested.connect(self.train_vocabulary)
        self._form.put_back_requested.connect(self.put_back_vocabulary)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.top.addWidget(self.tabs)
        self.body.addWidget(self._build_row_boxes())
        self.body.addWidget(self._steps)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self._form)
        line.addWidget(self._area, 1)
        self.body.addLayout(line, 1)
        self._sync_controls()

    def _build_row_boxes(self) -> QWidget:
        self._boxes: dict[str, QCheckBox] = {}
        self._box_line = QWidget()
        line = QHBoxLayout(self._box_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        for name, title in ROW_TITLES.items():
            box = QCheckBox(title)
            box.setToolTip(ROW_TIPS[name])
            box.toggled.connect(lambda on, name=name: self.set_option(name, on))
            self._boxes[name] = box
            line.addWidget(box)
        line.addStretch(1)
        return self._box_line

    def _sync_controls(self) -> None:
        for name, box in self._boxes.items():
            with QSignalBlocker(box):
                box.setChecked(self._row_is_on(name))
        if self._form.choice != self._choice:
            self._form.show_choice(self._choice)
        self._show_view()

    def _show_view(self) -> None:
        self.tabs.show_view(self.view)
        self._box_line.setVisible(self.view == PIECES)
        self._steps.setVisible(self.view == STEPS)
        self._form.setVisible(self.view == VOCABULARIES)


def _name_of(own: OwnVocabulary) -> str:
    """Its kind and what it learned from."""
    return f"{family_title(own.choice.family)}, {title_of(own.choice.text)}"


def _cut(request: Request, engine: Any) -> Work:
    cuts: list[Cut] = []
    problems: dict[str, str] = {}
    for done, key in enumerate(request.keys):
        yield Progress("Cutting the text", done, len(request.keys), unit="models")
        try:
            cuts.append(cut_text(engine, key, request.text, request.pair))
        except UserError as error:
            problems[key] = str(error)
            continue
        yield Partial(_answer(cuts, problems))
    if not cuts:
        raise UserError(next(iter(problems.values())))
    told = [with_inputs(engine, cut) for cut in cuts]
    words = cut_in_steps(engine, told) if request.by_steps else ()
    return replace(_answer(told, problems), words=words)


def _answer(cuts: Sequence[Cut], problems: dict[str, str]) -> Answer:
    return Answer(tuple(cuts), dict(problems), interlinear([cut.encoding for cut in cuts]))


PANEL = TokensPanel
