"""Exact odds against an oracle: a plain enumeration of every way in which a rule can fall, short and obviously right."""
import random
from fractions import Fraction

import pytest

from wrestling_nb.core.drive import Run, first, uniform
from wrestling_nb.core.exact import exact
from wrestling_nb.core.rules import Choose, Endless, Roll
from wrestling_nb.lucha_wars.agents import careful, greedy
from wrestling_nb.lucha_wars.components import between
from wrestling_nb.lucha_wars.game import game as lucha

LEFT_OUT = Fraction(1, 3_000)


def cells(ask, position, policy):
    "The ways in which one question can be answered, with their chances."
    if isinstance(ask, Roll):
        return [(face, Fraction(weight, ask.die.total)) for face, weight in ask.die.cells]
    if isinstance(ask, Choose):
        picked = {ask.options[0]: 1} if len(ask.options) == 1 else policy(ask, position)
        picked = picked if isinstance(picked, dict) else {picked: 1}
        return [(option, Fraction(weight, sum(picked.values()))) for option, weight in picked.items()]
    return [(worked, chance) for worked, chance in ((True, ask.chance), (False, 1 - ask.chance)) if chance]


def enumerated(rules, position, name, *args, policy):
    """Every way to the end, followed with the driver that plays: `(chances, what was left out)`.

    Ways less likely than `LEFT_OUT` are left out and added up, so that endless rules come to an end.
    """
    found, left, todo = {}, Fraction(0), [((), Fraction(1))]
    while todo:
        answers, chance = todo.pop()
        if chance < LEFT_OUT:
            left += chance
            continue
        run = Run(rules, position, name, *args)
        for answer in answers:
            run.answer(answer)
        if run.done:
            key = (run.value, run.position)
            found[key] = found.get(key, 0) + chance
        else:
            todo += [(answers + (answer,), chance * share) for answer, share in cells(run.ask, run.position, policy)]
            run.close()
    return found, left


SHORT = [
    ('throw', (0,), dict(dice=(2, 2))),
    ('throw_again', (1, 2), dict(dice=(2, 2), showing=((1, 0, 1, 0), (0, 0, 2, 0)))),
    ('dodges', (), dict(dice=(2, 2), showing=((1, 0, 1, 0), (1, 0, 1, 0)))),
    ('dodges', (), dict(dice=(2, 2), showing=((0, 0, 2, 0), (1, 1, 0, 0)))),
    ('signature_move', (1,), dict(health=(3, 9))),
    ('signature_move', (0,), dict(health=(3, 2))),
]


def laid(showing=None, **table):
    from dataclasses import replace
    position = between('Trueno Azul', 'Sombra Roja', **table)
    if showing is None:
        return position
    return replace(position, side=tuple(replace(side, showing=shown) for side, shown in zip(position.side, showing)))


@pytest.mark.parametrize('policy', [first, careful, uniform], ids=lambda policy: policy.__name__)
@pytest.mark.parametrize('variant', ['', 'pure', 'knocked dice turn'])
@pytest.mark.parametrize('name, args, table', SHORT, ids=lambda value: value if isinstance(value, str) else None)
def test_exact_odds_are_those_of_every_way_followed(name, args, table, variant, policy):
    rules = lucha.variants[variant] if variant else lucha
    start = laid(**table)
    plain, left = enumerated(rules, start, name, *args, policy=policy)
    odds = exact(rules, start, name, *args, policy=policy)
    assert sum(odds.values()) == 1
    assert left < Fraction(1, 2)
    if not left:
        assert odds == plain
    for outcome, chance in plain.items():
        assert 0 <= odds[outcome] - chance <= left


@pytest.mark.parametrize('policy', [careful, greedy], ids=lambda policy: policy.__name__)
@pytest.mark.parametrize('name', ['combo', 'pin', 'end_of_round'])
def test_endless_rules_agree_as_far_as_they_are_followed(name, policy):
    start = laid(health=(5, 4), marker=(2, 0), dice=(2, 2), showing=((2, 0, 0, 0), (1, 1, 0, 0)))
    rules = lucha.variants['pure']
    odds = exact(rules, start, name, 0, policy=policy)
    assert sum(odds.values()) == 1
    values = odds.of(lambda outcome: (outcome[0], outcome[1].side[0].health, outcome[1].side[1].health))
    plain, left = enumerated(rules, start, name, 0, policy=policy)
    assert left < Fraction(1, 4)
    for outcome, chance in plain.items():
        key = (outcome[0], outcome[1].side[0].health, outcome[1].side[1].health)
        assert values[key] >= chance


def test_a_grapple_does_not_look_at_health():
    from wrestling_nb.core.exact import ENGINES, Exact
    ENGINES.clear()
    asked = []

    def counted(ask, position):
        asked.append(ask)
        return careful(ask, position)
    engine = Exact(lucha.variants['pure'], counted)
    engine(between('Trueno Azul', 'Sombra Roja', dice=(5, 5)), 'grapple')
    worked_out = len(asked)
    first_odds = engine(between('Trueno Azul', 'Sombra Roja', health=(3, 9), dice=(5, 5)), 'grapple')
    assert len(asked) == worked_out > 0
    assert {outcome[1].side[0].health for outcome in first_odds} == {3}


def test_a_rule_without_end_is_told_so():
    from wrestling_nb.core.rules import Rules
    toy = Rules('toy', 'A toy', lucha.position, types=tuple(lucha.types.values()))
    toy.rule('toy')(forever)
    with pytest.raises(Endless, match='for ever'):
        exact(toy, between('Trueno Azul', 'Sombra Roja'), 'forever', policy=first)


async def forever(g):
    return g.then.forever()


def test_random_positions_add_up_to_one():
    generator = random.Random(3)
    for _ in range(12):
        health = (generator.randint(1, 20), generator.randint(1, 21))
        marker = (generator.randint(1, 4), generator.randint(0, 4))
        odds = exact(lucha.variants['pure'], between('Trueno Azul', 'Sombra Roja', health=health, marker=marker), 'special_attack', 0, policy=careful)
        assert sum(odds.values()) == 1
