"""The notebooks in JupyterLab, as a person meets them: run, step, slide, answer, play; by mouse and by keyboard."""
import random
import re

import pytest
from conftest import Complaints
from hands import decide
from lab import Lab, ask_kernel, close_all, command, drawn_anew, open_notebook, run_all, run_cell

NOTEBOOKS = ('lucha_wars/setup', 'lucha_wars/grapple', 'lucha_wars/dodge', 'lucha_wars/specials', 'lucha_wars/combo', 'lucha_wars/pin', 'lucha_wars/match',
             'all_time_wrestling/attack', 'all_time_wrestling/rampage', 'all_time_wrestling/pin', 'all_time_wrestling/match')
# What JupyterLab itself gets wrong: the text, and the script it must come from, where one is named. Its splash screen takes
# itself out of the page twice when the theme is switched twice in a row; a notebook that is closed soon after it was opened
# leaves its debugger and its widgets looking for a kernel; anywidget gives a script two seconds to load, which a slow page may
# not keep (see the test of a slow page). Nothing of ours may be added here.
OF_LAB = (("script error: Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.", '/static/lab/jlab_core.'),
          ('console: Could not restore the debugger state: Canceled future', ''),
          ('script error: Error: Canceled future for ', ''),
          ("script error: Cannot read properties of null (reading 'kernel')", '/@jupyter-widgets/jupyterlab-manager/'),
          ('script error: [anywidget] Failed to initialize model.', '/lab/extensions/anywidget/'))
TOUR = 'tour.ipynb'
CELLS = (
    '''
from fractions import Fraction
from wrestling_nb.core.words import both
from wrestling_nb.lucha_wars.components import Ring, between
from wrestling_nb.lucha_wars.game import game as lucha
from wrestling_nb.shows.chart import chart, slider
from wrestling_nb.shows.lesson import words
from wrestling_nb.shows.page import look
from wrestling_nb.shows.play import Play
from wrestling_nb.shows.quiz import choice, number, quiz
from wrestling_nb.shows.walk import example
''',
    'look()',
    "words(lucha, 'combo.roll-on-hit', 'combo.miss-loses')",
    '''
walk = example(lucha, between('Trueno Azul', 'Sombra Roja', health=(7, 12), marker=(3, 1)), 'combo', 0,
               said={'combo': ['roll', 'Hit', 'roll', 'Hit', 'roll', 'Miss', 'roll', 'Hit', 'roll', 'Hit', 'stop']},
               title=both('A run too far', 'Una tirada de más'))
walk
''',
    '''
picture = chart(
    both('How often does a run reach its Hits?', '¿Con qué frecuencia alcanza una tirada sus Golpes?'),
    lambda faces: [{'hits': hits, 'chance': Fraction(faces, 6) ** hits} for hits in range(1, 7)],
    controls=[slider('faces', [1, 2, 3, 4, 5], 4, both('Hit faces', 'Caras de Golpe'), beyond=[6])], x='hits', y='chance', percent=True,
    labels={'hits': both('Hits in a row', 'Golpes seguidos'), 'chance': both('chance', 'probabilidad')},
    say=lambda rows, faces: both(f'With {faces} faces two Hits come in {rows[1]["chance"]} of runs.', f'Con {faces} caras salen dos Golpes en {rows[1]["chance"]} de las tiradas.'),
    guess={'question': both('How many of 100 runs reach two?', '¿Cuántas de 100 llegan a dos?'), 'start': 30, 'answer': lambda faces: 100 * Fraction(faces, 6) ** 2},
    rules=['combo.roll-on-hit'])
picture
''',
    '''
def grade(field, value):
    right = value == {'red': 2, 'end': 'free'}[field]
    return right, both('The last run counts.', 'Cuenta la última.') if right else both('That run ended in a blank.', 'Esa tirada acabó en blanco.'), 'combo.miss-loses'


exercise = quiz(both('Who is hurt?', '¿Quién recibe daño?'), both('What happens?', '¿Qué pasa?'),
                [number('red', both('Red loses', 'Rojo pierde'), 0, 6, 'r'), choice('end', both('And then?', '¿Y después?'), {'pin': both('Pin', 'Pin'), 'free': both('Free', 'Libre')})],
                grade, lucha, hint=(both('Look at the blank.', 'Mira el blanco.'), 'combo.miss-loses'), walk=walk)
exercise
''',
    '''
whole = Play(lucha, Ring(), seats=('', 'careful'), seed=7, title=both('Two players', 'Dos jugadores'))
whole
''',
    '''
small = Play(lucha, between('Trueno Azul', 'Sombra Roja', marker=(4, 4)), 'fight', seed=2, title=both('A fight', 'Un combate'))
small
''',
)
SMALL_CELL = len(CELLS) - 1
CARDS = 'cards.ipynb'
CARD_CELLS = (CELLS[0].replace('lucha_wars', 'all_time_wrestling').replace('Ring, between', 'between, corner').replace('as lucha', 'as atw'), 'look()', '''
red = corner('Shumba', hand=('Big Boot', 'Pounce', 'Chin Lock', 'Right Hand'), health=7, stamina=8)
blue = corner('Jax Felix', hand=('Drop Kick', 'Shooting Star', 'Strike Combo', 'Running Knee'), health=8)
bout = Play(atw, between(red, blue), 'bout', seats=('', 'search'), seed=3, title=both('Against a computer that thinks ahead', 'Contra un ordenador que calcula'))
bout
''')
BESIDE = 'lucha_wars/beside.ipynb'
SLOW = 'slow.ipynb'


