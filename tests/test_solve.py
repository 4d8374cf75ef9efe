"""The solved match: against the engine followed by another road, against the stored file, and at the table."""
import pytest

from wrestling_nb.core.exact import Exact
from wrestling_nb.core.rules import RuleError
from wrestling_nb.core.session import Session
from wrestling_nb.lucha_wars import best_play
from wrestling_nb.lucha_wars.agents import careful
from wrestling_nb.lucha_wars.best_play import SPENT, advice, best_of, seat, solve, tables
from wrestling_nb.lucha_wars.components import between
from wrestling_nb.lucha_wars.game import game as lucha

solver = pytest.importorskip('wrestling_nb.lab.solve')
Do, Put = solver.Do, solver.Put
RED, BLUE = 'Trueno Azul', 'Sombra Roja'
MOST = (4, 4)
pure = lucha.variants['pure']


@pytest.fixture(scope='module')
def solution():
    "The match between two wrestlers of whom neither has more than 4 Health, worked out anew."
    return solve(solver.Solution, pure, RED, BLUE, MOST)


def best(who, worth):
    return (max if who == 0 else min)(worth, key=lambda option: worth[option][0])


class Policy:
    "Best play in the round that begins at `start`, read off the solution."
    def __init__(self, solution, start):
        self.solution = solution
        self.markers = [side.marker for side in start.side]
        place = solution.steps.place
        self.hits = place('hits')
        showing = [place('side', who, 'showing') for who in (0, 1)]
        self.dodges = {(stop.ask.who, *[stop.values[field] for field in showing]): best(stop.ask.who, worth)
                       for stop, worth in solution.decisions(solution.at[start])}

    def __call__(self, ask, position):
        who = ask.who
        if 'leave' in ask.options:
            number = self.solution.number((Do('special_attack', (who,)), Do('fight', ())), position)
            return next(best(who, worth) for _, worth in self.solution.decisions(number) if 'leave' in worth)
        if 'all' in ask.options:
            return self.dodges[(who, *[side.showing for side in position.side])]
        winner = 0 if position.side[0].hits > position.side[1].hits else 1
        special = position.side[winner].marker != self.markers[winner]
        then = (Put(('side', winner, 'marker'), 'set', 0),) if special else (Do('climb', (winner,)), Do('special_attack', (winner,)))
        if 'free combo' in ask.options:
            first = self.solution.number((Do('combo', (who,)), *then, Do('fight', ())), position)
            without = self.solution.number((*then, Do('fight', ())), position)
            values = {'free combo': [self.solution.low[first]], 'decline': [self.solution.low[without]]}
            return best(who, values)
        # the state of a run is that before its first roll
        values = list(self.solution.steps.layout.flat(position))
        values[self.hits] = 0
        number = self.solution.state((Do('combo', (who,)), *then, Do('fight', ())), self.solution.steps.forgotten(values))
        return next(best(who, worth) for stop, worth in self.solution.decisions(number) if stop.values[self.hits] == position.hits)


def one_round(solution, start, policy):
    "Red's chance by the engine: one round is followed exactly, and what it leads to is weighed with the solution."
    def worth(outcome):
        said, position = outcome
        return float(said[0] == 0) if said is not None else solution.low[solution.number((Do('fight', ()),), position)]
    return float(Exact(pure, policy)(start, 'one_round').mean(worth))


POSITIONS = [((4, 4), (0, 0)), ((4, 4), (3, 2)), ((3, 4), (1, 3)), ((1, 4), (2, 2)), ((4, 1), (3, 3)), ((1, 1), (2, 1)), ((2, 3), (3, 0)), ((4, 2), (1, 1))]


def test_bounds_meet(solution):
    assert solution.gap < 1e-9
    assert (solution.high >= solution.low - 1e-15).all()


@pytest.mark.parametrize('health, marker', POSITIONS)
def test_one_round_of_the_engine_agrees(solution, health, marker):
    start = between(RED, BLUE, health, marker)
    assert abs(one_round(solution, start, Policy(solution, start)) - solution.low[solution.at[start]]) < 1e-12


@pytest.mark.parametrize('attack', ['signature', 'combo', 'leave'])
def test_no_other_attack_is_better(solution, attack):
    "Red makes the attack named whenever it is open in this round."
    for health, marker in POSITIONS[1:4]:
        start = between(RED, BLUE, health, marker)
        policy = Policy(solution, start)

        def other(ask, position, policy=policy):
            return attack if ask.who == 0 and attack in ask.options else policy(ask, position)
        assert one_round(solution, start, other) <= solution.low[solution.at[start]] + 1e-12


