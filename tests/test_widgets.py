"""What the page may do to a widget: name an action, and nothing else. No browser here; messages come as Jupyter brings them."""
import gc
import hashlib
import json
import re
import subprocess
import sys
import weakref
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from ipywidgets.widgets import widget as registry

from wrestling_nb.all_time_wrestling.decks import Box
from wrestling_nb.core.rules import NotAllowed, refused
from wrestling_nb.core.words import both
from wrestling_nb.lucha_wars.components import Ring, between, wrestlers_from
from wrestling_nb.lucha_wars.game import game as lucha
from wrestling_nb.shows.chart import chart, slider
from wrestling_nb.shows.deck import deck_editor
from wrestling_nb.shows.flick import flick
from wrestling_nb.shows.jupyter import Scripts, Widget
from wrestling_nb.shows.lesson import expect_fail
from wrestling_nb.shows.page import escape, packed, static, unpacked
from wrestling_nb.shows.play import Play
from wrestling_nb.shows.quiz import choice, number, quiz
from wrestling_nb.shows.walk import example
from wrestling_nb.shows.widget import Panel

RED, BLUE = 'Trueno Azul', 'Sombra Roja'
WALK_SCRIPT = {'combo': ['roll', 'Hit', 'roll', 'Hit', 'roll', 'Miss', 'roll', 'Hit', 'stop']}


def made_walk(red=RED, rules=lucha):
    return example(rules, between(red, BLUE, health=(7, 12), rules=rules), 'combo', 0, said=WALK_SCRIPT, title=both('A run', 'Una tirada'))


def made_chart(name='runs'):
    def compute(faces):
        return [{'hits': hits, 'who': name, 'chance': (faces / 6) ** hits} for hits in range(1, 4)]
    return chart(both('How often?', '¿Con qué frecuencia?'), compute, controls=[slider('faces', [1, 2, 4], 2, both('faces', 'caras'))],
                 x='hits', y='chance', series='who', percent=True, game=lucha, rules=['combo.roll-on-hit'], say=lambda rows, faces: f'{name}: {len(rows)} rows')


def made_quiz(name=RED):
    def grade(field, value):
        return value in (2, 'pin'), both(f'{name} is asked.', f'Se pregunta a {name}.'), 'combo.last-only'
    return quiz(both('How much?', '¿Cuánto?'), both(f'What does {name} lose?', f'¿Qué pierde {name}?'),
                [number('red', name, 0, 4, 'r'), choice('end', both('How?', '¿Cómo?'), {'pin': 'Pin', 'free': 'Free'})],
                grade, lucha, tape=[('r', name, ['Hit', 'Miss'], both(f'{name} stops', f'{name} se planta'))])


def made_play(seats=('', ''), seed=7, **more):
    return Play(lucha, Ring(), seats=seats, seed=seed, title=both('Two players', 'Dos jugadores'), **more)


def made_flick():
    return flick(lucha, 'frying_pan_skill', 'seesaw_skill', title=both('A hand', 'Una mano'))


def in_a_fight(seats=('', ''), **more):
    return Play(lucha, between(RED, BLUE, **more.pop('table', {})), 'fight', seats=seats, title=both('A fight', 'Un combate'), **more)


def made_deck():
    return deck_editor(Box('no such folder'), 'Shumba')


MAKERS = {'walk': made_walk, 'odds': made_chart, 'quiz': made_quiz, 'play': made_play, 'flick': made_flick, 'deck': made_deck}
each_kind = pytest.mark.parametrize('kind', MAKERS)


@pytest.fixture(autouse=True)
def nothing_left():
    "Every test leaves the widgets as it found them."
    before = set(registry._instances)
    yield
    for key in set(registry._instances) - before:
        if key in registry._instances:
            registry._instances[key].close()


def say(widget, content, buffers=()):
    "A custom message of the page, the way Jupyter brings it."
    deliver(widget, {'method': 'custom', 'content': content}, buffers)


def write(widget, /, **traits):
    "The page writes traits."
    deliver(widget, {'method': 'update', 'state': traits, 'buffer_paths': []})


def deliver(widget, data, buffers=()):
    widget._handle_msg({'content': {'data': data}, 'buffers': list(buffers)})


def act(play, title):
    "The person presses the option with this English title."
    state = play.widget.state
    option = next(option for option in state['ask']['options'] if option['title']['en'] == title)
    say(play.widget, {'type': 'act', 'id': option['id'], 'turn': state['turn']})


def facts(play):
    "All that a match knows."
    session = play.match.session
    return session.position, list(session.answers), list(session.undone), list(play.match.seats), play.match.stage, session.seed, play.match.rules


def without_notice(state):
    return {name: value for name, value in state.items() if name not in ('notice', 'shown')}


def counting(widget):
    "A list that grows with every state that is sent to the page."
    sent = []
    widget.observe(lambda change: sent.append(change['new']), 'state')
    return sent


