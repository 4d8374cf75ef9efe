"""A page of the site in Chromium: complete without scripts, alive with them, by mouse, finger and keyboard."""
import gzip
import re

import nbformat
import pytest
from conftest import Complaints
from pages import ROOT, marked, served, write_page, write_site

from wrestling_nb.all_time_wrestling.components import between, corner
from wrestling_nb.all_time_wrestling.game import game as atw
from wrestling_nb.shows.lesson import shown, words

WIDE, NARROW = 1280, 390
LARGEST_PAINT = 2500
MOST_SHIFT = 0.1
FIRST_PAINT = 250 * 1024
ALL_DRAWN = 1536 * 1024
MEASURE = '''
window.measured = {shift: 0, paint: 0};
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value; }).observe({type: 'layout-shift', buffered: true});
new PerformanceObserver((list) => { for (const entry of list.getEntries()) measured.paint = entry.startTime; }).observe({type: 'largest-contentful-paint', buffered: true});
'''
DRAWN = '.w-odds .chart .vega svg'


def shows_of(notebook, kind):
    "What a notebook shows of one kind, as HTML."
    cells = nbformat.read(ROOT / 'nbs' / notebook, 4).cells
    return [marked(output['data']['text/html'], cell.id) for cell in cells if cell.cell_type == 'code'
            for output in cell.outputs if f'data-kind="{kind}"' in output.get('data', {}).get('text/html', '')]


def printed_table():
    "A board of cards and the words of a rule, as notebooks print them in both languages."
    position = between(corner('Shumba', hand=('Big Boot', 'Pounce')), corner('Jax Felix', hand=('Drop Kick',), discard=('Strike Combo',)))
    return shown(atw, ['card.pin-icon'], board=position)._repr_html_() + words(atw, 'card.pin-icon')._repr_html_()


@pytest.fixture(scope='session')
def small(tmp_path_factory):
    "The address of a small site of our own: the notebooks of a game, and pages with charts in unusual places."
    folder = tmp_path_factory.mktemp('site')
    write_site(folder)
    charts = shows_of('lucha_wars/pin.ipynb', 'odds')
    high = '<div style="height: 3000px"></div>'
    folded = f'<details><summary>Folded</summary>{charts[0]}</details><div class="tab" hidden>{charts[1]}</div><button onclick="document.querySelector(\'.tab\').hidden = false">Tab</button>'
    write_page(folder, 'test/folded', 'Folded', folded)
    write_page(folder, 'test/five', 'Five', ''.join(charts[:5]))
    write_page(folder, 'test/below', 'Below', high + charts[0])
    kinds = [shows_of('lucha_wars/match.ipynb', 'play')[0], shows_of('lucha_wars/pin.ipynb', 'walk')[0], shows_of('lucha_wars/pin.ipynb', 'quiz')[0], charts[0]]
    write_page(folder, 'test/kinds', 'Kinds', ''.join(kinds))
    write_page(folder, 'test/table', 'Table', printed_table())
    with served(folder) as address:
        yield address


@pytest.fixture(scope='session')
def address(request, small):
    "The address of the site where it can be built here, else of the small one."
    try:
        return request.getfixturevalue('site_url').rstrip('/')
    except pytest.FixtureLookupError:
        return small


@pytest.fixture
def visit(browser):
    "Opens pages in contexts of any kind; at the end none may have complained and no request may have failed."
    contexts, complaints = [], Complaints()

    def opened(where, width=WIDE, before=None, **options):
        context = browser.new_context(viewport={'width': width, 'height': 900}, **options)
        contexts.append(context)
        page = complaints.watch(context.new_page())
        page.on('requestfailed', lambda request: complaints.append(f'failed: {request.url}'))
        page.on('response', lambda response: complaints.append(f'{response.status}: {response.url}') if response.status >= 400 else None)
        if before:
            before(page)
        page.goto(where)
        if options.get('java_script_enabled', True):
            alive(page)
        return page
    yield opened
    for context in contexts:
        context.close()
    assert not complaints, '\n'.join(complaints)


def alive(page):
    "Wait until every copy of a page is upgraded."
    page.wait_for_function('!document.querySelector(".wnb[data-kind]:not([data-alive])")')


