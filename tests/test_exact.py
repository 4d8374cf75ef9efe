"""Exact odds against an oracle: a plain enumeration of every way in which a rule can fall, short and obviously right."""
import random
from fractions import Fraction
from functools import lru_cache

import pytest

from wrestling_nb.core.dice import Die
from wrestling_nb.core.drive import Run, first, uniform
from wrestling_nb.core.exact import exact
from wrestling_nb.core.rules import Announce, Call, Change, Choose, Endless, Over, Roll, Table, Then, Together, put
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
    from wrestling_nb.core.exact import Exact
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


# the same odds by a plain way: every position is a state of one chain, solved in fractions

def one_step(rules, position, name, args, policy):
    "Where one procedure leads, rules that it follows included: a dict from (value or what follows, position, over) to a chance."
    found, todo = {}, [((), Fraction(1))]
    while todo:
        taken, chance = todo.pop()
        table, answers, answer = Table(rules, position), list(taken), None
        procedure = rules[name].function(table, *args)
        while True:
            try:
                asked = procedure.send(answer)
            except StopIteration as end:
                key = (end.value, table.position, False)
                break
            asked.site, answer = rules[name].id, None
            table._got(asked)
            if isinstance(asked, Change):
                table.position = put(table.position, asked.path, asked.apply)
            elif isinstance(asked, Over):
                key = (asked.result, table.position, True)
                break
            elif not isinstance(asked, Announce):
                if not answers:
                    (first, share), *others = ways(rules, asked, table.position, policy)
                    todo += [(taken + (other,), chance * part) for other, part in others]
                    taken, chance, answers = taken + (first,), chance * share, [first]
                answer = answers.pop(0)
                if isinstance(asked, Call):
                    answer, table.position, over = answer
                    if over:
                        key = (answer, table.position, True)
                        break
        procedure.close()
        found[key] = found.get(key, 0) + chance
    return found


def ways(rules, asked, position, policy):
    "The ways in which one question of a procedure can be answered, with their chances."
    if isinstance(asked, Call):
        return list(solved(rules, position, asked.name, asked.args, policy).items())
    if isinstance(asked, Together):
        together = [((), Fraction(1))]
        for each in asked.asks:
            each.site = asked.site
            together = [(before + (option,), chance * share) for before, chance in together for option, share in cells(each, position, policy)]
        return together
    return [(answer, chance) for answer, chance in cells(asked, position, policy) if chance]


@lru_cache(maxsize=10_000)
def solved(rules, position, name, args, policy):
    "Follow every `then`, and solve the chain that they make by putting one state after another into the others."
    states, order, rows = {(name, args, position): 0}, [(name, args, position)], []
    for name, args, position in order:
        row = {}
        for (value, after, over), chance in one_step(rules, position, name, args, policy).items():
            key = (value, after, over)
            if isinstance(value, Then):
                following = (value.name, value.args, after)
                if following not in states:
                    states[following] = len(order)
                    order.append(following)
                key = states[following]
            row[key] = row.get(key, 0) + chance
        rows.append(row)
    for state in range(len(rows) - 1, -1, -1):
        stay = rows[state].pop(state, 0)
        for key in rows[state]:
            rows[state][key] /= 1 - stay
        for other in rows[:state]:
            share = other.pop(state, 0)
            for key, chance in rows[state].items() if share else ():
                other[key] = other.get(key, 0) + share * chance
    return rows[0]


def seats(*stops):
    def seated(ask, position):
        if ask.site == 'combo':
            return 'stop' if position.hits >= stops[ask.who] else 'roll'
        return ask.options[ask.who % len(ask.options)]
    return seated


def mixed(ask, position):
    if ask.site == 'combo' and position.hits > 1:
        return 'stop'
    return {option: 1 + number % 3 for number, option in enumerate(ask.options)}


def by_health(ask, position):
    if ask.site == 'combo' and position.hits >= min(3, position.side[1 - ask.who].health):
        return 'stop'
    return ask.options[position.side[ask.who].health % len(ask.options)]


FOLLOWED = [('grapple', ()), ('tie', ()), ('dodges', ()), ('throw_dodges', (1,)), ('pin', (0,)), ('combo', (1,)), ('end_of_round', (0,)),
            ('special_attack', (0,)), ('special_attack', (1,))]


