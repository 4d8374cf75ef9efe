"""The exact works in icepool, each in the way that is fastest there: chains that come back are conditioned away with Reroll."""
import importlib.metadata
import sys
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import icepool
from icepool import Die, Reroll
from icepool import map as each
from inputs import COMBOS, DICE, HEALTHS, best_kick_outs, exact_work, said, said_table, worth
from worker import measured, serve


def chances(die):
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def grapple(hit, miss, dodge):
    face = Die({'Hit': hit, 'Miss': miss, 'Dodge': dodge})
    scores = face.map({'Dodge': face}).map(lambda shown: int(shown == 'Hit'))

    @lru_cache(None)
    def thrown(dice):
        def compare(red, blue):
            if red != blue:
                return ('A', red - blue) if red > blue else ('B', blue - red)
            if red == 0:
                return ('none', 0)
            return Reroll if red == dice else thrown(red)
        return each(compare, dice @ scores, dice @ scores)
    return chances(thrown(5))


def pin(hit, miss, dodge):
    face = Die({'Hit': hit, 'Miss': miss, 'Dodge': dodge})
    saves = face.map(lambda shown: int(shown != 'Hit'))

    def later(kept, throws):
        def more(new):
            if kept + new >= 3:
                return 'free'
            return later(kept + new, throws - 1) if throws > 1 else 'out'
        return each(more, (4 - kept) @ saves)

    def first(shown):
        if shown.count('Miss') >= 3 or shown.count('Dodge') >= 3:
            return 'turned'
        kept = 4 - shown.count('Hit')
        return 'free' if kept >= 3 else later(kept, 2)
    once = each(first, face.pool(4), star=False)

    def turns(mine, yours):
        if mine != 'turned':
            return 'defender out' if mine == 'out' else 'free'
        if yours != 'turned':
            return 'attacker out' if yours == 'out' else 'free'
        return Reroll
    return chances(each(turns, once, once))


def combo(hit, miss, mine, rival):
    face = icepool.coin(hit, hit + miss)
    run = {stop: (stop @ face).map(lambda hits, stop=stop: int(hits == stop)) for stop in range(1, max(mine, rival) + 1)}

    def value(red, blue):
        end = each(lambda first, second: 'red' if first else 'blue' if second else Reroll, run[red], run[blue])
        return Fraction(end.quantity('red') * worth(mine, rival - red) + end.quantity('blue') * worth(mine - blue, rival),
                        end.denominator())
    return max(min(value(red, blue) for blue in range(1, mine + 1)) for red in range(1, rival + 1))


def kick_outs(round):
    "Tables of kick-outs per second, and a few cells."
    both = 2 @ icepool.d6
    once = [Fraction((both <= health).probability(True)) for health in HEALTHS]
    return measured(lambda number: bool(best_kick_outs(once))), said_table(best_kick_outs(once))


if __name__ == '__main__':
    serve({
        'version': lambda round: (0, importlib.metadata.version('icepool')),
        'grapple': exact_work(grapple, DICE, said),
        'pin': exact_work(pin, DICE, said),
        'combo': exact_work(combo, COMBOS, str),
        'kickouts': kick_outs,
    })
