"""Cards on the page: what they say is what the rules work out, in print, by hand and by keyboard."""
import json
import random
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from itertools import combinations

import pytest

from wrestling_nb.all_time_wrestling.components import ROSTER, between, corner
from wrestling_nb.all_time_wrestling.game import game as atw
from wrestling_nb.all_time_wrestling.rampage import assignments
from wrestling_nb.all_time_wrestling.table import attack_facts, board, card_options, chances_together
from wrestling_nb.core.drive import Run, first
from wrestling_nb.core.exact import exact
from wrestling_nb.core.rules import Table
from wrestling_nb.core.view import view
from wrestling_nb.shows.picture import board_picture
from wrestling_nb.shows.play import Play

RED, BLUE = 'Kurt Angle', 'Jax Felix'
DECK = ROSTER[RED].deck
DIE = atw.numbers['die'].value
RAMPAGING = tuple(card.name for card in DECK.values() if card.rampaging)
SIGNATURE = next(card.name for card in DECK.values() if card.signature)
FINISHER = next(card.name for card in DECK.values() if card.finisher)


def bout(hand, red=(), blue=(), **table):
    other = tuple(ROSTER[BLUE].deck)[4:8]
    return between(corner(RED, hand, **dict(red)), corner(BLUE, other, **dict(blue)), **table)


def asked(position, name='act', *args):
    return Run(atw, position, name, *args).ask


def says(facts):
    return {fact['label']['en'] if isinstance(fact['label'], dict) else fact['label']: fact['value']['en'] if isinstance(fact['value'], dict) else fact['value'] for fact in facts}


class Words(HTMLParser):
    "The text of a page, the tags in it, and the accessible names."
    def __init__(self, source):
        super().__init__()
        self.text, self.tags, self.names = '', [], []
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.names.append(dict(attributes).get('aria-label') or '')

    def handle_data(self, data):
        self.text += data


# ---- what a card would do

@pytest.mark.parametrize('momentum', [-9, 0, 6, 9])
@pytest.mark.parametrize('stamina', [2, 12])
@pytest.mark.parametrize('name', [RAMPAGING[0], SIGNATURE, FINISHER])
def test_the_chance_on_the_page_is_that_of_the_rules(name, stamina, momentum):
    position = bout((name,), blue={'stamina': stamina}, momentum=momentum)
    declared = replace(position, cards=(name,))
    lands = sum(chance for (hit, _), chance in exact(atw, declared, 'attack_roll', policy=first).items() if hit)
    assert says(attack_facts(atw, position, 0, (name,)))['lands'] == f'{round(100 * lands)}\u00a0%'


@pytest.mark.parametrize('number', [2, 3, 4])
@pytest.mark.parametrize('momentum', [0, 9])
def test_the_chances_of_cards_together_are_those_of_the_rules(number, momentum):
    names = RAMPAGING[:number]
    g = Table(atw, bout((), momentum=momentum, cards=names))
    pool = DIE * number
    one = every = Fraction(0)
    for outcome, weight in pool.cells:
        sets = assignments(g, pool.tell(outcome))
        one += Fraction(weight if sets else 0, pool.total)
        every += Fraction(weight if sets and len(sets[0].split(' + ')) == number else 0, pool.total)
    assert chances_together(DIE, [DECK[name].target for name in names]) == (one, every)


def test_every_attack_that_is_offered_has_its_cards_its_cost_and_its_chances():
    position = bout((*RAMPAGING[:4], FINISHER))
    ask = asked(position)
    laid = card_options(atw, ask, view(position, 0))
    attacks = [option for option in ask.shown if option not in ('draw', 'rest')]
    assert set(laid['options']) == set(attacks) and laid['picked']
    assert len(attacks) == 5 + sum(len(list(combinations(range(4), number))) for number in (2, 3, 4))
    together = says(laid['options'][' + '.join(sorted(RAMPAGING[:4]))]['facts'])
    cost = sum(DECK[name].cost for name in RAMPAGING[:4]) - atw.numbers['rampage_discount'].value
    assert together['cost'] == f'{cost} of {position.side[0].stamina} stamina'
    assert {'at least one lands', 'all land', *RAMPAGING[:4]} <= set(together)
    assert {card['id'] for card in laid['cards']} == {*RAMPAGING[:4], FINISHER}


