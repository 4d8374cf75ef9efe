"""CONTRIBUTING, followed: a toy game of three rules is made in a folder, found, shown, held to the contracts, and removed."""
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

LEDGER = '''
game = "toy"
title = "Arm wrestling"
source = "a game made up for a test"

[[topics]]
slug = "duel"
en = "The duel"
es = "El duelo"
goal_en = "Push until one arm is down."
'''
ENTRY = '''
[[rules]]
id = "toy.duel.{name}"
section = "The whole game"
kind = "{kind}"
en = "{en}"
es = "{es}"
params = {{{params}}}
see = []
gaps = []

[[rules.checks]]
given = "a fresh table"
when = "the rule is followed"
then = "{then}"
from = "derived"
'''
RULES = [
    dict(name='push', kind='chance', en='The stronger die pushes the other arm down by one.', es='El dado mayor baja un punto el brazo rival.', params='strength = 3', then='the loser is on 2'),
    dict(name='feint', kind='decision', en='Whoever pushes may give up the push.', es='Quien empuja puede renunciar.', params='', then='nothing moves'),
    dict(name='down', kind='victory', en='An arm at 0 has lost.', es='Un brazo en 0 ha perdido.', params='', then='the match is over'),
]
WORDS = '''
[say]
"duel.push/roll" = {en = "{who} shows {face}.", es = "{who} muestra {face}."}

[result]
down = {en = "{who} wins.", es = "Gana {who}."}
'''
COMPONENTS = '''
from dataclasses import dataclass
from importlib.resources import files

from wrestling_nb.core.dice import Die
from wrestling_nb.core.ledger import Ledger
from wrestling_nb.core.rules import Rules
from wrestling_nb.core.words import Teller, Words


@dataclass(frozen=True)
class Arm:
    strength: int = 3


@dataclass(frozen=True)
class Table:
    side: tuple = (Arm(), Arm())


FOLDER = files('wrestling_nb.toy')
toy = Rules('toy', 'Arm wrestling', Table, types=(Arm,))
toy.ledger = Ledger.load(FOLDER)
toy.number('die', Die({1: 1, 2: 1}), 'invented', 'duel.push')
toy.words = Words.load(FOLDER / 'words.toml', toy.ledger)
toy.teller = Teller(toy, toy.words, lambda position, who: ('Red', 'Blue')[who])


def board(rules, position, acting=None):
    plates = [{'corner': corner, 'name': name, 'role': None, 'act': False, 'parts': [
        {'kind': 'meter', 'label': {'en': 'Strength', 'es': 'Fuerza'}, 'value': arm.strength, 'max': 3, 'zones': []}]}
        for corner, name, arm in zip('rb', ('Red', 'Blue'), position.side)]
    return {'plates': plates, 'ring': []}


toy.board = board
'''
DUEL = '''
from wrestling_nb.toy.components import toy


@toy.rule('duel.push')
async def match(g):
    "Both throw until one arm is down."
    red = await g.roll(g.die, 0)                                              # duel.push
    blue = await g.roll(g.die, 1)                                             # duel.push
    if red == blue:
        return g.then.match()                                                 # duel.push
    await g.push(0 if red > blue else 1)                                      # duel.push
    return g.then.match()                                                     # duel.push


@toy.rule('duel.feint')
async def push(g, who):
    "The push may be given up."
    if await g.may(who, 'push', otherwise='give up') == 'push':               # duel.feint
        await g.lose(1 - who, 'strength')                                     # duel.push
        if g.side[1 - who].strength == 0:
            await g.fall(who)                                                 # duel.down


@toy.rule('duel.down')
async def fall(g, winner):
    "An arm is down."
    await g.over(winner, 'down')                                              # duel.down
'''
GAME = '''
from wrestling_nb.core.complete import complete
from wrestling_nb.toy import duel
from wrestling_nb.toy.components import toy as game

complete(game)
'''
VISIT = '''
from random import Random
from wrestling_nb.core.drive import chance, first, play
from wrestling_nb.core.exact import exact
from wrestling_nb.core.games import game, games
from wrestling_nb.shows.lesson import check, words
from wrestling_nb.shows.play import Play
from wrestling_nb.shows.walk import example

assert 'toy' in games() and 'lucha_wars' in games()
toy = game('toy')
start = toy.position()
walk = example(toy, start, 'push', 0, said={'duel.feint': ['push']}, title='A push')
assert walk.end.side[1].strength == 2 and 'data-walk-rules="toy.duel.feint toy.duel.push"' in walk.plain_html()
assert 'data-check="toy.duel.push/1"' in check(toy, 'duel.push', 1, walk.end.side[1].strength, 2)._repr_html_()
assert 'id="duel.push"' in words(toy, 'duel.push')._repr_html_()
odds = exact(toy, start, 'match', policy=first)
assert odds.chance(lambda outcome: outcome[0] == (0, 'down')) * 2 == 1
shown = Play(toy, start, seats=('', 'random'), seed=2)
while not shown.match.session.done:
    shown.match.act(shown.match.asked.options[0])
assert shown.match.session.value[1] == 'down'
'''


@pytest.fixture
def copy(tmp_path):
    "A copy of the package with the toy game in it."
    shutil.copytree(ROOT / 'wrestling_nb', tmp_path / 'wrestling_nb', ignore=shutil.ignore_patterns('__pycache__', 'notebooks'))
    folder = tmp_path / 'wrestling_nb' / 'toy'
    folder.mkdir()
    ledger = LEDGER + ''.join(ENTRY.format(**rule) for rule in RULES)
    files = {'ledger.toml': ledger, 'words.toml': WORDS, '__init__.py': '', 'components.py': COMPONENTS, 'duel.py': DUEL, 'game.py': GAME}
    for name, content in files.items():
        (folder / name).write_text(content, encoding='utf-8')
    return tmp_path


def visit(folder, code):
    return subprocess.run([sys.executable, '-c', textwrap.dedent(code)], cwd=folder, capture_output=True, text=True, check=False,
                          env={'PYTHONPATH': str(folder), 'PATH': '/usr/bin:/bin', 'PYTHONDONTWRITEBYTECODE': '1'})


def test_a_fifth_game_is_a_folder(copy):
    done = visit(copy, VISIT)
    assert done.returncode == 0, done.stderr


def test_a_wrong_margin_id_is_found_at_import(copy):
    file = copy / 'wrestling_nb' / 'toy' / 'duel.py'
    file.write_text(DUEL.replace('# duel.down', '# duel.drown'), encoding='utf-8')
    done = visit(copy, 'from wrestling_nb.core.games import game; game("toy")')
    assert done.returncode != 0 and 'duel.drown' in done.stderr and 'duel.down' in done.stderr


def test_without_the_folder_everything_else_is_there(copy):
    shutil.rmtree(copy / 'wrestling_nb' / 'toy')
    done = visit(copy, 'from wrestling_nb.core.games import games; assert games() and "toy" not in games()')
    assert done.returncode == 0, done.stderr