def to(page, selector):
    "Bring the first match into view; returns it."
    found = page.locator(selector).first
    found.scroll_into_view_if_needed()
    return found


def tap_or_click(touch):
    return (lambda found: found.tap()) if touch else (lambda found: found.click())


# ---- each kind of widget, by mouse and by finger

each_hand = pytest.mark.parametrize(('width', 'touch'), [(WIDE, False), (NARROW, True)], ids=['mouse', 'finger'])


@each_hand
def test_a_walkthrough_steps(visit, small, width, touch):
    page = visit(f'{small}/test/kinds.html', width, has_touch=touch)
    press = tap_or_click(touch)
    walk = to(page, '.w-walk')
    first = walk.locator('.now .t').inner_text()
    press(walk.locator('[data-k=next]'))
    assert walk.locator('.now .t').inner_text() != first
    press(walk.locator('[data-k=back]'))
    assert walk.locator('.now .t').inner_text() == first
    press(walk.locator('[data-k=step-3]'))
    assert walk.locator('[aria-current=step] .k').inner_text() == '4'


@each_hand
def test_a_chart_answers_to_its_slider(visit, small, width, touch):
    page = visit(f'{small}/test/kinds.html', width, has_touch=touch)
    to(page, '.w-odds')
    page.wait_for_selector(DRAWN)
    said = page.locator('.w-odds .say').inner_text()
    slider = page.locator('.w-odds input[type=range]').first
    box = slider.bounding_box()
    place = box['x'] + box['width'] - 6, box['y'] + box['height'] / 2
    page.touchscreen.tap(*place) if touch else page.mouse.click(*place)
    page.wait_for_function('(said) => document.querySelector(".w-odds .say").innerText !== said', arg=said)
    assert slider.get_attribute('aria-valuetext') == slider.evaluate('(element) => element.closest(".slide").querySelector("output").textContent')


@each_hand
def test_an_exercise_is_graded(visit, small, width, touch):
    page = visit(f'{small}/test/kinds.html', width, has_touch=touch)
    press = tap_or_click(touch)
    quiz = to(page, '.w-quiz')
    press(quiz.locator('[data-k=check]'))
    assert quiz.locator('.fb').count() == 1
    choices = quiz.locator('.fields input').evaluate_all('(inputs) => inputs.map((input) => input.dataset.k)')
    names = {name.rpartition('-')[0] for name in choices}
    for name in names:
        press(quiz.locator(f'label:has([data-k^="{name}-"])').first)
    press(quiz.locator('[data-k=check]'))
    assert quiz.locator('.fb').count() == len(names) > 0
    assert re.search(r'\d of \d right', quiz.locator('.feedback').text_content())


@each_hand
def test_a_match_says_how_it_is_played(visit, small, width, touch):
    page = visit(f'{small}/test/kinds.html', width, has_touch=touch)
    play = to(page, '.w-play')
    tap_or_click(touch)(play.locator('.opt').first)
    assert 'live' in play.locator('[role=status]').first.inner_text() or 'live' in play.inner_text()
    assert play.locator('.log li').count() == 0


# ---- by keyboard alone

def focus_by_tab(page, selector, most=80):
    "Press Tab until the focus is on the first match."
    for _ in range(most):
        page.keyboard.press('Tab')
        if page.evaluate('(selector) => document.activeElement === document.querySelector(selector)', selector):
            return
    raise AssertionError(f'{most} times Tab do not lead to {selector}')


def test_each_kind_by_keyboard_alone(visit, small):
    page = visit(f'{small}/test/kinds.html')
    focus_by_tab(page, '.w-play .opt')
    page.keyboard.press('Enter')
    assert 'live' in page.locator('.w-play [role=status]').first.inner_text()
    focus_by_tab(page, '.w-walk [data-k=next]')
    page.keyboard.press('ArrowRight')
    page.keyboard.press('Enter')
    assert page.locator('.w-walk .count b').inner_text().startswith('3 ')
    page.keyboard.press('Home')
    assert page.locator('.w-walk .count b').inner_text().startswith('1 ')
    focus_by_tab(page, '.w-quiz [data-k=check]')
    page.keyboard.press('Enter')
    assert page.locator('.w-quiz .fb').count() == 1
    focus_by_tab(page, '.w-odds input[type=range]')
    before = page.locator('.w-odds input[type=range]').first.get_attribute('aria-valuetext')
    page.keyboard.press('ArrowRight')
    assert page.locator('.w-odds input[type=range]').first.get_attribute('aria-valuetext') != before
    assert page.evaluate('document.activeElement.type') == 'range'


