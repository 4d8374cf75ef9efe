"""Bad input gets one clear sentence and an exception with a name, and nothing is lost or half done."""
import json
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from importlib.resources import files

import pytest

import wrestling_nb
from wrestling_nb.core.components import ComponentError
from wrestling_nb.core.dice import Die, Pile
from wrestling_nb.core.drive import Run, play, script
from wrestling_nb.core.exact import exact
from wrestling_nb.core.games import game
from wrestling_nb.core.rules import (
    Choose,
    Endless,
    Forgotten,
    Mismatch,
    NameClash,
    NotAllowed,
    NotOffered,
    RuleError,
    Rules,
    Unknown,
)
from wrestling_nb.core.session import SaveError, Session, _hash
from wrestling_nb.core.simulate import Immediate, simulate
from wrestling_nb.lucha_wars.components import between, wrestlers_from

lucha = game('lucha_wars')
BOX = files('wrestling_nb.lucha_wars').joinpath('wrestlers.toml').read_text(encoding='utf-8')
ONE = '''
[[wrestler]]
name = "El Vecino"
starting_health = 20
pin_zone = 10
red_zone = 5
ladder_space = 6
signature_die = [0, 1, 2, 2, 3, 4]
source = {starting_health = "invented", pin_zone = "invented", red_zone = "invented", ladder_space = "invented", signature_die = "invented"}
'''


def one_sentence(error):
    "The message of an exception: one line, not too long, and not Python's own words."
    text = str(error.value)
    assert text and '\n' not in text and len(text) < 500
    assert 'Traceback' not in text and "object has no attribute" not in text
    return text


# component files

def from_text(folder, text):
    path = folder / 'my box.toml'
    path.write_text(text, encoding='utf-8')
    return wrestlers_from(path)


def test_a_box_of_ones_own_is_read(tmp_path):
    assert list(from_text(tmp_path, ONE)) == ['El Vecino']


@pytest.mark.parametrize(('old', 'new', 'words'), [
    ('pin_zone = 10', 'pinzone = 10', ('El Vecino', 'pinzone')),
    ('pin_zone = 10', '', ('El Vecino', 'pin_zone', 'missing')),
    ('pin_zone = 10', 'pin_zone = -1', ('El Vecino', 'pin_zone', '-1', 'whole number')),
    ('pin_zone = 10', 'pin_zone = 9999', ('El Vecino', 'pin_zone', '9999', 'from 1 to')),
    ('pin_zone = 10', 'pin_zone = true', ('El Vecino', 'pin_zone', 'whole number')),
    ('pin_zone = 10', 'pin_zone = "ten"', ('El Vecino', 'pin_zone', "'ten'")),
    ('pin_zone = 10', 'pin_zone = 10.5', ('El Vecino', 'pin_zone', '10.5')),
    ('[0, 1, 2, 2, 3, 4]', '[0, 1, 2]', ('El Vecino', 'signature_die', 'list of 6')),
    ('[0, 1, 2, 2, 3, 4]', '[0, 1, 2, 2, 3, -4]', ('El Vecino', 'signature_die', '-4')),
    ('name = "El Vecino"', 'name = ""', ("''", 'name')),
    ('name = "El Vecino"', '', ('number 1', 'name')),
    ('red_zone = "invented"', 'red_zone = "a friend"', ('El Vecino', 'red_zone', 'a friend', 'invented')),
    (', red_zone = "invented"', '', ('El Vecino', 'red_zone', 'source')),
    ('[[wrestler]]', '[[fighter]]', ('[[wrestler]]',)),
    ('[[wrestler]]', '[[wrestler', ('not TOML',)),
])
def test_a_wrong_component_file_names_entry_and_field(tmp_path, old, new, words):
    with pytest.raises(ComponentError) as error:
        from_text(tmp_path, ONE.replace(old, new, 1))
    said = one_sentence(error)
    assert 'my box.toml' in said and all(word in said for word in words), said


def test_an_entry_may_not_come_twice(tmp_path):
    with pytest.raises(ComponentError) as error:
        from_text(tmp_path, ONE + ONE)
    assert 'El Vecino' in one_sentence(error) and 'twice' in str(error.value)


