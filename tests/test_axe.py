"""Pages of the site are asked by axe whether everybody can use them, in light and in dark.

One page of each sort by default; with WNB_AXE=every in the environment all of them, which takes a quarter of an hour.
"""
import os

import pytest
from axe_playwright_python.sync_playwright import Axe

SORTS = ('index.html', '404.html', 'lucha_wars/pin.html', 'lucha_wars/three.html', 'lucha_wars/throws.html', 'lucha_wars/match.html',
         'all_time_wrestling/rampage.html', 'all_time_wrestling/match.html', 'all_time_wrestling/decks.html', 'lucha_wars/summary.html', 'shows/chart.html', 'api/core/rules.html')
UPGRADED = '() => [...document.querySelectorAll(".wnb[data-kind]")].every((copy) => copy.dataset.alive !== undefined)'


def pages_of(folder):
    "The pages that are looked at, by their paths; JupyterLite's own are not ours."
    if os.environ.get('WNB_AXE') != 'every':
        return SORTS
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob('*.html'))
    return [path for path in found if not path.startswith('lite/')]


@pytest.mark.parametrize('theme', ['light', 'dark'])
def test_axe_finds_nothing(browser, site, site_url, theme):
    context = browser.new_context(viewport={'width': 1280, 'height': 900}, color_scheme=theme, reduced_motion='reduce')
    page = context.new_page()
    found = []
    for path in pages_of(site):
        page.goto(f'{site_url}{path}')
        page.wait_for_function(UPGRADED)
        for violation in Axe().run(page).response['violations']:
            found += [f'{path}: {violation["impact"]}: {violation["id"]}: {node["html"][:200]}' for node in violation['nodes'][:3]]
    context.close()
    assert not found, '\n'.join(found)