# ---- what the page makes up

FORGED = {
    'no type': {'health': 999},
    'an unknown type': {'type': 'cheat'},
    'a name with a dash': {'type': 'act-all'},
    'a method of the widget': {'type': 'set_state'},
    'a dunder': {'type': '__init__'},
    'a hook of the kernel': {'type': 'msg'},
    'a hook of traits': {'type': 'trait_change'},
    'a type that is a number': {'type': 7},
    'a type that is a list': {'type': ['act']},
    'a text': 'act',
    'a list': ['act'],
    'a number': 1,
    'nothing': None,
    'a megabyte': {'type': 'act', 'id': 'x' * 1_000_000},
    'a megabyte of save': {'type': 'load', 'text': 'x' * 1_000_000},
    'a deep one': {'type': 'act', 'id': json.loads('[' * 500 + ']' * 500)},
}


@each_kind
@pytest.mark.parametrize('forged', FORGED.values(), ids=FORGED)
def test_a_forged_message_changes_nothing_and_is_refused_visibly(kind, forged):
    widget = MAKERS[kind]().widget
    before = without_notice(widget.state)
    say(widget, forged)
    assert without_notice(widget.state) == before
    assert widget.state['notice']['kind'] == 'refused'
    for language, still in (('en', 'Nothing has changed.'), ('es', 'No ha cambiado nada.')):
        assert still in widget.state['notice']['say'][language]
        assert len(widget.state['notice']['say'][language]) < 300


@each_kind
def test_a_message_with_a_buffer_is_refused(kind):
    widget = MAKERS[kind]().widget
    before = without_notice(widget.state)
    say(widget, {'type': 'vega'}, [b'bytes'])
    assert without_notice(widget.state) == before
    assert widget.state['notice']['kind'] == 'refused'


TRAITS = ({'health': 999}, {'state': {'health': 999}}, {'state': None}, {'_esm': 'alert(1)'}, {'widget': None}, {'module': 'alert(1)'}, {'sheet': '*{}'}, {'comm': 1}, {})


def told(widget):
    "All that a page is told by a widget, its place and its scripts, but for the notice."
    return [{name: value if name != 'state' else without_notice(value) for name, value in part.get_state().items()}
            for part in (widget, widget.place, widget.place.scripts)]


@each_kind
@pytest.mark.parametrize('traits', TRAITS, ids=lambda traits: next(iter(traits), 'nothing'))
@pytest.mark.parametrize('part', ['widget', 'place'])
def test_traits_of_the_page_are_not_taken(kind, traits, part):
    widget = MAKERS[kind]().widget
    before, comm = told(widget), widget.comm
    write(widget if part == 'widget' else widget.place, **traits)
    assert told(widget) == before
    assert widget.comm == comm
    assert widget.state['notice']['kind'] == 'refused'
    assert 'health' not in widget.trait_names()


@pytest.mark.parametrize('traits', TRAITS, ids=lambda traits: next(iter(traits), 'nothing'))
def test_the_scripts_of_all_widgets_are_not_taken_from_a_page(traits):
    widget = made_walk().widget
    before = told(widget)
    write(widget.place.scripts, **traits)
    assert told(widget) == before


def test_all_widgets_are_drawn_by_one_set_of_scripts():
    one, two = made_walk().widget, made_walk().widget
    assert one.place.scripts is two.place.scripts
    one.place.scripts.close()
    three = made_walk().widget
    assert three.place.scripts.comm is not None
    assert three.place.scripts.module == static('widgets.js')


WRONG_ACTIONS = {
    'an option not offered': {'type': 'act', 'id': 'o99'},
    'an option of another kind': {'type': 'act', 'id': 3},
    'an option that is a table': {'type': 'act', 'id': {'o0': 1}},
    'no option': {'type': 'act'},
    'the value of an option': {'type': 'act', 'id': RED},
    'a late turn': {'type': 'act', 'id': 'o0', 'turn': 99},
    'an early turn': {'type': 'act', 'id': 'o0', 'turn': -1},
    'a turn in words': {'type': 'act', 'id': 'o0', 'turn': '0'},
    'no turn': {'type': 'act', 'id': 'o0', 'turn': None},
    'an agent that is not there': {'type': 'seat', 'seat': 0, 'agent': 'cheat'},
    'a seat that is not there': {'type': 'seat', 'seat': 2, 'agent': 'random'},
    'a seat from behind': {'type': 'seat', 'seat': -1, 'agent': 'random'},
    'a seat that is true': {'type': 'seat', 'seat': True, 'agent': 'random'},
    'an agent that is a list': {'type': 'seat', 'seat': 0, 'agent': ['random']},
    'agents told to go on': {'type': 'next'},
    'agents told to finish': {'type': 'finish'},
    'nothing to take back': {'type': 'undo'},
    'nothing to give back': {'type': 'redo'},
    'a save that is no text': {'type': 'load', 'text': 7},
    'a save that is missing': {'type': 'load'},
}