def test_further_tables_are_not_known(tmp_path):
    with pytest.raises(ComponentError) as error:
        from_text(tmp_path, ONE + '\n[[card]]\nname = "Clothesline"\n')
    assert 'card' in one_sentence(error)


def test_a_missing_file_and_a_file_of_bytes(tmp_path):
    with pytest.raises(ComponentError) as error:
        wrestlers_from(tmp_path / 'nowhere.toml')
    assert 'nowhere.toml' in one_sentence(error)
    (tmp_path / 'bytes.toml').write_bytes(b'\xff\xfe\x00\x01')
    with pytest.raises(ComponentError) as error:
        wrestlers_from(tmp_path / 'bytes.toml')
    assert 'bytes.toml' in one_sentence(error)


def test_a_wrong_box_leaves_the_game_as_it_was(tmp_path):
    before = lucha.numbers['wrestlers']
    with pytest.raises(ComponentError):
        from_text(tmp_path, BOX.replace('starting_health = 22', 'starting_health = -22'))
    assert lucha.numbers['wrestlers'] is before


# dice, knobs, names

@pytest.mark.parametrize('faces', [{}, {'Hit': 0}, {'Hit': -1, 'Miss': 2}, {'Hit': 0.5}])
def test_dice_that_cannot_be(faces):
    with pytest.raises(ValueError) as error:
        Die(faces)
    one_sentence(error)


def test_draws_that_cannot_be():
    with pytest.raises(ValueError) as error:
        Pile('ab').without('c')
    assert 'c' in one_sentence(error) and 'a' in str(error.value)
    with pytest.raises(ValueError):
        Pile().without('a')
    with pytest.raises(ValueError):
        Die({'Hit': 1}) * -1


def test_unknown_names_tell_what_is_near():
    with pytest.raises(Unknown) as error:
        lucha.variant('Nobody', grapple_dise=3)
    assert 'grapple_dice' in one_sentence(error) and 'Nobody' not in lucha.variants
    with pytest.raises(Unknown) as error:
        lucha['grappel']
    assert 'grapple' in one_sentence(error)
    with pytest.raises(Unknown) as error:
        game('lucha_war')
    assert 'lucha_wars' in one_sentence(error)
    with pytest.raises(KeyError):
        between('Trueno Azul', 'Nobody at all')


def test_names_that_clash_change_nothing():
    known = dict(lucha.table), dict(lucha.numbers)
    for deed in (lambda: lucha.number('grapple', 1), lambda: lucha.number('choose', 1), lambda: lucha.number('side', 1),
                 lambda: lucha.number('grapple_dice', 99), lambda: lucha.rule('house.other')(lucha.table['grapple'].function)):
        with pytest.raises(NameClash) as error:
            deed()
        one_sentence(error)
    assert (dict(lucha.table), dict(lucha.numbers)) == known


def test_two_variants_that_change_one_thing_do_not_combine():
    one, two = Rules('toy', 'Toy', Desk), None
    one.number('dice', 5)
    two, three = one.variant('Four', dice=4), one.variant('Six', dice=6)
    with pytest.raises(NameClash) as error:
        one.combine('Both', two, three)
    assert 'dice' in one_sentence(error) and 'Both' not in one.variants


# saved games

def saved():
    session = Session(lucha, lucha.position(), 'match', seed=4)
    while not session.done and len(session.answers) < 30:
        if isinstance(session.ask, Choose):
            session.answer(session.ask.options[0])
        else:
            session.throw()
    return session.save()


SAVED = saved()


def edited(change, honest=True):
    "The saved game after `change(content)`; with `honest` its hash is made to fit."
    whole = json.loads(SAVED)
    change(whole['content'])
    if honest:
        whole['hash'] = _hash(whole['content'])
    return json.dumps(whole)


def refused_load(text):
    with pytest.raises(SaveError) as error:
        Session.load(text, lucha)
    return one_sentence(error)


def test_the_saved_game_itself_is_fine():
    assert Session.load(SAVED, lucha).save() == SAVED