@pytest.fixture(scope='module')
def complaints():
    return Complaints()


@pytest.fixture(scope='module')
def page(browser, complaints):
    "JupyterLab, once for all tests of this module."
    with Lab(extra={TOUR: CELLS, BESIDE: (*CELLS[:2], CELLS[3]), SLOW: (CELLS[0], CELLS[SMALL_CELL]),
                    CARDS: CARD_CELLS}) as lab, lab.page(browser, opened=complaints.watch) as page:
        yield page


@pytest.fixture(autouse=True)
def no_complaints(complaints):
    "No error of a script or the console, and no request to another host, in any test."
    yield
    found = [complaint for complaint in complaints
             if not any(complaint.startswith(text) and script in complaint for text, script in OF_LAB)]
    complaints.clear()
    assert not found, '\n'.join(found)


@pytest.mark.parametrize('name', NOTEBOOKS)
def test_a_notebook_runs_from_top_to_bottom(page, name):
    open_notebook(page, f'{name}.ipynb')
    wrong = run_all(page)
    assert not wrong, '\n'.join(wrong)
    assert page.locator('.wnb .note.err').count() == 0
    widgets = page.locator('.wnb > .w')
    assert widgets.count() > 0
    # Every chart that does not wait for a guess is drawn, once it is seen, by the library that came from the kernel.
    for chart in page.locator('.w-odds .chart').all():
        chart.scroll_into_view_if_needed()
        chart.locator('.vega svg').first.wait_for(timeout=60_000)
    page.locator('.w-odds').first.wait_for()
    page.locator('.w-walk').first.wait_for()


@pytest.mark.parametrize('printed', [False, True], ids=['widget', 'printed'])
def test_the_link_of_a_rule_opens_its_notebook_in_lab(page, printed):
    "Of a widget, and of the copy without scripts that lies in the notebook."
    open_notebook(page, BESIDE)
    assert not run_all(page)
    if printed:
        page.evaluate('''() => {
          const [output] = [...jupyterapp.shell.currentWidget.content.model.cells].at(-1).outputs.toJSON();
          const { 'text/html': html } = output.data;
          [...jupyterapp.shell.currentWidget.content.model.cells].at(-1).outputs.fromJSON([{ output_type: 'display_data', data: { 'text/html': html }, metadata: {} }]);
        }''')
    else:
        part(widget(page, 'walk'), 'next').click()
    page.locator('.wnb a.tag:visible', has_text=re.compile(r'combo\.')).first.click()
    page.wait_for_function("() => jupyterapp.shell.currentWidget.context?.path === 'lucha_wars/combo.ipynb'")
    page.wait_for_function("() => jupyterapp.shell.currentWidget.context.sessionContext.session?.kernel?.status === 'idle'", timeout=60_000)


def test_a_slow_page_hears_the_kernel_all_the_same(page):
    "anywidget passes nothing on to a widget whose script took longer than it waits; here it does not wait at all."
    page.evaluate('''() => {
      const timeout = AbortSignal.timeout;
      AbortSignal.timeout = () => {
        const late = new AbortController();
        setTimeout(() => late.abort());
        return late.signal;
      };
      globalThis.patience = () => { AbortSignal.timeout = timeout; };
    }''')
    open_notebook(page, SLOW)
    with page.expect_event('pageerror', lambda error: 'Failed to initialize model' in str(error)):
        assert not run_all(page)
    page.evaluate('() => patience()')
    play = widget(page, 'play')
    part(play, 'hint').click()
    play.locator('.note.hint').wait_for()
    assert page.evaluate("() => document.querySelectorAll('#wrestling-nb-sheet').length") == 1


