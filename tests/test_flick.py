"""Throwing for real: the ring in a browser by mouse, finger and keys, and the counts as Python takes them."""
import functools
import json
import random
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from lab import Lab, ask_kernel, open_notebook, run_all

from wrestling_nb.core.rules import RuleError
from wrestling_nb.core.throws import throws_of
from wrestling_nb.core.words import both
from wrestling_nb.lucha_wars.components import Ring, between
from wrestling_nb.lucha_wars.game import game as lucha
from wrestling_nb.shows.chart import chart, slider
from wrestling_nb.shows.flick import flick
from wrestling_nb.shows.play import Play

STATIC = Path(__file__).resolve().parent.parent / 'wrestling_nb' / 'static'
PAN = 'frying_pan_skill'
RING = '[data-k="ring"]'


# ---- a small site, and the same widget with a kernel that answers

def toss_chart():
    def compute(frying_pan_skill):
        return [{'damage': 0, 'chance': 1 - frying_pan_skill}, {'damage': 4, 'chance': frying_pan_skill}]
    return chart(both('What is a toss worth?', '¿Cuánto vale un lanzamiento?'), compute, x='damage', y='chance', percent=True, game=lucha,
                 controls=[slider(PAN, [place / 10 for place in range(11)], 0.5, both('skill', 'destreza'))], rules=['arsenal.frying-pan'],
                 say=lambda rows, frying_pan_skill: f'with a hand of {frying_pan_skill:g}')


def html(body, script=''):
    return ('<!doctype html><html lang="en"><head><meta charset="utf-8"><title>flick</title><link rel="icon" href="data:,">'
            '<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="stylesheet" href="static/widgets.css">'
            f'</head><body style="margin:0 auto;max-width:1000px">{body}{script}</body></html>')


KERNEL = """<script type="module">
import widgets from './static/widgets.js';
const listeners = new Map();
window.sent = [];
window.model = {
  state: STATE,
  get: (name) => name === 'state' ? window.model.state : undefined,
  on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  off: (event, listener) => listeners.set(event, (listeners.get(event) ?? []).filter((other) => other !== listener)),
  tell: (event, ...data) => (listeners.get(event) ?? []).forEach((listener) => listener(...data)),
  send: async (message) => {
    window.sent.push(message);
    if (message.type === 'flick') {
      const bytes = await (await fetch('static/flick.js')).arrayBuffer();
      window.model.tell('msg:custom', { type: 'flick' }, [new DataView(bytes)]);
    }
    if (message.type === 'rate') {
      const { name, hits, throws } = message;
      window.model.state = { ...window.model.state, counts: { ...window.model.state.counts, [name]: { hits, throws } } };
      window.model.tell('change:state');
    }
  },
};
widgets.render({ model: window.model, el: document.querySelector('main') });
</script>"""


@pytest.fixture(scope='module')
def site(tmp_path_factory):
    "Where the pages are served: one with every throw and a chart, one without scripts, one with a kernel."
    root = tmp_path_factory.mktemp('site')
    (root / 'static').symlink_to(STATIC)
    every = flick(lucha, title=both('Your hand', 'Tu mano'), seed=4)
    live = json.dumps({**every.state(), 'live': True})
    (root / 'page.html').write_text(html(every.plain_html() + toss_chart().plain_html(), '<script type="module" src="static/page.js"></script>'), encoding='utf-8')
    (root / 'still.html').write_text(html(every.plain_html()), encoding='utf-8')
    (root / 'kernel.html').write_text(html('<main></main>', KERNEL.replace('STATE', live)), encoding='utf-8')

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            "Quiet."

    server = ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Handler, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f'http://127.0.0.1:{server.server_port}'
    server.shutdown()


def opened(page, address):
    page.goto(address)
    page.wait_for_selector(RING)
    page.evaluate('window.rates = []; document.addEventListener("wnb:rate", (event) => window.rates.push(event.detail))')
    return page


def at(page, x, y):
    "A point of the ring on the screen."
    return page.evaluate("""([x, y]) => {
      const ring = document.querySelector('[data-k="ring"]');
      ring.scrollIntoView({ block: 'center' });
      const spot = new DOMPoint(x, y).matrixTransform(ring.getScreenCTM());
      return [spot.x, spot.y];
    }""", [x, y])


def settled(page):
    "Wait until the throw is over; returns what is said of it."
    page.wait_for_selector(f'{RING}[data-state="landed"]')
    return page.inner_text('.flicksaid')