@pytest.mark.parametrize('name', ['pin', 'combo', 'match'])
def test_what_a_finger_has_to_find_is_forty_pixels_high(visit, address, name):
    page = visit(f'{address}/lucha_wars/{name}.html', NARROW, has_touch=True, is_mobile=True)
    small = page.evaluate('''() => [...document.querySelectorAll('.wnb[data-alive] :is(button, select, input:not([type=file]))')].filter((element) => element.checkVisibility())
        .map((element) => [element.dataset.k, element.getBoundingClientRect().height, element.getBoundingClientRect().width]).filter(([, height, width]) => height < 39.5 || width < 32)''')
    assert small == []


def test_every_control_has_a_name_for_those_who_listen(visit, small):
    page = visit(f'{small}/test/kinds.html')
    nameless = page.evaluate('''() => [...document.querySelectorAll('.wnb[data-alive] :is(button, select, input:not([type=file]), [role=img], [role=group], [role=radiogroup], section)')]
        .filter((element) => element.checkVisibility()).filter((element) => {
            const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => id && document.getElementById(id)?.textContent).join('');
            const labels = [...(element.labels ?? [])].map((label) => label.textContent).join('');
            return !(element.getAttribute('aria-label') || by || labels || (element.localName === 'button' && element.textContent.trim()));
        }).map((element) => element.outerHTML.slice(0, 120))''')
    assert nameless == []


# ---- charts in unusual places

def test_the_chart_library_waits_until_a_chart_comes_into_view(visit, small):
    asked = []
    page = visit(f'{small}/test/below.html', before=lambda page: page.on('request', lambda request: asked.append(request.url)))
    page.wait_for_timeout(500)
    assert not [url for url in asked if 'vega' in url]
    assert page.locator('.w-odds .chart svg').count() == 1, 'until then its picture stands there'
    to(page, '.w-odds')
    page.wait_for_selector(DRAWN)
    assert len([url for url in asked if 'vega' in url]) == 1


def test_a_chart_in_a_folded_part_or_a_tab_has_width_once_shown(visit, small):
    page = visit(f'{small}/test/folded.html')
    page.wait_for_timeout(300)
    assert page.locator(DRAWN).count() == 0
    page.locator('main > details > summary').click()
    page.wait_for_selector(f'details {DRAWN}')
    page.locator('main > button').click()
    to(page, '.tab')
    page.wait_for_selector(f'.tab {DRAWN}')
    for part in ('details', '.tab'):
        box = page.locator(f'{part} {DRAWN}').bounding_box()
        room = page.locator(f'{part} .chartside').bounding_box()
        assert .9 * room['width'] < box['width'] <= room['width'] + 2


def test_five_charts_of_a_page_have_ids_of_their_own(visit, small):
    asked = []
    page = visit(f'{small}/test/five.html', before=lambda page: page.on('request', lambda request: asked.append(request.url)))
    for number in range(5):
        page.locator('.wnb[data-alive]').nth(number).scroll_into_view_if_needed()
        page.wait_for_timeout(100)
    page.wait_for_function(f'document.querySelectorAll("{DRAWN}, .hiddenchart").length === 5')
    ids = page.evaluate('[...document.querySelectorAll("[id]")].map((element) => element.id)')
    assert len(ids) == len(set(ids)) > 5
    assert len([url for url in asked if 'vega' in url]) == 1, 'one library for all'
    titles = page.evaluate('[...document.querySelectorAll(".w-odds")].map((element) => document.getElementById(element.getAttribute("aria-labelledby")).textContent)')
    assert len(set(titles)) == 5


# ---- one theme, one language

COLOURS = '''() => ['.w-odds h3', '.w-walk h3', '.w-odds .vega .role-axis-title text', '.w-odds .vega .mark-rect path', '.wnb-live p']
    .map((selector) => document.querySelector(selector)).map((element) => element && (element.namespaceURI.endsWith('svg') ? getComputedStyle(element).fill : getComputedStyle(element).color))'''


