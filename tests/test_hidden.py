"""What one side hides never reaches the other: every card has a name of its own, and all that leaves Python is searched for it."""
import json
import random
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from wrestling_nb.all_time_wrestling.components import ROSTER
from wrestling_nb.all_time_wrestling.game import game as atw
from wrestling_nb.core.rules import NotOffered, Roll
from wrestling_nb.core.session import SaveError, Session
from wrestling_nb.core.view import view
from wrestling_nb.lucha_wars.components import Ring
from wrestling_nb.lucha_wars.game import match_of
from wrestling_nb.shows.play import Play

MARK = re.compile(r'card\d\d\d')


def marked(wrestler, first):
    "The wrestler with a deck in which each card is called by a number that no other card has."
    deck = {f'card{first + number:03}': replace(card, name=f'card{first + number:03}') for number, card in enumerate(wrestler.deck.values())}
    return replace(wrestler, deck=deck)


ROSTER_OF_MARKS = {name: marked(wrestler, 100 + 100 * number) for number, (name, wrestler) in enumerate(ROSTER.items())}
MARKED = atw.variant('Cards with marks', 'marked', roster=ROSTER_OF_MARKS)


@pytest.fixture(scope='module', autouse=True)
def no_variant_is_left():
    yield
    del atw.variants['marked']


def marks(*shown):
    return set(MARK.findall(json.dumps(shown, default=repr)))


def deck(play, who):
    "The marks of all cards of a side, which its player may know; none for nobody."
    wrestler = '' if who is None else play.match.session.position.side[who].wrestler
    return set(ROSTER_OF_MARKS[wrestler].deck) if wrestler else set()


class Onlooker:
    """Whoever looks at the page of a match. `look` searches all that the page has got since the last time.

    A card may be named where it lies open, or lay open for a moment since; a hand may be shown to whom it belongs. With two
    at one page that is whoever has answered or has been handed the page; before the first card of a hand there is nothing to see.
    """
    def __init__(self, play):
        self.play = play
        self.read = 0
        self.heard = 0
        self.files = []
        self.facing = None
        play.panel.front = self
        self.look(play.panel.state)

    def show(self, state):
        "What is sent is searched once it is there: an error on the way would be told to the page."

    def send(self, content, buffers):
        self.files.append(content['text'])

    def look(self, state):
        session = self.play.match.session
        match_log = session.log
        people = [who for who, seat in enumerate(state['seats']) if seat['agent'] == '']
        alone = people[0] if len(people) == 1 else None
        if state['ask'] and not session.position.side[state['ask']['who']].hand:
            self.facing = state['ask']['who']
        has_page = alone if alone is not None or self.facing not in people else self.facing
        events = match_log[self.heard:] if self.heard <= len(match_log) else match_log
        laid = marks({view(position, alone) for event in events for position in (event.before, event.after)})
        lines = [line for line in state['log'] if line['n'] > self.read]
        assert marks(lines) <= laid | deck(self.play, alone), 'the log names a card that did not come open'
        now = marks(view(session.position, has_page))
        assert marks({name: part for name, part in state.items() if name != 'log'}) <= now | deck(self.play, has_page), 'the page has a card that lies hidden'
        self.read = max([line['n'] for line in state['log']], default=0)
        self.heard = len(match_log)

    def say(self, **message):
        state = self.play.panel.state
        if message['type'] in ('act', 'face') and state['ask']:
            self.facing = state['ask']['who']
        self.play.panel.receive({'turn': state['turn'], **message})
        self.look(self.play.panel.state)
        return self.play.panel.state


def played(seats, seed, each=None, most=4000):
    "A whole match by messages, watched from the first to the last; `each(play, onlooker)` is called after each action."
    play = Play(MARKED, MARKED.opening, seats=seats, seed=seed)
    onlooker = Onlooker(play)
    rng = random.Random(seed)
    for _ in range(most):
        state = play.panel.state
        if state['result']:
            return play, onlooker
        if state['waiting']:
            onlooker.say(type='next')
        elif state['ask'].get('covered'):
            onlooker.say(type='face')
        else:
            onlooker.say(type='act', id=rng.choice([option['id'] for option in state['ask']['options'] if not option['refused']]))
        assert play.panel.state['notice'] is None, play.panel.state['notice']
        if each:
            each(play, onlooker)
    raise AssertionError('the match does not end')


TABLES = {'red alone': ('', 'random'), 'blue alone': ('random', ''), 'two at one page': ('', ''), 'agents alone': ('random', 'random')}
each_table = pytest.mark.parametrize('seats', TABLES.values(), ids=TABLES)


