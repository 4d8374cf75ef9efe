"""The boards of match types: what is drawn of each, in print and in a browser, and matches of three played to their end."""
import json
import random
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from wrestling_nb.core.dice import Pile
from wrestling_nb.core.rules import NotOffered
from wrestling_nb.lucha_wars.components import Luchador, Ring
from wrestling_nb.lucha_wars.game import MATCH_TYPES, TEAMS, match_of
from wrestling_nb.lucha_wars.game import game as lucha
from wrestling_nb.shows.picture import board_picture
from wrestling_nb.shows.play import Play
from wrestling_nb.shows.walk import example

RED, BLUE, THIRD = 'Trueno Azul', 'Sombra Roja', 'Doña Avispa'


def wrestler(name, **more):
    return Luchador(name, lucha.numbers['wrestlers'].value[name].starting_health, **{'standee': 'ring', **more})


def pair(red=(), blue=(), **table):
    return Ring((wrestler(RED, **dict(red)), wrestler(BLUE, **dict(blue))), **table)


def three(**table):
    return Ring((wrestler(RED), wrestler(BLUE), wrestler(THIRD)), **table)


def drawn(rules, position):
    return rules.board(rules, position)


def pieces(board):
    return {piece['kind']: piece for piece in board['ring'] if piece['kind'] not in ('dice', 'note')}


class Names(HTMLParser):
    "The accessible names in a page, and how often each class is there."
    def __init__(self, source):
        super().__init__()
        self.names, self.classes, self.tags = [], [], []
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append(tag)
        self.classes += (attributes.get('class') or '').split()
        if 'aria-label' in attributes:
            self.names.append(attributes['aria-label'])


# ---- what a board says

KINDS = {(): set(), ('three',): {'posts'}, ('tag',): {'posts', 'outside'}, ('ladder',): {'posts', 'ladder'}, ('cage',): {'posts', 'cage'},
         ('weapons',): {'posts', 'corners'}, ('solo',): {'posts', 'outside'}, ('tag', 'weapons', 'cage'): {'posts', 'outside', 'cage', 'corners'}}


@pytest.mark.parametrize('types', KINDS, ids='+'.join)
def test_a_board_has_what_its_match_type_has_and_no_more(types):
    rules = match_of(*types)
    match = Play(rules, rules.opening, seats=('random',) * len(rules.opening.side), seed=3).match
    match.go_on(12)
    assert set(pieces(match.printed.board(rules, match.session.position))) == KINDS[types]


@pytest.mark.parametrize('rules', TEAMS, ids=lambda rules: rules.title)
def test_partners_wait_at_the_corner_of_their_side_with_their_health(rules):
    size = rules.numbers['team_size'].value
    match = Play(rules, rules.opening, seats=('random', 'random'), seed=3).match
    match.go_on(2 * size + 3)
    outside = [piece for piece in drawn(rules, match.session.position)['ring'] if piece['kind'] == 'outside']
    assert [(piece['corner'], len(piece['people'])) for piece in outside] == [('r', size - 1), ('b', size - 1)]
    assert all(0 < each['health'] <= each['max'] for piece in outside for each in piece['people'])


def test_three_corners_are_told_apart():
    board = drawn(match_of('three'), three())
    assert [plate['corner'] for plate in board['plates']] == ['r', 'b', 'p']


@pytest.mark.parametrize('who', range(3))
def test_the_token_lies_on_the_mat_of_the_lone_player(who):
    plates = drawn(match_of('three'), three(alone=who))['plates']
    assert [bool(plate.get('token')) for plate in plates] == [number == who for number in range(3)]
    assert plates[who]['token']['state'] is None
    assert drawn(match_of('three'), three(alone=who, shielded=True))['plates'][who]['token']['state']


def test_the_token_is_put_away_when_two_are_left():
    position = three(alone=0)
    position = replace(position, side=(*position.side[:2], replace(position.side[2], standee='out')))
    board = drawn(match_of('three'), position)
    assert not any(plate.get('token') for plate in board['plates'])
    assert [each['corner'] for each in pieces(board)['posts']['inside']] == ['r', 'b']


def test_the_lone_player_stands_first_in_the_ring():
    assert [each['corner'] for each in pieces(drawn(match_of('three'), three(alone=2)))['posts']['inside']] == ['p', 'r', 'b']


