"""How strong the searching agent of All Time Wrestling is, and how the wrestlers stand against each other when it plays both sides.

    python tools/measure_agents.py [--rounds N] [--playouts N] [strength] [balance]

Writes wrestling_nb/all_time_wrestling/measured.json, which nbs/explorations/all_time_wrestling.ipynb reads. A round of
`strength` is each wrestler against each other one, the searching agent in either seat by turns, against the rule of
thumb; a round of `balance` is the same with the searching agent in both seats. Every match has a seed of its own, and a
number of playouts is the same on every machine, so the same rules give the same file.
"""
import argparse
import json
from itertools import permutations
from pathlib import Path

from wrestling_nb.all_time_wrestling.agents import heuristic, searching
from wrestling_nb.core.games import game
from wrestling_nb.lab.tournament import meet, settled

FILE = Path(__file__).resolve().parents[1] / 'wrestling_nb' / 'all_time_wrestling' / 'measured.json'


def strength(rules, pairs, rounds, thinking):
    "Matches of the search against the rule of thumb: a row for each."
    for number in range(rounds * len(pairs)):
        red, blue = pairs[number % len(pairs)]
        seat = (number // len(pairs)) % 2
        names = (red, blue)
        policies = [settled(thinking if who == seat else heuristic, {'setup.choose': names[who]}) for who in (0, 1)]
        (winner, how), choices = meet(rules, policies, f'strength {number}')
        yield {'red': red, 'blue': blue, 'seat': seat, 'winner': winner, 'how': how, 'choices': choices}


def balance(rules, pairs, rounds, thinking):
    "Matches of the search against itself: a row for each."
    for number in range(rounds * len(pairs)):
        red, blue = pairs[number % len(pairs)]
        policies = [settled(thinking, {'setup.choose': name}) for name in (red, blue)]
        (winner, how), choices = meet(rules, policies, f'balance {number}')
        yield {'red': red, 'blue': blue, 'winner': winner, 'how': how, 'choices': choices}


WORKS = {'strength': strength, 'balance': balance}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('works', nargs='*', default=list(WORKS), help='what to measure: ' + ', '.join(WORKS))
    parser.add_argument('--rounds', type=int, default=20)
    parser.add_argument('--playouts', type=int, default=60)
    wanted = parser.parse_args()
    rules = game('all_time_wrestling')
    pairs = list(permutations(rules.numbers['roster'].value, 2))
    found = json.loads(FILE.read_text(encoding='utf-8')) if FILE.exists() else {}
    for work in wanted.works:
        rows = []
        for row in WORKS[work](rules, pairs, wanted.rounds, searching(playouts=wanted.playouts)):
            rows.append(row)
            found[work] = {'playouts': wanted.playouts, 'matches': rows}
            FILE.write_text(json.dumps(found, ensure_ascii=False, indent=0) + '\n', encoding='utf-8')


if __name__ == '__main__':
    main()