@pytest.fixture(scope='module')
def ran(page):
    "The tour, run once."
    page.set_viewport_size({'width': 1280, 'height': 900})
    open_notebook(page, TOUR)
    wrong = run_all(page)
    assert not wrong, '\n'.join(wrong)
    yield page
    close_all(page)


@pytest.fixture
def tour(ran):
    return ran


def widget(page, kind, place=0):
    return page.locator(f'.w-{kind}').nth(place)


def part(shown, name):
    return shown.locator(f'[data-k="{name}"]')


def focused(page):
    "The name of what has the focus."
    return page.evaluate("() => document.activeElement?.closest('[data-k]')?.dataset.k ?? document.activeElement?.className ?? ''")


# ---- walk

def step_of(walk):
    return int(walk.locator('.steps [aria-current="step"] .k').inner_text())


def test_a_walkthrough_steps_by_mouse(tour):
    walk = widget(tour, 'walk')
    steps = walk.locator('.steps button').count()
    assert steps > 8 and step_of(walk) == 1
    first = walk.locator('.now .t').inner_text()
    part(walk, 'next').click()
    assert step_of(walk) == 2 and walk.locator('.now .t').inner_text() != first
    walk.locator('.steps button').last.click()
    assert step_of(walk) == steps
    assert part(walk, 'next').get_attribute('aria-disabled') == 'true'
    part(walk, 'back').click()
    assert step_of(walk) == steps - 1
    part(walk, 'first').click()
    assert step_of(walk) == 1


def test_a_walkthrough_steps_by_keyboard_and_lab_keeps_its_hands_off(tour):
    walk = widget(tour, 'walk')
    cells = len(CELLS)
    part(walk, 'next').focus()
    for _ in range(3):
        tour.keyboard.press('ArrowRight')
    assert step_of(walk) == 4
    tour.keyboard.press('ArrowLeft')
    assert step_of(walk) == 3
    # Keys that mean something to a notebook mean nothing here: cut, add, delete, change the kind of the cell.
    for key in ('x', 'a', 'd', 'd', 'm'):
        tour.keyboard.press(key)
    tour.keyboard.press('Enter')
    assert step_of(walk) == 4
    tour.keyboard.press('Home')
    assert step_of(walk) == 1
    kinds = tour.evaluate('() => [...jupyterapp.shell.currentWidget.content.model.cells].map((cell) => cell.type)')
    assert kinds == ['code'] * cells


def test_a_walkthrough_marks_the_rule_of_its_step(tour):
    walk = widget(tour, 'walk')
    steps = walk.locator('.steps button')
    rules = [steps.nth(place).locator('code').inner_text() for place in range(steps.count())]
    steps.nth(next(place for place, rule in enumerate(rules) if rule == 'miss-loses')).click()
    assert tour.locator('.wnb-on').count() > 0
    assert all('miss-loses' in rule for rule in tour.evaluate("() => [...document.querySelectorAll('.wnb-on')].map((element) => element.dataset.rule)"))


# ---- odds

def picture_of(chart):
    return chart.locator('.chart .vega svg').evaluate('(picture) => picture.outerHTML')


def changed(chart, before):
    chart.page.wait_for_function(
        "([chart, before]) => { const now = chart.querySelector('.chart .vega svg')?.outerHTML; return now && now !== before; }",
        arg=[chart.element_handle(), before])


def test_a_guess_comes_before_the_chart(tour):
    chart = widget(tour, 'odds')
    assert chart.locator('.chart').count() == 0
    part(chart, 'guess').focus()
    for _ in range(3):
        tour.keyboard.press('ArrowRight')
    assert chart.locator('.bigvalue').inner_text().replace('\u00a0', ' ') == '33 %'
    part(chart, 'reveal').click()
    verdict = part(chart, 'verdict').inner_text()
    assert verdict.replace('\u00a0', ' ') == 'You said 33 %. It is 44 %.'
    chart.locator('.chart .vega svg').wait_for()
    assert chart.locator('.say').inner_text().startswith('With 4 faces two Hits come in 4/9 of runs.')


