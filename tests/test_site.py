"""The site as files: what stands on its pages, where its links lead, what it weighs; and the summaries on paper."""
import gzip
import hashlib
import json
import re
import urllib.error
import urllib.request
from functools import cache
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import html5lib
import nbformat
import pytest
import yaml
from conftest import ROOT, build_site
from website import order, places, reference, summary

from wrestling_nb.core.games import games
from wrestling_nb.shows.page import unpacked

LEAKS = {
    'a directive of a cell': re.compile(r'^\s*#\|', re.MULTILINE),
    'a fence of a div': re.compile(r'^\s*:::', re.MULTILINE),
    'attributes of a heading or link': re.compile(r'\{[#.][\w.-]+'),
    'a cross-reference': re.compile(r'(?<![\w/])@(?:fig|tbl|sec)-\w+'),
    'a shortcode': re.compile(r'\{\{<'),
}
REPRS = {
    'the repr of one of our objects': re.compile(r'<wrestling_nb|<function |\bat 0x[0-9a-f]{6,}'),
    'the repr of a widget': re.compile(r'\b\w*Widget\(|\bFigure\('),
    'the repr of a chart': re.compile(r'\balt\.\w*Chart\('),
}
PHYSICAL = re.compile(rb'/Type\s*/Page\b')
FIRST_PAINT, WITH_CHARTS = 250_000, 1_500_000
XHTML = '{http://www.w3.org/1999/xhtml}'


class Page:
    "A built page, read as a browser reads it."
    def __init__(self, path, text):
        parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder('etree'))
        self.path, self.text = path, text
        self.tree = parser.parse(text)
        self.errors = [(position, code) for position, code, _ in parser.errors]
        self.ids = [element.get('id') for element in self.tree.iter() if element.get('id') is not None]

    def all(self, tag):
        return list(self.tree.iter(XHTML + tag))

    def with_class(self, name):
        return [element for element in self.tree.iter() if name in (element.get('class') or '').split()]

    def target(self, address):
        "The file of the site and the anchor that an address of this page means; None for one that leads elsewhere."
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            return None
        path = unquote(parts.path)
        if path.startswith(places.base()):
            path = path[len(places.base()):]
        elif path:
            path = normpath(join(dirname(self.path), path)) + ('/' if path.endswith('/') else '')
        else:
            path = self.path
        return ('index.html' if path in ('./', '.', '') else path + 'index.html' if path.endswith('/') else path), unquote(parts.fragment)


def said(element, code=True):
    "The text of an element without scripts and styles, and without blocks of source code if `code` is false."
    parts = [element.text or '']
    for child in element:
        left_out = child.tag in (XHTML + 'script', XHTML + 'style') or not code and 'sourceCode' in (child.get('class') or '').split()
        parts += ['' if left_out else said(child, code), child.tail or '']
    return ''.join(parts)


@pytest.fixture(scope='module')
def pages(site):
    "All pages, by path. JupyterLite's own are not ours."
    found = sorted(path.relative_to(site).as_posix() for path in site.rglob('*.html'))
    return {path: Page(path, (site / path).read_text(encoding='utf-8')) for path in found if not path.startswith('lite/')}


@pytest.fixture(scope='module')
def lessons(pages):
    "The pages of notebooks."
    return {path: page for path, page in pages.items() if path != 'index.html' and (places.NOTEBOOKS / path).with_suffix('.ipynb').exists()}


@cache
def found_games():
    return games()


def test_every_notebook_and_every_module_has_its_page(pages):
    expected = {path.with_suffix('.html').as_posix() for path in places.notebooks()}
    expected |= {module.page.replace('.qmd', '.html') for module in reference.modules()}
    expected |= {f'{key}/{topic.slug}.html' for key, rules in found_games().items() for topic in rules.ledger.topics}
    expected |= {f'{key}/summary.html' for key in found_games()} | {'404.html', 'api/index.html'}
    assert set(pages) == expected


def test_a_page_is_well_formed_and_has_each_id_once(pages):
    wrong = {path: page.errors[:3] for path, page in pages.items() if page.errors}
    twice = {path: sorted({name for name in page.ids if page.ids.count(name) > 1}) for path, page in pages.items()}
    assert not wrong
    assert not {path: names for path, names in twice.items() if names}