def test_the_stored_file_says_the_same(solution):
    stored = tables()['pure', RED, BLUE]
    fresh = best_play.solved_from(solution, pure, RED, BLUE, 'pure')
    compared = 0
    for part in ('start', 'spent', 'answer', 'attack'):
        for place, value in enumerate(fresh.parts[part]):
            if value != best_play.ABSENT:
                assert abs(value - stored.parts[part][place]) <= 1, part
                compared += 1
    for part in ('answer_stop', 'attack_stop'):
        for place, value in enumerate(fresh.parts[part]):
            if value:
                assert value == stored.parts[part][place], part
                compared += 1
    assert compared > 1_000
    begins = {stored.place('start', red - 1, blue - 1, mine, theirs) for red in range(1, 5) for blue in range(1, 5)
              for mine in range(5) for theirs in range(5)}
    assert fresh.kept == {key: option for key, option in stored.kept.items() if key[0] in begins}


def test_the_file_is_small_and_all_of_the_match():
    assert best_play.FILE.stat().st_size < 300_000
    stored = tables()['pure', RED, BLUE]
    assert best_play.ABSENT not in stored.parts['start']
    assert stored.facts['gap'] < 1e-9
    # nobody is better off with less Health
    for marker in ((0, 0), (3, 1)):
        for blue in range(1, 22):
            chances = [stored.start((red, blue), marker) for red in range(1, 21)]
            assert chances[-1] == max(chances)


def test_corners_may_be_changed():
    here = seat(between(RED, BLUE, (12, 7), (3, 1)), 'pure')
    there = seat(between(BLUE, RED, (7, 12), (1, 3)), 'pure')
    assert here.start(between(RED, BLUE, (12, 7), (3, 1)), 0) == pytest.approx(there.start(between(BLUE, RED, (7, 12), (1, 3)), 1))
    mine, theirs = here.attacks(between(RED, BLUE, (12, 7), (3, 1)), 0), there.attacks(between(BLUE, RED, (7, 12), (1, 3)), 1)
    assert set(mine) == {'leave', *SPENT}
    assert all(mine[attack] == pytest.approx(theirs[attack]) for attack in mine)


def test_other_matches_are_left_to_the_careful_agent():
    position = between('Rey Coyote', BLUE, (9, 9), (4, 4))
    assert seat(position, 'pure') is None
    session = Session(pure, position, 'special_attack', 0)
    assert best_of('pure')(session.ask, position) == careful(session.ask, position) == 'pin'
    assert 'best' in pure.agents and 'best' in lucha.agents and 'best' not in lucha.variants['cage'].agents


def test_hints_speak_of_best_play():
    "Red on the last point has won a round by one Hit; the rival lies in the upper half of the Pin Zone."
    session = Session(pure, between(RED, BLUE, (1, 12), (3, 0)), 'fight')
    session.answer('Hit Hit Hit Miss Miss')
    session.answer('Hit Hit Miss Miss Miss')
    assert session.ask.site == 'specials.reach-icon'
    known = seat(session.position, 'pure').attacks(session.position, 0)
    told = shares(advice(pure, session.ask, session))
    assert set(told) == {'signature', 'combo', 'pin', 'leave'}
    assert all(told[attack] == pytest.approx(known[attack], abs=6e-4) for attack in told)
    assert max(told, key=told.get) == best_of('pure')(session.ask, session.position) == 'pin'
    session.answer('combo')
    session.answer('roll')
    session.answer('Hit')
    told = shares(advice(pure, session.ask, session))
    assert set(told) == {'roll', 'stop'}
    assert max(told, key=told.get) == best_of('pure')(session.ask, session.position)
    # a run of one Hit is worth what it leaves: the rival on 10 and the marker at the start
    begin = between(RED, BLUE, (1, 10), (0, 0))
    assert told['stop'] == pytest.approx(seat(begin, 'pure').start(begin, 0), abs=6e-4)


def shares(odds):
    return {option: float(shown['value'].rstrip(' %')) / 100 for option, shown in odds.items()}


def test_files_that_are_none_are_refused():
    with pytest.raises(ValueError, match='no solved matches'):
        best_play.unpacked(b'something else')
    with pytest.raises(RuleError, match='two-player match'):
        best_play.worked_out(solver.Solution, 'cage', RED, BLUE)