@pytest.mark.parametrize('seed', range(4))
@pytest.mark.parametrize('name, args', FOLLOWED, ids=lambda value: value if isinstance(value, str) else ''.join(map(str, value)))
def test_exact_odds_with_any_dice_are_those_of_a_plain_chain(name, args, seed):
    generator = random.Random(f'{name} {args} {seed}')

    def weights(**lowest):
        return Die({face: generator.randint(low, 4) for face, low in lowest.items()})
    for _ in range(3):
        numbers = dict(zero_tie='no winner', grapple_die=weights(Hit=1, Miss=0, Dodge=0), combo_die=weights(Hit=1, Miss=1))
        numbers |= generator.choice([dict(stay_skill=1, target_skill=0), {}, dict(knocked_dice='turned', target_skill='0.5')])
        numbers |= generator.choice([{}, dict(exactly_three=True), dict(reversal_of_reversal=False)])
        rules = lucha.variant('any dice', 'any dice', **numbers)
        dice = (2, generator.randint(1, 2))
        shown = [generator.choice([(1, 1, 0, 0), (0, 1, 1, 0), (1, 0, 1, 0), (0, 0, 2, 0)]) if number == 2 else (0, 0, 1, 0) for number in dice]
        start = laid(shown, dice=dice, health=(generator.randint(1, 12), generator.randint(1, 12)), marker=(generator.randint(0, 4), 4))
        policy = generator.choice([seats(2, 3), seats(1, 4), mixed, by_health])
        plain = {}
        for (value, after, _), chance in solved(rules, start, name, args, policy).items():
            plain[value, after] = plain.get((value, after), 0) + chance
        assert exact(rules, start, name, *args, policy=policy) == plain


# letters are put in for the dice; what a rule does with them, and what else it reads, must not be forgotten

def toy(**dice):
    from wrestling_nb.core.rules import Rules
    rules = Rules('toy', 'A toy', lucha.position, types=tuple(lucha.types.values()))
    for name, die in dice.items():
        rules.number(name, die)
    return rules


async def favourite(g):
    "Looks at the weights of a die, not only at what it shows."
    face, weight = max(g.die.cells, key=lambda cell: cell[1])
    return face


async def total(g):
    return g.die.total


async def laid_down(g):
    await g.set('hits', to=g.die.total)
    return g.hits > 5


async def handed_on(g):
    return await g.choose(0, g.die, g.other)


async def compared(g):
    return g.die == g.other


async def counted(g):
    return [face for face, weight in g.die.cells for _ in range(weight)][-1]


async def thrown(g):
    return helped(await g.roll(g.die))


def helped(face):
    return face


@pytest.mark.parametrize('rule, expected', [
    (favourite, lambda die: die.faces[die.weights.index(max(die.weights))]), (total, lambda die: die.total),
    (laid_down, lambda die: die.total > 5), (handed_on, lambda die: die), (compared, lambda die: die == Die({'a': 3, 'b': 1})),
    (counted, lambda die: 'b')], ids=lambda value: getattr(value, '__name__', ''))
def test_what_a_rule_wants_to_know_of_a_weight_is_known(rule, expected):
    for weights in ((1, 4), (3, 1), (2, 2), (3, 1)):
        die = Die(dict(zip('ab', weights)))
        rules = toy(die=die, other=Die({'a': 3, 'b': 1}))
        rules.rule('toy')(rule)
        odds = exact(rules, between('Trueno Azul', 'Sombra Roja'), rule.__name__, policy=lambda ask, position: ask.options[0])
        assert [value for value, _ in odds] == [expected(die)]
        assert all(isinstance(position.hits, int) and position.hits + 0 == position.hits for _, position in odds)


def test_faces_that_cannot_come_up_do_not():
    for weights in ((1, 2), (0, 3), (5, 0), (2, 1)):
        rules = toy(die=Die(dict(zip('ab', weights))))
        rules.rule('toy')(thrown)
        odds = exact(rules, between('Trueno Azul', 'Sombra Roja'), 'thrown', policy=first).of(lambda outcome: outcome[0])
        assert odds == {face: Fraction(weight, sum(weights)) for face, weight in zip('ab', weights) if weight}


def test_a_helper_written_anew_is_used(monkeypatch):
    rules = toy(die=Die({'a': 1, 'b': 2}))
    rules.rule('toy')(thrown)
    start = between('Trueno Azul', 'Sombra Roja')
    assert exact(rules, start, 'thrown', policy=first).chance(lambda outcome: outcome[0] == 'a') == Fraction(1, 3)
    monkeypatch.setitem(thrown.__globals__, 'helped', str.upper)
    assert exact(rules, start, 'thrown', policy=first).chance(lambda outcome: outcome[0] == 'A') == Fraction(1, 3)


def test_a_rule_written_anew_is_used():
    start = between('Trueno Azul', 'Sombra Roja')
    rules = toy(die=Die({'a': 1, 'b': 2}))
    for chance, rule in ((Fraction(1, 3), thrown), (Fraction(2, 3), another())):
        rules.rule('toy')(rule)
        assert exact(rules, start, 'thrown', policy=first).chance(lambda outcome: outcome[0] == 'a') == chance


def another():
    async def thrown(g):
        return 'a' if await g.roll(g.die) == 'b' else 'b'
    return thrown


def test_a_policy_that_changes_its_mind_is_asked_again():
    start = between('Trueno Azul', 'Sombra Roja', health=(9, 9))
    stop = 1

    def policy(ask, position):
        return 'stop' if position.hits >= stop else 'roll'
    for stop in (1, 3, 2, 1):
        odds = exact(lucha.variants['pure'], start, 'run_of_hits', 0, policy=policy)
        assert odds.of(lambda outcome: outcome[0]) == {stop: Fraction(2, 3)**stop, 0: 1 - Fraction(2, 3)**stop}


