"""What the tests share: the browser, the site, the two processes that run them, and a loud word when there is no browser."""
import fcntl
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tools'))

BROWSERS = ('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
REQUIRED = os.environ.get('WNB_REQUIRE_BROWSER') == '1'
LOCAL = ('http://127.0.0.1', 'http://localhost', 'ws://127.0.0.1', 'ws://localhost', 'data:', 'blob:', 'about:', 'file:')
OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
# Files that use one folder, so that they run in one process, one after another.
TOGETHER = {'test_axe': 'site', 'test_page': 'site', 'test_site': 'site'}
# Tests that use nothing of what the others of their file have made.
APART = {'test_the_cells_that_a_display_rests_on_are_enough_to_make_it_again': 'displays'}
# What takes longest begins first, so that both processes end at about the same time; the rest follows by name.
LONGEST = ('test_contracts', 'test_notebooks', 'site', 'test_lab', 'displays', 'test_live', 'test_lite', 'test_flick', 'test_hidden', 'test_boards')
not_run = []


def group_of(name):
    "What a test, called like tests/test_site.py::test_a_page, has to share a process with: most often its file."
    file, _, test = name.partition('::')
    file = Path(file).stem
    return APART.get(test.partition('[')[0]) or TOGETHER.get(file, file)


class Groups(LoadScopeScheduling):
    "Deals out whole groups of tests, not single ones."
    def _split_scope(self, nodeid):
        return group_of(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return Groups(config, log)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONGEST.index(group_of(item.nodeid)) if group_of(item.nodeid) in LONGEST else len(LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """A test that is marked `alone` waits until no other runs, and none begins before it has ended.

    Whoever begins a test goes through the gate; one that waits for the others keeps it closed behind itself.
    """
    folder = item.config.cache.mkdir('alone')
    with open(folder / 'gate', 'w') as gate, open(folder / 'tests', 'w') as tests:
        fcntl.flock(gate, fcntl.LOCK_EX)
        fcntl.flock(tests, fcntl.LOCK_EX if item.get_closest_marker('alone') else fcntl.LOCK_SH)
        fcntl.flock(gate, fcntl.LOCK_UN)
        return (yield)


def find_browser():
    "The path of a Chromium on this machine, or None."
    return next(filter(None, map(shutil.which, BROWSERS)), None)


TABLE = '''<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A table</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/wrestling_nb/static/widgets.css"></head><body><main></main><script type="module">
import widgets from '/wrestling_nb/static/widgets.js';
let heard = () => {};
const model = {
  state: await kernel(null),
  get(name) { return name === 'state' ? this.state : undefined; },
  on(event, listener) { if (event === 'change:state') heard = listener; },
  off() {},
  send(message) { kernel(message).then((state) => { model.state = state; heard(); }); },
};
widgets.render({ model, el: document.querySelector('main') });
</script></body></html>'''


@pytest.fixture(scope='session')
def chromium():
    "The path of a Chromium. Without one the test fails where WNB_REQUIRE_BROWSER=1 and is counted aloud elsewhere."
    path = find_browser()
    if path is None and REQUIRED:
        pytest.fail(f'no Chromium on the path ({", ".join(BROWSERS)}), and WNB_REQUIRE_BROWSER=1', pytrace=False)
    if path is None:
        pytest.skip('no Chromium on the path')
    return path


@pytest.fixture(scope='session')
def npm():
    "The path of npm. Without it the test fails where WNB_REQUIRE_BROWSER=1 and is counted aloud elsewhere."
    path = shutil.which('npm')
    if path is None and REQUIRED:
        pytest.fail('no npm on the path, and WNB_REQUIRE_BROWSER=1', pytrace=False)
    if path is None:
        pytest.skip('no npm on the path')
    return path


@pytest.fixture(scope='session')
def playwright(chromium):
    "What drives browsers; there can be but one in a process."
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope='session')
def browser(playwright, chromium):
    "A headless Chromium for all tests."
    running = playwright.chromium.launch(executable_path=chromium, headless=True, args=OPTIONS)
    yield running
    running.close()


class Complaints(list):
    "What a page complained about: errors of its scripts (with where they happened), of its console, and requests to other hosts."
    def watch(self, page):
        page.on('pageerror', lambda error: self.append(f'script error: {error}\n{error.stack or ""}'.strip()))
        page.on('console', lambda message: self.append(f'console: {message.text}') if message.type == 'error' else None)
        page.on('request', lambda request: None if request.url.startswith(LOCAL) else self.append(f'request: {request.url}'))
        return page


@pytest.fixture
def complaints():
    "The complaints of the pages of a test; the fixture `page` fails when some are left at its end."
    return Complaints()


@pytest.fixture
def page(browser, complaints):
    "A fresh page whose script errors, console errors and requests to other hosts fail the test."
    context = browser.new_context(viewport={'width': 1280, 'height': 900})
    yield complaints.watch(context.new_page())
    context.close()
    assert not complaints, '\n'.join(complaints)


@pytest.fixture(scope='session')
def package_address():
    "The address at which the folder of the project is served."
    from pages import served
    with served(ROOT) as address:
        yield address


@pytest.fixture
def table(page, package_address):
    "Opens a `Play` in the browser, with this process as its kernel."
    def opened(play):
        def kernel(message):
            if message is not None:
                play.panel.receive(message)
            return {**play.panel.state, 'live': True}

        page.expose_function('kernel', kernel)
        page.route('**/table.html', lambda route: route.fulfill(body=TABLE, content_type='text/html'))
        page.goto(f'{package_address}/table.html')
        page.wait_for_selector('.w-play')
        return page
    return opened


def build_site():
    "Build the site as `make site` does."
    done = subprocess.run([sys.executable, 'tools/make_site.py'], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope='session')
def site():
    "The folder of the site, built once. With WNB_SITE=built in the environment the one that is there is taken as it is."
    if os.environ.get('WNB_SITE') != 'built':
        build_site()
    return ROOT / '_site'


@pytest.fixture(scope='session')
def site_url(site):
    "The address of the site on this machine, under the path that it has when it is published."
    from serve_site import server
    from website.places import base
    with server(site) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        yield f'http://127.0.0.1:{pages.server_port}{base()}'
        pages.shutdown()


def pytest_runtest_logreport(report):
    if report.skipped and any(tool in str(report.longrepr) for tool in ('no Chromium', 'no npm')):
        not_run.append(report.nodeid)


def pytest_terminal_summary(terminalreporter):
    if not_run:
        missing = [name for name, there in (('Chromium', find_browser()), ('npm', shutil.which('npm'))) if not there]
        terminalreporter.section(f'NO {" AND NO ".join(missing).upper()}', sep='!', red=True, bold=True)
        terminalreporter.line(f'{len(not_run)} tests did NOT run, for want of {" and ".join(missing)} on the path.', red=True)
        terminalreporter.line('On Debian: apt-get install chromium fonts-liberation nodejs npm. WNB_REQUIRE_BROWSER=1 makes this a failure.', red=True)