def test_the_switch_of_the_page_restyles_what_is_open(visit, small):
    page = visit(f'{small}/test/kinds.html', color_scheme='dark')
    to(page, '.w-odds')
    page.wait_for_selector(DRAWN)
    light = page.evaluate(COLOURS)
    assert None not in light
    page.locator('.quarto-color-scheme-toggle').first.click()
    dark = page.evaluate(COLOURS)
    assert all(one != other for one, other in zip(light, dark, strict=True)), (light, dark)
    page.locator('.quarto-color-scheme-toggle').first.click()
    assert page.evaluate(COLOURS) == light


@pytest.mark.parametrize('mark', ["document.documentElement.dataset.bsTheme = 'dark'", "document.body.className = 'quarto-dark'", "document.documentElement.className = 'quarto-dark'"])
def test_the_marks_of_both_builders_mean_dark(visit, small, mark):
    page = visit(f'{small}/test/kinds.html')
    before = page.locator('.w-walk h3').evaluate('(element) => getComputedStyle(element).color')
    page.evaluate(mark)
    assert page.locator('.w-walk h3').evaluate('(element) => getComputedStyle(element).color') != before


def test_the_language_is_one_for_the_page_and_is_remembered(visit, small):
    page = visit(f'{small}/test/kinds.html')
    to(page, '.w-walk').locator('label:has([data-k=language-es])').click()
    for kind in ('play', 'walk', 'quiz', 'odds'):
        assert page.locator(f'.w-{kind}').first.get_attribute('lang') == 'es'
    assert page.locator('.livebar').get_attribute('lang') == 'es'
    page.reload()
    alive(page)
    assert page.locator('.w-quiz').first.get_attribute('lang') == 'es'
    page.locator('.livebar [data-k=live-language]').click()
    assert page.locator('.w-play').first.get_attribute('lang') == 'en'


# ---- the offer to run the page

def test_nothing_is_fetched_for_the_live_page_before_it_is_asked_for(visit, address):
    asked = []
    page = visit(f'{address}/lucha_wars/pin.html', before=lambda page: page.on('request', lambda request: asked.append(request.url)))
    page.wait_for_selector('.livebar [data-k=live]')
    page.wait_for_timeout(500)
    assert not [url for url in asked if '/live/' in url or 'pyodide' in url or 'cells.json' in url]


# ---- the life of a page

def test_reload_back_and_forward(visit, small):
    page = visit(f'{small}/lucha_wars/pin.html')
    count = page.locator('[data-alive]').count()
    assert count > 5
    page.reload()
    alive(page)
    assert page.locator('[data-alive]').count() == count
    page.goto(f'{small}/test/five.html')
    page.wait_for_selector(DRAWN)
    page.go_back()
    alive(page)
    assert page.locator('[data-alive]').count() == count == page.locator('.wnb[data-alive] > .wnb').count()
    page.go_forward()
    alive(page)
    assert page.locator('[data-alive]').count() == 5
    page.wait_for_selector(DRAWN)


def test_a_page_that_is_opened_at_a_rule_stays_there(visit, small):
    page = visit(f'{small}/lucha_wars/pin.html#pin.win')
    page.wait_for_timeout(500)
    assert -5 <= page.locator('[id="pin.win"]').bounding_box()['y'] < 450


def test_print_shows_the_copies(visit, small):
    page = visit(f'{small}/test/kinds.html')
    page.wait_for_selector('.w-walk')
    steps = page.locator('.wnb-static ol.plain').first
    assert not steps.is_visible()
    page.emulate_media(media='print')
    assert steps.is_visible()
    assert not page.locator('.w-walk').is_visible()


TOPICS = ['setup', 'grapple', 'dodge', 'specials', 'combo', 'pin', 'match']


@pytest.mark.parametrize('width', [WIDE, NARROW])
@pytest.mark.parametrize('name', TOPICS)
def test_a_topic_page_from_top_to_bottom(visit, address, name, width):
    "No complaint (the fixture asserts it), no scroll to the side, and every chart that is reached is drawn."
    page = visit(f'{address}/lucha_wars/{name}.html', width)
    for chart in page.locator('.w-odds').all():
        chart.scroll_into_view_if_needed()
        if chart.locator('[data-k=reveal]').count():
            chart.locator('[data-k=reveal]').click()
        chart.locator('.chart .vega svg').wait_for()
    assert page.evaluate('document.documentElement.scrollWidth') <= width
    wide = page.evaluate('''() => [...document.querySelectorAll('.chart')].filter((chart) => [...chart.querySelectorAll('svg text')].some((text) => text.getBoundingClientRect().right > chart.getBoundingClientRect().right + 12))
        .map((chart) => chart.getAttribute('aria-label'))''')
    assert wide == []


