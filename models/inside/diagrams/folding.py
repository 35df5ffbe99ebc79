"""Finds layers that repeat, so that a diagram draws them once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from models.inside.diagrams.diagram import DiagramBlock, DiagramPart, PartLink

MOST_LAYERS_IN_TURN = 8  # kinds of layers that alternate


def fold_layers(
    parts: Sequence[DiagramPart], num_layers: Mapping[int, int]
) -> tuple[DiagramBlock, ...]:
    """Blocks of layers that are alike, for parts in the order of stacks and layers."""
    blocks: list[DiagramBlock] = []
    for stack, count in num_layers.items():
        places = {
            layer: [n for n, part in enumerate(parts) if (part.stack, part.layer) == (stack, layer)]
            for layer in range(1, count + 1)
        }
        layers = [layer for layer in places if places[layer]]
        signs = [_sign_of(parts, places[layer]) for layer in layers]
        at = 0
        while at < len(layers):
            period, repeats = _longest_repetition(signs[at:])
            inside = layers[at : at + period * repeats]
            members = [place for layer in inside for place in places[layer]]
            size = len(members) // repeats
            weights = [
                Counter(
                    w.name
                    for place in members[n * size : (n + 1) * size]
                    for w in parts[place].weights
                )
                for n in range(repeats)
            ]
            shared = repeats > 1 and bool(weights[0]) and all(one == weights[0] for one in weights)
            blocks.append(DiagramBlock(members[0], size, repeats, tuple(inside), shared))
            at += period * repeats
    return tuple(blocks)


def _longest_repetition(signs: Sequence[object]) -> tuple[int, int]:
    """How many layers at the beginning repeat, and how often; the shortest that covers most."""
    best = 1, 1
    for period in range(1, min(MOST_LAYERS_IN_TURN, len(signs)) + 1):
        repeats = 1
        while signs[repeats * period : (repeats + 1) * period] == signs[:period]:
            repeats += 1
        if repeats > 1 and period * repeats > best[0] * best[1]:
            best = period, repeats
    return best


def _sign_of(parts: Sequence[DiagramPart], places: Sequence[int]) -> object:
    """What must be equal in layers that are alike: parts, and links inside or from outside."""
    own = {place: n for n, place in enumerate(places)}
    stack = parts[places[0]].stack

    def sign(link: PartLink) -> object:
        if link.source in own:
            return own[link.source], link.role
        return "enters" if parts[link.source].stack == stack else link.source, link.role

    return tuple(
        (p.kind, p.title, p.lines, p.streams, p.size, tuple(sorted(map(str, map(sign, p.links)))))
        for p in (parts[place] for place in places)
    )