@pytest.mark.parametrize('wrong', WRONG_ACTIONS.values(), ids=WRONG_ACTIONS)
def test_an_action_that_is_not_open_changes_nothing(wrong):
    play = made_play()
    before, shown = facts(play), without_notice(play.widget.state)
    say(play.widget, {'turn': 0, **wrong})
    assert facts(play) == before
    assert without_notice(play.widget.state) == shown
    assert play.widget.state['notice']['kind'] == 'refused'


def test_a_counted_bar_is_drawn_with_its_interval():
    rows = [{'end': 'pin', 'share': .6, 'low': .5, 'high': .7}, {'end': 'draw', 'share': .4, 'low': .3, 'high': .5}]
    drawn = chart(both('How?', '¿Cómo?'), lambda: rows, x='end', y='share', likely=('low', 'high'), percent=True, labels={'share': both('share', 'parte')})
    whiskers = [layer['encoding'] for layer in drawn.spec['layer'] if layer['mark']['type'] == 'rule']
    assert whiskers and all(encoding['y']['field'] == 'low' and encoding['y2']['field'] == 'high' for encoding in whiskers)
    assert {json.dumps(layer['encoding']['y']['title']) for layer in drawn.spec['layer']} == {json.dumps(both('share', 'parte'))}
    assert [column['label']['en'] for column in drawn.columns] == ['end', 'share', 'at least', 'at most']


@pytest.mark.parametrize('tops, form', [((.5, .2), '.0%'), ((.5, .019), '~%')])
def test_the_numbers_beside_low_bars_are_fine_enough(tops, form):
    drawn = chart(both('How often?', '¿Con qué frecuencia?'), lambda top: [{'n': 1, 'chance': top}], controls=[slider('top', tops, tops[0], both('top', 'tope'))], x='n', y='chance', percent=True)
    assert drawn.spec['layer'][0]['encoding']['y']['axis']['format'] == form


def test_whoever_meets_themselves_lies_on_the_diagonal():
    names = ['Ann', 'Bob', 'Cid']
    rows = [{'one': one, 'other': other, 'share': .5} for one in names for other in names if one != other]
    drawn = chart(both('Who?', '¿Quién?'), lambda: rows, x='other', y='one', value='share', mark='heat', percent=True)
    assert [drawn.spec['layer'][0]['encoding'][axis]['sort'] for axis in 'xy'] == [names, names]


def test_a_refusal_is_told_in_the_words_of_the_game():
    option = refused('stop', 'combo.stop')
    with expect_fail(NotAllowed, lucha) as refusal:
        raise NotAllowed(option)
    told = refusal._repr_html_()
    why = lucha.teller.refusal(option)
    assert escape(why['en']) in told and escape(why['es']) in told and 'combo.stop' in told and 'is refused by' not in told



def test_a_click_that_comes_twice_counts_once():
    play = made_play()
    message = {'type': 'act', 'id': 'o0', 'turn': 0}
    say(play.widget, message)
    once = facts(play)
    say(play.widget, message)
    assert facts(play) == once
    assert 'moved on' in play.widget.state['notice']['say']['en']


@pytest.mark.parametrize('values', [None, 'all', {}, {'faces': 3, 'more': 1}, {'faces': 'x'}, {'faces': 99}, {'faces': -1}, {'faces': None},
                                    {'faces': True}, {'faces': [2]}, {'faces': {}}, {'faces': float('nan')}, {'faces': 10 ** 400}], ids=repr)
def test_a_setting_outside_the_controls_is_refused(values):
    widget = made_chart().widget
    before = without_notice(widget.state)
    say(widget, {'type': 'control', 'values': values})
    assert without_notice(widget.state) == before
    assert widget.state['notice']['kind'] == 'refused'


def test_a_setting_between_the_precomputed_ones_is_worked_out():
    widget = made_chart().widget
    say(widget, {'type': 'control', 'values': {'faces': 3}})
    assert widget.state['grid']['3']['rows'][0]['chance'] == pytest.approx(0.5)
    assert len(widget.state['grid']) == 4


@pytest.mark.parametrize('values', [None, 'all', {'blue': 1}, {'red': 99}, {'red': '2'}, {'red': [2]}, {'red': {}}, {'end': 'knock-out'}, {'red': 2.5}], ids=repr)
def test_an_answer_that_cannot_be_given_is_not_taken(values):
    exercise = made_quiz()
    say(exercise.widget, {'type': 'answer', 'values': values})
    assert exercise.answered == []
    assert exercise.widget.state['notice']['kind'] == 'refused'


