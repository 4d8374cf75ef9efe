"""The two-player match of Lucha Wars written for OpenSpiel's Python API, rule for rule what the package plays, and lean.

Dice are thrown as one chance node per handful, whose outcomes (counts of faces) are tables made once. A choice with one
option is not a node at all. Players who may both throw Dodges again decide one after the other, neither node telling
what the first decided, which is how OpenSpiel writes secret choices in a game of turns.
"""
import importlib.metadata
import random
import sys
from bisect import bisect
from itertools import accumulate
from math import comb
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import pyspiel
from worker import measured, serve

# starting health, pin zone, red zone, signature die
MATS = ((20, 10, 5, (0, 1, 2, 2, 3, 4)), (18, 9, 6, (0, 1, 2, 3, 4, 5)), (22, 11, 4, (1, 1, 1, 2, 2, 2)), (20, 10, 5, (0, 0, 1, 3, 4, 4)),
        (19, 9, 6, (1, 2, 2, 2, 3, 4)), (21, 10, 5, (0, 1, 1, 2, 3, 3)), (19, 9, 5, (0, 0, 0, 4, 5, 5)), (21, 11, 4, (0, 1, 2, 2, 2, 4)))
STAY, AIM = 0.95, 0.2
FACES = (STAY / 2, STAY / 3, STAY / 6, 1 - STAY)      # Hit, Miss, Dodge, outside
SIGNATURE, COMBO, PIN = 2, 3, 4                         # spaces of the track
TOP = 4
KEEP, AGAIN, ALL, AIMED = range(4)


def handful(number):
    "The outcomes of a handful: `(counts, chances as OpenSpiel wants them)`."
    counts, odds = [], []
    for hits in range(number + 1):
        for misses in range(number + 1 - hits):
            for dodges in range(number + 1 - hits - misses):
                outside = number - hits - misses - dodges
                ways = comb(number, hits) * comb(number - hits, misses) * comb(number - hits - misses, dodges)
                counts.append((hits, misses, dodges, outside))
                odds.append(ways * FACES[0] ** hits * FACES[1] ** misses * FACES[2] ** dodges * FACES[3] ** outside)
    return counts, list(enumerate(odds))


HANDFULS = [handful(number) for number in range(6)]
SKILL = [(0, 1 - AIM), (1, AIM)]
COMBO_DIE = [(0, 1 / 3), (1, 2 / 3)]
SIX = [(face, 1 / 6) for face in range(6)]
PICK, THROW, DODGE, REROLL, SKILLED, ATTACK, SIGN, COMBO_ROLL, COMBO_STOP, FREE, PINNED = range(11)
CHANCE = frozenset((THROW, REROLL, SKILLED, SIGN, COMBO_ROLL, PINNED))

TYPE = pyspiel.GameType(
    short_name='python_lucha_match', long_name='Python Lucha match', dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC, information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2, min_num_players=2, provides_information_state_string=False, provides_information_state_tensor=False,
    provides_observation_string=False, provides_observation_tensor=False, parameter_specification={})
INFO = pyspiel.GameInfo(num_distinct_actions=8, max_chance_outcomes=len(HANDFULS[5][0]), num_players=2, min_utility=-1.0,
                        max_utility=1.0, utility_sum=0.0, max_game_length=100_000)


class LuchaGame(pyspiel.Game):
    def __init__(self, params=None):
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self):
        return LuchaState(self)


