"""JupyterLite beside the pages: what its folder holds, and the notebooks as a person meets them there, with no other host in reach."""
import hashlib
import http.server
import json
import re
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from conftest import OPTIONS, Complaints
from lab import ask_kernel, drawn_anew, open_notebook, run_all
from packaging.utils import canonicalize_name

from wrestling_nb.core.games import games

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tools'))
from make_lite import LICENSES, RUNTIME, make_lite  # noqa: E402
from make_runtime import BROWSER, LOCK, OURS, compile_archives, pins, pyodide_package, write_our_wheel  # noqa: E402

KERNEL = 'jupyterlite-pyodide-kernel'
NOWHERE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'
# Milliseconds until the kernel has started, at most: it takes about ten seconds on a machine that does nothing else.
PATIENCE = 180_000


@pytest.fixture(scope='session')
def lite(npm, tmp_path_factory):
    "The folder as the site ships it."
    folder = tmp_path_factory.mktemp('site') / 'below' / 'lite'
    folder.parent.mkdir()
    make_lite(folder)
    return folder


@pytest.fixture(scope='session')
def runtime(lite):
    return lite / RUNTIME


@pytest.fixture(scope='session')
def lock(runtime):
    return json.loads((runtime / LOCK).read_text(encoding='utf-8'))


# ---- what the folder holds

def test_the_notebooks_are_those_of_the_repository(lite):
    for notebook in sorted((ROOT / 'nbs').rglob('*.ipynb')):
        inside = notebook.relative_to(ROOT / 'nbs')
        if is_shipped(inside):
            assert (lite / 'files' / inside).read_bytes() == notebook.read_bytes()
            listed = json.loads((lite / 'api' / 'contents' / inside.parent / 'all.json').read_text(encoding='utf-8'))['content']
            assert inside.as_posix() in [entry['path'] for entry in listed]


def test_python_comes_from_the_folder_and_from_nowhere_else(lite):
    settings = json.loads((lite / 'jupyter-lite.json').read_text(encoding='utf-8'))['jupyter-config-data']['litePluginSettings']
    kernel = settings['@jupyterlite/pyodide-kernel-extension:kernel']
    assert (lite / kernel['pyodideUrl']).is_file()
    assert kernel['disablePyPIFallback'] is True


def test_only_the_two_apps_are_there_and_no_maps_of_their_sources(lite):
    assert {file.parent.name for file in lite.glob('*/index.html')} == {'lab', 'notebooks'}
    assert not list(lite.rglob('*.map'))


def test_the_list_names_what_is_shipped_and_nothing_else(runtime, lock):
    assert {package['file_name'] for package in lock['packages'].values()} == {wheel.name for wheel in runtime.glob('*.whl')}
    for package in lock['packages'].values():
        assert package['sha256'] == hashlib.sha256((runtime / package['file_name']).read_bytes()).hexdigest()
        assert set(package['depends']) <= set(lock['packages'])
    assert lock['packages']['wrestling-nb']['imports'] == [OURS]


def test_each_version_is_pinned_in_one_place(lite, lock):
    "What is shipped has the versions of browser/, and JupyterLite's kernel was made for the Pyodide pinned there."
    shipped = {name: package['version'] for name, package in lock['packages'].items()}
    assert pins('wheels.txt').items() <= shipped.items()
    wheels = pins('wheels.txt').keys() | {'wrestling-nb'}
    brought = {name: shipped[name] for name in shipped.keys() - wheels}
    assert brought.pop('pyodide-kernel') == brought.pop('piplite') == pins('jupyterlite.txt')[KERNEL]
    assert brought.keys() == {'ipykernel', 'widgetsnbextension'}
    pyodide = json.loads((BROWSER / 'package.json').read_text(encoding='utf-8'))['dependencies']['pyodide']
    expected = {version for script in (lite / 'extensions' / '@jupyterlite').rglob('*.js')
                for version in re.findall(r'/pyodide/v([\d.]+)/full/', script.read_text(encoding='utf-8'))}
    assert expected == {pyodide}