def test_nothing_meant_for_the_builder_is_left_on_a_page(pages):
    found = []
    for path, page in pages.items():
        body = page.all('body')[0]
        for patterns, text in ((LEAKS, said(body)), (REPRS, said(body, code=False))):
            found += [f'{path}: {what}: {leak[0].strip()!r}' for what, pattern in patterns.items() for leak in [pattern.search(text)] if leak]
    assert not found


def test_every_link_leads_to_something(site, pages):
    dead = []
    for path, page in pages.items():
        for tag, attribute in (('a', 'href'), ('link', 'href'), ('script', 'src'), ('img', 'src')):
            for element in page.all(tag):
                address = element.get(attribute)
                target = page.target(address) if address else None
                if target is None:
                    continue
                file, anchor = target
                if not (site / file).is_file():
                    dead.append(f'{path}: {address}: there is no {file}')
                elif anchor and file in pages and anchor not in pages[file].ids:
                    dead.append(f'{path}: {address}: {file} has no such anchor')
    assert not dead


def test_no_page_loads_anything_from_elsewhere(site, pages):
    outside = []
    for path, page in pages.items():
        for element in page.tree.iter():
            loads = [element.get(name) for name in ('src', 'srcset', 'poster', 'data') if element.get(name)]
            if element.tag == XHTML + 'link' and element.get('rel') != 'canonical':
                loads.append(element.get('href'))
            outside += [f'{path}: {address}' for address in loads if re.match(r'(?:https?:)?//', address)]
    for sheet in (path for path in site.rglob('*.css') if 'lite' not in path.relative_to(site).parts):
        outside += [f'{sheet.relative_to(site)}: {found}' for found in re.findall(r'(?:url\(|@import)\s*["\']?(?:https?:)?//[^)"\']*', sheet.read_text(encoding='utf-8'))]
    assert not outside


def test_every_rule_has_its_stable_anchor(pages):
    missing = []
    for key, rules in found_games().items():
        for topic in rules.ledger.topics:
            anchors = set(pages[f'{key}/{topic.slug}.html'].ids)
            missing += [f'{key}/{topic.slug}.html#{entry.name}' for entry in rules.ledger.topic(topic.slug) if entry.name not in anchors]
    assert not missing


def test_the_rules_say_their_clauses_as_links(pages):
    for key, rules in found_games().items():
        linked = {link.get('data-rule') for topic in order.topics(rules) for link in pages[f'{key}/{topic.slug}.html'].with_class('clause')}
        assert linked and all(name in rules.ledger for name in linked)


def copies(page):
    return [element for element in page.with_class('wnb') if element.get('data-kind')]


def test_every_display_is_complete_without_scripts(lessons):
    wrong, kinds = [], set()
    for path, page in lessons.items():
        for copy in copies(page):
            kind, text = copy.get('data-kind'), ' '.join(said(copy).split())
            tags = {element.tag.rpartition('}')[2] for element in copy.iter()}
            steps = [element for element in copy.iter(XHTML + 'ol')]
            complete = {'walk': bool(steps) and len(list(steps[0])) >= 1 and 'svg' in tags, 'odds': {'svg', 'table'} <= tags,
                        'quiz': 'details' in tags, 'play': bool(text), 'flick': bool(text), 'deck': bool(text),
                        'explore': all(entry.en in text and entry.es in text for rules in found_games().values() for entry in rules.ledger.rules)}[kind]
            kinds.add(kind)
            if not complete or len(text) < 40:
                wrong.append(f'{path}: {kind} in {copy.get("data-cell")}: {text[:80]!r}')
    assert not wrong
    assert kinds == {'walk', 'odds', 'quiz', 'play', 'flick', 'deck', 'explore'}


def test_every_display_says_its_cell_and_has_its_state(site, lessons):
    for path, page in lessons.items():
        ids = {cell.id for cell in nbformat.read((places.NOTEBOOKS / path).with_suffix('.ipynb'), 4).cells}
        told = [state for script in scripts(page, 'wnb-states') for state in unpacked(json.loads(script.text))]
        assert len(told) == len(copies(page)), path
        for copy in copies(page):
            assert copy.get('data-cell') in ids, path
            assert [told[int(script.text)]['kind'] for script in scripts(copy, 'wnb-state')] == [copy.get('data-kind')], path