class LuchaState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.phase = PICK
        self.who = 0
        self.mats = []
        self.health = [0, 0]
        self.marker = [0, 0]
        self.dice = [5, 5]
        self.show = [None, None]
        self.kept = [False, False]
        self.turn = []              # who is asked about Dodges, and what they answered
        self.told = []
        self.number = 0             # dice thrown again
        self.winner = 0             # of the round
        self.attacked = False       # an attack of this round is being carried out
        self.run = 0
        self.saves = self.count = 0
        self.over = None
        self.how = ''

    def current_player(self):
        if self.over is not None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.phase in CHANCE else self.who

    def is_terminal(self):
        return self.over is not None

    def returns(self):
        return [0.0, 0.0] if self.over is None else [1.0, -1.0] if self.over == 0 else [-1.0, 1.0]

    def chance_outcomes(self):
        phase = self.phase
        if phase == THROW:
            return HANDFULS[self.dice[self.who]][1]
        if phase == REROLL:
            return HANDFULS[self.number][1]
        if phase == PINNED:
            return HANDFULS[4 - self.saves][1]
        return SKILL if phase == SKILLED else COMBO_DIE if phase == COMBO_ROLL else SIX

    def _legal_actions(self, player):
        phase = self.phase
        if phase == PICK:
            return [mat for mat in range(8) if mat not in self.mats]
        if phase == DODGE:
            found = [KEEP, AGAIN, ALL] if self.show[player][2] > 1 else [KEEP, ALL]
            if self.show[1 - player][0]:
                found.append(AIMED)
            return found
        if phase == ATTACK:
            return self.attacks()
        return [0, 1]

    def attacks(self):
        marker, foe = self.marker[self.winner], 1 - self.winner
        found = [0]
        if marker >= SIGNATURE:
            found.append(SIGNATURE)
        if marker >= COMBO:
            found.append(COMBO)
        if marker >= PIN and self.health[foe] <= MATS[self.mats[foe]][1]:
            found.append(PIN)
        return found

    def _apply_action(self, action):
        STEPS[self.phase](self, action)

    # setting up

    def pick(self, action):
        self.mats.append(action)
        self.health[self.who] = MATS[action][0]
        if self.who == 0:
            self.who = 1
        else:
            self.begin_round()

    def begin_round(self):
        self.dice = [5, 5]
        self.throw_both()

    def throw_both(self):
        self.kept = [False, False]
        self.phase = THROW
        self.who = 0

    # the grapple

    def thrown(self, action):
        self.show[self.who] = list(HANDFULS[self.dice[self.who]][0][action])
        if self.who == 0:
            self.who = 1
        else:
            self.dodges()

    def dodges(self):
        show, kept = self.show, self.kept
        holders = [who for who in (0, 1) if show[who][2] and not kept[who]]
        if not holders:
            return self.compare()
        if len(holders) == 2 and show[0][0] != show[1][0]:
            holders = [0 if show[0][0] < show[1][0] else 1]
        self.turn = holders
        self.told = []
        self.phase = DODGE
        self.who = holders[0]

    def dodge(self, action):
        self.told.append(action)
        if len(self.told) < len(self.turn):
            self.who = self.turn[len(self.told)]
        elif not any(self.told):
            for who in self.turn:
                self.kept[who] = True
            self.dodges()
        else:
            self.kept = [False, False]
            self.carry_out()

    def carry_out(self):
        while self.turn:
            if self.told[0] != KEEP:
                self.who = self.turn[0]
                self.number = self.show[self.who][2] if self.told[0] == ALL else 1
                self.phase = REROLL
                return
            self.done_with_one()
        self.dodges()

    def done_with_one(self):
        self.turn = self.turn[1:]
        self.told = self.told[1:]

    def rerolled(self, action):
        hits, misses, dodges, outside = HANDFULS[self.number][0][action]
        show = self.show[self.who]
        show[0] += hits
        show[1] += misses + dodges
        show[2] -= self.number
        show[3] += outside
        if self.told[0] == AIMED and self.show[1 - self.who][0]:
            self.phase = SKILLED
            return
        self.done_with_one()
        self.carry_out()

    def skilled(self, action):
        if action:
            foe = self.show[1 - self.who]
            foe[0] -= 1
            foe[3] += 1
        self.done_with_one()
        self.carry_out()

    def compare(self):
        red, blue = self.show[0][0], self.show[1][0]
        if red == blue:
            self.dice = [red, red] if red else [5, 5]
            return self.throw_both()
        self.winner = 0 if red > blue else 1
        self.attacked = False
        if not self.hurt(1 - self.winner, abs(red - blue)):
            self.go_on()

    # blows

    def hurt(self, who, damage):
        "Returns whether something else comes first: the end, or the question of a free Combo."
        before = self.health[who]
        after = self.health[who] = max(0, before - damage)
        if after == 0:
            self.over = 1 - who
            self.how = 'knock-out'
            return True
        if after <= MATS[self.mats[who]][2] < before:
            self.phase = FREE
            self.who = who
            return True
        return False

    def go_on(self):
        "What follows when all blows of a moment are dealt."
        winner = self.winner
        if self.attacked:
            self.marker[winner] = 0
            return self.begin_round()
        self.marker[winner] = min(self.marker[winner] + 1, TOP)
        self.attacked = True
        if len(self.attacks()) == 1:
            return self.begin_round()
        self.phase = ATTACK
        self.who = winner

    def attack(self, action):
        if action == 0:
            self.begin_round()
        elif action == SIGNATURE:
            self.phase = SIGN
        elif action == COMBO:
            self.phase = COMBO_ROLL
        else:
            self.saves = self.count = 0
            self.who = 1 - self.winner
            self.phase = PINNED

    def signed(self, action):
        if not self.hurt(1 - self.winner, MATS[self.mats[self.winner]][3][action]):
            self.go_on()

    def free(self, action):
        if action:
            self.phase = COMBO_ROLL
        else:
            self.go_on()

    def combo_rolled(self, action):
        if action:
            self.run += 1
            self.phase = COMBO_STOP
        else:
            self.run = 0
            self.who = 1 - self.who

    def combo_stopped(self, action):
        if action:
            self.phase = COMBO_ROLL
            return
        run, self.run = self.run, 0
        if not self.hurt(1 - self.who, run):
            self.go_on()

    def pinned(self, action):
        hits, misses, dodges, outside = HANDFULS[4 - self.saves][0][action]
        self.count += 1
        self.saves += misses + dodges
        if self.count == 1 and (misses >= 3 or dodges >= 3):
            self.who = 1 - self.who
            self.saves = self.count = 0
        elif self.saves >= 3:
            self.go_on()
        elif self.count == 3:
            self.over = 1 - self.who
            self.how = 'pin'