@pytest.mark.alone
@pytest.mark.parametrize('width', [WIDE, NARROW])
@pytest.mark.parametrize('name', ['combo', 'pin'])
def test_a_slow_machine_paints_soon_and_nothing_jumps(visit, address, name, width):
    def slow(page):
        page.add_init_script(MEASURE)
        page.context.new_cdp_session(page).send('Emulation.setCPUThrottlingRate', {'rate': 4})
    page = visit(f'{address}/lucha_wars/{name}.html', width, before=slow)
    page.wait_for_timeout(1500)
    for _ in range(12):
        page.mouse.wheel(0, 500)
        page.wait_for_timeout(150)
    measured = page.evaluate('measured')
    assert measured['shift'] < MOST_SHIFT
    assert 0 < measured['paint'] < LARGEST_PAINT


# For each line with ids: does the box of the ids lie over the code of a line?
COVERED = '''() => {
  const boxes = (node) => { const range = document.createRange(); range.selectNodeContents(node); return [...range.getClientRects()]; };
  const lines = [...document.querySelectorAll('.margined')].filter((line) => line.getClientRects().length);
  const over = lines.filter((line) => {
    const ids = line.querySelector('.co').getBoundingClientRect();
    const code = [...line.childNodes].filter((node) => !node.matches?.('.co, .gap') && node.textContent.trim()).flatMap(boxes);
    return code.some((box) => box.right > ids.left + 1 && box.left < ids.right && box.bottom > ids.top + 4 && box.top < ids.bottom - 4);
  });
  return { lines: lines.length, over: over.map((line) => line.textContent) };
}'''


# ---- without scripts

@pytest.mark.parametrize('name', TOPICS)
def test_without_scripts_a_page_teaches(visit, address, name):
    page = visit(f'{address}/lucha_wars/{name}.html', java_script_enabled=False)
    kinds = {'walk': 'ol.plain > li', 'odds': '.picture svg', 'quiz': 'details > summary', 'play': '.board'}
    for kind, selector in kinds.items():
        for copy in page.locator(f'.wnb[data-kind={kind}]').all():
            assert copy.locator(selector).first.is_visible(), f'{kind}: no {selector}'
            assert copy.locator('h3 [lang=es], h3 span').first.is_visible()
    for walk in page.locator('.wnb[data-kind=walk]').all():
        assert walk.locator('.board svg.meter, .board .plate').first.is_visible()
    for quiz in page.locator('.wnb[data-kind=quiz]').all():
        assert not quiz.locator('details > p').first.is_visible()
        quiz.locator('summary').click()
        assert quiz.locator('details > p').first.is_visible()
    for chart in page.locator('.wnb[data-kind=odds]').all():
        assert chart.locator('.picture svg path').count() > 0
        chart.locator('summary').click()
        assert chart.locator('table').is_visible()
    assert not page.locator('.wnb-live').is_visible()


@pytest.mark.parametrize('width', [WIDE, NARROW])
def test_without_scripts_the_text_has_the_width_of_the_page(visit, site_url, width):
    for name in ('lucha_wars/pin', 'core/rules', 'index'):
        page = visit(f'{site_url}{name}.html', width, java_script_enabled=False)
        assert page.locator('main.content').bounding_box()['width'] > min(700, 0.85 * width), name


@pytest.mark.parametrize('width', [WIDE, NARROW])
def test_the_ids_of_a_line_cover_no_code(visit, site_url, width):
    page = visit(f'{site_url}lucha_wars/ladder.html', width)
    covered = page.evaluate(COVERED)
    assert covered['lines'] > 10 and not covered['over'], covered


