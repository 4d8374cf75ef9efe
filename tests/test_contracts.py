"""What every game and every variant of it keeps to, whatever its rules are."""
import ast
import inspect
import math
import random
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

import pytest

from wrestling_nb.core.complete import names
from wrestling_nb.core.dice import Die
from wrestling_nb.core.drive import Run, chance, play, uniform
from wrestling_nb.core.exact import Exact, exact
from wrestling_nb.core.games import games
from wrestling_nb.core.rules import VERBS, Choose, Endless, NotAllowed, NotOffered, Roll, Rules, Skill, refused
from wrestling_nb.core.session import Session
from wrestling_nb.core.simulate import Immediate, simulate
from wrestling_nb.core.view import Hidden, secret, view
from wrestling_nb.core.ways import NotFollowed

GAMES = games()
CASES = [(key, variant) for key, game in GAMES.items() for variant in ('', *game.variants)]
MATCH = 'match'


def rules_of(key, variant):
    return GAMES[key].variants[variant] if variant else GAMES[key]


def begin(key, variant, seed=0):
    "A whole match from before the first choice."
    rules = rules_of(key, variant)
    return Session(rules, rules.opening, MATCH, seed=seed, variant=variant)


def go_on(session, seed, number=None):
    "Let chance and a seeded chooser answer `number` questions, or all that come."
    while not session.done and number != 0:
        if isinstance(session.ask, Choose):
            picker = random.Random(f'{seed}/{len(session.answers)}')
            session.answer(picker.choice(session.ask.options))
        else:
            session.throw()
        number = None if number is None else number - 1
    return session


@lru_cache(maxsize=20)
def played(key, variant, seed):
    "A whole random match, played once for all contracts that look at one and leave it as it is."
    return go_on(begin(key, variant, seed), seed)


def facts(session):
    "All that a session knows, to be compared."
    asked = session.ask
    question = None if asked is None else (type(asked), asked.site, getattr(asked, 'options', None), getattr(asked, 'refused', None))
    log = [(event.depth, event.rule, event.clauses, event.kind, event.answer, event.after, event.args) for event in session.log]
    return session.position, session.done, session.value, question, list(session.answers), log


# One case after another, each with all its contracts, so that no more than its own matches are kept.
each_case = pytest.mark.parametrize(('key', 'variant'), CASES, ids=[f'{key}-{variant or "printed"}' for key, variant in CASES], scope='module')


def test_there_are_games_with_whole_matches():
    assert GAMES
    for game in GAMES.values():
        assert MATCH in game.table, f'{game.title} has no rule named {MATCH}'


@each_case
def test_random_matches_end(key, variant):
    for seed in range(12):
        session = played(key, variant, seed)
        assert session.done and session.value is not None


@each_case
def test_every_offered_option_is_accepted(key, variant):
    rules = rules_of(key, variant)
    seen = set()
    session = begin(key, variant, 1)
    while not session.done:
        if isinstance(session.ask, Choose):
            assert session.ask.otherwise is None or session.ask.otherwise in session.ask.options
            if (session.ask.site, session.ask.options) not in seen:
                seen.add((session.ask.site, session.ask.options))
                for option in session.ask.options:
                    run = Run(rules, session.start, MATCH)
                    for answer in session.answers:
                        run.answer(answer)
                    assert run.answer(option) == option
        go_on(session, 1, 1)


@each_case
def test_every_outcome_of_the_dice_is_accepted(key, variant):
    rules = rules_of(key, variant)
    seen = set()
    session = begin(key, variant, 2)
    while not session.done:
        if isinstance(session.ask, Roll) and (session.ask.site, len(session.ask.die.cells)) not in seen:
            seen.add((session.ask.site, len(session.ask.die.cells)))
            for outcome, _ in session.ask.die.cells:
                run = Run(rules, session.start, MATCH)
                for answer in session.answers:
                    run.answer(answer)
                assert run.answer(outcome) == outcome
        go_on(session, 2, 1)
    assert seen


