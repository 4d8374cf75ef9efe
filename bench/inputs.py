"""The inputs of the exact works, all different: 400 dice, and 60 questions for the Combo, which come round again.

Ours keeps the formula of a rule once it was found, and puts the numbers of other dice in; the peers start afresh at each
call. So the ratios of grapple and pin are those of a formula already found.
"""
import random
from fractions import Fraction


def _different(make, seed, number, first):
    generator = random.Random(seed)
    found = [first]
    while len(found) < number:
        one = make(generator)
        if one not in found:
            found.append(one)
    return found


DICE = _different(lambda generator: tuple(generator.randint(1, 9) for _ in range(3)), 1, 400, (3, 2, 1))
COMBOS = _different(lambda generator: (generator.randint(2, 9), generator.randint(1, 5), generator.randint(4, 14), generator.randint(4, 14)),
                    2, 60, (4, 2, 9, 7))


def worth(mine, rival):
    "A stand-in for what a match is worth at these healths: the share of all health that is mine."
    if rival <= 0:
        return Fraction(1)
    return Fraction(max(0, mine), max(0, mine) + rival)


def said(distribution):
    "A distribution as JSON can hold it, in a fixed order, chances of 0 left out."
    return sorted([str(outcome), str(Fraction(chance))] for outcome, chance in distribution.items() if chance)


HEALTHS, STAMINAS, ATTEMPTS = range(21), range(13), range(1, 5)


def best_kick_outs(once):
    """The table of kick-outs from the chance of one roll by health (`once`, a list of fractions): what stamina is best used
    for is worked out here for the peers, roll by roll, as one would write it. A dict from (health, stamina, attempts)."""
    table = {}
    for attempts in ATTEMPTS:
        for health in HEALTHS:
            for stamina in STAMINAS:
                chances = []
                for bought in range(min(stamina // 3, HEALTHS[-1] - health) + 1):
                    first = once[health + bought]
                    later = table[health + bought, stamina - 3 * bought, attempts - 1] if attempts > 1 else 0
                    chances.append(first + (1 - first) * later)
                table[health, stamina, attempts] = max(chances)
    return table


def said_table(table):
    "A few cells of the table of kick-outs, to be compared."
    return [str(table[cell]) for cell in ((2, 6, 2), (4, 6, 2), (5, 3, 3), (7, 0, 3), (1, 12, 4))]


def exact_work(solve, inputs, answers):
    """The work of one round: `solve(*one)` for inputs that no round before has used.

    The answers of the round's first two inputs are given back, worked out before the clock starts on others.
    """
    from worker import measured
    used = 0

    def work(round):
        nonlocal used
        answer = [answers(solve(*one)) for one in inputs[2 * round % len(inputs):][:2]]

        def once(number):
            nonlocal used
            used += 1
            solve(*inputs[(2 * 12 + used) % len(inputs)])
            return 1
        return measured(once), answer
    return work