def pull(page, x=0.0, y=8.6):
    "Take the die in the hand, pull it back to a point and let go."
    page.mouse.move(*at(page, 0, 6.3))
    page.mouse.down()
    page.mouse.move(*at(page, x, (6.3 + y) / 2))
    page.mouse.move(*at(page, x, y))
    page.mouse.up()
    page.wait_for_selector(f'{RING}[data-state="flying"]')


def counted(page):
    return page.locator('.flickbig .num').all_inner_texts()


def lies(page):
    "Where everything lies."
    return page.eval_on_selector_all('.piece .lifted', 'pieces => pieces.map((piece) => piece.getAttribute("transform"))')


# ---- throwing

def test_a_die_is_pulled_back_and_let_go_counted_and_handed_on(page, site):
    opened(page, f'{site}/page.html')
    pull(page)
    said = settled(page)
    assert said in ('The standee is out of the ring.', 'The standee has not left the ring completely.')
    assert counted(page) == [str(int('is out of' in said)), '1']
    rate = page.evaluate('window.rates')[-1]
    assert rate['name'] == PAN and rate['throws'] == 1 and rate['low'] < rate['rate'] < rate['high']
    assert page.get_attribute(f'[data-k="{PAN}"]', 'aria-valuetext') == f'{round(rate["rate"], 1):g}'
    assert 'between' in page.inner_text('[data-k="said"]')


def test_a_quick_push_throws_as_well(page, site):
    opened(page, f'{site}/page.html')
    page.mouse.move(*at(page, 0, 6.3))
    page.mouse.down()
    for step in range(1, 5):
        page.mouse.move(*at(page, 0, 6.3 - step * 0.7))
    page.mouse.up()
    settled(page)
    assert counted(page)[1] == '1'


def test_a_finger_throws_and_the_page_stays_where_it_is(browser, complaints, site):
    context = browser.new_context(viewport={'width': 390, 'height': 800}, has_touch=True, is_mobile=True)
    page = opened(complaints.watch(context.new_page()), f'{site}/page.html')
    session = context.new_cdp_session(page)

    def stroke(x, y, by):
        session.send('Input.dispatchTouchEvent', {'type': 'touchStart', 'touchPoints': [{'x': x, 'y': y}]})
        for step in range(1, 9):
            session.send('Input.dispatchTouchEvent', {'type': 'touchMove', 'touchPoints': [{'x': x, 'y': y + by * step}]})
        session.send('Input.dispatchTouchEvent', {'type': 'touchEnd', 'touchPoints': []})

    for number, by in ((1, 8), (2, -12)):
        x, y = at(page, 0, 6.3)
        before = page.evaluate('scrollY')
        stroke(x, y, by)
        settled(page)
        assert counted(page)[1] == str(number)
        assert page.evaluate('scrollY') == before
        page.wait_for_timeout(1400)
    x, y = at(page, 0, 0)
    before = page.evaluate('scrollY')
    stroke(x, y, -12)
    page.wait_for_function(f'scrollY > {before}')
    context.close()
    assert not complaints, complaints


def test_keys_do_all_of_it(page, site):
    opened(page, f'{site}/page.html')
    page.focus('[data-k="what-frying_pan_skill"]')
    page.keyboard.press('ArrowRight')
    assert page.is_checked('[data-k="what-tshirt_skill"]')
    page.focus(RING)
    for key in ('ArrowLeft', 'ArrowRight', *['ArrowUp'] * 9):
        page.keyboard.press(key)
    assert 'strength 86 of 100' in page.inner_text('.hand .vh')
    page.keyboard.press('Enter')
    assert 'turnbuckle' in settled(page)
    assert counted(page)[1] == '1'
    assert page.evaluate('document.activeElement.dataset.k') == 'ring'


def test_the_same_seed_and_the_same_gesture_give_the_same_throw(browser, complaints, site):
    ends = []
    for _ in range(2):
        context = browser.new_context(viewport={'width': 1280, 'height': 900})
        page = opened(complaints.watch(context.new_page()), f'{site}/page.html')
        pull(page, 0.2, 8.4)
        said = settled(page)
        ends.append((said, lies(page)))
        context.close()
    assert ends[0] == ends[1]
    assert not complaints, complaints


def test_a_second_throw_of_the_same_gesture_is_another_throw(page, site):
    opened(page, f'{site}/page.html')
    ends = []
    for _ in range(2):
        pull(page, 0.2, 8.4)
        settled(page)
        ends.append(lies(page))
        page.wait_for_timeout(1400)
    assert counted(page)[1] == '2'
    assert ends[0] != ends[1]