@each_case
def test_refused_options_leave_no_mark(key, variant):
    refused = 0
    for seed in range(3):
        session = begin(key, variant, seed)
        while not session.done:
            if isinstance(session.ask, Choose):
                before = facts(session)
                for option in session.ask.refused:
                    refused += 1
                    with pytest.raises(NotAllowed) as error:
                        session.answer(option.value)
                    assert error.value.option.rule and option.rule in GAMES[key].ledger
                with pytest.raises(NotOffered):
                    session.answer('nothing that any rule offers')
                assert facts(session) == before
            elif isinstance(session.ask, (Roll, Skill)):
                with pytest.raises(NotOffered):
                    session.answer('no face of any die')
            go_on(session, seed, 1)
    assert refused


@each_case
def test_replay_gives_the_same_position(key, variant):
    rules = rules_of(key, variant)
    for seed in range(5):
        session = played(key, variant, seed)
        answers = iter(session.answers)
        value, position = play(rules, session.start, MATCH, answer=lambda ask, position, answers=answers: next(answers))
        assert (value, position) == (session.value, session.position)


@each_case
def test_undo_then_redo_is_identity(key, variant):
    for seed in range(3):
        # About fifteen times in a match, however long it is: each time all of it up to there is followed again.
        longest = max(12, 2 * len(played(key, variant, seed).answers) // 15)
        session = begin(key, variant, seed)
        picker = random.Random(seed)
        while not session.done:
            go_on(session, seed, picker.randint(3, longest))
            number = picker.randint(1, len(session.answers))
            before, saved = facts(session), session.save()
            session.undo(number)
            assert len(session.answers) == len(before[4]) - number
            session.redo(number)
            assert facts(session) == before and session.save() == saved
    with pytest.raises(NotOffered):
        session.redo()
    with pytest.raises(NotOffered):
        session.undo(len(session.answers) + 1)
    assert facts(session) == before


@each_case
def test_save_load_continue_is_the_uninterrupted_run(key, variant):
    for seed in range(200 if not variant else 15):
        whole = played(key, variant, seed)
        half = go_on(begin(key, variant, seed), seed, random.Random(seed).randint(0, len(whole.answers)))
        again = Session.load(half.save(), GAMES[key])
        go_on(again, seed)
        assert (again.value, again.position, again.answers) == (whole.value, whole.position, whole.answers)
        if seed < 5:
            assert facts(again) == facts(whole)


@each_case
def test_simulation_plays_the_same_match_throw_by_throw(key, variant):
    rules = rules_of(key, variant)

    def careful(ask, position):
        "A policy that reads the position and picks with uneven weights."
        return {option: 1 + (len(str(position)) + number) % 3
                for number, option in enumerate(ask.options)}
    # A variant is the same rules but for a few.
    for policy, number in ((uniform, 60), (careful, 15)):
        immediate = Immediate(rules, policy)
        for seed in range(number if not variant else number // 3):
            immediate.seed(seed)
            expected = play(rules, rules.opening, MATCH, answer=chance(policy, random.Random(seed)))
            assert immediate.run(rules.opening, MATCH) == expected
        assert [len(programs) for programs in immediate._programs.values()] == [1], 'what was made ready for a start is made again for the same'


@each_case
def test_simulation_begun_in_the_middle_of_a_match_goes_on_alike(key, variant):
    "One `Immediate` for calls from all over two matches: what was constant for one of them is not so for the next."
    rules = rules_of(key, variant)
    calls = [('match', (), rules.opening)]
    for seed in range(2):
        calls += [(event.ask.name, event.ask.args, event.after) for event in played(key, variant, seed).log
                  if event.kind in ('call', 'then')]
    immediate = Immediate(rules)
    for seed, (name, args, position) in enumerate([*random.Random(variant).sample(calls, 12), calls[0]]):
        immediate.seed(seed)
        assert immediate.run(position, name, *args) == play(rules, position, name, *args, answer=chance(uniform, random.Random(seed))), name


class TooLong(Exception):
    pass


@contextmanager
def within(seconds):
    def stop(*_):
        raise TooLong
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)  # again and again: an exception raised inside a finaliser is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def calls_of(key, variant):
    "For every rule that a few random matches call: the first call of each kind, `{name: (args, position)}`."
    found = {}
    for seed in range(6):
        for event in played(key, variant, seed).log:
            if event.kind in ('call', 'then'):
                found.setdefault(event.ask.name, (event.ask.args, event.after))
    return found


def meaning(rules, name):
    "All that a rule may use: the procedures that it may come to, and the numbers that they read."
    found, ahead = {}, [name]
    while ahead:
        name = ahead.pop()
        if name in rules.table and name not in found:
            found[name] = rules.table[name].function
            ahead += set().union(*names(found[name]))
        elif name in rules.numbers:
            found[name] = repr(rules.numbers[name].value)
    return frozenset(found.items())


compared_before, too_dear_before = set(), set()


@each_case
def test_exact_agrees_with_simulated(key, variant):
    "Each rule that means something else than in the games before it."
    rules = rules_of(key, variant)
    calls = calls_of(key, variant)
    for name, (args, position) in calls.items():
        if meaning(rules, name) in compared_before | too_dear_before:
            continue
        try:
            with within(0.25):
                odds = Exact(rules, uniform)(position, name, *args)
                total = sum(odds.values())
        except (TooLong, Endless, NotFollowed):
            too_dear_before.add(meaning(rules, name))
            continue
        assert total == 1
        times = 1000
        runs = simulate(rules, position, name, *args, times=times, seed=7)
        assert set(runs) <= set(odds), f'{name} can end in ways that exact odds do not know'
        for what in (lambda outcome: outcome[0], lambda outcome: outcome):
            chances, counts = odds.of(what), runs.of(what)
            for outcome, share in chances.items():
                spread = 5 * math.sqrt(times * share * (1 - share)) + 3
                assert abs(counts.get(outcome, 0) - times * share) <= spread, f'{name}: {outcome}'
        compared_before.add(meaning(rules, name))
    compared = [name for name in calls if meaning(rules, name) in compared_before]
    assert len(compared) >= len(calls) // 3, f'only {compared} of {list(calls)} were cheap enough'


PRINT_LOG = '''
import random
from wrestling_nb.core.drive import chance, play, uniform
from wrestling_nb.core.games import games
for key, game in games().items():
    for variant in (game, *game.variants.values()):
        log = []
        play(variant, variant.opening, 'match', answer=chance(uniform, random.Random(5)), log=log)
        for event in log:
            print(event.depth, event.rule, event.clauses, event.kind, event.answer, event.after)
'''


def test_same_seed_same_log_under_every_hash_seed():
    logs = set()
    for seed in '012':
        ran = subprocess.run([sys.executable, '-c', PRINT_LOG], capture_output=True, text=True, check=True,
                             env={'PYTHONHASHSEED': seed, 'PATH': ''})
        assert len(ran.stdout) > 1000
        logs.add(ran.stdout)
    assert len(logs) == 1


def rule_modules():
    "The files in which rules stand."
    return sorted({Path(inspect.getsourcefile(rule.function)) for game in GAMES.values()
                   for rules in (game, *game.variants.values()) for rule in rules.own.values()})


def is_set(node):
    return isinstance(node, (ast.Set, ast.SetComp)) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ('set', 'frozenset'))


