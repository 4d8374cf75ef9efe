"""JupyterLab in a headless Chromium: one server on a temporary copy of the notebooks, one page, driven by Lab's own commands.

    with Lab() as lab, lab.page(browser) as page:
        open_notebook(page, 'lucha_wars/match.ipynb')
        assert not run_all(page)
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 90
RUN_MILLISECONDS = 180_000
# Nothing of the person's own settings: no news, no saving by itself, and every cell in the page at once.
SETTINGS = {
    'apputils-extension/notification': {'fetchNews': 'false', 'checkForUpdates': False},
    'docmanager-extension/plugin': {'autosave': False},
    'notebook-extension/tracker': {'windowingMode': 'none'},
}
WIDGET = 'application/vnd.jupyter.widget-view+json'


class Lab:
    "A server of JupyterLab on a copy of nbs/, with settings of its own; `extra` are further notebooks, name to cells of code."
    def __init__(self, theme='JupyterLab Light', extra=()):
        self.home = Path(tempfile.mkdtemp(prefix='lab-'))
        self.folder = self.home / 'nbs'
        shutil.copytree(ROOT / 'nbs', self.folder, ignore=shutil.ignore_patterns('.ipynb_checkpoints'))
        for name, cells in dict(extra).items():
            self.write(name, cells)
        for name, settings in {**SETTINGS, 'apputils-extension/themes': {'theme': theme}}.items():
            file = self.home / 'settings' / '@jupyterlab' / f'{name}.jupyterlab-settings'
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(settings), encoding='utf-8')
        self.port = free_port()
        self.address = f'http://127.0.0.1:{self.port}'

    def write(self, name, cells):
        "Put a notebook with these cells of code into the folder."
        made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        made.metadata['kernelspec'] = {'name': 'python3', 'display_name': 'Python 3', 'language': 'python'}
        nbformat.write(made, self.folder / name)

    def __enter__(self):
        folders = {'JUPYTERLAB_SETTINGS_DIR': 'settings', 'JUPYTERLAB_WORKSPACES_DIR': 'workspaces', 'JUPYTER_CONFIG_DIR': 'config',
                   'JUPYTER_RUNTIME_DIR': 'runtime', 'IPYTHONDIR': 'ipython'}
        environment = {**os.environ, **{name: str(self.home / folder) for name, folder in folders.items()}, 'PYTHONDONTWRITEBYTECODE': '1'}
        self.log = open(self.home / 'server.log', 'w', encoding='utf-8')
        self.server = subprocess.Popen(
            [sys.executable, '-m', 'jupyterlab', '--no-browser', '--allow-root', '--expose-app-in-browser', '--ServerApp.ip=127.0.0.1',
             f'--ServerApp.port={self.port}', '--ServerApp.port_retries=0', '--IdentityProvider.token=', f'--ServerApp.root_dir={self.folder}'],
            env=environment, stdout=self.log, stderr=self.log, cwd=self.folder)
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _wait(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.server.poll() is None:
            try:
                with urllib.request.urlopen(f'{self.address}/api/status', timeout=5):
                    return
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(f'JupyterLab did not start:\n{(self.home / "server.log").read_text(encoding="utf-8")[-3000:]}')

    def __exit__(self, *failure):
        self.server.terminate()
        try:
            self.server.wait(20)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
        self.log.close()
        shutil.rmtree(self.home, ignore_errors=True)

    @contextmanager
    def page(self, browser, width=1280, height=900, opened=lambda page: None, **options):
        "A page with JupyterLab in it, with nothing open; `opened(page)` is called before it loads."
        context = browser.new_context(viewport={'width': width, 'height': height}, **options)
        page = context.new_page()
        page.set_default_timeout(30_000)
        opened(page)
        page.goto(f'{self.address}/lab')
        page.wait_for_function('() => window.jupyterapp?.shell')
        page.evaluate('() => jupyterapp.restored')
        page.evaluate("() => jupyterapp.shell.collapseLeft()")
        yield page
        page.evaluate('() => jupyterapp.serviceManager.sessions.shutdownAll()')
        context.close()


def free_port():
    with socket.socket() as found:
        found.bind(('127.0.0.1', 0))
        return found.getsockname()[1]


def command(page, name, **options):
    "Do one of JupyterLab's commands and wait until it is done."
    return page.evaluate('([name, options]) => Promise.resolve(jupyterapp.commands.execute(name, options)).then(() => null)', [name, options])


def close_all(page):
    "Close what is open and end every kernel."
    page.evaluate('''async () => {
      for (const widget of [...jupyterapp.shell.widgets('main')]) { widget.dispose(); }
      await jupyterapp.serviceManager.sessions.shutdownAll();
    }''')


def open_notebook(page, path, patience=60_000):
    "Open one notebook, alone, and wait for its kernel, so many milliseconds."
    close_all(page)
    command(page, 'docmanager:open', path=path)
    page.evaluate('''async () => {
      const { context } = jupyterapp.shell.currentWidget;
      await context.ready;
      await context.sessionContext.ready;
    }''')
    page.wait_for_function("() => jupyterapp.shell.currentWidget.context.sessionContext.session?.kernel?.status === 'idle'", timeout=patience)


def run_all(page):
    "Run all cells from the top, wait for their end, and until each widget is drawn; returns what went wrong as lines."
    page.set_default_timeout(RUN_MILLISECONDS)
    command(page, 'notebook:run-all-cells')
    page.set_default_timeout(30_000)
    wrong = page.evaluate('''() => {
      const found = [];
      for (const cell of jupyterapp.shell.currentWidget.content.model.cells) {
        if (cell.type !== 'code') { continue; }
        if (cell.sharedModel.source.trim() && cell.executionCount === null) { found.push('not run: ' + cell.sharedModel.source.slice(0, 200)); }
        for (const output of cell.outputs.toJSON()) {
          if (output.output_type === 'error') { found.push(output.traceback.join('\\n')); }
          if (output.output_type === 'stream' && output.name === 'stderr') { found.push([output.text].flat().join('')); }
        }
      }
      return found;
    }''')
    if not wrong:
        page.wait_for_function('''(mime) => {
          const panel = jupyterapp.shell.currentWidget;
          const wanted = [...panel.content.model.cells].flatMap((cell) => cell.outputs?.toJSON() ?? []).filter((output) => output.data?.[mime]).length;
          return panel.node.querySelectorAll('.wnb > .w, .wnb [role="status"] > .note.err').length >= wanted;
        }''', arg=WIDGET, timeout=60_000)
    return wrong


def run_cell(page, number):
    "Run one cell, by its place from 0."
    page.evaluate('(number) => { jupyterapp.shell.currentWidget.content.activeCellIndex = number; }', number)
    command(page, 'notebook:run-cell')


def ask_kernel(page, expression):
    "What the kernel of the open notebook says an expression is, from its JSON."
    text = page.evaluate('''async (code) => {
      const { kernel } = jupyterapp.shell.currentWidget.context.sessionContext.session;
      const future = kernel.requestExecute({ code, store_history: false });
      let said = '';
      future.onIOPub = (message) => { said += message.content.text ?? message.content.traceback?.join('\\n') ?? ''; };
      await future.done;
      return said;
    }''', f'import json; print(json.dumps({expression}))')
    return json.loads(text)


# A promise of the page for the next time something in an element is drawn anew, kept until it is asked for.
EXPECT = '''(element) => {
  window.drawn = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    observer.observe(element, { subtree: true, childList: true, characterData: true });
  });
}'''


@contextmanager
def drawn_anew(widget):
    "Wait at the end until something in the widget was drawn anew since the beginning."
    widget.evaluate(EXPECT)
    yield
    widget.page.evaluate('() => window.drawn')