def test_answers_are_remembered():
    exercise = made_quiz()
    say(exercise.widget, {'type': 'answer', 'values': {'red': 0, 'end': 'pin'}})
    say(exercise.widget, {'type': 'answer', 'values': {'red': 2, 'end': 'pin'}})
    assert exercise.answered == [{'red': 0, 'end': 'pin'}, {'red': 2, 'end': 'pin'}]
    assert exercise.widget.state['answered'] == 2


def test_a_broken_handler_says_so_and_the_widget_goes_on():
    class Broken(Panel):
        def on_add(self, message):
            self.show({**self.state, 'count': self.state['count'] + 1})

        def on_break(self, message):
            raise ZeroDivisionError('<b>division</b> by zero')
    widget = Widget(Broken({'kind': 'broken', 'count': 0}))
    say(widget, {'type': 'break'})
    assert widget.state['notice']['kind'] == 'error'
    assert 'division' in widget.state['notice']['say']['en']
    assert 'Nothing has changed.' in widget.state['notice']['say']['en']
    say(widget, {'type': 'add'})
    assert widget.state['count'] == 1


def test_a_policy_that_returns_what_was_not_offered_is_told_and_nothing_is_lost(monkeypatch):
    monkeypatch.setitem(lucha.agents, 'mad', (both('Mad', 'Loco'), lambda ask, position: 'throw the table'))
    play = in_a_fight()
    asked = play.widget.state['ask']['who']
    before, shown = facts(play), without_notice(play.widget.state)
    say(play.widget, {'type': 'seat', 'seat': asked, 'agent': 'mad'})
    assert facts(play) == before and without_notice(play.widget.state) == shown
    assert play.widget.state['notice']['kind'] == 'error'
    say(play.widget, {'type': 'seat', 'seat': 1 - asked, 'agent': 'mad'})
    while play.widget.state['notice'] is None:
        before, shown = facts(play), without_notice(play.widget.state)
        option = next(option for option in shown['ask']['options'] if not option['refused'])
        say(play.widget, {'type': 'act', 'id': option['id'], 'turn': shown['turn']})
    assert facts(play) == before and without_notice(play.widget.state) == shown
    assert 'throw the table' in play.widget.state['notice']['say']['en']


# ---- the kernel answers every message, because the page waits for it

@pytest.mark.parametrize('message', [{'type': 'new'}, {'type': 'seat', 'seat': 0, 'agent': ''}, {'type': 'hint'}, {'type': 'act', 'id': 'o99'}, {'type': 'undo'},
                                     {'type': 'redo'}, {'type': 'next'}, {'type': 'nonsense'}], ids=lambda message: message['type'])
def test_every_message_is_answered_with_a_new_state(message):
    play = in_a_fight()
    sent = counting(play.widget)
    for times in range(1, 5):
        say(play.widget, {'turn': len(play.match.session.answers), **message})
        assert len(sent) == times, 'the page would wait for an answer'


def test_loading_twice_is_answered_twice():
    play = in_a_fight()
    saved = play.save()
    sent = counting(play.widget)
    for times in range(1, 4):
        say(play.widget, {'type': 'load', 'text': saved})
        assert len(sent) == times


# ---- names from elsewhere stay text

HOSTILE = ['</script><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', "' onmouseover='alert(1)", '{who.__class__} {0} %s',
           '<!--<script>', '\u2028alert(1)', '</style><script>', '&lt;b&gt;', 'javascript:alert(1)']


class Elements(HTMLParser):
    "The elements and attributes of a page, as a browser would see them."
    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.words = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.words.append(data)


def harmless(source):
    "Assert that a page holds no script, no handler and no address that runs; returns its words and its data."
    page = Elements(source)
    for tag, attributes in page.found:
        assert tag not in ('img', 'iframe', 'object', 'embed', 'base', 'link', 'meta', 'form'), tag
        assert not [name for name in attributes if name.startswith('on')], attributes
        assert not re.match(r'\s*(javascript|data|https?):', attributes.get('href') or ''), attributes
        if tag == 'script':
            assert attributes == {'type': 'application/json', 'class': 'wnb-state'}
    data = [unpacked(json.loads(part)) for part in re.findall(r'<script type="application/json" class="wnb-state">(.*?)</script>', source, re.DOTALL)]
    assert len(data) == source.count('<script') == source.count('</script'), 'a script begins or ends inside the data'
    return ''.join(page.words), data


@pytest.fixture(params=HOSTILE)
def hostile(request, tmp_path):
    "A variant with a wrestler of a file whose name is markup, and the name."
    name = request.param
    file = tmp_path / 'wrestlers.toml'
    entries = ''.join(
        f'[[wrestler]]\nname = {json.dumps(each)}\nstarting_health = 20\npin_zone = 10\nred_zone = 5\nladder_space = 6\nsignature_die = [0, 1, 2, 2, 3, 4]\n'
        'source = {starting_health = "invented", pin_zone = "invented", red_zone = "invented", ladder_space = "invented", signature_die = "invented"}\n'
        for each in (name, BLUE))
    file.write_text(entries, encoding='utf-8')
    yield lucha.variant('hostile', 'hostile', wrestlers=wrestlers_from(file)), name
    del lucha.variants['hostile']


