"""RLCard's leduc hold'em with its own random agents: decisions per second."""
import importlib.metadata
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import numpy
import rlcard
from rlcard.agents import RandomAgent
from worker import measured, serve

environment = rlcard.make('leduc-holdem', config={'seed': 1})
decisions = 0


class Counting(RandomAgent):
    "RLCard's random agent, counting what it decides."
    def eval_step(self, state):
        global decisions
        decisions += 1
        return super().eval_step(state)


environment.set_agents([Counting(num_actions=environment.num_actions) for _ in range(environment.num_players)])


def leduc(round):
    numpy.random.seed(round)

    def some(number):
        before = decisions
        for _ in range(50):
            environment.run(is_training=False)
        return decisions - before
    return measured(some, 1.0), None


if __name__ == '__main__':
    serve({'version': lambda round: (0, importlib.metadata.version('rlcard')), 'leduc': leduc})
