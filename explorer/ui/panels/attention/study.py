"""Attention: which tokens attend to which, in every head of every model, and ablations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from explorer.core.attention.positions.request import (
    MOST_CLIP,
    POSITIONS,
    PositionsAnswers,
    PositionsRequest,
)
from explorer.core.attention.request import (
    AttentionAnswer,
    AttentionOptions,
    AttentionRequest,
    request_of,
    work,
)
from explorer.core.attention.survey.kinds import KINDS
from explorer.core.attention.survey.request import (
    ANY,
    BY_ABLATION,
    BY_FUNCTION,
    BY_PLACE,
    HEADS,
    NO_FUNCTION,
    HeadsAnswers,
    HeadsChoice,
    HeadsRequest,
    ModelHeads,
)
from explorer.core.attention.survey.sample import FEWEST, MOST
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial, Work
from explorer.core.localization import mark, tr
from explorer.core.long_texts.hashing import can_hash
from explorer.core.long_texts.request import HASHING
from explorer.core.masking.questions import overridden, override_notes
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.ui.graphics.charts.bars import BarHit
from explorer.ui.graphics.charts.interval_chart import PointHit
from explorer.ui.graphics.drawing import GRID, TagHit
from explorer.ui.graphics.maps.head_grid import HeadHit
from explorer.ui.graphics.maps.head_lines import AreaHit
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.attention import heads_view
from explorer.ui.panels.attention.figure import AttentionFigure
from explorer.ui.panels.attention.heads_view import SOURCES, HeadsScene
from explorer.ui.panels.attention.positions import table as positions_table
from explorer.ui.panels.attention.positions import view as positions_view
from explorer.ui.panels.attention.positions.view import PositionsScene
from explorer.ui.panels.attention.scene import (
    COMPARABLE_VIEWS,
    DIFFERENCE,
    VIEWS,
    AttentionColumn,
    AttentionScene,
    FigurePart,
)
from explorer.ui.panels.attention.table import table
from explorer.ui.panels.attention.text import caption_settings, details, limits
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Disabled,
    Notice,
    Offer,
    Situation,
    Steps,
    Study,
    StudyFigure,
)
from models.schema.records import NO_ORIGIN
from models.schema.specs import MAIN_FEED

COUNT_STEP, MOST_SEEDS = 16, 9999
OWN_FIGURES = (HEADS, POSITIONS)  # views without maps of the sentence
NO_TEXT = tr("Type a sentence above to see which of its tokens attend to which.")
SCALES = {False: tr("Linear scale"), True: tr("√ scale")}
FILES = tr("Text (*.txt *.md);;All files (*)")
NUMBERED = {
    "layer": (mark("All layers"), mark("Layer {number}")),
    "head": (mark("All heads"), mark("Head {number}")),
}
OF_SAMPLE = {  # controls of the view Heads, and the fields of its choice
    **{name: name for name in ("source", "count", "seed", "sort", "model", "best")},
    "file": "source",
    "heads_layer": "layer",
}


@dataclass(frozen=True, eq=False)
class Known:
    """What is known by model: maps of the sentence, heads in many sentences, and positions.

    None where an answer is not of them.
    """

    maps: Mapping[str, AttentionAnswer | UserError] | None = None
    heads: HeadsAnswers | None = None
    positions: PositionsAnswers | None = None


ANSWERED = {AttentionRequest: "maps", HeadsRequest: "heads", PositionsRequest: "positions"}
AnyRequest = AttentionRequest | HeadsRequest | PositionsRequest


def answers_to(request: AnyRequest, engine: Any) -> Work:
    """The answers of the work, with what they are of."""
    name = ANSWERED[type(request)]
    made = work(request, engine)
    while True:
        try:
            event = next(made)
        except StopIteration as end:
            return Known(**{name: end.value})
        yield Partial(Known(**{name: event.value})) if isinstance(event, Partial) else event


class AttentionStudy(Study):
    """Thumbnails of all heads above, the chosen head or average below, one column per model."""

    spec = panel_spec("attention", views=VIEWS, kinds=("attention",))
    controls = (
        (
            *map(Control, ("view", "layer", "head")),
            Control("clip", "steps"),
            Control("all_on", "button", style="quiet"),
            Control("root_scale"),
            Control("hide_specials", "tick"),
            Control("difference", "tick"),
            Control("all_models", "button", style="quiet", at_right=True),
        ),
        (
            Control("source"),
            Control("file", "file", files=FILES),
            Control("count", "number", low=FEWEST, high=MOST, step=COUNT_STEP),
            Control("seed", "number", high=MOST_SEEDS),
            *map(Control, ("sort", "model", "heads_layer", "best")),
        ),
    )
    has_tabs = False
    is_one_drawing = True
    gap = 2 * GRID
    nothing = Known()
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> AnyRequest | Notice:
        if _view_in(at) == HEADS:
            return HeadsRequest(at.keys, choice_in(at).query)
        if not at.state.text.strip():
            return Notice(NO_TEXT)
        if _view_in(at) == POSITIONS:
            return PositionsRequest(at.keys, at.state.text, at.state.pair)
        return request_of(at.state, at.keys, options_in(at))

    def merge(self, before: Known, part: Known) -> Known:
        """What is answered replaces what was there; the others stay until theirs is."""
        names = ANSWERED.values()
        pairs = {name: (getattr(before, name), getattr(part, name)) for name in names}
        merged = {
            n: None if new is None else {**(old or {}), **new} for n, (old, new) in pairs.items()
        }
        return self.complete(before, Known(**merged))

    def complete(self, before: Known, whole: Known) -> Known:
        """The answers of one view stay while another is shown."""
        names = ANSWERED.values()
        pairs = {name: (getattr(before, name), getattr(whole, name)) for name in names}
        return Known(**{n: old if new is None else new for n, (old, new) in pairs.items()})

    def figure(self, answer: Known, at: Situation) -> StudyFigure:
        scene = scene_in(answer, at)
        if scene.view == HEADS:
            return _many_sentences(answer, at)
        if scene.view == POSITIONS:
            return _positions(answer, at)
        if not answer.maps:
            return StudyFigure()
        visible = scene.visible_columns
        shown = scene.columns if scene.alone is None else visible
        keys = {column.model.key for column in shown}
        ordered = any(column.view.fed.order for column in visible)
        said = details(scene)
        return StudyFigure(
            (AttentionFigure(scene, at.room),),
            tuple(one for one in at.drawn_models(answer.maps) if one.key in keys),
            scene.caption_dependencies,
            (
                *(override_notes if ordered else overridden)(at.state, at.letters),
                *caption_settings(visible, scene.options),
            ),
            tuple(limits(scene.answered_columns, scene.view, at.state.seed)),
            said,
            (*_switches(scene), *_ways_to_hashing(scene)) if said.title else (),
            make_table=partial(table, scene),
        )

    def shown_view(self, answer: Known, at: Situation) -> str:
        return scene_in(answer, at).view

    # ---- controls

    def control_values(self, answer: Known, at: Situation) -> dict[str, ControlValue]:
        """What depends on a click stays where it is, grey where it has nothing to do."""
        scene = scene_in(answer, at)
        columns, options = scene.answered_columns, scene.options
        views = BoxChoices({name: VIEWS[name] for name in scene.views}, scene.view)
        if scene.view == HEADS:
            return {"view": views, **_sample_values(heads_in(answer, at))}
        if scene.view == POSITIONS:
            return {"view": views, **_position_values(positions_in(answer, at), options.clip)}
        words, maps = self.spec.text.controls, [column.view.maps for column in columns]
        counts = {
            "layer": max((each.num_layers for each in maps), default=0),
            "head": max((each.num_heads for each in maps), default=0),
        }
        any_off = any(column.answer.is_ablated for column in columns)
        shown: dict[str, ControlValue] = {
            "view": views,
            **{name: _numbered(name, counts[name], scene.selection) for name in counts},
            "all_on": True if any_off else Disabled(True, words["nothing_off"]["tip"]),
            "root_scale": BoxChoices(SCALES, options.root_scale),
            "hide_specials": options.hide_specials,
        }
        if len(columns) > 1:
            comparable = scene.comparable is not None
            why = words["no_maps" if comparable else "no_difference"]["tip"]
            possible = comparable and scene.view in COMPARABLE_VIEWS
            shown["difference"] = options.with_difference if possible else Disabled(False, why)
        if scene.alone is not None:
            shown["all_models"] = True
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """A layer and a head are shared by all panels."""
        ((name, value), *_) = values.items()
        if name in NUMBERED:
            return at.with_selection(**{name: value})
        if sample := {OF_SAMPLE[each]: one for each, one in values.items() if each in OF_SAMPLE}:
            return at.with_options(heads={**choice_in(at).to_json(), **sample})
        return at.with_options(**values)

    def choose_view(self, view: str, answer: Known, at: Situation) -> State:
        """The position bias is that of a stream that has one, whichever was chosen before."""
        scene = scene_in(answer, at)
        streams = scene.streams_with_bias() if view == "bias" else dict(scene.options.streams)
        return at.with_options(view=view, streams=streams)

    def press(self, name: str, answer: Known, at: Situation) -> State:
        if name == "all_models":
            return at.with_options(alone=None)
        ablated = {key: off for key, off in at.state.ablated.items() if key not in at.keys}
        return replace(at.with_options(silent=[]), ablated=ablated)

    # ---- clicks

    def click(self, hit: TagHit, answer: Known, at: Situation) -> State:
        scene = scene_in(answer, at)
        if scene.view == HEADS:
            return _open_head(hit, answer, at)
        if scene.view == POSITIONS:
            return _select_position(hit, answer, at)
        column = column_of(hit, scene)
        match hit.hit:
            case _ if column is None:
                return at.state
            case HeadHit(layer, head):
                return _select_or_clear(at, layer=layer, head=head)
            case PointHit(head, _):  # the same in all layers
                return _select_or_clear(at, head=head)
            case CellHit() | AreaHit() if scene.alone is not None:
                return at.with_options(alone=None)
            case CellHit() | AreaHit():
                part: Any = hit.tag
                name = DIFFERENCE if part.kind == "difference" else column.model.key
                return at.with_options(alone=name)
            case AxisHit() | BarHit() as token:
                return _select_token(scene, column.model.key, *column.token_at(token), at)
        return at.state

    def modified_click(self, hit: TagHit, answer: Known, at: Situation) -> State:
        """A thumbnail switches its head off or on."""
        scene = scene_in(answer, at)
        column = None if scene.view in OWN_FIGURES else column_of(hit, scene)
        if column is None or not isinstance(hit.hit, HeadHit):
            return at.state
        return toggle(column, hit.hit.layer, hit.hit.head, at)

    def click_beside(self, at: Situation) -> State:
        if _view_in(at) == HEADS:
            return at.state
        return at.now(self.deselect(at)).with_selection(token=None)

    def deselect(self, at: Situation) -> State:
        return at.with_options(written=None)

    def click_hint(self, at: Situation) -> str:
        if _view_in(at) == HEADS:
            return tr(
                "Click a row or a cell to see that head here, and its maps in the other views."
            )
        if _view_in(at) == POSITIONS:
            return tr("Click a row of the matrix to see its distances.")
        return tr("Click a token or a head to see it here, or a map to let it fill the panel.")


def options_in(at: Situation) -> AttentionOptions:
    return AttentionOptions.from_settings(at.options)


def choice_in(at: Situation) -> HeadsChoice:
    """The sample of the view Heads, and how its rows are sorted."""
    return HeadsChoice.from_json(at.options.get("heads", {}))


def scene_in(answer: Known, at: Situation) -> AttentionScene:
    """What has been answered, with what is selected and set now."""
    return AttentionScene(
        at.slots, answer.maps or {}, at.state, at.token_model(at.keys), options_in(at)
    )


def heads_in(answer: Known, at: Situation) -> HeadsScene:
    """The scores of the chosen models, as the view Heads shows them."""
    return HeadsScene(at.slots_in(answer.heads or {}), choice_in(at), at.state.selection)


def column_of(hit: TagHit, scene: AttentionScene) -> AttentionColumn | None:
    """The model of the drawing that is clicked."""
    if not isinstance(hit.tag, FigurePart) or hit.tag.column >= len(scene.columns):
        return None
    column = scene.columns[hit.tag.column]
    return column if isinstance(column, AttentionColumn) else None


def toggle(column: AttentionColumn, layer: int | None, head: int | None, at: Situation) -> State:
    """Switch a head of a model off or on."""
    target = column.head(layer, head)
    return at.state if target is None else at.state.toggle_head(column.model.key, target)


def positions_in(answer: Known, at: Situation) -> PositionsScene:
    """How the chosen models are told positions, with what is selected and set."""
    columns = at.slots_in(answer.positions or {})
    chosen, clip = at.state.selection, options_in(at).clip
    first = next((slot.key for slot, one in columns if not isinstance(one, UserError)), "")
    token = chosen.token if chosen.token is not None and chosen.model in ("", first) else None
    return PositionsScene(columns, clip, chosen, token)


def _view_in(at: Situation) -> str:
    """The view that was chosen; "" before one is."""
    return options_in(at).view


def _positions(answer: Known, at: Situation) -> StudyFigure:
    scene, chosen = positions_in(answer, at), at.state.selection
    if not scene.columns:
        return StudyFigure()
    return StudyFigure(
        tuple(positions_view.sections(scene)),
        at.drawn_models(answer.positions or {}),
        Basis(at.state.text, at.state.pair, selection=replace(chosen, layer=None)),
        tuple(positions_view.caption_settings(scene)),
        tuple(positions_view.limits(scene)),
        positions_view.details(scene),
        make_table=partial(positions_table.tabulate, scene),
    )


def _position_values(scene: PositionsScene, clip: int) -> dict[str, ControlValue]:
    """Where distances are cut off, and the head whose bias is shown."""
    if not scene.answered_columns:
        return {}
    return {
        "head": _numbered("head", scene.num_heads, scene.selection),
        "clip": Steps(MOST_CLIP, clip, tr("cut off at k = {step}")),
    }


def _select_position(hit: TagHit, answer: Known, at: Situation) -> State:
    """The token of a row or column of the matrix; nothing where it is selected already."""
    scene, token = positions_in(answer, at), positions_view.find_clicked_token(hit.hit)
    if token is None or hit.tag != positions_view.MATRIX:
        return at.state
    model = next(slot.key for slot, _ in scene.answered_columns)
    return at.with_selection(token=None if scene.token == token else token, model=model)


def _many_sentences(answer: Known, at: Situation) -> StudyFigure:
    scene, chosen = heads_in(answer, at), at.state.selection
    if not scene.columns:
        return StudyFigure()
    return StudyFigure(
        tuple(heads_view.sections(scene)),
        at.drawn_models(answer.heads or {}),
        Basis(selection=Selection(layer=chosen.layer, head=chosen.head)),
        tuple(heads_view.caption_settings(scene)),
        tuple(heads_view.limits(scene)),
        heads_view.details(scene),
        make_table=partial(heads_view.table, scene),
    )


def _sample_values(scene: HeadsScene) -> dict[str, ControlValue]:
    """The sample, how the rows are sorted, and which of them are shown."""
    choice = scene.choice
    own = {} if choice.source in SOURCES else {choice.source: Path(choice.source).name}
    num_layers = max((one.scores.num_layers for one in scene.streams), default=0)
    layers = {n: tr("Layer {number}", number=n) for n in range(1, num_layers + 1)}
    functions = {kind: tr(title) for kind, title in KINDS.items()}
    orders = {
        BY_PLACE: tr("By layer"),
        BY_FUNCTION: tr("By function"),
        BY_ABLATION: tr("By ablation"),
        **{kind: _sorted_by(title) for kind, title in functions.items()},
    }
    best = {ANY: tr("Any function"), **functions, NO_FUNCTION: tr(heads_view.NONE)}
    shown: dict[str, ControlValue] = {
        "source": BoxChoices({**SOURCES, **own}, choice.source),
        "file": True,
        "count": choice.count,
        "seed": choice.seed,
        "sort": BoxChoices(orders, choice.sort),
        "heads_layer": BoxChoices({0: tr("All layers"), **layers}, choice.layer),
        "best": BoxChoices(best, choice.best),
    }
    if len(scene.answered_columns) > 1:
        titles = {one.key: one.title for one, _ in scene.answered_columns}
        shown["model"] = BoxChoices({ANY: tr("All models"), **titles}, choice.model)
    return shown


def _sorted_by(title: str) -> str:
    return tr("By {function}", function=f"{title[0].lower()}{title[1:]}")


def _numbered(name: str, count: int, selection: Selection) -> BoxChoices:
    """All of the layers or heads, then each of them; the last in place of one beyond it."""
    (every, one), index = NUMBERED[name], getattr(selection, name)
    titles: dict[int | None, str] = {None: tr(every)}
    titles |= {n: tr(one, number=n + 1) for n in range(count)}
    return BoxChoices(titles, None if index is None else min(index, count - 1))


def _select_or_clear(at: Situation, **place: int | None) -> State:
    """That head, or the average again if it is selected already."""
    chosen = {name: getattr(at.state.selection, name) for name in place}
    return at.with_selection(**(dict.fromkeys(place) if chosen == place else place))


def _select_token(
    scene: AttentionScene, key: str, feed: str, position: int, at: Situation
) -> State:
    if feed != MAIN_FEED:
        written = [key, feed, position]
        stored = {"of": scene.texts, "token": written}
        return at.with_options(written=None if scene.written == written else stored)
    if position == NO_ORIGIN:
        return at.state
    same = scene.token_of == key and scene.selection.token == position
    return at.with_selection(token=None if same else position, model=key)


def _open_head(hit: TagHit, answer: Known, at: Situation) -> State:
    """A row of the table, or a cell of a map: that head, in the stream that it is of."""
    clicked, chosen = heads_view.clicked_head(heads_in(answer, at), hit), choice_in(at)
    scored = None if clicked is None else (answer.heads or {}).get(clicked[0])
    if clicked is None or not isinstance(scored, ModelHeads):
        return at.state
    key, stream, layer, head = clicked
    streams = {**options_in(at).streams, scored.card.spec.name: stream}
    opened = {**chosen.to_json(), "opened": [key, stream]}
    now = at.now(at.with_options(heads=opened, streams=streams))
    if chosen.opened == (key, stream):
        return _select_or_clear(now, layer=layer, head=head)
    return now.with_selection(layer=layer, head=head)


def _switches(scene: AttentionScene) -> list[Offer]:
    """Switching the chosen head off, or on, in each model."""
    offers = []
    off, on = mark("Switch off in {model}"), mark("Switch on in {model}")
    for column in scene.answered_columns:
        model, head = column.model, column.head(*column.chosen)
        if head is not None:
            verb = on if head in column.answer.off else off
            name = f"{model.letter}  {model.title}"
            offers.append(Offer(tr(verb, model=name), partial(toggle, column, *column.chosen)))
    return offers


def _ways_to_hashing(scene: AttentionScene) -> list[Offer]:
    """For models that hash, the way to what hashing finds in a long text."""
    hashing = [one.model for one in scene.answered_columns if can_hash(one.view.card.spec)]
    label = mark("What hashing finds in {model}")
    return [
        Offer(tr(label, model=model.title), partial(_open_hashing, model.key)) for model in hashing
    ]


def _open_hashing(key: str, at: Situation) -> State:
    settings = at.state.settings_with("long_texts", view=HASHING, subject=key)
    return replace(at.state, panel_settings=settings, panel="long_texts")


STUDY = AttentionStudy()