def test_a_slider_moves_the_chart_and_its_sentence(tour):
    chart = widget(tour, 'odds')
    slider = part(chart, 'faces')
    before = picture_of(chart)
    slider.focus()
    tour.keyboard.press('ArrowRight')
    assert chart.locator('.say').inner_text().startswith('With 5 faces two Hits come in 25/36 of runs.')
    changed(chart, before)
    before = picture_of(chart)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    tour.mouse.move(box['x'] + box['width'] - 8, box['y'] + box['height'] / 2)
    tour.mouse.down()
    tour.mouse.move(box['x'] + 6, box['y'] + box['height'] / 2, steps=5)
    tour.mouse.up()
    assert chart.locator('.say').inner_text().startswith('With 1 faces two Hits come in 1/36 of runs.')
    changed(chart, before)


def test_a_chart_is_a_table_too(tour):
    chart = widget(tour, 'odds')
    chart.get_by_role('radio', name='Table').click()
    assert chart.locator('tbody tr').count() == 6
    assert '1/36' in chart.locator('tbody').inner_text()
    chart.get_by_role('radio', name='Chart').click()
    chart.locator('.chart .vega svg').wait_for()


def test_a_slider_goes_beyond_what_was_worked_out_before(tour):
    chart = widget(tour, 'odds')
    part(chart, 'faces').focus()
    tour.keyboard.press('End')
    tour.wait_for_function("(chart) => chart.querySelector('.say').innerText.startsWith('With 6 faces two Hits come in 1 of runs.')", arg=chart.element_handle())
    assert ask_kernel(tour, "sorted(picture.panel.state['grid'])") == ['1', '2', '3', '4', '5', '6']
    tour.keyboard.press('Home')
    assert chart.locator('.say').inner_text().startswith('With 1 faces')


# ---- quiz

def test_an_exercise_is_answered_wrong_and_then_right(tour):
    quiz = widget(tour, 'quiz')
    part(quiz, 'check').click()
    assert quiz.locator('.fb').count() == 1, 'the missing answer is asked for'
    quiz.get_by_role('radio', name='Pin').click()
    part(quiz, 'check').click()
    assert quiz.locator('.fb.no').count() == 2
    assert 'That run ended in a blank.' in quiz.locator('.feedback').inner_text()
    part(quiz, 'red-more').focus()
    tour.keyboard.press('Enter')
    tour.keyboard.press('Enter')
    quiz.get_by_role('radio', name='Free').click()
    part(quiz, 'check').focus()
    tour.keyboard.press('Enter')
    assert quiz.locator('.fb.ok').count() == 2
    assert ask_kernel(tour, 'exercise.answered') == [{'red': 0, 'end': 'pin'}, {'red': 2, 'end': 'free'}]


def test_an_exercise_shows_the_example_that_solves_it(tour):
    quiz = widget(tour, 'quiz')
    walks = tour.locator('.w-walk').count()
    part(quiz, 'walk').click()
    assert tour.locator('.w-walk').count() == walks + 1
    part(quiz, 'walk').click()
    assert tour.locator('.w-walk').count() == walks


# ---- play

def finish(play, choose, before=lambda play: None):
    "Play until there is a result; `choose(play, open)` presses one of the open options. Returns how many decisions it took."
    made = 0
    while part(play, 'again').count() == 0:
        before(play)
        options = play.locator('.opt:not([aria-disabled])')
        with drawn_anew(play):
            choose(play, options)
        assert play.locator('.refuse, .note.err').count() == 0
        made += 1
        assert made < 400, 'the match does not end'
    return made


def test_a_whole_match_is_played_to_its_end_by_mouse(tour):
    play = widget(tour, 'play')
    picks = random.Random(1)
    refusals = []

    def choose(play, options):
        options.nth(picks.randrange(options.count())).click()

    def try_refused(play):
        refused = play.locator('.opt[aria-disabled]')
        if refused.count() and not refusals:
            say = refused.first.locator('.say').inner_text()
            refused.first.click(force=True)
            tour.wait_for_function("() => /Nothing has changed/.test(document.querySelector('.w-play .refuse')?.textContent)")
            refusals.append((say, play.locator('.refuse').inner_text()))

    made = finish(play, choose, try_refused)
    assert made > 5
    result = play.locator('.ask .q').inner_text()
    assert re.search(r'Trueno Azul|wins|Pin|knock', result), result
    assert ask_kernel(tour, 'whole.match.session.done') is True
    assert refusals, 'no option was refused in a whole match'
    say, told = refusals[0]
    reason = re.sub(r'^Refused:?\s*', '', say.split('lucha.')[0]).strip()
    assert reason.split('.')[0] in told
    assert play.locator('.log li').count() > 20
    part(play, 'again').click()
    play.locator('.opt').first.wait_for()
    assert ask_kernel(tour, 'whole.match.session.answers') == []