def test_a_chain_marks_the_cards_that_follow_and_counts_what_they_gain():
    first = next(card for card in DECK.values() if card.right)
    follower = next(card for card in DECK.values() if set(card.left) & set(first.right))
    position = bout((follower.name, FINISHER), icons=first.right)
    laid = card_options(atw, asked(position), view(position, 0))
    follows = {card['id']: card['follows'] for card in laid['cards']}
    assert follows[follower.name] and (FINISHER == follower.name or not follows[FINISHER])
    facts = says(laid['options'][follower.name]['facts'])
    circle = any(icon.startswith('circle') for icon in set(follower.left) & set(first.right))
    square = any(icon.startswith('square') for icon in set(follower.left) & set(first.right))
    assert facts['damage'] == str(follower.damage + (atw.numbers['circle_damage'].value if circle and not square else 0))
    assert ('square' in facts['target']) == square


def test_the_first_cards_say_what_the_hand_comes_to():
    play = Play(atw, atw.opening, seats=('', 'random'), seed=1)
    play.match.act(RED)
    option = next(option for option in play.state()['ask']['options'] if option['title']['en'] == FINISHER)
    assert says(option['facts'])['hand then'].startswith(f'{DECK[FINISHER].damage} of 9')


def test_a_wrestler_is_chosen_by_the_board():
    play = Play(atw, atw.opening, seats=('', 'random'), seed=1)
    for option in play.state()['ask']['options']:
        wrestler = ROSTER[option['title']['en']]
        told = says(option['facts'])
        assert (told['health'], told['stamina'], told['cards']) == (str(wrestler.health), str(wrestler.stamina), str(len(wrestler.deck)))
        assert wrestler.abilities[told['as permanent ability']].kind == 'permanent'
        assert not any(card in str(option) for card in wrestler.deck), 'a card is named before it lies on the table'


def test_a_gain_of_an_ability_is_not_taken_for_a_price():
    play = Play(atw, bout(RAMPAGING[:2]), 'offensive_window', (RAMPAGING[0],), seats=('', 'random'), seed=1)
    facts = {fact['label']['en']: fact['value'] for option in play.state()['ask']['options'] for fact in option.get('facts', [])}
    gains = [value for label, value in facts.items() if label in ('health', 'stamina', 'momentum', 'card', 'cards')]
    assert gains and all(gain.startswith('+') for gain in gains), facts


def test_a_match_loaded_for_two_people_is_handed_over_first():
    first = Play(atw, bout(RAMPAGING), 'bout', seats=('', ''), seed=1)
    other = Play(atw, atw.opening, seats=('', ''), seed=2)
    other.load(first.save())
    state = other.state()
    assert state['ask']['covered'] and state['ask']['options'] == []
    assert not any(part['cards'] for plate in state['board']['plates'] for part in plate['parts'] if part['kind'] == 'cards')


# ---- in print

def test_a_printed_table_is_complete_in_both_languages():
    position = bout(RAMPAGING[:2], blue={'stamina': 2, 'discard': tuple(ROSTER[BLUE].deck)[:2]}, momentum=8, cards=(FINISHER,))
    found = Words(board_picture(board(atw, view(position, 0))))
    assert 'Momentum: 8, red corner, unstoppable −2 · Impulso: 8, esquina roja, imparable −2' in found.names
    for name in (*RAMPAGING[:2], FINISHER, *tuple(ROSTER[BLUE].deck)[:2]):
        assert name in found.text
    for words in ('printed', 'impreso', 'low stamina', 'aguante bajo', 'Attack in play', 'Ataque en juego', 'draw pile', 'mazo', 'damage', 'daño'):
        assert words in found.text
    assert not any(name in found.text for name in tuple(ROSTER[BLUE].deck)[4:8])


def test_a_combo_icon_is_told_by_its_letter_and_in_words():
    linked = next(card for card in DECK.values() if card.left)
    found = Words(board_picture(board(atw, bout((linked.name,)))))
    shape, color = linked.left[0].split()
    assert f'left edge: {color} {shape}' in found.text and 'borde izquierdo' in found.text


def test_a_hostile_name_of_a_card_stays_text():
    evil = '<img src=x onerror=alert(1)>'
    deck = {evil if name == FINISHER else name: replace(card, name=evil) if name == FINISHER else card for name, card in DECK.items()}
    rules = atw.variant('A box of one\'s own', 'hostile', roster={**ROSTER, RED: replace(ROSTER[RED], deck=deck)})
    del atw.variants['hostile']
    position = between(corner(RED, (evil,), rules=rules), corner(BLUE, rules=rules), cards=(evil,))
    page = Play(rules, position, 'act').plain_html()
    assert '&lt;img src=x' in page and 'img' not in Words(page).tags


