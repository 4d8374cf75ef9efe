"""OpenSpiel's dominoes in Python, played at random: a card game with hidden hands, to compare whole matches with."""
import importlib.metadata
import random
import sys
from pathlib import Path

import pyspiel
from open_spiel.python import games  # noqa: F401  (registers the games that are written in Python)

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from worker import measured, serve  # noqa: E402

game = pyspiel.load_game('python_block_dominoes')


def matches(round):
    "Whole games with random legal choices: decisions per second."
    generator = random.Random(round)

    def some(number):
        decisions = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(generator.choices(outcomes, chances)[0])
                else:
                    state.apply_action(generator.choice(state.legal_actions()))
                    decisions += 1
        return decisions
    return measured(some), None


serve({'version': lambda round: (0, importlib.metadata.version('open_spiel')), 'cards': matches})
