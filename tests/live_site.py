"""A small site to run pages in: a lesson of a few cells, built the way the pages of the site are."""
import html
import json
import shutil
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

from pages import STATIC, Quiet, marked, write_page

from wrestling_nb.shows.live import Notebook

IMPORTS = '''from wrestling_nb.core.words import both
from wrestling_nb.lucha_wars.components import Ring, between
from wrestling_nb.lucha_wars.game import game as lucha
from wrestling_nb.shows.chart import chart, slider
from wrestling_nb.shows.lesson import check, words
from wrestling_nb.shows.play import Play
from wrestling_nb.shows.quiz import number, quiz
from wrestling_nb.shows.walk import example'''

RULE = '''house = lucha.variant('A gentle house')


@house.rule('pin.win', instead_of='hurt')
async def hurt(g, who, damage):
    "A wrestler loses Health."
    await g.lose(who, 'health', damage)                                       # pin.win'''

MATCH = '''Play(lucha, Ring(), seats=('', 'careful'), seed=7, title=both('A match to play', 'Un combate para jugar'))'''

WALK = '''two_on_three = example(house, between('Sombra Roja', 'Trueno Azul', health=(14, 3)), 'hurt', 1, 2, title=both('Two on three', 'Dos a tres'))
two_on_three'''

CHECK = '''left = two_on_three.end.side[1].health
words(lucha, 'pin.win')'''

CHART = '''def runs(faces):
    return [{'hits': hits, 'chance': (faces / 6) ** hits} for hits in range(1, 4)]


chart(both('How long is a run?', '¿Cuánto dura una racha?'), runs, controls=[slider('faces', [2, 3, 4], 3, both('Hit faces', 'caras de Golpe'), beyond=range(1, 7))],
      x='hits', y='chance', percent=True, game=lucha, rules=['combo.roll-on-hit'], labels={'hits': both('Hits', 'Golpes'), 'chance': both('chance', 'probabilidad')},
      say=lambda rows, faces: both(f'One Hit comes in {rows[0]["chance"]:.0%} of throws.', f'Sale un Golpe en el {rows[0]["chance"]:.0%} de las tiradas.'))'''

QUIZ = '''quiz(both('How much is left?', '¿Cuánto queda?'), both('Two on three. What is left?', 'Dos a tres. ¿Cuánto queda?'), [number('left', both('Health left', 'Salud que queda'), 0, 4)],
     lambda field, value: (value == left, both('Three less two.', 'Tres menos dos.'), 'pin.win'), lucha)'''

PLAIN = '''sum(range(10))'''

#: id, source, whether its code is folded away
LESSON = [('cell-1', IMPORTS, None), ('cell-3', MATCH, True), ('cell-5', RULE, False), ('cell-6', WALK, True), ('cell-7', CHECK, True),
          ('cell-9', CHART, True), ('cell-10', QUIZ, True), ('cell-12', PLAIN, False)]


CARD_MATCH = '''red = corner('Shumba', hand=('Big Boot', 'Pounce', 'Chin Lock', 'Right Hand'), health=7, stamina=8)
blue = corner('Jax Felix', hand=('Drop Kick', 'Shooting Star', 'Strike Combo', 'Running Knee'), health=8)
Play(atw, between(red, blue), 'bout', seats=('', 'search'), seed=3, title=both('A match of cards', 'Un combate de cartas'))'''
CARD_IMPORTS = '''from wrestling_nb.all_time_wrestling.components import between, corner
from wrestling_nb.all_time_wrestling.game import game as atw
from wrestling_nb.core.words import both
from wrestling_nb.shows.play import Play'''
CARD_LESSON = [('cell-1', CARD_IMPORTS, None), ('cell-3', CARD_MATCH, True)]


def shown(value):
    "What a page shows of the value of a cell."
    if hasattr(value, 'plain_html'):
        return value.plain_html()
    return value._repr_html_() if hasattr(value, '_repr_html_') else f'<pre>{html.escape(repr(value))}</pre>' if value is not None else ''


def cell_html(id, source, folded, value):
    "A cell as the builders of the site write it; `folded` None leaves its code out."
    code = f'<div class="sourceCode"><pre class="sourceCode python"><code class="sourceCode python">{html.escape(source)}</code></pre></div>'
    if folded is not None:
        code = f'<details class="code-fold"><summary>Code</summary>{code}</details>' if folded else code
    return (f'<div id="{id}" class="cell">{code if folded is not None else ""}'
            f'<div class="cell-output cell-output-display">{marked(shown(value), id)}</div></div>')


def values_of(lesson):
    "The value of each cell, run from top to bottom."
    notebook = Notebook([{'id': id, 'source': source} for id, source, _ in lesson])
    found = {}
    notebook._output = lambda cell, value: found.setdefault(cell.id, value)
    for cell in notebook.cells.values():
        notebook.bring(cell)
    return found


def make_site(folder, runtime, lesson=LESSON, name='lucha_wars/lesson'):
    "Write the site into a folder; `runtime` is the folder with Pyodide."
    shutil.copytree(STATIC, folder / 'static', ignore=shutil.ignore_patterns('__pycache__', '*.py'), dirs_exist_ok=True)
    place = folder / 'lite' / 'static' / 'pyodide'
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.exists():
        place.symlink_to(Path(runtime).resolve(), target_is_directory=True)
    values = values_of(lesson)
    write_page(folder, name, 'A lesson', '\n'.join(cell_html(id, source, folded, values.get(id)) for id, source, folded in lesson))
    cells = [{'id': id, 'source': source, 'shown': folded is not None, 'exported': False} for id, source, folded in lesson]
    (folder / f'{name}.cells.json').write_text(json.dumps({'notebook': name, 'cells': cells}), encoding='utf-8')


class Site:
    "A server of a folder that remembers what was asked for, and can pretend that a file is not there."
    def __init__(self, folder):
        self.asked = []
        self.missing = set()
        site = self

        class Handler(Quiet):
            extensions_map = {**Quiet.extensions_map, '.mjs': 'text/javascript', '.wasm': 'application/wasm'}

            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(folder))

            def do_GET(self):
                site.asked.append(self.path)
                if any(self.path.endswith(name) for name in site.missing):
                    self.send_error(404)
                else:
                    super().do_GET()

        self.server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        self.root = f'http://127.0.0.1:{self.server.server_port}'
        self.address = f'{self.root}/lucha_wars/lesson.html'
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
