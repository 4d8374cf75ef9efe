"""Our side of the benchmark: the rules as the package has them."""
import importlib.metadata
import os
import time
from functools import cache

from inputs import COMBOS, DICE, exact_work, said, said_table, worth
from worker import measured, serve

from wrestling_nb.core.dice import Die
from wrestling_nb.core.exact import exact
from wrestling_nb.core.games import game
from wrestling_nb.core.simulate import Immediate
from wrestling_nb.lucha_wars.components import Wrestler, between

lucha = game('lucha_wars')
RED, BLUE = 'Trueno Azul', 'La Centella'


def pure(hit, miss, dodge):
    "The game with these dice, no die ever leaving the ring, and nobody able to aim."
    return lucha.variant('Pure dice of the benchmark', 'bench', grapple_die=Die({'Hit': hit, 'Miss': miss, 'Dodge': dodge}),
                         stay_skill=1, target_skill=0, zero_tie='no winner')


def throw_all(ask, position):
    "Every Dodge is thrown again."
    return 'all' if 'all' in ask.options else ask.options[0]


def grapple(hit, miss, dodge):
    odds = exact(pure(hit, miss, dodge), between(RED, BLUE, dice=(5, 5)), 'grapple', policy=throw_all)

    def lead(outcome):
        winner, after = outcome
        return ('none', 0) if winner is None else ('AB'[winner], after.side[winner].hits - after.side[1 - winner].hits)
    return dict(odds.of(lead))          # as fractions, like the peers'


def pin(hit, miss, dodge):
    odds = exact(pure(hit, miss, dodge), between(RED, BLUE), 'pin', 0, policy=throw_all)
    names = {'free': 'free', (0, 'pin'): 'defender out', (1, 'pin'): 'attacker out'}
    return dict(odds.of(lambda outcome: names[outcome[0]]))


def combo(hit, miss, mine, rival):
    "The best number to stop at against the rival's best answer, and what it is worth."
    one = Die({1: 1})
    wrestlers = {RED: Wrestler(RED, 20, 0, -1, 1, one), BLUE: Wrestler(BLUE, 20, 0, -1, 1, one)}
    rules = lucha.variant('Combo of the benchmark', 'bench', combo_die=Die({'Hit': hit, 'Miss': miss}), wrestlers=wrestlers)
    start = between(RED, BLUE, health=(mine, rival), rules=rules)

    def value(*stops):
        def policy(ask, position):
            return 'stop' if position.hits >= stops[ask.who] else 'roll'
        return exact(rules, start, 'combo', 0, policy=policy).mean(
            lambda outcome: worth(outcome[1].side[0].health, outcome[1].side[1].health))
    return max(min(value(red, blue) for blue in range(1, mine + 1)) for red in range(1, rival + 1))


immediate = Immediate(lucha)
start = lucha.position()


def matches(round):
    "Whole matches with random legal choices, from choosing a wrestler to the end: decisions per second."
    immediate.seed(round)
    immediate.run(start, 'match')
    red = 0
    ends = {}
    played = 0

    def some(number):
        nonlocal red, played
        before = immediate.decisions
        for _ in range(50):
            (winner, how), _ = immediate.run(start, 'match')
            red += winner == 0
            ends[how] = ends.get(how, 0) + 1
        played += 50
        return immediate.decisions - before
    before = immediate.decisions
    rate = measured(some, 1.0)
    return rate, {'matches': played, 'red': red, 'pins': ends.get('pin', 0), 'decisions': immediate.decisions - before}


# one core, as the peers have it
os.environ['OPENBLAS_NUM_THREADS'] = '1'


def pig(round):
    "Pig to 20, solved: positions with a choice per second, and what beginning is worth."
    from pig import Trough, every_score
    from pig import pig as rules

    from wrestling_nb.lab.solve import Solution
    began = time.process_time()
    solution = Solution(rules, every_score(20), ('turn', 0), {'': ('turn',)}).solve()
    rate = solution.choices / (time.process_time() - began)
    return rate, f'{2 * solution.low[solution.at[Trough()]] - 1:.7f}'


@cache
def whole_match():
    "The two-player match, solved: positions with a choice per second. It takes half a minute, and is measured once in a run."
    from wrestling_nb.lab.solve import Solution
    from wrestling_nb.lucha_wars.best_play import solve
    began = time.process_time()
    solution = solve(Solution, lucha.variants['pure'], 'Trueno Azul', 'Sombra Roja')
    return solution.choices / (time.process_time() - began)


atw = game('all_time_wrestling')
cards_immediate = Immediate(atw)


def cards(round):
    "Whole matches of All Time Wrestling with random legal choices, advanced rules and all: decisions per second."
    cards_immediate.seed(round)
    cards_immediate.run(atw.opening, 'match')

    def some(number):
        before = cards_immediate.decisions
        for _ in range(20):
            cards_immediate.run(atw.opening, 'match')
        return cards_immediate.decisions - before
    return measured(some), None


def kick_outs(round):
    "Tables of kick-outs per second, and a few cells."
    from wrestling_nb.all_time_wrestling.pin import kick_out_table
    table = {cell: odds.chance for cell, odds in kick_out_table(atw).items()}
    return measured(lambda number: bool(kick_out_table(atw))), said_table(table)


def attack(round):
    "Exact distributions of one attack with all its windows per second, each from another position, nothing kept from one to the next."
    from wrestling_nb.all_time_wrestling.agents import heuristic
    from wrestling_nb.all_time_wrestling.components import between as face_off
    from wrestling_nb.all_time_wrestling.components import corner

    def one(number):
        card = ('Shooting Star', 'Running Knee', 'Spinning Back Kick')[number % 3]
        defender = corner('Kurt Angle', hand=('Punches', 'Moonsault'), stamina=3 + number % 9, health=4 + number % 11)
        table = face_off(corner('Jax Felix', hand=(card, 'Drop Kick')), defender, momentum=number % 9)
        return bool(exact(atw, table, 'attack', (card,), policy=heuristic))
    return measured(one), None


def playouts(round):
    "Playouts per second of the agent that searches, each from an action to the next change of initiative."
    from wrestling_nb.all_time_wrestling.agents import searching
    from wrestling_nb.all_time_wrestling.components import between as face_off
    from wrestling_nb.all_time_wrestling.components import corner
    from wrestling_nb.core.drive import Run
    from wrestling_nb.core.view import view
    red = corner('Jax Felix', hand=('Shooting Star', 'Drop Kick', 'Strike Combo', 'Running Knee'))
    table = face_off(red, corner('Kurt Angle', hand=('Punches', 'Clothesline', 'Olympic Slam', 'Ankle Lock'), stamina=12))
    thinking = searching(playouts=300, ahead=0)
    ask = Run(atw, table, 'phase', 0).ask
    seen = view(table, 0)
    thinking(ask, seen)

    def some(number):
        thinking(ask, seen)
        return thinking.made
    return measured(some), None


if __name__ == '__main__':
    serve({
        'version': lambda round: (0, importlib.metadata.version('wrestling_nb')),
        'grapple': exact_work(grapple, DICE, said),
        'pin': exact_work(pin, DICE, said),
        'combo': exact_work(combo, COMBOS, str),
        'matches': matches,
        'leduc': matches,
        'pig': pig,
        'best': lambda round: (whole_match(), None),
        'cards': cards,
        'kickouts': kick_outs,
        'attack': attack,
        'playouts': playouts,
    })