def test_a_hostile_name_stays_text_in_every_copy(hostile):
    rules, name = hostile
    watched = Play(rules, between(name, BLUE, rules=rules), 'fight', seats=('random', 'random'), seed=4, variant='hostile', title=name)
    watched.match.go_on(decisions=30)
    picked = Play(rules, Ring(), seed=1, variant='hostile', title=name)
    act(picked, name)
    for shown in (watched, picked, made_walk(name, rules), made_quiz(name), made_chart(name)):
        bundle = shown._repr_mimebundle_()
        words, data = harmless(bundle['text/html'])
        assert name in words.replace('\n', ' ') or name in json.dumps(data[0], ensure_ascii=False) or json.dumps(name)[1:-1] in json.dumps(data[0])
        assert len(data) == 1 and data[0]['live'] is False
        shown.close()
    assert watched.state()['board']['plates'][0]['name'] == name
    assert picked.match.session.position.side[0].wrestler == name
    assert any(name in line['say']['en'] for line in watched.state()['log'])


def test_a_hostile_name_is_saved_and_loaded(hostile):
    rules, name = hostile
    play = Play(rules, Ring(), seed=1, variant='hostile')
    act(play, name)
    again = Play(lucha, Ring())
    say(again.widget, {'type': 'load', 'text': play.save()})
    assert again.match.session.position == play.match.session.position
    assert again.widget.state['board']['plates'][0]['name'] == name


@each_kind
def test_a_copy_is_html_with_no_script_but_data_and_plain_text_that_stays(kind):
    first, second = MAKERS[kind](), MAKERS[kind]()
    one, two = first._repr_mimebundle_(), second._repr_mimebundle_()
    words, data = harmless(one['text/html'])
    assert [part['kind'] for part in data] == [kind]
    assert data[0]['title']['es'] in words
    assert one['text/plain'] == two['text/plain'] and one['text/html'] == two['text/html']
    assert not re.search(r'0x[0-9a-f]{6}', one['text/plain'] + one['text/html'])
    assert one['application/vnd.jupyter.widget-view+json']['model_id'] == first.widget.place.model_id


# ---- widgets come and go

@each_kind
def test_a_hundred_widgets_made_and_closed_leave_none_alive(kind):
    Scripts.of_this_kernel()
    gc.collect()
    before = len(registry._instances)
    shows, widgets = weakref.WeakSet(), weakref.WeakSet()
    for _ in range(100 if kind != 'odds' else 20):
        shown = MAKERS[kind]()
        shown._repr_mimebundle_()
        shows.add(shown)
        widgets.add(shown.widget)
        shown.close()
    if kind == 'odds':
        # the picture of a chart takes long to draw, its widget does not
        for _ in range(80):
            widgets.add(shown.widget)
            shown.close()
    del shown
    gc.collect()
    assert len(registry._instances) == before
    assert len(widgets) == 0
    assert len(shows) == 0


@each_kind
def test_closing_twice_is_no_error_and_a_closed_one_can_be_shown_again(kind):
    shown = MAKERS[kind]()
    first = shown.widget.model_id
    shown.close()
    shown.close()
    assert shown.widget.model_id != first


def test_a_cell_run_ten_times_and_clicked_once_gives_one_action():
    play = in_a_fight(table={'health': (20, 20)})
    ids = {play._repr_mimebundle_()['application/vnd.jupyter.widget-view+json']['model_id'] for _ in range(10)}
    assert len(ids) == 1
    others = [in_a_fight(table={'health': (20, 20)}) for _ in range(10)]
    for other in others:
        other._repr_mimebundle_()
    sent = counting(others[-1].widget)
    before = [facts(other) for other in others]
    say(others[-1].widget, {'type': 'hint', 'turn': len(others[-1].match.session.answers)})
    assert len(sent) == 1
    assert [facts(other) for other in others[:-1]] == before[:-1]
    assert facts(others[-1]) != before[-1]


# ---- undo, redo, hints

def to_a_choice_after_dice(lesson):
    "A match in which the person has chosen, dice were thrown, and the person is asked again."
    play = made_play(lesson=lesson)
    while True:
        state = play.widget.state
        option = next(option for option in state['ask']['options'] if not option['refused'])
        before = len([event for event in play.match.session.log if event.kind == 'roll'])
        say(play.widget, {'type': 'act', 'id': option['id'], 'turn': state['turn']})
        if len([event for event in play.match.session.log if event.kind == 'roll']) > before:
            return play


def test_undo_takes_back_a_choice_and_redo_gives_it_back():
    play = made_play()
    start = facts(play)
    act(play, RED)
    chosen = facts(play)
    say(play.widget, {'type': 'undo', 'turn': play.widget.state['turn']})
    assert facts(play)[0] == start[0] and play.widget.state['redo']
    say(play.widget, {'type': 'redo', 'turn': play.widget.state['turn']})
    assert facts(play) == chosen