def test_a_policy_that_looks_elsewhere_sees_what_is_there():
    rules = lucha.variants['pure']
    for health in (4, 9, 4):
        start = between('Trueno Azul', 'Sombra Roja', health=(health, 9))

        def blind(ask, position):
            return 'stop'

        def sighted(ask, position):
            return 'stop' if position.hits >= position.side[0].health // 4 else 'roll'
        for policy, stop in ((blind, 1), (sighted, health // 4)):
            assert exact(rules, start, 'run_of_hits', 0, policy=policy).chance(lambda outcome, stop=stop: outcome[0] == stop) == Fraction(2, 3)**stop


# what was worked out for one policy serves another only as far as it picks the same

def test_the_order_of_policies_does_not_matter():
    start = between('Trueno Azul', 'Sombra Roja', health=(7, 5))
    policies = {pair: seats(*pair) for pair in ((1, 4), (3, 2), (4, 1), (2, 2), (3, 3))}
    fresh = {}
    for pair, policy in policies.items():
        rules = lucha.variant('fresh', 'fresh', combo_die=Die({'Hit': 3, 'Miss': 2}), zero_tie='no winner')
        fresh[pair] = {(value, after): chance for (value, after, _), chance in solved(rules, start, 'combo', (0,), policy).items()}
    for order in (list(policies), list(policies)[::-1], [*policies, *policies]):
        rules = lucha.variant('fresh', 'fresh', combo_die=Die({'Hit': 3, 'Miss': 2}), zero_tie='no winner')
        for pair in order:
            assert exact(rules, start, 'combo', 0, policy=policies[pair]) == fresh[pair]


def test_each_choice_is_asked_once():
    start = between('Trueno Azul', 'Sombra Roja', health=(20, 20))
    for pair in ((2, 3), (4, 4), (2, 5), (5, 1)):
        asked = []

        def policy(ask, position, pair=pair, asked=asked):
            asked.append((ask.who, position.hits))
            return seats(*pair)(ask, position)
        exact(lucha.variants['pure'], start, 'combo', 0, policy=policy)
        assert sorted(asked) == [(who, hits) for who in (0, 1) for hits in range(1, pair[who] + 1)]


def test_a_question_asked_often_has_the_same_answer():
    start = between('Trueno Azul', 'Sombra Roja', health=(20, 20))
    for number in range(20):
        hit = 1 + number % 4
        rules = lucha.variant('often', 'often', combo_die=Die({'Hit': hit, 'Miss': 2}))
        odds = exact(rules, start, 'combo', 0, policy=seats(2, 2)).of(lambda outcome: outcome[0])
        won = Fraction(hit, hit + 2)**2
        assert odds[0] == won / (1 - (1 - won)**2)


def test_a_number_whose_name_does_not_stand_in_the_code_is_read():
    start = between('Trueno Azul', 'Sombra Roja')
    for damage in (2, 5, 2):
        rules = toy(damage=damage)
        rules.rule('toy')(read_by_spelling)
        assert [value for value, _ in exact(rules, start, 'read_by_spelling', policy=first)] == [damage]


async def read_by_spelling(g):
    return getattr(g, 'dam' + 'age')


def test_a_number_changed_in_the_game_is_read_anew():
    rules = toy(damage=2)
    rules.rule('toy')(read_by_helper)
    start = between('Trueno Azul', 'Sombra Roja')
    for damage in (3, 4):
        other = rules.variant('other', 'other', damage=damage)
        assert [value for value, _ in exact(other, start, 'read_by_helper', policy=first)] == [damage]
    assert [value for value, _ in exact(rules, start, 'read_by_helper', policy=first)] == [2]


async def read_by_helper(g):
    return damage_of(g)


def damage_of(g):
    return g.damage


def test_a_distribution_is_a_mapping_of_fractions():
    odds = exact(toy_throw(), between('Trueno Azul', 'Sombra Roja'), 'thrown', policy=first).of(lambda outcome: outcome[0])
    assert dict(odds) == {'a': Fraction(1, 3), 'b': Fraction(2, 3)} == odds
    assert odds.get('c', 0) == 0 and len(odds) == 2 and max(odds, key=odds.get) == 'b'
    assert repr(odds) == repr(dict(odds))


def toy_throw():
    rules = toy(die=Die({'a': 1, 'b': 2}))
    rules.rule('toy')(thrown)
    return rules


def test_a_policy_may_look_at_what_is_still_open():
    "Throwing Dodges one at a time or all at once is the same in the end, even for a player who chooses by the rival's dice."
    pure = lucha.variants['pure']
    start = between('Trueno Azul', 'Sombra Roja', dice=(5, 5))

    def lead(policy):
        odds = exact(pure, start, 'grapple', policy=policy)
        return odds.of(lambda outcome: (outcome[0], outcome[1].side[0].hits - outcome[1].side[1].hits))

    def by_the_rival(ask, position):
        return 'again' if 'again' in ask.options and position.side[1 - ask.who].misses > 1 else 'all'
    assert lead(by_the_rival) == lead(lambda ask, position: 'all')
