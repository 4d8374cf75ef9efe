"""What the package ships for pages is what its sources make, small, and readable by everybody."""
import gzip
import re
import shutil
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
JS = ROOT / 'js'
STATIC = ROOT / 'wrestling_nb' / 'static'
THROWS = Path('wrestling_nb') / 'lucha_wars' / 'throws.toml'
BUNDLES = ('loader.js', 'widgets.js', 'page.js', 'widgets.css')
MADE = (*BUNDLES, 'flick.js')
MOST = 80 * 1024
VEGA_OF = '1.9.0.post1'


# ---- the bundles are made of the sources

@pytest.fixture(scope='module')
def sources(npm, tmp_path_factory):
    "A copy of js/ with what its lock file names installed."
    copy = tmp_path_factory.mktemp('widgets') / 'js'
    shutil.copytree(JS, copy, ignore=shutil.ignore_patterns('node_modules', 'build'))
    # The throws of a game are data of the game, and what js/ makes of them is tested there.
    (copy.parent / THROWS).parent.mkdir(parents=True)
    shutil.copy(ROOT / THROWS, copy.parent / THROWS)
    run(copy, 'npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline')
    return copy


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f'{" ".join(command)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}'
    return done.stdout


def test_the_bundles_are_what_js_makes_to_the_byte(sources, tmp_path):
    run(sources, 'node', 'build.mjs', f'--to={tmp_path}')
    for name in MADE:
        assert (tmp_path / name).read_bytes() == (STATIC / name).read_bytes(), f'{name} is not what js/ makes: run `make widgets` and commit it'


def test_the_types_of_js_hold(sources):
    run(sources, 'npm', 'run', '--silent', 'check')


def test_the_tests_of_js_pass(sources):
    assert re.search(r'^# fail 0$', run(sources, 'npm', 'test', '--silent'), re.MULTILINE)


def test_the_chart_library_is_the_one_that_vl_convert_carries():
    try:
        installed = version('vl-convert-python')
    except PackageNotFoundError:
        pytest.skip('vl-convert-python is not installed')
    if installed != VEGA_OF:
        pytest.skip(f'vega.js was made with vl-convert-python {VEGA_OF}, installed is {installed}')
    import vl_convert
    made = vl_convert.javascript_bundle('export { vegaEmbed, vegaLite, vega }')
    assert made.encode() == (STATIC / 'vega.js').read_bytes(), 'run `python tools/build_vega.py` and commit vega.js'


# ---- sizes, and nothing from elsewhere

def test_the_widgets_are_small():
    sizes = {name: len(gzip.compress((STATIC / name).read_bytes(), 9)) for name in BUNDLES}
    # page.js has the widgets in it: a notebook loads the one, a page of the site the other
    assert max(sizes['widgets.js'], sizes['page.js']) + sizes['widgets.css'] < MOST, sizes


@pytest.mark.parametrize('name', BUNDLES)
def test_the_bundles_name_no_other_host(name):
    addresses = set(re.findall(r'(?:https?:)?//[\w.-]+\.\w+[^\s"\'`)]*', (STATIC / name).read_text(encoding='utf-8')))
    assert addresses <= {'http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML'}


def test_the_sheet_stays_below_its_own_class():
    "Only the names of tokens stand on the page's root; every other rule is inside .wnb (or an at-rule around such rules)."
    sheet = re.sub(r'/\*.*?\*/', '', (STATIC / 'widgets.css').read_text(encoding='utf-8'), flags=re.DOTALL)
    depth, start = 0, 0
    for place, character in enumerate(sheet):
        if character == '{':
            if depth == 0:
                selector = sheet[start:place].strip()
                assert selector.startswith('@') or ':is(.wnb' in selector or '.wnb' in selector, selector
            depth += 1
        elif character == '}':
            depth -= 1
            start = place + 1
    assert depth == 0


# ---- colours that can be read

TEXT, GRAPHIC, APART = 4.5, 3, 25
SURFACES = ('mat', 'mat-2', 'paper')
TINTS = ('gold-tint', 'red-tint', 'blue-tint', 'plum-tint', 'ok-tint', 'canvas')
TEXTS = [(front, back) for front in ('ink', 'ink-2', 'red', 'blue', 'plum', 'gold-line', 'ok') for back in SURFACES]
TEXTS += [(front, back) for front in ('ink', 'ink-2') for back in TINTS]
TEXTS += [('on-ink', 'ink'), ('on-corner', 'red-solid'), ('on-corner', 'blue-solid'), ('on-corner', 'plum-solid'), ('on-gold', 'gold'), ('on-nav', 'nav'),
          ('die-ink', 'die'), ('die-ink-2', 'die'), ('red', 'red-tint'), ('blue', 'blue-tint'), ('plum', 'plum-tint'), ('ok', 'ok-tint'), ('gold-line', 'gold-tint')]