def test_everybody_stands_on_their_step_of_the_ladder():
    ladder = pieces(drawn(match_of('ladder'), pair({'step': 4, 'standee': 'platform'}, {'step': 0})))['ladder']
    assert ladder['steps'] == 4
    assert [(each['corner'], each['step'], each['where']['en']) for each in ladder['at']] == [('r', 4, 'on the platform'), ('b', 0, 'in the ring')]


def test_weapon_tokens_are_counted_and_none_is_named_before_it_is_used():
    position = pair(corners=Pile(('Net', 'Bolas', 'Seesaw')), supply=Pile(('Oil Flask', 'Frying Pan')), discard=('Dustbin Lid',))
    corners = pieces(drawn(match_of('weapons'), position))['corners']
    assert (corners['tokens'], corners['of'], corners['supply']['count']) == (3, 4, 2)
    assert [name['en'] for name in corners['used']['names']] == ['Dustbin Lid']
    assert not any(name in json.dumps(corners) for name in ('Net', 'Bolas', 'Seesaw', 'Oil Flask', 'Frying Pan'))


# ---- in print

def test_every_drawing_in_print_has_a_name_in_both_languages():
    partner = replace(wrestler('Rey Coyote'), health=9, standee='apron')
    position = pair({'partners': (partner,)}, {'partners': (replace(partner, wrestler='El Cometa', standee='out'),)}, corners=Pile(('Net',)), discard=('Bolas',))
    page = board_picture(drawn(match_of('tag', 'weapons', 'cage'), position))
    found = Names(page)
    assert {'The cage · La jaula', 'Weapon tokens in the ring: 1 · Fichas de arma en el ring: 1', 'Partners · Compañeros'} <= set(found.names)
    assert f'The ring: {RED}, {BLUE} · El ring: {RED}, {BLUE}' in found.names
    assert found.classes.count('post') == 4 and found.classes.count('points') == 1 and found.classes.count('gone') == 1
    ladder = board_picture(drawn(match_of('ladder'), pair({'step': 2})))
    says = f'The ladder: {RED} on step 2, {BLUE} in the ring · La escalera: {RED} en el peldaño 2, {BLUE} en el ring'
    assert says in Names(ladder).names


def test_the_board_of_two_is_drawn_as_before():
    found = Names(board_picture(drawn(lucha, pair({'showing': (3, 2, 0, 0)}, {'showing': (2, 2, 1, 0)}))))
    assert not {'arena', 'above', 'post', 'three', 'held'} & set(found.classes)


def test_the_third_corner_is_named_in_print():
    page = board_picture(drawn(match_of('three'), three(alone=2)))
    assert 'third corner' in page and 'tercera esquina' in page and 'Lone Player' in page.split('side-p')[1]
    assert 'var(--wnb-plum-solid)' in page


def test_a_hostile_name_outside_the_ring_stays_text():
    evil = '<img src=x onerror=alert(1)>'
    board = drawn(match_of('solo'), pair(waiting=(evil,)))
    page = board_picture(board)
    assert '&lt;img src=x' in page and 'img' not in Names(page).tags


# ---- three at a table

def to_the_end(play, seed, most=3000):
    "People answer by messages, anything that is offered, until the bell; returns who was asked."
    rng = random.Random(seed)
    panel = play.panel
    asked = set()
    for _ in range(most):
        state = panel.state
        if state['result']:
            return asked
        asked.add(state['ask']['who'])
        assert state['ask']['corner'] == state['board']['plates'][state['ask']['who']]['corner']
        option = rng.choice([option for option in state['ask']['options'] if not option['refused']])
        panel.receive({'type': 'act', 'id': option['id'], 'turn': state['turn']})
        assert panel.state['notice'] is None, panel.state['notice']
    raise AssertionError('the match does not end')


@pytest.mark.parametrize('seed', range(3))
def test_three_people_play_to_the_end(seed):
    rules = match_of('three')
    play = Play(rules, rules.opening, seed=seed)
    assert [seat['corner'] for seat in play.state()['seats']] == ['r', 'b', 'p']
    assert to_the_end(play, seed) == {0, 1, 2}
    state = play.state()
    assert play.match.session.value[0] in range(3)
    assert {line['corner'] for line in state['log']} <= {'r', 'b', 'p', None}
    assert 'p' in {line['corner'] for line in state['log']}