# ---- in a browser

def settled(page, play, turn):
    "Waits until the page shows what the match has come to since a turn."
    for _ in range(300):
        if play.panel.state['turn'] != turn:
            break
        page.wait_for_timeout(10)
    state = play.panel.state
    question = (state['result'] or state['ask']['question'])['en']
    page.wait_for_function('question => document.querySelector(".ask .q").textContent === question', arg=question)


def test_a_match_with_cards_is_played_in_the_browser(table):
    "Cards are picked and played, nothing is wider than a phone, and an agent takes the match to its end."
    play = Play(atw, atw.opening, seats=('', 'random'), seed=5)
    page = table(play)
    rng = random.Random(3)
    played = 0
    for _ in range(30):
        if play.panel.state['result']:
            break
        turn = play.panel.state['turn']
        ask = play.panel.state['ask']
        cards = page.locator('.cardopts .card:not([aria-disabled])')
        if cards.count() and rng.random() < .8:
            cards.nth(rng.randrange(cards.count())).click()
            if ask['picked']:
                page.locator('[data-k="playcards"]').click()
                played += 1
        else:
            options = page.locator('.opt:not([aria-disabled])')
            if not options.count():
                continue
            options.nth(rng.randrange(options.count())).click()
        settled(page, play, turn)
        if play.panel.state['notice']:
            raise AssertionError(play.panel.state['notice'])
    assert played
    for width in (1280, 390):
        page.set_viewport_size({'width': width, 'height': 900})
        assert page.evaluate('document.documentElement.scrollWidth') <= width
    page.locator('[data-k="seat-0"]').select_option('random')
    page.wait_for_function('() => document.querySelector(`[data-k="seat-0"]`).value === "random"')
    if play.panel.state['waiting']:
        page.locator('[data-k="finish"]').click()
    page.wait_for_selector('[data-k="again"]')
    assert page.locator('.ask .q').text_content() == play.panel.state['result']['en']


def test_cards_are_played_together_by_keyboard(table):
    play = Play(atw, bout(RAMPAGING[:3]), 'act', seats=('', 'random'), seed=2)
    page = table(play)
    names = sorted(RAMPAGING[:3])
    page.locator('.cardopts .card').first.focus()
    for number, name in enumerate(names):
        assert page.evaluate('document.activeElement.querySelector(".nm").textContent') == name
        page.keyboard.press('Space')
        assert page.locator('.cardopts [aria-pressed="true"]').count() == number + 1
        page.keyboard.press('Tab')
    assert 'all land' in page.locator('.sumbox').text_content()
    turn = play.panel.state['turn']
    page.keyboard.press('Enter')
    settled(page, play, turn)
    chosen = next(event.answer for event in play.match.session.log if event.kind == 'choose')
    assert chosen == ' + '.join(names)
    assert page.evaluate('document.activeElement.className') == 'q', 'the next question has the focus'


def test_the_letter_of_a_combo_icon_can_be_read(table):
    linked = tuple(card.name for card in DECK.values() if card.left or card.right)[:5]
    page = table(Play(atw, bout(linked), 'act', seats=('', 'random'), seed=2))
    colors = page.evaluate("""[...document.querySelectorAll('.combo')].map(icon =>
        [icon.querySelector('text'), icon.querySelector('circle, rect')].map(part => getComputedStyle(part).fill.match(/\\d+/g).slice(0, 3).map(Number)))""")

    def light(color):
        parts = [part / 255 / 12.92 if part / 255 <= .04045 else ((part / 255 + .055) / 1.055) ** 2.4 for part in color]
        return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]

    assert colors
    for letter, ground in colors:
        dark, bright = sorted((light(letter), light(ground)))
        assert (bright + .05) / (dark + .05) >= 4.5, (letter, ground)


def test_two_at_one_page_hand_it_over(table):
    play = Play(atw, bout(RAMPAGING[:2]), 'act', seats=('', ''), seed=2)
    page = table(play)
    assert page.locator('.cardopts, .cardrow').count() == 0 and page.locator('.backs').count() == 2
    assert not any(name in page.locator('.w-play').text_content() for name in RAMPAGING)
    page.locator('[data-k="face"]').click()
    page.wait_for_selector('.cardopts .card')
    page.locator('.cardopts .card').first.click()
    page.locator('[data-k="playcards"]').click()
    page.wait_for_selector('[data-k="face"]')
    shown = json.dumps(play.panel.state['board']['plates'])
    assert not any(name in shown for side in play.match.session.position.side for name in side.hand)