def test_a_throw_is_shown_at_sixty_frames_a_second(page, site):
    opened(page, f'{site}/page.html')
    rates = []
    for _ in range(3):
        page.evaluate("""() => {
          window.gaps = [];
          let last = 0;
          const tick = (now) => { if (last && document.querySelector('[data-state="flying"]')) window.gaps.push(now - last); last = now; requestAnimationFrame(tick); };
          requestAnimationFrame(tick);
        }""")
        pull(page)
        settled(page)
        gaps = sorted(page.evaluate('window.gaps'))
        assert len(gaps) > 20
        rates.append(1000 / gaps[len(gaps) // 2])
        page.wait_for_timeout(1300)
    assert max(rates) >= 55, rates


def test_where_nothing_should_move_the_result_is_there_at_once(browser, complaints, site):
    context = browser.new_context(viewport={'width': 1280, 'height': 900}, reduced_motion='reduce')
    page = opened(complaints.watch(context.new_page()), f'{site}/page.html')
    page.evaluate("""() => {
      window.flew = false;
      new MutationObserver(() => { window.flew ||= Boolean(document.querySelector('[data-state="flying"]')); })
        .observe(document.body, { subtree: true, attributes: true });
    }""")
    page.focus(RING)
    page.keyboard.press('Enter')
    page.wait_for_function('document.querySelectorAll(".flickbig .num")[1].textContent === "1"')
    assert 'standee' in page.inner_text('.flicksaid')
    assert page.evaluate('window.flew') is False
    context.close()
    assert not complaints, complaints


def test_what_is_no_throw_is_said_and_nothing_is_counted(page, site):
    opened(page, f'{site}/page.html')
    page.mouse.click(*at(page, 0, 6.3))
    assert 'a touch, not a throw' in page.inner_text('.flicksaid')
    page.mouse.click(*at(page, -3, 0))
    assert 'Take hold of the die' in page.inner_text('.flicksaid')
    page.mouse.move(*at(page, 0, 6.3))
    page.mouse.down()
    page.mouse.move(*at(page, 2, 6.4))
    page.mouse.up()
    assert 'past the ring' in page.inner_text('.flicksaid')
    assert counted(page) == ['0', '0']
    assert page.evaluate('window.rates') == []


def test_every_throw_can_be_made_to_the_end_of_its_table(page, site):
    "Each is thrown as often as its table allows, and something is counted."
    opened(page, f'{site}/page.html')
    for name, each in throws_of(lucha).items():
        page.check(f'[data-k="what-{name}"]')
        for number in range(each.get('flicks', 1)):
            page.click('[data-k="throw"]')
            settled(page)
            if number + 1 < each.get('flicks', 1):
                page.wait_for_timeout(1300)
        assert int(counted(page)[1]) >= 1, name


def test_with_a_kernel_the_physics_comes_from_it_and_the_count_goes_to_it(page, site):
    opened(page, f'{site}/kernel.html')
    page.focus(RING)
    page.keyboard.press('Enter')
    settled(page)
    sent = page.evaluate('window.sent')
    assert sent[0] == {'type': 'flick'}
    assert sent[-1]['type'] == 'rate' and sent[-1]['name'] == PAN and sent[-1]['throws'] == 1


def test_the_copy_without_scripts_shows_every_set_up_and_what_is_assumed(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f'{site}/still.html')
    assert page.locator('figure svg').count() == len(throws_of(lucha))
    assert 'Charts assume 50 %.' in page.inner_text('figure:first-of-type')
    assert page.locator('.wnb-static').is_visible()
    context.close()


# ---- Python's side

def test_a_forged_count_changes_nothing():
    hand = flick(lucha, PAN)
    hand.count(PAN, 7, 12)
    for forged in ({'hits': 13, 'throws': 12}, {'hits': -1, 'throws': 2}, {'hits': '7', 'throws': 12}, {'hits': 1.0, 'throws': 2}, {'hits': 0, 'throws': 10 ** 9},
                   {'throws': 3}, {'hits': 1, 'throws': 2, 'mean': 1}, {'name': 'bolas_skill', 'hits': 1, 'throws': 1}, {'name': ['x'], 'hits': 1, 'throws': 1}):
        hand.panel.receive({'type': 'rate', 'name': PAN, **forged})
        assert hand.panel.state['notice']['kind'] == 'refused'
        assert 'Nothing has changed.' in hand.panel.state['notice']['say']['en']
    assert hand.counts == {PAN: (7, 12)}


def test_the_rate_is_there_as_numbers():
    hand = flick(lucha)
    assert hand.rate.mean == 0.5 and hand.rate.throws == 0
    hand.panel.receive({'type': 'rate', 'name': PAN, 'hits': 7, 'throws': 12})
    assert (round(hand.rate.low, 2), round(hand.rate.high, 2), hand.rate.hits) == (0.32, 0.81, 7)
    assert hand.rate_of('seesaw_own_fall_risk').mean == 0.1


@pytest.mark.parametrize('make, part', [
    (lambda: flick(lucha, 'pin_skill'), 'has no throw'),
    (lambda: flick(lucha, seed=1.5), 'whole number'),
    (lambda: flick(lucha.variant('Too good', 'too good', frying_pan_skill=1.5)), 'from 0 to 1'),
    (lambda: flick(lucha, PAN).count(PAN, 3, 2), 'cannot be counted'),
])
def test_what_cannot_be_thrown_is_refused_in_a_sentence(make, part):
    with pytest.raises((ValueError, RuleError), match=part):
        make()


# ---- in a match

def aiming(seed, by_hand=(True, False)):
    "A fight in which every Dodge is aimed, up to the first throw of a hand."
    play = Play(lucha, between('Trueno Azul', 'Sombra Roja'), 'fight', seats=('', ''), seed=seed, by_hand=by_hand)
    while play.match.asked is not None and len(play.match.session.answers) < 60:
        options = play.match.asked.options
        play.match.act('aim' if 'aim' in options else options[0])
    return play


def test_a_skill_is_answered_by_a_throw_and_by_nothing_else():
    play = aiming(2)
    turn = len(play.match.session.answers)
    assert play.match.thrown.name == 'target_skill'
    for forged in ({'name': 'target_skill', 'worked': 'yes', 'turn': turn}, {'name': 'stay_skill', 'worked': True, 'turn': turn},
                   {'name': 'target_skill', 'worked': True, 'turn': turn + 1}, {'worked': True, 'turn': turn}):
        play.panel.receive({'type': 'thrown', **forged})
        assert len(play.match.session.answers) == turn
        assert play.panel.state['notice']['kind'] == 'refused'
    play.panel.receive({'type': 'act', 'id': 'o0', 'turn': turn})
    assert len(play.match.session.answers) == turn
    play.panel.receive({'type': 'thrown', 'name': 'target_skill', 'worked': True, 'turn': turn})
    assert play.match.session.answers[turn] is True
    turn = len(play.match.session.answers)
    if play.match.thrown is None:
        play.panel.receive({'type': 'thrown', 'name': 'target_skill', 'worked': True, 'turn': turn})
        assert play.panel.state['notice']['kind'] == 'refused' and len(play.match.session.answers) == turn


def test_the_switch_is_offered_to_persons_of_a_game_that_throws():
    play = Play(lucha, between('Trueno Azul', 'Sombra Roja'), 'fight', seats=('', 'careful'))
    assert [seat['hand'] for seat in play.state()['seats']] == [False, None]
    play.panel.receive({'type': 'hand', 'seat': 0, 'by': True})
    assert play.state()['seats'][0]['hand'] is True
    for forged in ({'seat': 2, 'by': True}, {'seat': True, 'by': True}, {'seat': 0, 'by': 1}, {}):
        play.panel.receive({'type': 'hand', **forged})
        assert play.panel.state['notice']['kind'] == 'refused'
    assert play.match.by_hand == [True, False]


def test_a_saved_throw_is_replayed_as_it_was():
    play = aiming(2)
    play.match.throw(False)
    again = aiming(2)
    again.load(play.save())
    assert again.match.session.answers[:len(play.match.session.answers)] == play.match.session.answers


def test_in_a_match_the_ring_takes_the_place_of_the_question(page, site, tmp_path):
    play = aiming(2)
    live = json.dumps({**play.state(), 'live': True})
    (tmp_path / 'match.html').write_text(html('<main></main>', KERNEL.replace('STATE', live)), encoding='utf-8')
    page.route('**/match.html', lambda route: route.fulfill(path=tmp_path / 'match.html'))
    opened(page, f'{site}/match.html')
    page.focus(RING)
    page.keyboard.press('Enter')
    page.wait_for_function('window.sent.some((message) => message.type === "thrown")')
    sent = [message for message in page.evaluate('window.sent') if message['type'] == 'thrown']
    assert len(sent) == 1
    play.panel.receive(sent[0])
    assert play.match.session.answers[sent[0]['turn']] is sent[0]['worked']


TURNBUCKLES = [f'turnbuckle {number}' for number in range(4)]


def nets():
    "A match that is nothing but four flicks at the Net's stack, each from a turnbuckle of one's choice."
    house = lucha.variant('A net and nothing else')

    @house.rule('arsenal.net-flicks')
    async def net_alone(g, who):
        "Four flicks."
        for _ in range(4):
            await g.choose(who, *TURNBUCKLES)
            await g.skill('net_skill', who)

    return Play(house, between('Trueno Azul', 'Sombra Roja'), 'net_alone', 1, seed=3, by_hand=(True, True))


def test_several_throws_at_one_table_are_counted_and_come_from_the_chosen_turnbuckle():
    play = nets()
    play.match.act('turnbuckle 0')
    feat = play.state()['throw']
    assert (feat['made'], feat['worked'], feat['corner']) == (0, 0, 'b')
    assert feat['turn'] == 2, 'the second player sits across'
    play.match.throw(True)
    play.match.act('turnbuckle 3')
    feat = play.state()['throw']
    assert (feat['made'], feat['worked'], feat['turn']) == (1, 1, 1)


def test_weapons_matches_are_played_to_their_end_with_every_throw_by_hand():
    "Whatever is chosen and however it is thrown: each weapon that is thrown asks for its own set-up, as often as its rule allows."
    most = {}
    for seed in range(12):
        chooses = random.Random(seed)
        match = Play(lucha.variants['weapons'], Ring(), seed=seed, by_hand=(True, True)).match
        for _ in range(2000):
            if match.session.done:
                break
            if match.thrown is None:
                match.act(chooses.choice(match.asked.options))
            else:
                feat = match.feat()
                assert (feat['turn'] is not None) == ('places' in feat['setup'])
                most[feat['name']] = max(most.get(feat['name'], 0), feat['made'] + 1)
                match.throw(chooses.random() < 0.4)
        assert match.session.done
    assert most == {'target_skill': 1, 'frying_pan_skill': 1, 'tshirt_skill': 2, 'bolas_skill': 2, 'helmet_skill': 1, 'seesaw_skill': 1,
                    'seesaw_own_fall_risk': 1, 'net_skill': 4}


def test_in_a_match_bolas_are_read_when_both_dice_lie_still(page, site, tmp_path):
    play = Play(lucha.variants['weapons'], between('Trueno Azul', 'Sombra Roja', dice=(5, 5)), 'bolas', 0, seed=3, by_hand=(True, False))
    play.match.act('turnbuckle 0')
    play.match.act('turnbuckle 2')
    feat = play.state()['throw']
    assert (feat['turn'], feat['later'], feat['made']) == (0, [2], 0)
    live = json.dumps({**play.state(), 'live': True})
    (tmp_path / 'bolas.html').write_text(html('<main></main>', KERNEL.replace('STATE', live)), encoding='utf-8')
    page.route('**/bolas.html', lambda route: route.fulfill(path=tmp_path / 'bolas.html'))
    opened(page, f'{site}/bolas.html')
    thrown = 'window.sent.filter((message) => message.type === "thrown")'
    for number in (1, 2):
        page.wait_for_selector(f'{RING}[data-state="rest"]')
        assert page.locator('.piece').count() == number, 'the first die lies where it came to rest'
        assert page.evaluate(f'{thrown}.length') == 0, 'nothing is told before the second die lies still'
        page.focus(RING)
        page.keyboard.press('Enter')
        page.wait_for_selector(f'{RING}[data-state="landed"]')
        if number == 1:
            page.wait_for_function("document.querySelectorAll('.piece').length === 2")
    for number in (1, 2):
        page.wait_for_function(f'{thrown}.length === {number}')
        play.panel.receive(page.evaluate(thrown)[-1])
        page.evaluate("(state) => { window.model.state = state; window.model.tell('change:state'); }", {**play.state(), 'live': True})
    assert play.match.session.done
    assert play.match.session.position.side[1].dice == 5 - sum(answer is True for answer in play.match.session.answers)


def test_in_a_match_the_stack_lies_as_the_last_flick_has_left_it(page, site, tmp_path):
    play = nets()
    play.match.act('turnbuckle 0')
    live = json.dumps({**play.state(), 'live': True})
    (tmp_path / 'net.html').write_text(html('<main></main>', KERNEL.replace('STATE', live)), encoding='utf-8')
    page.route('**/net.html', lambda route: route.fulfill(path=tmp_path / 'net.html'))
    opened(page, f'{site}/net.html')
    assert page.locator('.piece').count() == 4
    for number in (1, 2):
        page.focus(RING)
        for _ in range(12):
            page.keyboard.press('ArrowUp')
        page.keyboard.press('Enter')
        page.wait_for_function(f'window.sent.filter((message) => message.type === "thrown").length === {number}')
        play.panel.receive([message for message in page.evaluate('window.sent') if message['type'] == 'thrown'][-1])
        assert len(play.match.session.answers) == 2 * number
        play.match.act('turnbuckle 0')
        page.evaluate("(state) => { window.model.state = state; window.model.tell('change:state'); }", {**play.state(), 'live': True})
        page.wait_for_selector(f'{RING}[data-state="rest"]')
        assert page.locator('.piece').count() == 4 + number


def test_one_throw_on_the_seesaw_answers_both_of_its_questions(page, site, tmp_path):
    house = lucha.variant('A seesaw and nothing else')

    @house.rule('arsenal.seesaw-throw')
    async def seesaw_alone(g, who):
        "One throw, two questions."
        await g.skill('seesaw_skill', who)
        await g.skill('seesaw_own_fall_risk', who)

    play = Play(house, between('Trueno Azul', 'Sombra Roja'), 'seesaw_alone', 0, seed=3, by_hand=(True, False))
    live = json.dumps({**play.state(), 'live': True})
    (tmp_path / 'saw.html').write_text(html('<main></main>', KERNEL.replace('STATE', live)), encoding='utf-8')
    page.route('**/saw.html', lambda route: route.fulfill(path=tmp_path / 'saw.html'))
    opened(page, f'{site}/saw.html')
    page.focus(RING)
    page.keyboard.press('Enter')
    for number, name in ((1, 'seesaw_skill'), (2, 'seesaw_own_fall_risk')):
        page.wait_for_function(f'window.sent.filter((message) => message.type === "thrown").length === {number}')
        said = [message for message in page.evaluate('window.sent') if message['type'] == 'thrown'][-1]
        assert said['name'] == name
        play.panel.receive(said)
        assert len(play.match.session.answers) == number
        page.evaluate("(state) => { window.model.state = state; window.model.tell('change:state'); }", {**play.state(), 'live': True})
    assert play.match.session.done


# ---- in JupyterLab

NOTEBOOK = (
    """
from wrestling_nb.lucha_wars.components import between
from wrestling_nb.lucha_wars.game import game as lucha
from wrestling_nb.shows.flick import flick
from wrestling_nb.shows.play import Play
""",
    "hand = flick(lucha, 'frying_pan_skill')\nhand",
    """
fight = Play(lucha, between('Trueno Azul', 'Sombra Roja'), 'fight', seats=('', ''), seed=2, by_hand=(True, False))
while fight.match.asked is not None:
    options = fight.match.asked.options
    fight.match.act('aim' if 'aim' in options else options[0])
fight
""",
)


def test_in_jupyterlab_the_count_and_the_outcome_reach_python(browser, complaints):
    with Lab(extra={'hand.ipynb': NOTEBOOK}) as lab, lab.page(browser, opened=complaints.watch) as page:
        open_notebook(page, 'hand.ipynb')
        assert not run_all(page)
        page.locator('.w-flick').scroll_into_view_if_needed()
        page.locator('.w-flick [data-k="ring"]').press('ArrowUp')
        page.locator('.w-flick [data-k="ring"]').press('Enter')
        page.wait_for_selector('.w-flick [data-state="landed"]', timeout=60_000)
        page.wait_for_selector('.w-flick [data-state="rest"]')
        assert ask_kernel(page, '[hand.rate.throws, hand.rate.low < hand.rate.mean < hand.rate.high]') == [1, True]
        turn = ask_kernel(page, 'len(fight.match.session.answers)')
        page.locator('.w-play [data-k="ring"]').press('Enter')
        page.wait_for_selector('.w-play [data-state="landed"]', timeout=60_000)
        page.wait_for_function("() => !document.querySelector('.w-play [data-state=\"landed\"]')")
        assert ask_kernel(page, f'type(fight.match.session.answers[{turn}]).__name__') == 'bool'
    assert not complaints, complaints