STEPS = (LuchaState.pick, LuchaState.thrown, LuchaState.dodge, LuchaState.rerolled, LuchaState.skilled, LuchaState.attack,
         LuchaState.signed, LuchaState.combo_rolled, LuchaState.combo_stopped, LuchaState.free, LuchaState.pinned)
pyspiel.register_game(TYPE, LuchaGame)
ADDED = {}


def play(game, generator):
    "One match with random legal actions, driven as OpenSpiel's examples drive it: `(decisions, the state it ends in)`."
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(generator.choices(actions, chances)[0])
        else:
            state.apply_action(generator.choice(state.legal_actions()))
            decisions += 1
    return decisions, state


def play_lean(game, generator):
    "The same, with the chances of each handful added up once and one random number for each draw."
    state = game.new_initial_state()
    decisions = 0
    uniform = generator.random
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            added = ADDED.get(id(outcomes))
            if added is None:
                added = ADDED[id(outcomes)] = list(accumulate(chance for _, chance in outcomes))
            state.apply_action(bisect(added, uniform() * added[-1], 0, len(added) - 1))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(uniform() * len(actions))])
            decisions += 1
    return decisions, state


def matches(round, play=play_lean if 'lean' in sys.argv else play):
    game = pyspiel.load_game('python_lucha_match')
    generator = random.Random(round)
    played = red = pins = decided = 0

    def some(number):
        nonlocal played, red, pins, decided
        before = decided
        for _ in range(10):
            decisions, state = play(game, generator)
            decided += decisions
            played += 1
            red += state.over == 0
            pins += state.how == 'pin'
        return decided - before
    rate = measured(some, 1.0)
    return rate, {'matches': played, 'red': red, 'pins': pins, 'decisions': decided}


if __name__ == '__main__':
    serve({'version': lambda round: (0, importlib.metadata.version('open_spiel')), 'matches': matches})