@pytest.mark.parametrize('agent', ['random', 'greedy', 'careful'])
def test_three_agents_play_to_the_end(agent):
    rules = match_of('three')
    play = Play(rules, rules.opening, seats=(agent,) * 3, seed=2)
    play.panel.receive({'type': 'finish', 'turn': play.panel.state['turn']})
    assert play.panel.state['result'] and play.panel.state['notice'] is None


def test_the_third_seat_is_taken_and_left_like_any_other():
    rules = match_of('three')
    play = Play(rules, rules.opening, seats=('', 'random', 'random'), seed=4)
    play.panel.receive({'type': 'seat', 'seat': 2, 'agent': ''})
    assert play.match.seats == ['', 'random', '']
    assert to_the_end(play, 4) == {0, 2}


def test_a_hint_for_the_third_player_has_odds():
    rules = match_of('three')
    play = Play(rules, three(), 'fight', seats=('random', 'random', ''), seed=2)
    panel = play.panel
    while len(play.match.asked.options) < 2:
        panel.receive({'type': 'act', 'id': 'o0', 'turn': panel.state['turn']})
    for stage in (1, 2):
        panel.receive({'type': 'hint', 'turn': panel.state['turn']})
        assert panel.state['hint']['stage'] == stage and panel.state['notice'] is None
    assert panel.state['ask']['corner'] == 'p'
    assert any(option['odds'] for option in panel.state['ask']['options'])


def test_seats_are_as_many_as_sides():
    rules = match_of('three')
    assert Play(rules, rules.opening, seats=('random',)).match.seats == ['random', '', '']
    with pytest.raises(NotOffered, match='2 seats, not 3'):
        Play(lucha, Ring(), seats=('', '', ''))


def test_a_match_of_three_is_loaded_at_a_table_of_two_and_back():
    rules = match_of('three')
    play = Play(rules, rules.opening, seats=('', '', 'random'), seed=4)
    play.match.act(play.match.asked.options[0])
    table = Play(lucha, Ring(), seats=('', 'random'), seed=1)
    two = table.save()
    table.load(play.save())
    assert table.match.seats == ['', 'random', ''] and len(table.state()['seats']) == 3
    table.load(two)
    assert table.match.seats == ['', 'random'] and len(table.state()['seats']) == 2


@pytest.mark.parametrize('who', ['one', 'two', 'seven'])
def test_a_number_that_is_no_player_has_no_corner(who):
    "In a match of two nothing is told of a third corner, whatever numbers its rules are called with."
    play = Play(match_of('weapons'), Ring(), seats=('random', 'random'), seed=len(who))
    play.match.go_on(1_000_000)
    assert {line['corner'] for line in play.state()['log']} <= {'r', 'b', None}


def test_a_walkthrough_of_three_tells_of_the_third_corner():
    walk = example(match_of('three'), three(), 'take_dice', 2, title='Dice for the third')
    assert [step['corner'] for step in walk.steps] == [None, 'p']


# ---- in a browser

BROWSED = [*[(each,) for each in MATCH_TYPES], ('tag', 'weapons', 'cage')]


@pytest.mark.parametrize('types', BROWSED, ids='+'.join)
def test_a_match_is_played_to_its_end_in_the_browser(table, types):
    "People press some options, then agents take every seat and play on; nothing is wider than a phone."
    rules = match_of(*types)
    play = Play(rules, rules.opening, seed=5)
    page = table(play)
    rng = random.Random(7)
    for _ in range(14):
        options = page.locator('.opt:not([aria-disabled])')
        turn = play.panel.state['turn']
        options.nth(rng.randrange(options.count())).click()
        for _ in range(200):
            if play.panel.state['turn'] != turn:
                break
            page.wait_for_timeout(10)
        question = play.panel.state['ask']['question']['en']
        page.wait_for_function('question => document.querySelector(".ask .q").textContent === question', arg=question)
    assert page.locator('.arena .ring.above .post').count() == 4
    for width in (1280, 390):
        page.set_viewport_size({'width': width, 'height': 900})
        assert page.evaluate('document.documentElement.scrollWidth') <= width
    for seat in range(len(play.match.seats)):
        page.locator(f'[data-k="seat-{seat}"]').select_option('random')
        page.wait_for_function('seat => document.querySelector(`[data-k="seat-${seat}"]`).value === "random"', arg=seat)
    if play.panel.state['waiting']:
        page.locator('[data-k="finish"]').click()
    page.wait_for_selector('[data-k="again"]')
    assert page.locator('.ask .q').text_content() == play.panel.state['result']['en']