def scripts(part, name):
    return [script for script in (part.tree if isinstance(part, Page) else part).iter(XHTML + 'script') if script.get('class') == name]


def test_the_numbers_of_every_chart_lie_beside_its_page(site, lessons):
    "What a page and its file tell together is the state that the notebook has stored."
    count = 0
    for path, page in lessons.items():
        stored = [state for state in stored_states(path) if state['kind'] == 'odds']
        if not stored:
            continue
        told = [state for state in unpacked(json.loads(scripts(page, 'wnb-states')[0].text)) if state['kind'] == 'odds']
        numbers = unpacked(json.loads((site / path).with_name(scripts(page, 'wnb-states')[0].get('data-numbers')).read_text(encoding='utf-8')))
        assert len(told) == len(numbers) == len(stored), path
        for state, whole in zip(told, stored, strict=True):
            beside = state.pop('beside')
            assert numbers[beside['place']] == {name: whole[name] for name in ('spec', 'columns', 'grid')}, path
            assert beside['say'] in [part['say'] for part in whole['grid'].values()] and not state['grid'], path
            assert state['controls'] == whole['controls'] and state['guess'] == whole['guess'], path
            count += 1
    assert count > 100


def stored_states(path):
    cells = nbformat.read((places.NOTEBOOKS / path).with_suffix('.ipynb'), 4).cells
    shown = ''.join(output.get('data', {}).get('text/html', '') for cell in cells for output in cell.get('outputs', ()))
    return [unpacked(json.loads(state)) for state in re.findall(r'<script type="application/json" class="wnb-state">(.*?)</script>', shown, re.DOTALL)]


def test_both_languages_are_marked(pages):
    for path, page in pages.items():
        assert page.all('html')[0].get('lang') == 'en', path
        assert all(element.get('lang') == 'es' for element in page.with_class('wnb-es')), path
    for key, rules in found_games().items():
        for topic in order.topics(rules):
            spoken = {element.get('lang') for element in pages[f'{key}/{topic.slug}.html'].all('body')[0].iter()}
            assert {'en', 'es'} <= spoken


def test_the_style_of_the_displays_is_on_the_site_once(lessons):
    assert not [path for path, page in lessons.items() if '--wnb-mat:' in page.text]
    assert all(page.text.count('static/widgets.css"') == 1 for page in lessons.values())


@pytest.mark.parametrize(('path', 'place'), [('lucha_wars/pin.html', 'Learn'), ('explorer.html', 'Every rule'), ('explorations/all_time_wrestling.html', 'For developers'),
                                             ('core/exact.html', 'For developers'), ('api/core/exact.html', 'Reference')])
def test_the_bar_says_where_a_page_belongs(page, site_url, path, place):
    page.goto(site_url + path)
    bold = page.eval_on_selector_all('.navbar-nav.me-auto > li > .nav-link', 'links => links.filter((link) => getComputedStyle(link).fontWeight === "700").map((link) => link.innerText.trim())')
    assert bold == [place]


def test_what_lies_beside_a_page_is_its_notebook(site, lessons):
    for path, page in lessons.items():
        source = (places.NOTEBOOKS / path).with_suffix('.ipynb')
        assert (site / path).with_suffix('.ipynb').read_bytes() == source.read_bytes()
        told = json.loads((site / path).with_suffix('.cells.json').read_text(encoding='utf-8'))
        code = [cell for cell in nbformat.read(source, 4).cells if cell.cell_type == 'code' and '#| default_exp' not in cell.source]
        assert told['notebook'] == path.removesuffix('.html')
        assert [cell['id'] for cell in told['cells']] == [cell.id for cell in code]
        assert not [cell for cell in told['cells'] if re.search(r'^#\|', cell['source'], re.MULTILINE)]
        ids = set(page.ids)
        assert all(cell['id'] in ids for cell in told['cells'] if cell['shown'])


def test_every_page_is_in_the_bar_or_a_sidebar(pages):
    for path, page in pages.items():
        bars = [element for element in page.tree.iter() if element.get('id') in ('quarto-header', 'quarto-sidebar')]
        if path in ('index.html', '404.html'):
            continue
        linked = {page.target(link.get('href')) for bar in bars for link in bar.iter(XHTML + 'a') if link.get('href')}
        assert (path, '') in linked, f'{path} is in no sidebar of _quarto.yml and not in its bar'


