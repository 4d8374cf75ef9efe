"""A page that runs: Python in a worker, started by the reader and by nothing else; played, changed, broken and stopped."""
import multiprocessing
import random
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from conftest import OPTIONS, Complaints
from hands import decide
from live_site import CARD_LESSON, Site, make_site, shown

from wrestling_nb.shows.live import Notebook
from wrestling_nb.shows.page import escape

ROOT = Path(__file__).resolve().parent.parent
RUNS = re.compile('This page runs live')
SECONDS = 1000
START = 120 * SECONDS


@pytest.fixture(scope='module')
def site(tmp_path_factory):
    "The address of a page, and what was asked for."
    runtime = tmp_path_factory.mktemp('runtime')
    made = subprocess.run([sys.executable, ROOT / 'tools' / 'make_runtime.py', runtime], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    folder = tmp_path_factory.mktemp('site')
    make_site(folder, runtime)
    make_site(folder, runtime, CARD_LESSON, 'all_time_wrestling/lesson')
    site = Site(folder)
    yield site
    site.close()


@pytest.fixture(scope='module')
def closed_world(playwright, chromium):
    "A Chromium that knows no host but this one."
    rules = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'
    running = playwright.chromium.launch(executable_path=chromium, headless=True, args=[*OPTIONS, rules])
    yield running
    running.close()


@pytest.fixture
def complaints():
    return Complaints()


def opened(closed_world, site, complaints, lesson='lucha_wars/lesson', **options):
    "A page that has come alive and does not run yet."
    page = closed_world.new_context(**{'viewport': {'width': 1280, 'height': 900}, **options}).new_page()
    page.set_default_timeout(30 * SECONDS)
    complaints.watch(page)
    page.goto(f'{site.root}/{lesson}.html')
    page.locator('.livebar [data-k=live]').wait_for()
    page.evaluate("() => document.querySelectorAll('details.code-fold').forEach((fold) => { fold.open = true; })")
    return page


def until_it_runs(page):
    page.locator('.livebar [role=status]').filter(has_text=RUNS).wait_for(timeout=START)


@pytest.fixture
def fresh(closed_world, site, complaints):
    "A page that does not run yet."
    page = opened(closed_world, site, complaints)
    yield page
    page.context.close()
    assert not complaints, '\n'.join(complaints)


@pytest.fixture(scope='module')
def running(closed_world, site):
    "A page that runs, for all tests that leave it in order."
    complaints = Complaints()
    page = opened(closed_world, site, complaints)
    page.locator('.livebar [data-k=live]').click()
    until_it_runs(page)
    yield page
    page.context.close()
    assert not complaints, '\n'.join(complaints)


def options_of(page):
    return page.locator('.w-play .opt:not([aria-disabled])')


def write(page, cell, source):
    "Put a source into a cell, by the keyboard's way."
    tools = page.locator(f'#{cell} .celltools')
    if not tools.locator('textarea').count():
        tools.locator('[data-k=edit]').click()
    tools.locator('textarea').fill(source)
    return tools


def run(page, cell, source):
    tools = write(page, cell, source)
    tools.locator('textarea').press('Control+Enter')
    return page.locator(f'#{cell} .wnb-outputs')


def reset(page, cell):
    tools = page.locator(f'#{cell} .celltools')
    tools.locator('[data-k=reset]').click()
    tools.locator('[role=status]').filter(has_text='as it was').wait_for()


# ---- what a display rests on

@pytest.mark.parametrize('path', sorted((ROOT / 'nbs').rglob('*.ipynb')), ids=lambda path: path.stem)
def test_the_cells_that_a_display_rests_on_are_enough_to_make_it_again(path):
    """From the last cell to the first, each display comes out as in the run from top to bottom that is stored; of charts one setting.

    In a process of its own, as a page has one: the rules that a notebook makes anew stay in the package.
    """
    running = multiprocessing.get_context('fork').Process(target=make_each_display_again, args=(path,))
    running.start()
    running.join()
    assert running.exitcode == 0


def make_each_display_again(path):
    code = [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == 'code' and not cell.source.startswith('%')]
    notebook = Notebook([{'id': cell.id, 'source': re.sub(r'^#\|.*\n?', '', cell.source, flags=re.MULTILINE), 'exported': '#| export' in cell.source} for cell in code])
    values = {}
    notebook._output = lambda cell, value: values.__setitem__(cell.id, value)
    for cell in reversed(code):
        stored = ''.join(output.get('data', {}).get('text/html', '') for output in cell.outputs)
        if 'class="wnb-state"' not in stored:
            continue
        notebook.bring(notebook.cells[cell.id])
        if 'data-kind="odds"' in stored:
            state = values[cell.id].live_state()
            [part] = state['grid'].values()
            assert state['spec'] is None and escape(part['say']['en']) in stored
        else:
            assert shown(values[cell.id]) == stored, f'{cell.id} shows something else'


# ---- before and at the start

def test_nothing_is_fetched_before_the_reader_asks(fresh, site):
    fresh.wait_for_timeout(500)
    fresh.locator('.w-walk [data-k=next]').click()
    fresh.locator('.w-odds input[type=range]').press('ArrowRight')
    fresh.wait_for_timeout(500)
    assert not [path for path in site.asked if '/live/' in path or 'pyodide' in path or path.endswith('.json')]


def test_the_start_shows_how_far_it_is_and_keeps_the_focus(fresh, site):
    step = fresh.locator('.w-walk [data-k=next]')
    fresh.evaluate("""() => {
        window.told = [];
        const bar = document.querySelector('.livebar');
        new MutationObserver(() => window.told.push(bar.querySelector('[role=status]').textContent)).observe(bar, {subtree: true, childList: true, characterData: true});
    }""")
    fresh.locator('.livebar [data-k=live]').press('Enter')
    step.focus()
    step.evaluate('element => { window.held = element; }')
    until_it_runs(fresh)
    told = fresh.evaluate('() => [...new Set(window.told)]')
    for sentence in ('Fetching Python', 'Opening Python', 'Reading the rules', 'runs live'):
        assert any(sentence in each for each in told), told
    assert fresh.evaluate('() => document.activeElement === window.held && window.held.isConnected'), 'a widget was mounted again'
    started = [path for path in site.asked if 'pyodide' in path]
    assert {path.rpartition('/')[2] for path in started} == {
        'pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'pyodide-lock.json', 'python_stdlib.zip', 'wrestling_nb-0.1.0-py3-none-any.whl'}


def test_a_start_that_fails_says_so_and_may_be_tried_again(closed_world, site, complaints):
    page = opened(closed_world, site, complaints)
    site.missing.add('pyodide.asm.wasm')
    try:
        page.locator('.livebar [data-k=live]').click()
        page.locator('.livebar [role=status]').filter(has_text='could not be started').wait_for(timeout=START)
    finally:
        site.missing.clear()
    assert not page.locator('.celltools').count()
    page.locator('.w-walk [data-k=next]').click()
    assert page.locator('.w-walk .now').inner_text()
    page.locator('.livebar [data-k=live]').click()
    until_it_runs(page)
    assert page.locator('.celltools').count() == 7
    assert not [each for each in complaints if 'request' in each]
    page.context.close()


def test_a_reader_of_spanish_is_told_in_spanish(fresh):
    fresh.locator('.livebar [data-k=live-language]').click()
    fresh.locator('.livebar [data-k=live]').click()
    fresh.locator('.livebar [role=status]').filter(has_text='Trayendo Python').wait_for()
    fresh.locator('.livebar [role=status]').filter(has_text='en vivo').filter(has_text='navegador').wait_for(timeout=START)
    assert fresh.locator('#cell-12 [data-k=run]').inner_text() == 'Ejecutar'


# ---- widgets

def test_a_match_is_played_to_its_end_against_an_agent(running):
    page = running
    result = page.locator('.w-play .small').filter(has_text='The bell')
    for _ in range(300):
        if result.count():
            break
        before = page.locator('.w-play').inner_html()
        options_of(page).first.click()
        page.wait_for_function("before => document.querySelector('.w-play').innerHTML !== before", arg=before)
    assert result.count(), 'the match has no end'
    assert page.locator('.w-play .q').inner_text()
    page.locator('.w-play [data-k=new]').click()
    options_of(page).first.wait_for()


def test_a_match_of_cards_is_played_to_its_end_against_the_agent_that_searches(closed_world, site, complaints):
    page = opened(closed_world, site, complaints, 'all_time_wrestling/lesson')
    page.locator('.livebar [data-k=live]').click()
    until_it_runs(page)
    play = page.locator('.w-play')
    picks = random.Random(6)
    for _ in range(300):
        if play.locator('[data-k=again]').count():
            break
        told = play.locator('.log').inner_text()
        decide(play, picks)
        page.wait_for_function("told => document.querySelector('.w-play .log').innerText !== told", arg=told, timeout=60_000)
    assert re.search('wins|draw', play.locator('.ask .q').inner_text())
    page.context.close()
    assert not complaints, '\n'.join(complaints)


def test_a_match_is_saved_as_a_file_and_loaded_again(running, tmp_path):
    page = running
    options_of(page).first.click()
    page.wait_for_function("() => document.querySelectorAll('.w-play .log li').length > 3")
    with page.expect_download() as download:
        page.locator('.w-play [data-k=save]').click()
    saved = tmp_path / 'match.json'
    download.value.save_as(saved)
    lines = page.locator('.w-play .log li').count()
    page.locator('.w-play [data-k=new]').click()
    page.wait_for_function('lines => document.querySelectorAll(".w-play .log li").length < lines', arg=lines)
    page.locator('.w-play input[type=file]').set_input_files(saved)
    page.wait_for_function('lines => document.querySelectorAll(".w-play .log li").length === lines', arg=lines)


def test_the_slider_goes_beyond_what_was_worked_out(running):
    slider = running.locator('.w-odds input[type=range]')
    slider.focus()
    slider.press('End')
    running.locator('.w-odds .say').filter(has_text='100% of throws').wait_for()
    slider.press('Home')
    running.locator('.w-odds .say').filter(has_text='17% of throws').wait_for()
    assert running.evaluate("() => document.activeElement.matches('.w-odds input[type=range]')")
    assert running.locator('.w-odds .vega').count() == 1


# ---- code

def test_a_cell_is_changed_and_run(running):
    output = run(running, 'cell-12', 'print("<b>six</b>")\n6 * 7')
    output.locator('pre').nth(1).filter(has_text='42').wait_for()
    assert output.locator('pre').nth(0).inner_text().strip() == '<b>six</b>'
    assert not output.locator('b').count()
    assert not running.locator('#cell-12 .cell-output').is_visible()
    reset(running, 'cell-12')
    assert running.locator('#cell-12 .cell-output').is_visible() and not output.is_visible()


HOSTILE = '''from wrestling_nb.shows.page import Page
class Bold:
    def __repr__(self):
        return "<img src=x onerror='window.hurt = 1'>"
    _repr_html_ = __repr__
display(Page("<p onclick='window.hurt = 1'>mine<script>window.hurt = 1</script><img src=x onerror='window.hurt = 1'><a href='javascript:window.hurt = 1'>go</a></p>", ""))
Bold()'''


def test_what_a_readers_code_shows_never_becomes_more_than_text(running):
    output = run(running, 'cell-12', HOSTILE)
    output.locator('pre').filter(has_text='<img src=x').wait_for()
    assert not output.locator('img, script, iframe, [onclick], [onerror], a[href]').count()
    running.wait_for_timeout(200)
    assert running.evaluate('() => window.hurt') is None
    reset(running, 'cell-12')


def test_a_mistake_is_a_sentence_with_its_line_and_python_goes_on(running):
    output = run(running, 'cell-12', 'health = 20\nhealth / 0')
    output.locator('.note.err').filter(has_text='Line 2: ZeroDivisionError').wait_for()
    assert 'Nothing else on this page has changed' in output.inner_text()
    run(running, 'cell-12', 'for')
    output.locator('.note.err').filter(has_text='Line 1: SyntaxError').wait_for()
    run(running, 'cell-12', 'def deep(): return deep()\ndeep()')
    output.locator('.note.err').filter(has_text='RecursionError').wait_for()
    before = running.locator('.w-play .log li').count()
    options_of(running).first.click()
    running.wait_for_function('before => document.querySelectorAll(".w-play .log li").length !== before', arg=before)
    reset(running, 'cell-12')


def test_a_changed_rule_is_felt_in_all_that_rests_on_it(running):
    page = running
    health = page.locator('#cell-6 .w-walk .plate.b .meter')
    page.locator('#cell-6 .w-walk [data-k=next]').click()
    assert 'Health 1 of' in health.get_attribute('aria-label')
    source = page.locator('#cell-5 pre code').text_content()
    run(page, 'cell-5', source.replace("'health', damage)", "'health', 1)"))
    page.locator('#cell-5 .celltools').get_by_text('cells below rest on this one').wait_for()
    assert page.locator('.wnb-stale').count() == 2
    page.locator('#cell-5 [data-k=run-resting]').click()
    page.wait_for_function("() => document.querySelectorAll('.wnb-stale').length === 0")
    assert 'Health 2 of' in health.get_attribute('aria-label')
    reset(page, 'cell-5')
    page.locator('#cell-5 [data-k=run-resting]').click()
    page.wait_for_function("() => document.querySelectorAll('.wnb-stale').length === 0")


def test_a_chart_that_was_changed_is_drawn_anew(running):
    source = running.locator('#cell-9 pre code').text_content()
    run(running, 'cell-9', source.replace('How long is a run?', 'How short is a run?'))
    drawn = running.locator('#cell-9 .wnb-outputs .w-odds')
    drawn.locator('.vega').wait_for(timeout=START)
    assert 'How short' in drawn.inner_text()
    assert not running.locator('#cell-9 .cell-output').is_visible()
    reset(running, 'cell-9')


def test_python_that_does_not_end_is_stopped_and_starts_again(running):
    page = running
    write(page, 'cell-12', 'while True:\n    pass').locator('[data-k=run]').click()
    strip = page.locator('.livestrip')
    strip.locator('[data-k=stop]').wait_for()
    assert 'Python is working' in strip.inner_text()
    strip.locator('[data-k=stop]').click()
    strip.get_by_text('starts again').wait_for()
    strip.get_by_text('Python runs again. Matches begin anew').wait_for(timeout=START)
    strip.locator('[data-k=close]').click()
    run(page, 'cell-12', '6 * 7').locator('pre').filter(has_text='42').wait_for()
    reset(page, 'cell-12')
    options_of(page).first.click()
    page.wait_for_function("() => document.querySelectorAll('.w-play .log li').length > 3")


def test_a_rule_that_does_not_end_is_stopped_where_a_display_waits_for_it(running):
    page = running
    source = page.locator('#cell-9 pre code').text_content()
    run(page, 'cell-9', source.replace('    return [', '    while faces > 4:\n        pass\n    return ['))
    page.locator('#cell-9 .celltools [role=status]').filter(has_text='It ran').wait_for()
    slider = page.locator('#cell-9 input[type=range]')
    slider.press('End')
    strip = page.locator('.livestrip')
    strip.locator('[data-k=stop]').click()
    strip.get_by_text('Python runs again').wait_for(timeout=START)
    strip.locator('[data-k=close]').click()
    reset(page, 'cell-9')
    slider.press('Home')
    slider.press('End')
    page.locator('#cell-9 .w-odds .say').filter(has_text='100% of throws').wait_for()


def test_all_of_it_with_the_keyboard_alone(fresh):
    page = fresh
    for _ in range(40):
        if page.evaluate("() => document.activeElement.matches('[data-k=live]')"):
            break
        page.keyboard.press('Tab')
    page.keyboard.press('Enter')
    until_it_runs(page)
    assert page.evaluate("() => document.activeElement !== document.body"), 'the focus was lost'

    def tab_to(selector):
        for _ in range(120):
            page.keyboard.press('Tab')
            if page.evaluate('selector => document.activeElement.matches(selector)', selector):
                return
        raise AssertionError(f'{selector} is not reached with the Tab key')

    tab_to('#cell-3 .opt')
    page.keyboard.press('Enter')
    page.wait_for_function("() => document.querySelectorAll('.w-play .log li').length > 1")
    assert page.evaluate("() => document.querySelector('.w-play').contains(document.activeElement)"), 'the focus left the match'
    tab_to('#cell-12 [data-k=edit]')
    page.keyboard.press('Enter')
    assert page.evaluate("() => document.activeElement.matches('#cell-12 textarea')")
    page.keyboard.press('Control+a')
    page.keyboard.type('def answer():\nreturn 6 * 7\n')
    page.keyboard.press('Shift+Home')
    page.keyboard.type('answer()')
    assert page.locator('#cell-12 textarea').input_value() == 'def answer():\n    return 6 * 7\nanswer()'
    page.keyboard.press('Control+Enter')
    page.locator('#cell-12 .wnb-outputs').filter(has_text='42').wait_for()
    assert page.evaluate("() => document.activeElement.matches('#cell-12 textarea')"), 'the focus left the code'
    page.keyboard.press('Tab')
    assert page.evaluate("() => document.activeElement.matches('#cell-12 [data-k=run]')"), 'the code holds the Tab key'