def test_a_whole_match_is_played_to_its_end_by_keyboard_alone(tour):
    play = widget(tour, 'play')
    picks = random.Random(2)
    # From the notebook into the widget with the key that leads on.
    tour.evaluate("() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 6; }")
    command(tour, 'notebook:enter-command-mode')
    for _ in range(30):
        tour.keyboard.press('Tab')
        if tour.evaluate("() => Boolean(document.activeElement.closest('.w-play'))"):
            break
    else:
        pytest.fail(f'the Tab key does not lead into the widget; the focus is on {focused(tour)}')
    reached = []

    def choose(play, options):
        wanted = options.nth(picks.randrange(options.count())).get_attribute('data-k')
        names = play.locator('.opt').evaluate_all('(options) => options.map((option) => option.dataset.k)')
        for _ in range(12):
            here = focused(tour)
            if here == wanted:
                break
            back = here in names and names.index(here) > names.index(wanted)
            tour.keyboard.press('Shift+Tab' if back else 'Tab')
            reached.append(here)
        assert focused(tour) == wanted, reached[-12:]
        tour.keyboard.press('Enter')

    made = finish(play, choose)
    assert made > 5
    assert ask_kernel(tour, 'whole.match.session.done') is True
    assert focused(tour).startswith('question-'), 'the result is where the focus goes'
    tour.keyboard.press('Tab')
    assert focused(tour) == 'again'
    assert len(reached) < 4 * made, 'an option is far away by keyboard'
    tour.keyboard.press('Enter')
    play.locator('.opt').first.wait_for()


def test_hints_undo_and_new_match(tour):
    play = widget(tour, 'play', 1)
    for stage in (1, 2):
        with drawn_anew(play):
            part(play, 'hint').click()
        assert part(play, 'hint').inner_text().endswith(f'{stage}/2')
        assert play.locator('.note.hint').count() == 1
    assert play.locator('.opt .odds').count() > 0
    # A third press changes nothing, and the widget is free at once for the next.
    part(play, 'hint').click()
    part(play, 'undo').click(force=True)
    play.locator('.refuse').wait_for()
    with drawn_anew(play):
        play.locator('.opt:not([aria-disabled])').first.click()
    assert play.locator('.opt .odds').count() == 0
    for _ in range(3):
        with drawn_anew(play):
            part(play, 'new').click()
        assert play.locator('.note.err').count() == 0


def test_a_match_is_saved_to_a_file_and_loaded_from_it(tour, tmp_path):
    play = widget(tour, 'play', 1)
    with drawn_anew(play):
        play.locator('.opt:not([aria-disabled])').first.click()
    answers = ask_kernel(tour, 'len(small.match.session.answers)')
    with tour.expect_download() as download:
        part(play, 'save').click()
    file = tmp_path / 'match.json'
    download.value.save_as(file)
    with drawn_anew(play):
        part(play, 'new').click()
    with drawn_anew(play):
        play.locator('input[type=file]').set_input_files(file)
    tour.wait_for_function("(play) => /Loaded/.test(play.textContent)", arg=play.element_handle())
    assert ask_kernel(tour, 'len(small.match.session.answers)') == answers
    broken = tmp_path / 'broken.json'
    broken.write_text(file.read_text(encoding='utf-8')[:-30], encoding='utf-8')
    play.locator('input[type=file]').set_input_files(broken)
    play.locator('.refuse').wait_for()
    assert ask_kernel(tour, 'len(small.match.session.answers)') == answers


def test_a_cell_run_ten_times_and_clicked_once_gives_one_action(tour):
    ask_kernel(tour, 'exec("made = []") or 0')
    for _ in range(10):
        run_cell(tour, SMALL_CELL)
        ask_kernel(tour, 'made.append(small) or 0')
    play = widget(tour, 'play', 1)
    play.locator('.opt').first.wait_for()
    assert tour.locator('.w-play').count() == 2
    count = '[sum(event.kind == "choose" for event in each.match.session.log) for each in made]'
    assert ask_kernel(tour, count) == [0] * 10
    with drawn_anew(play):
        play.locator('.opt:not([aria-disabled])').first.click()
    assert ask_kernel(tour, count) == [0] * 9 + [1]


