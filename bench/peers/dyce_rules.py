"""The exact works in dyce, each in the way that is fastest there: an empty histogram drops a branch, which conditions chains that come back."""
import importlib.metadata
import sys
import warnings
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from dyce import H, P, expand
from inputs import COMBOS, DICE, HEALTHS, best_kick_outs, exact_work, said, said_table, worth
from worker import measured, serve

warnings.simplefilter('ignore')

EVERY = {'min_path_probability': Fraction(0)}     # without it, branches that seem unlikely are dropped
NOTHING = H({})


def chances(histogram):
    return {outcome: Fraction(count, histogram.total) for outcome, count in histogram.items()}


def grapple(hit, miss, dodge):
    face = H({'Hit': hit, 'Miss': miss, 'Dodge': dodge})
    shown = expand(lambda one: face if one.outcome == 'Dodge' else one.outcome, face, **EVERY)
    scores = expand(lambda one: int(one.outcome == 'Hit'), shown, **EVERY)

    @lru_cache(None)
    def thrown(dice):
        def compare(red, blue):
            red, blue = red.outcome, blue.outcome
            if red != blue:
                return ('A', red - blue) if red > blue else ('B', blue - red)
            if red == 0:
                return ('none', 0)
            return NOTHING if red == dice else thrown(red)
        return expand(compare, dice @ scores, dice @ scores, **EVERY)
    return chances(thrown(5))


def pin(hit, miss, dodge):
    face = H({'Hit': hit, 'Miss': miss, 'Dodge': dodge})
    saves = H({1: miss + dodge, 0: hit})

    def later(kept, throws):
        def more(new):
            if kept + new.outcome >= 3:
                return 'free'
            return later(kept + new.outcome, throws - 1) if throws > 1 else 'out'
        return expand(more, (4 - kept) @ saves, **EVERY)

    def first(one):
        if one.roll.count('Miss') >= 3 or one.roll.count('Dodge') >= 3:
            return 'turned'
        kept = 4 - one.roll.count('Hit')
        return 'free' if kept >= 3 else later(kept, 2)
    once = expand(first, 4 @ P(face), **EVERY)

    def turns(mine, yours):
        if mine.outcome != 'turned':
            return 'defender out' if mine.outcome == 'out' else 'free'
        if yours.outcome != 'turned':
            return 'attacker out' if yours.outcome == 'out' else 'free'
        return NOTHING
    return chances(expand(turns, once, once, **EVERY))


def combo(hit, miss, mine, rival):
    face = H({1: hit, 0: miss})
    run = {stop: expand(lambda hits, stop=stop: int(hits.outcome == stop), stop @ face, **EVERY) for stop in range(1, max(mine, rival) + 1)}

    def value(red, blue):
        end = expand(lambda first, second: 'red' if first.outcome else 'blue' if second.outcome else NOTHING,
                     run[red], run[blue], **EVERY)
        return Fraction(end.get('red', 0) * worth(mine, rival - red) + end.get('blue', 0) * worth(mine - blue, rival), end.total)
    return max(min(value(red, blue) for blue in range(1, mine + 1)) for red in range(1, rival + 1))


def kick_outs(round):
    "Tables of kick-outs per second, and a few cells."
    die = H(6)
    both = 2 @ die
    once = [Fraction(sum(count for total, count in both.items() if total <= health), both.total) for health in HEALTHS]
    return measured(lambda number: bool(best_kick_outs(once))), said_table(best_kick_outs(once))


if __name__ == '__main__':
    serve({
        'version': lambda round: (0, importlib.metadata.version('dyce')),
        'grapple': exact_work(grapple, DICE, said),
        'pin': exact_work(pin, DICE, said),
        'combo': exact_work(combo, COMBOS, str),
        'kickouts': kick_outs,
    })