@each_hand
def test_a_match_that_waits_starts_the_page(visit, site_url, width, touch):
    page = visit(f'{site_url}lucha_wars/match.html', width, has_touch=touch)
    play = to(page, '.w-play')
    tap_or_click(touch)(play.locator('[data-k=live-here]'))
    page.locator('.livebar progress').wait_for()
    page.wait_for_function('() => !document.querySelector(".w-play [data-k=live-here]")')
    tap_or_click(touch)(page.locator('.w-play .opt').first)
    page.wait_for_function('() => document.querySelector(".w-play .log li")')


def test_a_chart_goes_beyond_its_numbers_where_the_page_runs(visit, site_url):
    "The start of a page that runs fetches the numbers of its charts, seen or not; what Python works out is put beside them."
    asked = []
    page = visit(f'{site_url}lucha_wars/grapple.html', before=lambda page: page.on('request', lambda request: asked.append(request.url)))
    slider = page.locator('.w-odds input[data-k=dice]').first
    assert slider.get_attribute('max') == '4'
    page.locator('.livebar [data-k=live]').click()
    page.wait_for_function('() => document.querySelector(".w-odds input[data-k=dice]").max > 4', timeout=60_000)
    assert len([url for url in asked if url.endswith('numbers.json')]) == 1
    chart = page.locator('.w-odds:has(input[data-k=dice])').first
    chart.scroll_into_view_if_needed()
    if chart.locator('[data-k=reveal]').count():
        chart.locator('[data-k=reveal]').click()
    chart.locator('.vega svg').wait_for()
    said = [chart.locator('.say').inner_text()]
    for key in ('End', 'Home'):
        slider.press(key)
        page.wait_for_function('(said) => !said.includes(document.querySelector(".w-odds:has(input[data-k=dice]) .say").innerText) && !document.querySelector("[aria-busy]")', arg=said)
        said.append(chart.locator('.say').inner_text())
    assert len(set(said)) == 3 and chart.locator('.vega svg').count() == 1


def test_a_die_is_thrown_on_the_site(visit, site_url):
    page = visit(f'{site_url}lucha_wars/throws.html')
    flick = to(page, '.w-flick')
    flick.get_by_role('button', name='Throw', exact=True).click()
    flick.locator('.flickmarks svg, .flickmarks span').first.wait_for()
    assert '1' in flick.locator('.flickmarks').get_attribute('aria-label')


# ---- weight

def weight(responses):
    "Bytes of what a page has fetched, as a server would send them."
    return sum(len(gzip.compress(response.body(), 6)) for response in responses if response.url.startswith('http') and response.status == 200)


@pytest.mark.parametrize('name', TOPICS)
def test_a_topic_page_is_light(visit, address, name):
    responses = []
    page = visit(f'{address}/lucha_wars/{name}.html', before=lambda page: page.on('response', lambda response: responses.append(response)))
    page.wait_for_timeout(300)
    assert weight(response for response in responses if 'vega.js' not in response.url) < FIRST_PAINT
    if page.locator('.w-odds').count():
        to(page, '.w-odds')
        page.wait_for_function('(drawn) => document.querySelector(`${drawn}, .hiddenchart`)', arg=DRAWN)
    assert weight(responses) < ALL_DRAWN


@pytest.mark.parametrize('name', TOPICS)
def test_a_notebook_is_not_heavy(name):
    assert (ROOT / 'nbs' / 'lucha_wars' / f'{name}.ipynb').stat().st_size < 560_000


def test_a_printed_table_stands_in_one_language_and_one_column_on_a_phone(visit, small):
    page = visit(f'{small}/test/table.html', NARROW)
    red, blue = (page.locator(f'.side-{side}').bounding_box() for side in 'rb')
    assert blue['y'] >= red['y'] + red['height'] - 1
    english, spanish = page.locator('.piles [lang=en]').first, page.locator('.piles .wnb-es').first
    rule = page.locator('.wnb-words > li > div > p')
    assert (english.is_visible(), spanish.is_visible()) == (True, False)
    page.locator('[data-k=live-language]').click()
    assert (english.is_visible(), spanish.is_visible()) == (False, True)
    assert rule.count() == 2 and all(each.is_visible() for each in rule.all())


def test_a_printed_table_stands_in_both_languages_without_scripts(visit, small):
    page = visit(f'{small}/test/table.html', NARROW, java_script_enabled=False)
    assert all(page.locator(f'.piles {each}').first.is_visible() for each in ('[lang=en]', '.wnb-es'))
