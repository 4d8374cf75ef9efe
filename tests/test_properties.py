"""What holds for any dice, piles, tallies, positions and scripts, tried on many that nobody thought of."""
import json
import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wrestling_nb.core.dice import Die, Pile
from wrestling_nb.core.drive import play, script
from wrestling_nb.core.estimate import Simulation, share
from wrestling_nb.core.exact import exact
from wrestling_nb.core.games import games
from wrestling_nb.core.rules import Mismatch, Rules, Tally, put
from wrestling_nb.core.session import Session, plain, unplain
from wrestling_nb.core.simulate import simulate

settings.register_profile('quick', max_examples=40, deadline=None, derandomize=True)
settings.load_profile('quick')

faces = st.sampled_from(['Hit', 'Miss', 'Dodge', 1, 2, 3, ''])
dice = st.dictionaries(faces, st.integers(0, 6), min_size=1, max_size=5).filter(lambda weights: any(weights.values())).map(Die)
names = st.text(max_size=12)
values = st.recursive(st.none() | st.booleans() | st.integers() | names | st.fractions(), lambda parts: st.lists(parts, max_size=4).map(tuple))


@given(dice)
def test_the_chances_of_a_die_add_up(die):
    assert sum(die.chance(face) for face in die.faces) == 1
    assert sum(weight for _, weight in die.cells) == die.total
    assert all(weight for _, weight in die.cells)
    assert die == Die(dict(zip(die.faces, die.weights))) and hash(die) == hash(Die(dict(zip(die.faces, die.weights))))


@given(dice, st.integers(0, 4))
def test_a_pool_is_its_dice_thrown_one_by_one(die, number):
    pool = die * number
    thrown = Counter()
    for shown in product(die.cells, repeat=number):
        weight = 1
        for _, each in shown:
            weight *= each
        thrown[tuple(sum(face == wanted and type(face) is type(wanted) for face, _ in shown) for wanted in die.faces)] += weight
    assert dict(pool.cells) == {outcome: weight for outcome, weight in thrown.items() if weight}
    assert sum(weight for _, weight in pool.cells) == pool.total == die.total ** number


@given(dice, st.integers(0, 5), st.randoms(use_true_random=False))
def test_what_a_pool_tells_can_be_read_again(die, number, generator):
    pool = die * number
    outcome = generator.choice(pool.cells)[0]
    told = pool.tell(outcome)
    assert len(told) == number
    generator.shuffle(told)
    assert pool.read(told) == outcome == pool.read(outcome)


@given(st.lists(st.sampled_from('abcde'), max_size=8), st.lists(st.sampled_from('abcde'), max_size=3), st.randoms(use_true_random=False))
def test_a_pile_deals_each_of_its_cards_once(cards, bottom, generator):
    pile = Pile(cards)
    for card in bottom:
        pile = pile.with_card(card, bottom=True)
    assert len(pile) == len(cards) + len(bottom)
    dealt = []
    while len(pile):
        card, _ = generator.choice(pile.cells)
        before = pile
        pile = pile.without(card)
        assert len(pile) == len(before) - 1 and before.total == sum(weight for _, weight in before.cells)
        dealt.append(card)
    assert sorted(dealt[:len(cards)]) == sorted(cards) and dealt[len(cards):] == bottom
    assert pile == Pile() and not pile.cells


@given(st.lists(st.sampled_from('abc'), max_size=6), st.sampled_from('abc'))
def test_putting_a_card_in_and_drawing_it_changes_nothing(cards, card):
    pile = Pile(cards)
    assert pile.with_card(card).without(card) == pile
    assert hash(pile) == hash(Pile(reversed(cards))) and pile == Pile(reversed(cards))


@given(st.integers(-9, 9), st.lists(st.tuples(st.text(min_size=1, max_size=5), st.integers(-9, 9)), max_size=5))
def test_a_tally_is_the_sum_of_its_terms(printed, terms):
    tally = Tally(('printed', printed))
    for name, amount in terms:
        tally = tally.plus(name, amount)
    assert tally == printed + sum(amount for _, amount in terms) == sum(amount for _, amount in tally.terms)
    assert tally + 0 == int(tally) and hash(tally) == hash(int(tally))
    assert all(amount for _, amount in tally.terms[1:]) and str(printed) in str(tally)


@dataclass(frozen=True)
class Corner:
    name: str = ''
    health: int = 0
    things: tuple = ()


@dataclass(frozen=True)
class Table:
    side: tuple = (Corner(), Corner())
    what: object = None


