"""Every rule in one place: found by words of either language, narrowed by filters, opened by mouse, by key and by address."""
import shutil

import pytest
from lab import Lab, open_notebook, run_all
from pages import STATIC, served, write_page

from wrestling_nb.core.games import games
from wrestling_nb.shows.explore import explore

WIDE, NARROW = 1280, 390
RULE = 'lucha.pin.three-rolls'
LISTED = '.results li .of'


@pytest.fixture(scope='module')
def address(tmp_path_factory):
    "A page with the explorer alone."
    folder = tmp_path_factory.mktemp('explorer')
    shutil.copytree(STATIC, folder / 'static', ignore=shutil.ignore_patterns('*.py', '__pycache__'))
    write_page(folder, 'rules/explorer', 'Every rule', explore(*games().values(), first=RULE).plain_html())
    with served(folder) as url:
        yield f'{url}/rules/explorer.html'


def visit(page, address, width=WIDE):
    page.set_viewport_size({'width': width, 'height': 900})
    page.goto(address)
    page.wait_for_selector('.explorer')


def test_words_of_either_language_are_found(page, address, complaints):
    visit(page, address)
    assert page.locator(LISTED).count() == sum(len(rules.ledger.rules) for rules in games().values())
    page.get_by_role('searchbox').fill('INVERSION')
    expected = [entry.id for rules in games().values() for entry in rules.ledger.rules if 'inversión' in f'{entry.en} {entry.es}'.lower()]
    assert page.locator(LISTED).all_inner_texts() == expected
    assert page.locator('.results mark').first.inner_text() == 'inversión'
    page.get_by_role('button', name='show all').click()
    assert page.evaluate('document.activeElement.type') == 'search'
    assert not complaints


def test_filters_count_what_they_would_find(page, address, complaints):
    visit(page, address)
    page.locator('summary[data-k="kind"]').click()
    chances = page.locator('label', has=page.locator('[data-k="kind-chance"]'))
    said = int(chances.inner_text().split()[-1])
    chances.click()
    assert page.locator(LISTED).count() == said > 0
    page.keyboard.press('Escape')
    page.locator('summary[data-k="game"]').click()
    page.locator('[data-k="game-lucha"]').check()
    ours = [entry.id for entry in games()['lucha_wars'].ledger.rules if entry.kind == 'chance']
    assert page.locator(LISTED).all_inner_texts() == ours
    assert not complaints


def test_a_rule_is_opened_and_asked_for_by_address(page, address, complaints):
    visit(page, f'{address}#lucha.combo.counter')
    assert page.locator('.found h4').inner_text() == 'lucha.combo.counter'
    assert 'g.then.combo' in page.locator('.found pre').first.inner_text()
    assert page.locator('[data-k="lesson"]').get_attribute('href') == 'lucha_wars/combo.html#combo.counter'
    ticket = page.locator('.found .tickets a').first
    wanted = ticket.inner_text()
    ticket.click()
    assert page.locator('.found h4').inner_text() == wanted
    assert page.url.endswith(f'#{wanted}')
    assert page.evaluate('document.activeElement.textContent') == wanted
    assert not complaints


def test_by_keyboard_alone(page, address, complaints):
    visit(page, address)
    page.get_by_role('searchbox').focus()
    page.keyboard.type('three')
    first, second = page.locator(LISTED).all_inner_texts()[:2]
    page.keyboard.press('ArrowDown')
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Enter')
    assert page.locator('.found h4').inner_text() == second != first
    assert not complaints


def test_a_phone_shows_the_list_or_the_rule(page, address, complaints):
    visit(page, address, NARROW)
    assert not page.locator('.found').is_visible()
    page.locator('.results li button').nth(3).click()
    assert page.locator('.found').is_visible() and not page.locator('.results').is_visible()
    assert page.evaluate('document.documentElement.scrollWidth') == NARROW
    page.locator('[data-k="tolist"], [data-k="back"]').click()
    page.wait_for_function('document.activeElement.ariaCurrent === "true"')
    assert page.locator('.results').is_visible()
    assert not complaints


def test_without_scripts_every_rule_stands_in_its_order(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f'{address}#{RULE}')
    assert page.locator('.wnb-words > li').count() == sum(len(rules.ledger.rules) for rules in games().values())
    assert page.locator(f'[id="{RULE}"]').is_visible()
    context.close()


def test_in_jupyterlab_a_rule_is_found_and_its_lesson_opened(browser, complaints):
    with Lab() as lab, lab.page(browser, opened=complaints.watch) as page:
        open_notebook(page, 'explorer.ipynb')
        assert not run_all(page)
        before = page.url
        explorer = page.locator('.w-explore')
        explorer.get_by_role('searchbox').fill('lucha.combo.counter-chain')
        explorer.locator('.results li button').click()
        assert explorer.locator('.found h4').inner_text() == 'lucha.combo.counter-chain'
        assert page.url == before, 'the address of a notebook is its own'
        explorer.locator('[data-k="lesson"]').click()
        page.wait_for_function("() => jupyterapp.shell.currentWidget.context?.path === 'lucha_wars/combo.ipynb'")
        assert not complaints