@each_table
def test_a_whole_match_shows_and_tells_nobody_what_is_hidden(seats):
    play, _ = played(seats, 1)
    assert marks(play.panel.state['log'])
    assert len(play.match.session.log) > 100


@each_table
def test_whoever_is_asked_sees_the_own_hand(seats):
    hands = []

    def see(play, _):
        match = play.match
        if match.looks is not None:
            hand = match.session.position.side[match.looks].hand
            assert set(hand) <= marks(play.panel.state['board'])
            hands.append(hand)

    played(seats, 3, see)
    assert any(hands) == ('' in seats)


@each_table
def test_the_copy_in_a_notebook_and_the_saved_file_hold_nothing_hidden(seats):
    files, copies = [], []

    def keep(play, onlooker):
        match = play.match
        if len(match.session.answers) % 17 or match.session.done:
            return
        bundle = {name: part for name, part in play._repr_mimebundle_().items() if name.startswith('text/')}
        play.close()
        play.panel.front = onlooker
        ever = marks({view(event.after, match.viewer) for event in match.session.log})
        may_know = ever | marks(view(match.session.position, match.looks)) | deck(play, match.looks)
        assert marks(bundle) <= may_know
        copies.append(bundle)
        onlooker.say(type='save')
        text = onlooker.files[-1]
        if match.hides:
            assert marks(text) <= ever | deck(play, match.viewer)
            assert set(json.loads(text)['content']) == {'format', 'version', 'game', 'variant', 'side', 'table', 'log', 'sealed'}
            files.append((text, match.session.position))

    played(seats, 5, keep)
    assert copies and files
    text, position = files[len(files) // 2]
    assert Session.load(text, atw).position == position


def to_a_hidden_hand(seats, seed=1):
    "A match in which both have picked their hands and a person is asked what to do."
    play = Play(MARKED, MARKED.opening, seats=seats, seed=seed)
    onlooker = Onlooker(play)
    while play.match.session.ask.site != 'initiative.three-options':
        if play.panel.state['ask'].get('covered'):
            onlooker.say(type='face')
        onlooker.say(type='act', id=next(option['id'] for option in play.panel.state['ask']['options'] if not option['refused']))
    return play, onlooker


def test_a_file_of_one_side_opens_on_its_own_machine_alone(monkeypatch):
    play, onlooker = to_a_hidden_hand(('', 'random'))
    onlooker.say(type='save')
    monkeypatch.setattr('uuid.getnode', lambda: 1)
    with pytest.raises(SaveError, match='another machine'):
        Session.load(onlooker.files[-1], atw)
    onlooker.say(type='load', text=onlooker.files[-1])
    assert play.panel.state['notice']['kind'] == 'refused' and 'another machine' in play.panel.state['notice']['say']['en']


def test_when_the_match_is_over_the_whole_of_it_is_saved():
    play, onlooker = played(('', 'random'), 2)
    onlooker.say(type='save')
    assert 'answers' in json.loads(onlooker.files[-1])['content']


def test_nobody_takes_a_seat_whose_hand_the_page_may_not_show():
    play, onlooker = to_a_hidden_hand(('', 'random'))
    state = onlooker.say(type='seat', seat=1, agent='')
    assert state['notice']['kind'] == 'refused' and play.match.seats == ['', 'random']
    onlooker.say(type='seat', seat=0, agent='random')
    assert play.match.seats == ['random', 'random']
    state = onlooker.say(type='seat', seat=1, agent='')
    assert state['notice']['kind'] == 'refused'
    state = onlooker.say(type='seat', seat=0, agent='')
    assert state['notice'] is None and play.match.seats == ['', 'random'], 'the own seat is given and taken back'
    onlooker.say(type='new')
    assert onlooker.say(type='seat', seat=1, agent='')['notice'] is None


def test_a_spectator_takes_one_seat_and_no_second():
    play = Play(MARKED, MARKED.opening, seats=('random', 'random'), seed=3)
    onlooker = Onlooker(play)
    while not all(side.hand for side in play.match.session.position.side):
        onlooker.say(type='next')
    assert onlooker.say(type='seat', seat=1, agent='')['notice'] is None
    assert play.match.seats == ['random', ''] and play.match.looks == 1
    assert onlooker.say(type='seat', seat=0, agent='')['notice']['kind'] == 'refused'


def test_the_odds_of_a_hint_are_worked_out_from_what_is_seen():
    "Told from the view alone they are the same: nothing that is hidden goes into them."
    asked = 0

    def compare(play, _):
        nonlocal asked
        match = play.match
        if match.asked is not None:
            seen = SimpleNamespace(position=view(match.session.position, match.asked.who))
            found = atw.advice(match.rules, match.asked, match.session)
            assert found == atw.advice(match.rules, match.asked, seen)
            asked += bool(found)

    played(('', 'random'), 4, compare)
    assert asked


def test_a_question_is_covered_until_the_page_is_handed_over():
    play, onlooker = to_a_hidden_hand(('', ''))
    play.match.facing = 1 - play.match.asked.who
    play.panel.draw()
    state = play.panel.state
    assert state['ask'].get('covered') and state['ask']['options'] == [] and state['ask']['question']
    assert not marks(state['board'])
    before = list(play.match.session.answers)
    assert onlooker.say(type='act', id='o0')['notice']['kind'] == 'refused'
    assert play.match.session.answers == before
    state = onlooker.say(type='face')
    assert not state['ask'].get('covered') and state['ask']['options'] and marks(state['board'])
    assert onlooker.say(type='face')['notice']['kind'] == 'refused'


def test_undo_stops_at_a_card_that_was_drawn():
    play, onlooker = to_a_hidden_hand(('', 'random'))
    while not (play.match.asked and play.match.asked.site == 'initiative.three-options'):
        onlooker.say(type='act', id=next(option['id'] for option in play.panel.state['ask']['options'] if not option['refused']))
    before = len(play.match.session.log)
    onlooker.say(type='act', id=next(option['id'] for option in play.panel.state['ask']['options'] if option['title']['en'].startswith('Draw')))
    assert any(event.kind == 'roll' and type(event.ask) is Roll for event in play.match.session.log[before:])
    state = play.panel.state
    assert not state['undo']['can'] and ('card' in state['undo']['why']['en'] or 'Dice' in state['undo']['why']['en'])


def test_undo_stops_where_the_other_side_has_shown_a_card():
    for seed in range(40):
        play, onlooker = to_a_hidden_hand(('', 'random'), seed)
        if play.match.asked.who != 0:
            continue
        before = len(play.match.session.log)
        onlooker.say(type='act', id=next(option['id'] for option in play.panel.state['ask']['options'] if option['title']['en'].startswith('Rest')))
        events = play.match.session.log[before:]
        played_card = any(event.kind == 'change' and event.ask.path == ('cards',) and event.after.cards for event in events)
        thrown = any(event.kind == 'roll' for event in events)
        if played_card and not thrown and not play.match.session.done:
            assert play.panel.state['undo'] == {'can': False, 'why': play.panel.state['undo']['why']}
            assert 'come open' in play.panel.state['undo']['why']['en']
            return
    raise AssertionError('no agent played a card')


def test_what_was_picked_in_secret_can_be_taken_back_in_secret():
    play = Play(MARKED, MARKED.opening, seats=('', ''), seed=1)
    onlooker = Onlooker(play)
    for _ in range(3):
        onlooker.say(type='act', id=next(option['id'] for option in play.panel.state['ask']['options'] if not option['refused']))
    assert play.match.session.position.side[0].hand
    assert play.panel.state['undo']['can']
    onlooker.say(type='undo')
    assert play.match.session.position.side[0].hand == ()


def test_an_error_does_not_name_the_cards_it_is_about(monkeypatch):
    play, onlooker = next(made for made in (to_a_hidden_hand(('', 'random'), seed) for seed in range(20)) if made[0].match.asked.who == 0)
    policies = dict(play.match.agents)

    def wrong(ask, position):
        raise NotOffered(f'offered are {ask.options}, among {position}')

    play.match.agents = {**policies, 'random': (policies['random'][0], wrong)}
    onlooker.say(type='act', id=next(option['id'] for option in play.panel.state['ask']['options'] if option['title']['en'].startswith('Rest')))
    notice = play.panel.state['notice']
    assert notice['kind'] == 'error' and not marks(notice)


def test_the_seed_stays_with_python_where_nothing_is_thrown_by_hand():
    play, _ = to_a_hidden_hand(('', 'random'))
    assert play.panel.state['seed'] is None


def test_weapons_of_the_other_corner_are_not_named_either():
    "Another game: what a wrestler of an agent has picked up is neither on the board nor in the log before it is used."
    rules = match_of('weapons')
    seen = 0
    for seed in range(6):
        play = Play(rules, Ring(), seats=('', 'random'), seed=seed)
        rng = random.Random(seed)
        while not play.panel.state['result']:
            position = play.match.session.position
            held = [weapon for weapon in position.side[1].weapons if weapon not in position.side[0].weapons and weapon not in position.discard]
            seen += len(held)
            plates = json.dumps(play.panel.state['board']['plates'][1])
            assert not any(f'"{weapon}"' in plates for weapon in held)
            options = [option['id'] for option in play.panel.state['ask']['options'] if not option['refused']]
            play.panel.receive({'type': 'act', 'id': rng.choice(options), 'turn': play.panel.state['turn']})
    assert seen