def test_undo_stops_at_dice():
    play = to_a_choice_after_dice(lesson=False)
    before = facts(play)
    assert play.widget.state['undo']['can'] is False
    assert 'Dice' in play.widget.state['undo']['why']['en']
    say(play.widget, {'type': 'undo', 'turn': play.widget.state['turn']})
    assert facts(play) == before
    assert play.widget.state['notice']['kind'] == 'refused'


def test_undo_goes_past_dice_in_a_lesson_and_back():
    play = to_a_choice_after_dice(lesson=True)
    before = facts(play)
    assert play.widget.state['undo']['can'] is True
    say(play.widget, {'type': 'undo', 'turn': play.widget.state['turn']})
    assert len(play.match.session.answers) < len(before[1])
    say(play.widget, {'type': 'redo', 'turn': play.widget.state['turn']})
    assert facts(play) == before


def test_redo_gives_back_one_decision_at_a_time():
    play = made_play(lesson=True)
    turns = []
    for title in (RED, BLUE):
        turns.append(len(play.match.session.answers))
        act(play, title)
    end = facts(play)
    for turn in reversed(turns):
        say(play.widget, {'type': 'undo', 'turn': play.widget.state['turn']})
        assert len(play.match.session.answers) == turn
    say(play.widget, {'type': 'redo', 'turn': play.widget.state['turn']})
    assert len(play.match.session.answers) == turns[1]
    say(play.widget, {'type': 'redo', 'turn': play.widget.state['turn']})
    assert facts(play) == end


def test_hints_come_in_two_stages_and_end_with_the_decision():
    play = in_a_fight(seed=2)
    shown = play.widget.state
    assert shown['hint'] == {'stage': 0, 'say': None}
    assert all(option['odds'] is None for option in shown['ask']['options'])
    say(play.widget, {'type': 'hint', 'turn': shown['turn']})
    first = play.widget.state
    assert first['hint']['stage'] == 1 and first['hint']['say']['en'] and first['hint']['say']['es']
    assert all(option['odds'] is None for option in first['ask']['options'])
    say(play.widget, {'type': 'hint', 'turn': shown['turn']})
    second = play.widget.state
    assert second['hint']['stage'] == 2
    assert all(option['odds'] for option in second['ask']['options'] if not option['refused'])
    say(play.widget, {'type': 'act', 'id': next(option['id'] for option in second['ask']['options'] if not option['refused']), 'turn': second['turn']})
    assert play.widget.state['hint']['stage'] == 0


def test_a_refused_option_can_be_pressed_and_says_why():
    play = in_a_fight(table={'marker': (4, 4)}, seed=1)
    for _ in range(200):
        state = play.widget.state
        refused = [option for option in state['ask']['options'] if option['refused']]
        if refused:
            break
        say(play.widget, {'type': 'act', 'id': state['ask']['options'][0]['id'], 'turn': state['turn']})
    before = facts(play)
    say(play.widget, {'type': 'act', 'id': refused[0]['id'], 'turn': state['turn']})
    notice = play.widget.state['notice']
    assert facts(play) == before
    assert notice['kind'] == 'refused' and notice['rule'] == refused[0]['rule']
    assert notice['say']['en'].startswith(refused[0]['say']['en'])


# ---- saved games

def saved_file(play, monkeypatch):
    "The file that the page gets when the person presses Save."
    sent = []
    monkeypatch.setattr(play.widget, 'send', lambda content, buffers=None: sent.append(content))
    say(play.widget, {'type': 'save'})
    assert [message['type'] for message in sent] == ['file']
    assert re.fullmatch(r'[a-z0-9-]+\.json', sent[0]['name'])
    return sent[0]['text']


def test_a_match_is_saved_and_loaded_through_messages(monkeypatch):
    play = made_play(seats=('', 'random'), seed=5)
    act(play, RED)
    text = saved_file(play, monkeypatch)
    again = made_play(seats=('', 'random'), seed=0)
    say(again.widget, {'type': 'load', 'text': text})
    assert again.match.session.position == play.match.session.position
    assert again.widget.state['notice']['kind'] == 'ok'
    assert without_notice(again.widget.state) == without_notice(play.widget.state)


def test_a_whole_match_is_short_enough_to_be_loaded():
    play = made_play(seats=('random', 'random'), seed=3)
    play.match.go_on(decisions=1_000_000)
    again = made_play()
    say(again.widget, {'type': 'load', 'text': play.save()})
    assert again.match.session.done and again.widget.state['result']