GRAPHICS = [(front, back) for front in ('line-2', 'red-solid', 'blue-solid', 'plum-solid', 'gold-line', 'focus') for back in (*SURFACES, 'canvas')]
# How three kinds of colour-blind eyes see linear red, green and blue.
EYES = {
    'protan': ((.152, 1.053, -.205), (.115, .786, .099), (-.004, -.048, 1.052)),
    'deutan': ((.367, .861, -.228), (.280, .673, .047), (-.012, .043, .969)),
    'tritan': ((1.256, -.077, -.179), (-.078, .931, .148), (.005, .691, .304))}
CORNER_PAIRS = (('red', 'blue'), ('red', 'plum'), ('blue', 'plum'))
each_theme = pytest.mark.parametrize('theme', ['light', 'dark'])


@cache
def tokens():
    "The colours of the tokens: a dict from name to {theme: colour}."
    source = (JS / 'src' / 'styles' / 'tokens.css').read_text(encoding='utf-8')
    found = {name: {'light': light, 'dark': dark} for name, light, dark in re.findall(r'--wnb-([\w-]+):\s*light-dark\((#\w{6}),\s*(#\w{6})\)', source)}
    return found | {name: {'light': colour, 'dark': colour} for name, colour in re.findall(r'--wnb-([\w-]+):\s*(#\w{6});', source)}


def linear(colour):
    "Red, green and blue of a colour as amounts of light."
    parts = [int(colour[place:place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= .04045 else ((part + .055) / 1.055) ** 2.4 for part in parts]


def weighed(weights, light):
    return sum(weight * part for weight, part in zip(weights, light, strict=True))


def contrast(front, back):
    "The contrast of two colours as WCAG defines it."
    lightness = sorted(weighed((.2126, .7152, .0722), linear(colour)) for colour in (front, back))
    return (lightness[1] + .05) / (lightness[0] + .05)


def lab(light):
    "Light as CIE Lab, where distance is about how different two colours look."
    def bent(part):
        return part ** (1 / 3) if part > .008856 else 7.787 * part + 16 / 116
    x, y, z = (weighed(row, light) for row in ((.4124, .3576, .1805), (.2126, .7152, .0722), (.0193, .1192, .9505)))
    a, b, c = bent(x / .9505), bent(y), bent(z / 1.089)
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def seen(colour, eye):
    return lab([min(1, max(0, weighed(row, linear(colour)))) for row in EYES[eye]])


@each_theme
@pytest.mark.parametrize(('pairs', 'least'), [(TEXTS, TEXT), (GRAPHICS, GRAPHIC)], ids=['text', 'graphics'])
def test_contrast(theme, pairs, least):
    found = {f'{front} on {back}': contrast(tokens()[front][theme], tokens()[back][theme]) for front, back in pairs}
    assert not {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


@each_theme
@pytest.mark.parametrize('eye', EYES)
@pytest.mark.parametrize(('one', 'other'), [(one + kind, other + kind) for kind in ('', '-solid') for one, other in CORNER_PAIRS])
def test_the_corners_look_different_to_every_eye(theme, eye, one, other):
    distance = sum((a - b) ** 2 for a, b in zip(seen(tokens()[one][theme], eye), seen(tokens()[other][theme], eye), strict=True)) ** .5
    assert distance >= APART


@pytest.mark.parametrize('name', ['mat', 'ink', 'red', 'blue', 'plum', 'gold', 'ok'])
def test_the_shipped_sheet_has_the_tokens(name):
    "esbuild writes colours shorter, so they are compared as colours."
    sheet = (STATIC / 'widgets.css').read_text(encoding='utf-8')
    pair = re.search(rf'--wnb-{name}:\s*light-dark\((#\w+),\s*(#\w+)\)', sheet)
    assert [whole(colour) for colour in pair.groups()] == [tokens()[name]['light'], tokens()[name]['dark']]


def whole(colour):
    return colour.lower() if len(colour) == 7 else '#' + ''.join(2 * part for part in colour[1:]).lower()