def test_a_game_is_listed_in_the_order_of_its_ledger():
    sidebars = yaml.safe_load((places.PROCESSED / '_quarto.yml').read_text(encoding='utf-8'))['website']['sidebar']
    for key, rules in found_games().items():
        listed = next(sidebar for sidebar in sidebars if sidebar['id'] == key)['contents'][0]['contents']
        slugs = [topic.slug for topic in rules.ledger.topics]
        assert [entry.removeprefix(f'{key}/').rsplit('.', 1)[0] for entry in listed[:len(slugs)]] == slugs


def travels(site, page):
    "The files that are fetched when a page is opened: the page, its sheets with their fonts, its scripts and pictures."
    files = {page.path}
    for tag, attribute in (('link', 'href'), ('script', 'src'), ('img', 'src')):
        files |= {page.target(element.get(attribute))[0] for element in page.all(tag) if element.get(attribute) and page.target(element.get(attribute))}
    for sheet in [file for file in files if file.endswith('.css')]:
        fonts = re.findall(r'url\(["\']?([^)"\'?]+\.woff2)', (site / sheet).read_text(encoding='utf-8'))
        files |= {normpath(join(dirname(sheet), font)) for font in fonts}
    return files


def travels_with_all_shown(site, page):
    "The files that are fetched until all charts of a page are drawn, and its rings laid."
    numbers = [join(dirname(page.path), script.get('data-numbers')) for script in scripts(page, 'wnb-states')]
    rings = {'static/flick.js'} if 'flick' in {copy.get('data-kind') for copy in copies(page)} else set()
    return travels(site, page) | {'static/vega.js'} | rings | {file for file in numbers if (site / file).exists()}


def weight(site, files):
    "The bytes that travel, each file as gzip packs it."
    return sum(len(gzip.compress((site / file).read_bytes(), 6)) for file in files)


def test_a_page_weighs_little(site, lessons):
    first = {path: weight(site, travels(site, page)) for path, page in lessons.items()}
    drawn = {path: weight(site, travels_with_all_shown(site, page)) for path, page in lessons.items()}
    assert not {path: bytes for path, bytes in first.items() if bytes > FIRST_PAINT}
    assert not {path: bytes for path, bytes in drawn.items() if bytes > WITH_CHARTS}


@pytest.mark.parametrize('path', ['lucha_wars/arsenal.html', 'lucha_wars/pin.html', 'all_time_wrestling/attack.html'])
def test_what_is_weighed_is_what_a_browser_fetches(page, site, site_url, lessons, path):
    asked = set()
    page.on('request', lambda request: asked.add(request.url.removeprefix(site_url).partition('?')[0]))
    page.goto(site_url + path)
    page.wait_for_function('() => document.querySelector(".wnb[data-kind]") && !document.querySelector(".wnb[data-kind]:not([data-alive])")')
    page.wait_for_load_state('networkidle')
    assert path in asked and asked <= travels(site, lessons[path])
    with page.expect_response('**/*.numbers.json') as numbers:
        page.locator('.w-odds').first.scroll_into_view_if_needed()
    assert numbers.value.ok
    page.wait_for_load_state('networkidle')
    assert asked <= travels_with_all_shown(site, lessons[path])


def test_a_chart_without_its_numbers_says_so_and_tries_again(page, site_url, complaints):
    page.route('**/*.numbers.json', lambda route: route.fulfill(status=404))
    page.goto(f'{site_url}lucha_wars/arsenal.html')
    chart = page.locator('.w-odds:not(:has([data-k=reveal]))').first
    chart.scroll_into_view_if_needed()
    chart.locator('[data-k=fetch]').wait_for()
    assert chart.locator('.chart svg').count() == 1 and chart.locator('.say').inner_text().strip()
    page.unroute('**/*.numbers.json')
    chart.locator('[data-k=fetch]').click()
    chart.locator('.vega svg').wait_for()
    assert not chart.locator('[data-k=fetch]').count()
    # The file itself was answered with 404, and the browser says so.
    complaints[:] = [complaint for complaint in complaints if '404' not in complaint]