# ---- languages, themes, small screens

def colours(page):
    return page.evaluate('''() => [...document.querySelectorAll('.wnb > .w')].map((widget) => {
      const style = getComputedStyle(widget);
      return [style.backgroundColor, style.color];
    })''')


def test_the_dark_theme_of_lab_is_the_dark_theme_of_the_widgets(tour):
    light = colours(tour)
    command(tour, 'apputils:change-theme', theme='JupyterLab Dark')
    tour.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")
    dark = colours(tour)
    command(tour, 'apputils:change-theme', theme='JupyterLab Light')
    tour.wait_for_function("() => document.body.dataset.jpThemeLight === 'true'")
    assert set(map(tuple, light)) == {('rgb(255, 253, 248)', 'rgb(29, 29, 31)')}
    assert set(map(tuple, dark)) == {('rgb(33, 30, 25)', 'rgb(244, 236, 221)')}
    assert colours(tour) == light


def test_spanish_is_one_switch_for_all(tour):
    titles = ['Una tirada de más', '¿Con qué frecuencia alcanza una tirada sus Golpes?', '¿Quién recibe daño?', 'Dos jugadores', 'Un combate']
    widget(tour, 'walk').get_by_role('radio', name='Español').click()
    assert tour.locator('.wnb > .w h3').all_inner_texts() == titles
    assert set(tour.evaluate("() => [...document.querySelectorAll('.wnb > .w')].map((widget) => widget.lang)")) == {'es'}
    assert 'Con 1 caras' in widget(tour, 'odds').locator('.say').inner_text()
    tour.wait_for_function("() => /Golpes seguidos/.test(document.querySelector('.w-odds .vega svg')?.textContent)")
    widget(tour, 'quiz').get_by_role('radio', name='English').click()
    assert tour.locator('.wnb > .w h3').first.inner_text() == 'A run too far'


TOO_WIDE = '''() => {
  const found = [];
  for (const widget of document.querySelectorAll('.wnb > .w')) {
    const { left, right } = widget.getBoundingClientRect();
    if (widget.scrollWidth > widget.clientWidth + 1) { found.push(`${widget.className} scrolls: ${widget.scrollWidth} in ${widget.clientWidth}`); }
    for (const element of widget.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      const hidden = element.closest('.vh, .scroll, [hidden]') || element.ownerSVGElement || box.width === 0;
      if (!hidden && (box.right > right + 1 || box.left < left - 1)) { found.push(`${widget.className}: ${element.tagName}.${element.getAttribute('class')} is outside`); }
      if (!hidden && element.tagName !== 'svg' && /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${widget.className}: ${element.tagName}.${element.getAttribute('class')} scrolls sideways`);
      }
    }
  }
  return found;
}'''


@pytest.mark.parametrize('width', [390, 768, 1280])
def test_nothing_scrolls_sideways(tour, width):
    tour.set_viewport_size({'width': width, 'height': 844})
    tour.wait_for_timeout(500)
    assert tour.evaluate(TOO_WIDE) == []
    tour.set_viewport_size({'width': 1280, 'height': 900})


# ---- cards; another notebook, so it comes last

def test_a_match_of_cards_is_played_to_its_end_against_the_agent_that_searches(page):
    open_notebook(page, CARDS)
    assert not run_all(page)
    play = widget(page, 'play')
    picks = random.Random(4)
    hidden = ask_kernel(page, 'bout.match.session.position.side[1].hand')
    assert not any(card in play.inner_text() for card in hidden), 'the other hand is on the page'
    made = 0
    while part(play, 'again').count() == 0:
        told = play.locator('.log').inner_text()
        decide(play, picks)
        page.wait_for_function("told => document.querySelector('.w-play .log').innerText !== told", arg=told, timeout=60_000)
        assert play.locator('.refuse, .note.err').count() == 0
        made += 1
        assert made < 400, 'the match does not end'
    assert made > 3 and ask_kernel(page, 'bout.match.session.done') is True
    assert re.search(r'wins|draw', play.locator('.ask .q').inner_text())