@pytest.mark.parametrize('path', rule_modules(), ids=lambda path: path.stem)
def test_rule_modules_use_no_chance_no_clock_and_no_order_of_sets(path):
    tree = ast.parse(path.read_text(encoding='utf-8'))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else []
        assert not {'random', 'time', 'datetime', 'secrets', 'uuid', 'os'} & {(name or '').split('.')[0] for name in names}, f'line {node.lineno}'
        if isinstance(node, (ast.For, ast.comprehension)):
            assert not is_set(node.iter), f'{path.name} goes through a set'
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ('list', 'tuple', 'enumerate', 'iter', 'next'):
            assert not any(map(is_set, node.args)), f'{path.name} makes an order of a set'


@each_case
def test_margin_tags_stand_in_the_ledger(key, variant):
    ledger = GAMES[key].ledger
    for rule in rules_of(key, variant).table.values():
        house = rule.id.startswith('house.')
        assert house or rule.id in ledger or rule.id in {topic.slug for topic in ledger.topics}, rule
        for tag in rule.tags():
            assert tag in ledger or tag.startswith('house.'), f'{rule.name}: {tag}'


@each_case
def test_no_name_means_two_things(key, variant):
    rules = rules_of(key, variant)
    assert not set(rules.table) & set(rules.numbers)
    assert not (set(rules.table) | set(rules.numbers)) & (rules.field_names | VERBS)
    assert len({cls.__name__ for cls in rules.types.values()}) == len(rules.types)