corners = st.builds(Corner, names, st.integers(), values.map(lambda value: (value,)))
tables = st.builds(Table, st.tuples(corners, corners), values | corners)


@given(tables)
def test_positions_go_through_json_and_come_back(table):
    types = {'Corner': Corner, 'Table': Table}
    assert unplain(json.loads(json.dumps(plain(table))), types) == table


@given(tables, st.integers(0, 1), st.integers())
def test_putting_changes_one_place_alone(table, who, number):
    changed = put(table, ('side', who, 'health'), lambda health: number)
    assert changed.side[who].health == number and changed.side[1 - who] == table.side[1 - who] and changed.what == table.what
    assert put(changed, ('side', who, 'health'), lambda health: table.side[who].health) == table


toss = Rules('toss', 'Toss', Table, types=(Corner,))


@toss.rule('toss')
async def throw(g, die, number):
    shown = []
    for _ in range(number):
        shown.append(await g.roll(die))
    return tuple(shown)


@given(dice, st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_a_script_is_read_in_its_order(die, picks):
    said = [die.cells[pick % len(die.cells)][0] for pick in picks]
    answers = script({'toss': list(said)})
    assert play(toss, Table(), 'throw', die, len(said), answer=answers)[0] == tuple(said)
    answers.finish()
    with pytest.raises(Mismatch):
        play(toss, Table(), 'throw', die, len(said) + 1, answer=script({'toss': list(said)}))
    longer = script({'toss': [*said, said[0]]})
    play(toss, Table(), 'throw', die, len(said), answer=longer)
    with pytest.raises(Mismatch):
        longer.finish()


@given(dice, st.integers(1, 3))
def test_exact_odds_of_single_throws_are_the_pool(die, number):
    odds = exact(toss, Table(), 'throw', die, number, policy=lambda ask, position: None)
    counted = {}
    for (shown, _), chance in odds.items():
        outcome = tuple(sum(face == wanted and type(face) is type(wanted) for face in shown) for wanted in die.faces)
        counted[outcome] = counted.get(outcome, 0) + chance
    pool = die * number
    assert counted == {outcome: Fraction(weight, pool.total) for outcome, weight in pool.cells}


@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_its_share_and_stays_between_0_and_1(held, times):
    held = min(held, times)
    found = share(held, times)
    assert 0 <= found.low <= found.value <= found.high <= 1 and found.value == held / times
    assert share(held * 10, times * 10).high - share(held * 10, times * 10).low < found.high - found.low


@given(st.dictionaries(st.integers(-5, 5), st.integers(1, 50), min_size=1))
def test_a_simulation_counts_what_it_was_given(counts):
    runs = Simulation(counts)
    assert runs == counts and runs.times == sum(counts.values())
    assert runs.of(abs).times == runs.times
    mean = runs.mean()
    assert mean.low <= mean.value <= mean.high
    assert mean.value == pytest.approx(sum(value * count for value, count in counts.items()) / runs.times)


@given(dice, st.integers(0, 10_000))
@settings(max_examples=15)
def test_simulation_depends_on_its_seed_alone(die, seed):
    runs = [simulate(toss, Table(), 'throw', die, 2, times=40, seed=seed) for _ in range(2)]
    assert runs[0] == runs[1] and list(runs[0]) == list(runs[1]) and sum(runs[0].values()) == 40


GAMES = games()


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.lists(st.tuples(st.sampled_from(['go', 'undo', 'redo', 'load']), st.integers(1, 9)), max_size=12))
@settings(max_examples=25)
def test_a_session_survives_any_order_of_undo_redo_and_load(key, seed, deeds):
    rules = GAMES[key]
    session = Session(rules, rules.position(), 'match', seed=seed)
    picker = random.Random(seed)
    for deed, number in deeds:
        if deed == 'go':
            for _ in range(number):
                if session.done:
                    break
                if session.ask.kind == 'choose':
                    session.answer(picker.choice(session.ask.options))
                else:
                    session.throw()
        elif deed == 'undo':
            session.undo(min(number, len(session.answers)))
        elif deed == 'redo':
            session.redo(min(number, len(session.undone)))
        else:
            session = Session.load(session.save(), rules)
    answers = iter(session.answers)
    fresh = Session(rules, rules.position(), 'match', seed=seed)
    for answer in answers:
        fresh.answer(answer)
    assert (fresh.position, fresh.done, fresh.value, fresh.save()) == (session.position, session.done, session.value, session.save())