@pytest.mark.parametrize('part', [0, 1, len(SAVED) // 3, len(SAVED) - 2])
def test_a_truncated_save(part):
    assert 'cut short' in refused_load(SAVED[:part])


@pytest.mark.parametrize('text', ['null', '[]', '{}', '7', '"x"', '{"content": 3, "hash": ""}', '{"content": {}}', '[' * 100_000])
def test_what_is_no_save_at_all(text):
    refused_load(text)


def test_a_save_changed_by_hand():
    assert 'changed' in refused_load(edited(lambda content: content['answers'].append('roll'), honest=False))
    assert 'changed' in refused_load(SAVED.replace('"seed": 4', '"seed": 5'))


def test_a_save_from_another_version_or_game():
    assert '9.9.9' in refused_load(edited(lambda content: content.update(version='9.9.9')))
    assert wrestling_nb.__version__ in refused_load(edited(lambda content: content.update(version='9.9.9')))
    refused_load(edited(lambda content: content.update(format=99)))
    assert 'checkers' in refused_load(edited(lambda content: content.update(game='checkers')))
    assert 'no such variant' in refused_load(edited(lambda content: content.update(variant='no such variant')))


@pytest.mark.parametrize('change', [
    lambda content: content['answers'].insert(3, 'Hit'),
    lambda content: content['answers'].__setitem__(0, 'Nobody at all'),
    lambda content: content['answers'].__setitem__(4, [9, 9, 9, 9]),
    lambda content: content.update(answers=content['answers'] * 9),
    lambda content: content.update(answers=None),
    lambda content: content.update(answers=[{'is': 'Ghost'}]),
    lambda content: content.update(rule='no such rule'),
    lambda content: content.update(rule=None),
    lambda content: content.update(rule=['match']),
    lambda content: content.update(args=[1, 2, 3]),
    lambda content: content.update(args=5),
    lambda content: content.pop('answers'),
    lambda content: content.pop('start'),
    lambda content: content.pop('seed'),
    lambda content: content['start'].update(extra=1),
    lambda content: content['start'].pop('side'),
    lambda content: content['start'].update({'is': 'os.system'}),
    lambda content: content.update(start=7),
    lambda content: content.update(variant=['pure']),
    lambda content: content.update(variant={}),
])
def test_an_honest_looking_save_that_does_not_fit(change):
    refused_load(edited(change))


def test_a_failed_load_costs_nothing():
    session = Session.load(SAVED, lucha)
    before = session.save(), session.position
    with pytest.raises(SaveError):
        Session.load(SAVED[:100], lucha)
    assert (session.save(), session.position) == before


# scripts and policies

@pytest.mark.parametrize(('said', 'words'), [
    ({}, ('silent', 'combo')),
    ({'combo': 'Dodge'}, ('Dodge', 'not')),
    ({'combo': ['roll', 'Dodge']}, ('combo', 'Hit', 'Miss')),
    ({'combo': ['stop']}, ('stop', 'combo.at-least-once')),
    ({'combo': ['roll', 'Hit', 'roll']}, ('silent',)),
])
def test_a_script_that_does_not_fit(said, words):
    with pytest.raises(Mismatch) as error:
        play(lucha, between('Trueno Azul', 'La Centella'), 'combo', 0, answer=script(said))
    assert all(word in one_sentence(error) for word in words)


def test_a_script_that_says_too_much():
    reader = script({'signature_move': [], 'specials.signature-roll': 2, 'pin.declare': 'Hit Hit Hit Hit'})
    play(lucha, between('Trueno Azul', 'La Centella'), 'signature_move', 0, answer=reader)
    with pytest.raises(Mismatch) as error:
        reader.finish()
    assert 'pin.declare' in one_sentence(error)


READINGS = {
    'exact': lambda policy: exact(lucha, between('Trueno Azul', 'La Centella', health=(20, 6)), 'free_combo', 1, policy=policy),
    'simulate': lambda policy: simulate(lucha, between('Trueno Azul', 'La Centella'), 'free_combo', 1, policy=policy, times=5),
}


@pytest.mark.parametrize('reading', READINGS)
@pytest.mark.parametrize('policy', [
    lambda ask, position: 'give up',
    lambda ask, position: None,
    lambda ask, position: {'give up': 1},
    lambda ask, position: {'decline': 1, 'give up': 3},
], ids=['an option', 'nothing', 'weights', 'some weights'])
def test_a_policy_that_picks_what_was_not_offered(reading, policy):
    with pytest.raises(NotOffered) as error:
        READINGS[reading](policy)
    one_sentence(error)


def test_a_wrong_answer_changes_nothing():
    run = Run(lucha, between('Trueno Azul', 'La Centella'), 'combo', 0)
    before = run.position, run.ask, run.steps
    for said, mistake in (('stop', NotAllowed), ('health=999', NotOffered), ('x' * 1_000_000, NotOffered), (None, NotOffered), (0, NotOffered),
                          (['roll'], NotOffered), ({'roll': 1}, NotOffered)):
        with pytest.raises(mistake):
            run.answer(said)
        assert (run.position, run.ask, run.steps) == before
    run.close()


# rules that are wrong

@dataclass(frozen=True)
class Desk:
    side: tuple = ()
    turns: int = 0


def wrong():
    rules = Rules('wrong', 'Wrong', Desk)

    @rules.rule('wrong.then')
    async def for_ever(g):
        await g.set('turns', to=1 - g.turns)
        return g.then.for_ever()

    @rules.rule('wrong.loop')
    async def round_and_round(g):
        while True:
            await g.set('turns', to=1 - g.turns)

    @rules.rule('wrong.deep')
    async def deeper(g):
        await g.deeper()

    @rules.rule('wrong.forgotten')
    async def forgetful(g):
        g.set('turns', to=4)
        return 'done'

    @rules.rule('wrong.unknown')
    async def lost(g):
        return g.no_such_thing
    return rules


ENDLESS = ('for_ever', 'round_and_round', 'deeper')


@pytest.mark.parametrize('name', ENDLESS)
def test_a_rule_without_end_is_given_up(name):
    for follow in (lambda: play(wrong(), Desk(), name, answer=None, limit=3000),
                   lambda: Immediate(wrong(), limit=3000).run(Desk(), name)):
        with pytest.raises(Endless) as error:
            follow()
        one_sentence(error)


@pytest.mark.parametrize('name', ENDLESS)
def test_exact_odds_of_a_rule_without_end_are_given_up(name):
    def stop(*_):
        raise AssertionError('it was not given up')
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, 5)
    try:
        with pytest.raises(Endless) as error:
            exact(wrong(), Desk(), name, policy=None)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    one_sentence(error)


@pytest.mark.parametrize(('name', 'mistake', 'word'), [('forgetful', Forgotten, 'wrong.forgotten'), ('lost', Unknown, 'no_such_thing')])
@pytest.mark.parametrize('follow', [
    lambda name: play(wrong(), Desk(), name, answer=None),
    lambda name: exact(wrong(), Desk(), name, policy=None),
    lambda name: Immediate(wrong()).run(Desk(), name),
], ids=['play', 'exact', 'simulate'])
def test_a_rule_that_is_wrong_is_told_by_name(follow, name, mistake, word):
    with pytest.raises(mistake) as error:
        follow(name)
    assert word in one_sentence(error)


def test_every_named_exception_is_one_family():
    assert all(issubclass(kind, RuleError) for kind in (ComponentError, Endless, Forgotten, Mismatch, NameClash, NotAllowed, NotOffered, SaveError, Unknown))


# ---- a reader's own mistake, before anything of ours is asked

AFTER_A_MISTAKE = '''
import ast
from IPython.core.interactiveshell import InteractiveShell
from wrestling_nb.core.games import game
from wrestling_nb.core.simulate import simulate
InteractiveShell.instance(colors='nocolor').run_cell('1 / int()')
assert vars(ast.parse('name').body[0].value.ctx), 'showing the mistake has left no mark, and this tests nothing'
lucha = game('lucha_wars')
simulate(lucha, lucha.position(), 'match', times=2)
'''


def test_a_mistake_that_was_shown_does_not_keep_rules_from_being_read():
    "Whoever shows a mistake notes on each node of a tree what is above it, and some nodes are one object for all trees of Python."
    done = subprocess.run([sys.executable, '-c', AFTER_A_MISTAKE], capture_output=True, text=True, timeout=60, check=False, preexec_fn=little_memory)
    assert done.returncode == 0, done.stdout + done.stderr


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (2 ** 31, 2 ** 31))