def test_a_loaded_variant_stays_a_variant_in_new_matches():
    play = Play(lucha.variants['pure'], Ring(), seed=1, variant='pure')
    again = made_play()
    say(again.widget, {'type': 'load', 'text': play.save()})
    assert again.match.rules is lucha.variants['pure']
    say(again.widget, {'type': 'new'})
    third = made_play()
    say(third.widget, {'type': 'load', 'text': again.save()})
    assert third.widget.state['notice']['kind'] == 'ok'
    assert third.match.rules is lucha.variants['pure']


def rehashed(text, **changes):
    "A save whose content was changed by somebody who knows how the hash is made."
    saved = json.loads(text)
    saved['content'].update(changes)
    content = json.dumps(saved['content'], ensure_ascii=False, sort_keys=True, separators=(',', ':'))
    saved['hash'] = hashlib.sha256(content.encode('utf-8', 'surrogatepass')).hexdigest()
    return json.dumps(saved)


def cheated(text):
    start = json.loads(text)['content']['start']
    start['side'] = start['side'][:1]
    return rehashed(text, start=start)


BAD_SAVES = {
    'empty': lambda text: '',
    'cut short': lambda text: text[:-40],
    'edited': lambda text: text.replace('"seed": 7', '"seed": 8'),
    'not JSON': lambda text: '<script>alert(1)</script>',
    'a list': lambda text: '[]',
    'deep': lambda text: '[' * 50_000,
    'another version': lambda text: rehashed(text, version='0.0.0'),
    'another game': lambda text: rehashed(text, game='chess'),
    'an unknown variant': lambda text: rehashed(text, variant='cheat'),
    'a variant that is a list': lambda text: rehashed(text, variant=['pure']),
    'an unknown rule': lambda text: rehashed(text, rule='win'),
    'a rule that is a number': lambda text: rehashed(text, rule=7),
    'arguments too many': lambda text: rehashed(text, args=[1, 2, 3]),
    'answers that do not fit': lambda text: rehashed(text, answers=['win', 'win']),
    'answers that are a text': lambda text: rehashed(text, answers='win'),
    'answers that are a number': lambda text: rehashed(text, answers=3),
    'a start that is a text': lambda text: rehashed(text, start='here'),
    'a start of another class': lambda text: rehashed(text, start={'is': 'Popen', 'args': ['true']}),
    'a start with one side': cheated,
    'a text that is no Unicode': lambda text: text.replace('Trueno', '\\ud800'),
    'a rule that is no Unicode': lambda text: rehashed(text, rule='\ud800'),
    'a hash of another kind': lambda text: json.dumps({**json.loads(text), 'hash': 1}),
    'a long version': lambda text: rehashed(text, version='x' * 100_000),
    'a start without a number': lambda text: rehashed(text, start={**json.loads(text)['content']['start'], 'hits': 'many'}),
    'a huge number': lambda text: '{"content": {}, "hash": ' + '9' * 6000 + '}',
}


@pytest.mark.parametrize('bad', BAD_SAVES.values(), ids=BAD_SAVES)
def test_a_bad_save_changes_nothing_and_is_refused_in_a_sentence(bad):
    play = made_play()
    act(play, RED)
    before, shown = facts(play), without_notice(play.widget.state)
    say(play.widget, {'type': 'load', 'text': bad(play.save())})
    assert facts(play) == before
    assert without_notice(play.widget.state) == shown
    notice = play.widget.state['notice']
    assert notice['kind'] == 'refused', notice
    assert 20 < len(notice['say']['en']) < 500 and 'Nothing has changed.' in notice['say']['en']
    act(play, BLUE)
    assert play.match.session.position.side[1].wrestler == BLUE


def test_the_log_is_told_anew_where_something_was_taken_back():
    play = made_play(seats=('', 'random'), lesson=True)
    picks = iter(range(1000))
    for _ in range(12):
        state = play.widget.state
        options = [option for option in state['ask']['options'] if not option['refused']]
        say(play.widget, {'type': 'act', 'id': options[next(picks) % len(options)]['id'], 'turn': state['turn']})
    whole = play.match.log()
    for _ in range(4):
        say(play.widget, {'type': 'undo', 'turn': play.widget.state['turn']})
    assert play.match.log() == whole[:len(play.match.log())]
    for _ in range(4):
        say(play.widget, {'type': 'redo', 'turn': play.widget.state['turn']})
    assert play.match.log() == whole
    again = made_play(seats=('', 'random'), lesson=True)
    again.load(play.save())
    assert again.match.log() == whole
    assert [line['n'] for line in whole] == list(range(whole[0]['n'], whole[0]['n'] + len(whole)))


# ---- the engine on a page of the site has the standard library alone

STANDARD_ALONE = ['shows.page', 'shows.picture', 'shows.lesson', 'shows.walk', 'shows.quiz', 'shows.chart', 'shows.play', 'shows.flick', 'shows.deck', 'shows.widget', 'shows.live', 'lucha_wars.game']
BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in ('anywidget', 'altair', 'ipywidgets', 'traitlets', 'IPython', 'narwhals', 'jsonschema', 'comm'):
            raise ModuleNotFoundError(f'{name} is not on this page', name=name)