def test_our_wheel_carries_each_module_as_source_and_compiled(runtime, lock):
    "Rules are read from their source; the compiled form is quicker to import."
    with zipfile.ZipFile(runtime / lock['packages']['wrestling-nb']['file_name']) as wheel:
        names = set(wheel.namelist())
        for source in sorted((ROOT / OURS).rglob('*.py')):
            name = source.relative_to(ROOT).as_posix()
            assert wheel.read(name) == source.read_bytes()
            folder, _, file = name.rpartition('/')
            compiled = f'{folder}/__pycache__/{file.removesuffix(".py")}.cpython-314.pyc'
            # The word after the magic number: compiled from a source by hash, not compared with it.
            assert wheel.read(compiled)[4:8] == b'\1\0\0\0'
    for data in (ROOT / OURS).rglob('*.toml'):
        assert data.relative_to(ROOT).as_posix() in names


def test_the_code_of_others_is_compiled(runtime):
    for archive in [*runtime.glob('*.whl'), *runtime.glob('*.zip')]:
        with zipfile.ZipFile(archive) as files:
            sources = [name for name in files.namelist() if name.endswith('.py')]
        assert archive.name.startswith(OURS) or len(sources) <= 1, (archive.name, sources)


def test_compiling_twice_leaves_no_difference(runtime, tmp_path):
    written = tmp_path / 'written'
    written.mkdir()
    wheel = write_our_wheel(written)
    compile_archives(pyodide_package(), written, tmp_path / 'compiled')
    assert (tmp_path / 'compiled' / wheel.name).read_bytes() == (runtime / wheel.name).read_bytes()


def test_making_the_folder_twice_leaves_no_difference(lite, tmp_path):
    make_lite(tmp_path / 'lite')
    assert contents(tmp_path / 'lite') == contents(lite)


def contents(folder):
    "Every file of a folder with a digest of what it holds."
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.rglob('*') if file.is_file()}


def test_the_licences_of_others_are_told(lite, lock):
    told = (lite / LICENSES).read_text(encoding='utf-8')
    named = {canonicalize_name(name) for name in re.findall(r'^=+\n(\S+) \S+: \S', told, re.MULTILINE)}
    assert lock['packages'].keys() - named == {'wrestling-nb'}
    assert named - lock['packages'].keys() == pins('jupyterlite.txt').keys() - {'jupyter-server'}
    assert 'PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2' in told


# ---- in the Python of the browser

def is_shipped(notebook):
    return not any(part.startswith(('.', '_')) for part in notebook.parts)


OUTSIDE = [notebook.as_posix() for notebook in sorted(path.relative_to(ROOT / 'nbs') for path in (ROOT / 'nbs').rglob('*.ipynb'))
           if notebook.parts[0] not in games() and is_shipped(notebook)]
# To solve a match takes numpy, which the browser does not have; the notebook says so.
WITHOUT_NUMPY = {'lab/solve.ipynb': 'solving a match needs numpy'}


@pytest.fixture(scope='module')
def found(runtime):
    "What came of each notebook outside of the games in a Python of its own, two at a time: a dict from name to None, or what failed."
    def run(name):
        done = subprocess.run(['node', ROOT / 'tests' / 'run_in_pyodide.mjs', runtime, ROOT / 'nbs', name], capture_output=True, text=True, check=False)
        return json.loads(done.stdout) if done.returncode == 0 else done.stderr[-3000:]
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(OUTSIDE, pool.map(run, OUTSIDE), strict=True))


@pytest.mark.parametrize('name', OUTSIDE)
def test_a_notebook_outside_of_the_games_runs_in_the_python_of_the_browser(found, name):
    "It is newer than ours, and has neither threads nor other processes. A notebook of each game follows below, in the browser itself."
    if name in WITHOUT_NUMPY:
        assert WITHOUT_NUMPY[name] in found[name]
    else:
        assert found[name] is None, found[name]


# ---- in the browser

class Pages(http.server.SimpleHTTPRequestHandler):
    "Files as they lie, and nothing on the terminal."
    protocol_version = 'HTTP/1.1'

    def log_message(self, *parts):
        pass


@pytest.fixture(scope='module')
def address(lite):
    "The address of the folder, below a path as it is when published."
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), partial(Pages, directory=lite.parent.parent)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f'http://127.0.0.1:{server.server_port}/{lite.parent.name}/{lite.name}'
        server.shutdown()


@pytest.fixture(scope='module')
def net_log(tmp_path_factory):
    return tmp_path_factory.mktemp('net') / 'log.json'


@pytest.fixture(scope='module')
def chromium_alone(playwright, chromium, net_log):
    "A Chromium that finds no other host, and writes down whom it asks, for the workers of a page too."
    running = playwright.chromium.launch(executable_path=chromium, headless=True, args=[*OPTIONS, NOWHERE, f'--log-net-log={net_log}'])
    yield running
    running.close()