# a toy game with a hand that the other side may not see, and with a piece that is kept across a question

@dataclass(frozen=True)
class Hand:
    name: str = ''
    cards: tuple = secret(default=(1, 2, 3))
    points: int = 3


@dataclass(frozen=True)
class Desk:
    side: tuple = (Hand('red'), Hand('blue', (4, 5)))
    rounds: int = 0


toy = Rules('toy', 'Toy', Desk, types=(Hand,))
toy.number('coin', Die({'heads': 1, 'tails': 1}), 'invented')


@toy.rule('toy.keep')
async def keep(g, who):
    before = g.side[who]
    both = [side for side in g.side]
    if await g.roll(g.coin) == 'heads':
        await g.lose(who, 'points', 2)
        await g.set('side', 1 - who, 'name', to='loser')
    return before.points, before.cards, both[1 - who].name, g.side[who].points


@toy.rule('toy.secret')
async def secretly(g):
    picked = await g.together(g.choose(0, 1, 2), g.choose(1, 4, 5))
    await g.set('rounds', to=sum(picked))
    return picked


def test_views_hide_the_hand_of_the_other_side():
    desk = Desk()
    for who in (0, 1):
        seen = view(desk, who)
        assert seen.side[who].cards == desk.side[who].cards
        assert seen.side[1 - who].cards == Hidden(len(desk.side[1 - who].cards))
        assert str(desk.side[1 - who].cards) not in repr(seen.side[1 - who])
    assert all(isinstance(side.cards, Hidden) for side in view(desk).side)
    assert [side.points for side in view(desk).side] == [3, 3]


@each_case
def test_views_keep_what_is_open(key, variant):
    position = go_on(begin(key, variant, 3), 3, 40).position
    for who in (None, 0, 1):
        seen = view(position, who)
        assert type(seen) is type(position)
        for field in fields(position):
            if field.name != 'side' and 'hidden' not in field.metadata:
                assert getattr(seen, field.name) == getattr(position, field.name)


def test_neither_side_is_told_before_both_have_chosen():
    seen = []

    def answer(ask, position):
        seen.append(position)
        return ask.options[0]
    play(toy, Desk(), 'secretly', answer=answer)
    assert seen[0] == seen[1] == Desk()


def test_a_piece_that_a_rule_keeps_is_the_piece_as_it_was():
    expected = {}
    for face in ('heads', 'tails'):
        expected[play(toy, Desk(), 'keep', 0, answer=lambda ask, position, face=face: face)] = 1 / 2
    assert set(simulate(toy, Desk(), 'keep', 0, times=200)) == set(expected)


def test_exact_odds_see_a_kept_piece_as_it_was():
    ends = [play(toy, Desk(), 'keep', 0, answer=lambda ask, position, face=face: face) for face in ('heads', 'tails')]
    assert exact(toy, Desk(), 'keep', 0, policy=uniform) == dict.fromkeys(ends, 1 / 2)


WAYS = ('push', 'pull', 'wait')


def open_ways(g, who):
    "Refused in each of the manners in which a list is made."
    found = [refused(way, 'toy.ways') if way == g.side[who].name else way for way in WAYS]
    if g.rounds > 1:
        found.append(refused('rest', 'toy.ways'))
    else:
        found.append('rest')
    found.append('shout' if g.side[1 - who].points else refused('shout', 'toy.ways'))
    return found