def test_machines_find_every_page(site, pages):
    listed = {location.text for location in ElementTree.parse(site / 'sitemap.xml').iter('{http://www.sitemaps.org/schemas/sitemap/0.9}loc')}
    assert listed == {places.address() + path for path in pages if path != '404.html'}
    assert f'Sitemap: {places.address()}sitemap.xml' in (site / 'robots.txt').read_text(encoding='utf-8')
    text = (site / 'llms.txt').read_text(encoding='utf-8')
    linked = re.findall(r'^- \[[^\]]+\]\(([^)]+)\): \S', text, re.MULTILINE)
    assert text.startswith('# wrestling_nb\n\n> ')
    assert {places.address() + path for path in pages} - set(linked) == {places.address() + path for path in ('404.html', 'index.html', 'api/index.html')}


def test_the_search_finds_every_rule_by_its_id_and_by_its_words(site, pages):
    found = {entry['href']: entry for entry in json.loads((site / 'search.json').read_text(encoding='utf-8'))}
    for key, rules in found_games().items():
        for entry in rules.ledger.rules:
            place = f'{key}/{entry.topic}.html#{entry.name}'
            assert found[place]['title'] == entry.name
            assert entry.en in found[place]['text'] and entry.es in found[place]['text']
    lost = [place for place in found for file, _, anchor in [place.partition('#')] if anchor and anchor not in pages[file].ids]
    assert not lost


def test_a_page_shared_elsewhere_has_its_card(site, pages):
    for page in pages.values():
        said_of = {meta.get('property'): meta.get('content') for meta in page.all('meta')}
        assert said_of['og:title']
        assert said_of['og:image'] == places.address() + 'static/card.png'
    assert (site / 'static' / 'card.png').read_bytes().startswith(b'\x89PNG')


def test_the_reference_tells_every_exported_name(pages):
    for module in reference.modules():
        ids = set(pages[module.page.replace('.qmd', '.html')].ids)
        assert not [name for name in module.loaded.__all__ if name not in ids], module.name


def fetched(address):
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, answer.headers['Content-Type'], answer.read().decode('utf-8', 'replace')
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers['Content-Type'], answer.read().decode('utf-8')


def test_the_server_answers_as_a_host_of_pages_does(site_url):
    kinds = {'index.html': 'text/html', 'static/site.css': 'text/css', 'static/vega.js': 'text/javascript', 'core/rules.cells.json': 'application/json',
             'static/favicon.svg': 'image/svg+xml', 'llms.txt': 'text/plain'}
    for path, kind in kinds.items():
        status, said_kind, _ = fetched(site_url + path)
        assert (status, said_kind.split(';')[0]) == (200, kind), path
    status, kind, text = fetched(site_url + 'no/such/page.html')
    assert (status, kind.split(';')[0]) == (404, 'text/html')
    assert 'left the ring' in text


def test_the_page_that_is_not_there_is_whole_at_any_depth(page, site_url, complaints):
    page.goto(site_url + 'no/such/page.html')
    assert page.evaluate('getComputedStyle(document.body).backgroundColor') == 'rgb(246, 241, 231)'
    page.get_by_role('link', name='To the first page').click()
    page.wait_for_url(site_url + 'index.html')
    # The address itself was answered with 404, and the browser says so.
    complaints[:] = [complaint for complaint in complaints if '404' not in complaint]


@pytest.mark.parametrize('paper', ['A4', 'Letter'])
@pytest.mark.parametrize('language', ['en', 'es'])
def test_a_summary_is_two_printed_pages_at_most(page, site_url, paper, language):
    for key in found_games():
        page.goto(f'{site_url}{key}/summary.html')
        page.locator(f'.summary-switch input[value="{language}"]').check(force=True)
        assert page.locator(f'.summary-text[lang="{language}"]').is_visible()
        assert len(PHYSICAL.findall(page.pdf(format=paper, prefer_css_page_size=False))) in (1, 2)


def test_a_summary_begins_with_the_turn():
    for key, rules in found_games().items():
        first = summary.sections(rules)[0]
        assert first.get('steps'), key


def prints(folder):
    "What identifies every file of a folder."
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob('*') if path.is_file()}


def test_building_again_makes_no_difference(site):
    before = prints(site)
    build_site()
    after = prints(ROOT / '_site')
    assert before.keys() == after.keys()
    assert [path for path in before if before[path] != after[path]] == []