@pytest.fixture(scope='module')
def complaints():
    return Complaints()


@pytest.fixture(scope='module')
def page(chromium_alone, address, complaints):
    "JupyterLite's Lab, once for all tests of this module."
    page = complaints.watch(chromium_alone.new_page(viewport={'width': 1280, 'height': 900}))
    page.set_default_timeout(PATIENCE)
    load(page, f'{address}/lab/index.html')
    # Every cell in the page at once, as the tests of JupyterLab have it.
    page.evaluate("""() => jupyterapp.serviceManager.settings.save('@jupyterlab/notebook-extension:tracker', '{"windowingMode": "none"}')""")
    load(page, f'{address}/lab/index.html')
    return page


def load(page, address):
    "Go to JupyterLab and wait until it stands."
    page.goto(address)
    page.wait_for_function('() => window.jupyterapp?.shell')
    page.evaluate('() => jupyterapp.restored')


def quickest(game):
    "Of the notebooks of a game that have a slider and an exercise, and play no matches for their charts, the one with the fewest cells."
    cells = {notebook: json.loads(notebook.read_text(encoding='utf-8'))['cells'] for notebook in sorted((ROOT / 'nbs' / game).glob('*.ipynb'))}
    sources = {notebook: '\n'.join(''.join(cell['source']) for cell in cells[notebook]) for notebook in cells}
    fitting = [notebook for notebook, source in sources.items() if 'slider(' in source and 'quiz(' in source and 'simulate(' not in source]
    return min(fitting, key=lambda notebook: len(cells[notebook])).relative_to(ROOT / 'nbs').as_posix()


@pytest.mark.parametrize('game', games())
def test_a_notebook_of_each_game_runs_and_its_widgets_answer(page, complaints, game):
    open_notebook(page, quickest(game), PATIENCE)
    wrong = run_all(page)
    assert not wrong, '\n'.join(wrong)
    assert page.locator('.wnb .note.err').count() == 0
    # The library that draws a chart comes from the kernel. One that waits for the reader's guess is not drawn yet.
    chart = page.locator('.w-odds:has(.chart):has(input[type="range"])').first
    chart.scroll_into_view_if_needed()
    chart.locator('.chart .vega svg').first.wait_for()
    slider = chart.locator('input[type="range"]').first
    said = chart.locator('.say').inner_text()
    slider.focus()
    page.keyboard.press('Home')
    first = chart.locator('.say').inner_text()
    page.keyboard.press('End')
    assert len({said, first, chart.locator('.say').inner_text()}) > 1, 'the slider changes nothing'
    # An exercise is graded by the kernel.
    exercise = page.locator('.w-quiz').first
    with drawn_anew(exercise):
        exercise.locator('[data-k="check"]').click()
    assert exercise.locator('.fb').count() > 0
    assert not complaints, '\n'.join(complaints)


def test_a_new_notebook_has_the_package_at_hand(page, complaints):
    cell = {'cell_type': 'code', 'id': 'new', 'metadata': {}, 'source': 'import wrestling_nb.core.games', 'outputs': [], 'execution_count': None}
    content = {'cells': [cell], 'metadata': {'kernelspec': {'name': 'python', 'display_name': 'Python', 'language': 'python'}}, 'nbformat': 4, 'nbformat_minor': 5}
    page.evaluate("(content) => jupyterapp.serviceManager.contents.save('new.ipynb', { type: 'notebook', format: 'json', content })", content)
    open_notebook(page, 'new.ipynb', PATIENCE)
    assert not run_all(page)
    assert ask_kernel(page, 'sorted(wrestling_nb.core.games.games())') == sorted(games())
    assert not complaints, '\n'.join(complaints)


def test_no_other_host_was_asked(page, chromium_alone, net_log):
    "The last test: the log is whole when the browser has ended."
    origin = page.evaluate('() => location.origin')
    chromium_alone.close()
    events = json.loads(net_log.read_text(encoding='utf-8'))['events']
    told = [event['params'] for event in events if 'url' in event.get('params', {})]
    # What the browser asks for by itself, as its updates, has no page as its initiator.
    asked = {each['url'] for each in told if each.get('initiator') == origin}
    assert any(url.endswith('.whl') for url in asked), 'the log does not show what workers ask for'
    assert not [url for url in asked if not url.startswith(f'{origin}/')]