@toy.rule('toy.rounds')
async def go_round(g, who=0, told=()):
    "Begins again with and without its arguments, in a loop and out of it."
    for player in (0, 1):
        if g.side[player].points == 0:
            break
        await g.set('side', player, 'name', to=WAYS[player + who])
    said = await g.choose(who, *open_ways(g, who), 'go on' if g.rounds else refused('go on', 'toy.ways'))
    for player in (0, 1):
        if player != who:
            await g.lose(player, 'points', int(said == 'push'))
    await g.gain(1 - who, 'points', 1 if all(side.points < 3 for side in g.side) else 0)
    await g.set('rounds', to=g.rounds + 1)
    if g.rounds > 8:
        return told
    if said == 'rest':
        return g.then.go_round()
    while said == 'wait':
        return g.then.go_round(1 - who, (*told, 'waited'))
    return g.then.go_round(1 - who, (*told, said))


@toy.rule('toy.rounds')
async def offered_again(g, *ways):
    "Options that are handed on."
    return await g.may(0, *ways, refused('never', 'toy.ways'), otherwise='pass')


@toy.rule('toy.rounds')
async def handed_on(g):
    ways = open_ways(g, 0)
    names = [side.name for side in g.side if side.points]
    return await g.offered_again(*ways, *names), await g.choose(1, *names, *WAYS)


@toy.rule('toy.changes')
async def whole_hand(g):
    await g.set('side', 0, to=Hand('new', points=5))
    return looked_at(g)


@toy.rule('toy.changes')
async def by_any_path(g):
    path = ('rounds',)
    await g.set(*path, to=g.rounds + 1)
    return looked_at(g)


@toy.rule('toy.changes')
async def out_of_sight(g):
    await g.unseen()
    return looked_at(g)


@toy.rule('toy.changes')
async def by_another(g):
    before = looked_at(g)
    await g.lose(0, 'points', before[1])
    return g.then.by_any_path() if before[0] == 'few' else before


def looked_at(g):
    "Says much about fields of which a rule may or may not know that they never change."
    how = 'few' if g.rounds == 0 else 'many'
    return how, g.rounds + g.side[0].points, [side.name for side in g.side], g.side[0].name == g.side[1].name or rounds_left(g, 5)


def rounds_left(g, number):
    return number - g.rounds


exec('async def unseen(g):\n    await g.set("rounds", to=4)\n    await g.set("side", 0, "name", to="blue")', globals())  # a rule without source
toy.rule('toy.changes')(globals()['unseen'])


@pytest.mark.parametrize('name', ['whole_hand', 'by_any_path', 'out_of_sight', 'by_another'])
def test_what_a_rule_changes_in_any_manner_is_not_taken_for_constant(name):
    immediate = Immediate(toy)
    red, blue = Desk().side
    for start in (Desk(), Desk(rounds=2), Desk((red, red)), Desk((red, Hand('blue', points=9)), 1), Desk((blue, red, blue), 0), Desk()):
        for _ in range(2):
            assert immediate.run(start, name) == play(toy, start, name, answer=chance(uniform, random.Random(1)))


def unlikely(ask, position):
    "Picks like `uniform`, but gets every question."
    return dict.fromkeys(ask.options, 1)


@pytest.mark.parametrize('policy', [uniform, unlikely], ids=lambda policy: policy.__name__)
@pytest.mark.parametrize('name', ['keep', 'secretly', 'go_round', 'handed_on'])
def test_a_rule_that_is_written_in_any_manner_is_played_alike(name, policy):
    immediate = Immediate(toy, policy)
    args = (0,) if name == 'keep' else ()
    for seed in range(40):
        immediate.seed(seed)
        asked = []
        choose = chance(policy, random.Random(seed))

        def counted(ask, position, asked=asked, choose=choose):
            asked.append(len(ask.options) > 1 if isinstance(ask, Choose) else None)
            return choose(ask, position)
        before = immediate.decisions, immediate.forced
        assert immediate.run(Desk(), name, *args) == play(toy, Desk(), name, *args, answer=counted)
        assert (immediate.decisions - before[0], immediate.forced - before[1]) == (asked.count(True), asked.count(False))


def test_choices_together_are_independent_in_every_reading():
    odds = exact(toy, Desk(), 'secretly', policy=uniform)
    runs = simulate(toy, Desk(), 'secretly', times=2000)
    assert len(odds) == len(runs) == 4
    for outcome, share in odds.items():
        assert abs(runs[outcome] / 2000 - share) < 0.05