sys.meta_path.insert(0, Blocked())
"""


@pytest.mark.parametrize('name', STANDARD_ALONE)
def test_what_is_shown_needs_the_standard_library_alone(name):
    told = subprocess.run([sys.executable, '-c', f'{BLOCKED}\nimport wrestling_nb.{name}'], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


# ---- charts that are worked out when they are asked, and reach beyond what was worked out before

def counted_chart():
    "A chart that counts what it works out, and the list of that."
    asked = []

    def compute(faces):
        asked.append(faces)
        return [{'hits': hits, 'chance': Fraction(faces, 6) ** hits} for hits in range(1, 4)]
    made = chart(both('How often?', '¿Con qué frecuencia?'), compute, controls=[slider('faces', [1, 2, 4], 2, both('faces', 'caras'), beyond=range(1, 6))],
                 x='hits', y='chance', percent=True, game=lucha, rules=['combo.roll-on-hit'],
                 guess={'question': both('How many of 100?', '¿Cuántas de 100?'), 'start': 30, 'answer': lambda faces: 100 * Fraction(faces, 6)})
    return made, asked


def test_a_setting_is_worked_out_when_it_is_asked_for_and_once():
    made, asked = counted_chart()
    assert asked == []
    assert made.setting({'faces': 5}) == made.setting({'faces': 5})
    assert asked == [5]
    made.state()
    made.state()
    assert sorted(asked) == [1, 2, 4, 5]


def test_the_page_has_what_was_worked_out_before_and_may_ask_beyond():
    made, _ = counted_chart()
    state = made.panel.state
    assert set(state['grid']) == {'1', '2', '4'}
    assert state['controls'][0]['beyond'] == [1, 2, 3, 4, 5]
    made.panel.receive({'type': 'control', 'values': {'faces': 5}})
    assert made.panel.state['grid']['5']['rows'][0]['chance'] == pytest.approx(5 / 6)
    assert made.panel.state['guess']['answers']['5'] == pytest.approx(500 / 6)
    made.panel.receive({'type': 'control', 'values': {'faces': 6}})
    assert made.panel.state['notice']['kind'] == 'refused' and '6' not in made.panel.state['grid']


def test_a_panel_goes_on_from_the_state_of_a_page_and_works_out_nothing_again():
    made, asked = counted_chart()
    state = made.state()
    again, asked = counted_chart()
    panel = again.panel_class(state, again)
    panel.receive({'type': 'control', 'values': {'faces': 3}})
    assert asked == [3]
    assert set(panel.state['grid']) == {'1', '2', '3', '4'}


# ---- what a page holds is told once

@each_kind
def test_a_state_is_packed_and_unpacked_without_loss(kind):
    state = json.loads(json.dumps(MAKERS[kind]().state()))
    assert unpacked(json.loads(json.dumps(packed(state)))) == state


def test_a_walkthrough_takes_less_room_packed():
    state = made_walk().state()
    assert len(json.dumps(packed(state))) < len(json.dumps(state)) / 2


@pytest.mark.parametrize('data', [[], {}, [{}], [{}, {}], [{'a': 1}, {'b': 2}], [{'a': 1, 'b': 2}, {'a': 1}], [{'a': None}, {'a': None, 'b': False}], {'x': [[[]]] * 3},
                                  {'x': [{'a': 'long enough to be shared once more'}] * 3, 'y': {'a': 'long enough to be shared once more'}}])
def test_any_data_is_packed_and_unpacked_without_loss(data):
    assert unpacked(json.loads(json.dumps(packed(data)))) == data


# ---- copies without scripts teach by themselves

def test_a_walkthrough_without_scripts_is_a_list_with_its_last_board_as_a_picture():
    made = made_walk()
    html = made.plain_html()
    assert html.count('<li data-rule=') == len(made.steps)
    health = made.end.side[0].health
    assert '<ol class="plain">' in html and f'aria-label="Health: {health} of ' in html and f'Salud: {health} de ' in html


def test_a_chart_without_scripts_is_a_picture_with_its_sentence_and_table():
    pytest.importorskip('vl_convert')
    html = counted_chart()[0].plain_html()
    picture = html[html.index('<svg'):html.index('</svg>')]
    assert 'var(--wnb-ink)' in picture and not re.search('#[0-9a-f]{6}', picture)
    assert '<details><summary>' in html and '<table' in html and 'Los números' in html


def test_an_exercise_without_scripts_folds_its_answer():
    html = made_quiz().plain_html()
    folded = html[html.index('<details>'):html.index('</details>')]
    assert 'Respuesta' in folded and '<b><span>2</span></b>' in folded
    assert html.count('class="die') == 2


def test_a_match_without_scripts_says_how_it_is_opened():
    assert 'JupyterLab' in made_play().plain_html()
