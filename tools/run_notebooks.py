"""Run notebooks in fresh kernels and store what they show, the same to the byte each time.

    python tools/run_notebooks.py [--check | --look] [--workers 2] [notebook or folder ...]

Without a path: every notebook below nbs/. A notebook runs in its own folder. Of its outputs only what people
read is kept (HTML, SVG and plain text); cells get their ids by position. With --check nothing is written:
a notebook whose stored form differs from the run fails, with the difference. With --look nothing is run: stored
outputs get the present style sheet, which is all that a change of the sheet changes in them.

A run fails, with the cell shown, on an error, on anything written to stderr, and on an output that cannot be the
same tomorrow: a memory address, or a path of this machine.
"""
import argparse
import difflib
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyter_client import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from website.lessons import STYLE

from wrestling_nb.shows.page import look

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / 'nbs'
KEPT = ('text/html', 'image/svg+xml', 'text/plain')
METADATA = {
    'kernelspec': {'display_name': 'Python 3', 'language': 'python', 'name': 'python3'},
    'language_info': {'name': 'python'},
}
NOT_RUN = re.compile(r'^#\|\s*eval:\s*false\s*$', re.MULTILINE)
ADDRESS = re.compile(r'\bat 0x[0-9a-f]+|\b0x[0-9a-f]{8,}')
SECONDS_PER_CELL = 600


class Failure(Exception):
    "A notebook that cannot be stored; the message shows the cell."


class Client(NotebookClient):
    "Runs a notebook but for cells that say `#| eval: false`; talks to the kernel through sockets in a folder."
    sockets = None

    def create_kernel_manager(self):
        self.km = AsyncKernelManager(kernel_name='python3', transport='ipc', ip=str(Path(self.sockets, 'kernel')))
        return self.km

    async def async_execute_cell(self, cell, cell_index, **options):
        if NOT_RUN.search(cell.source):
            cell.outputs = []
            return cell
        return await super().async_execute_cell(cell, cell_index, **options)


def shown(path):
    "A path as people type it: relative to the repository where it lies inside."
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def find(paths):
    "The notebooks meant by paths of notebooks and folders, in order; without any, all of nbs/."
    found = []
    for path in [Path(path).resolve() for path in paths] or [NOTEBOOKS]:
        if path.is_dir():
            found += sorted(notebook for notebook in path.rglob('*.ipynb')
                            if not any(part.startswith(('.', '_')) for part in notebook.relative_to(path).parts))
        elif path.suffix == '.ipynb' and path.exists():
            found.append(path)
        else:
            raise SystemExit(f'{path}: there is no such notebook or folder')
    return list(dict.fromkeys(found))


def join(text):
    "The text of an output, which nbformat may give as a list of lines."
    return text if isinstance(text, str) else ''.join(text)


def failure(path, number, cell, why):
    "A `Failure` that shows the cell."
    source = '\n'.join(f'    {line}' for line in cell.source.splitlines())
    return Failure(f'{shown(path)}, cell {number}: {why}\n\n{source}')


def stable(path, number, cell, text):
    "The same text; a `Failure` where it would differ at another time or on another machine."
    address = ADDRESS.search(text)
    if address:
        raise failure(path, number, cell, f'the output has a memory address ({address[0]}), which changes at every run; '
                                          'give the object a __repr__')
    for place in {str(ROOT), str(Path.home())}:
        if place not in ('/', '') and place + os.sep in text:
            raise failure(path, number, cell, f'the output names a path of this machine ({place})')
    return text


def normal_output(path, number, cell, output):
    "An output reduced to what people read, or None where nothing is left."
    if output.output_type == 'stream':
        if output.name == 'stderr':
            raise failure(path, number, cell, f'the cell wrote to stderr:\n{join(output.text)}')
        return nbformat.v4.new_output('stream', name='stdout', text=stable(path, number, cell, join(output.text)))
    if output.output_type == 'error':
        raise failure(path, number, cell, f'{output.ename}: {output.evalue}')
    data = {kind: stable(path, number, cell, join(output.data[kind])) for kind in KEPT if kind in output.data}
    if not data:
        return None
    made = nbformat.v4.new_output(output.output_type, data=data)
    if output.output_type == 'execute_result':
        made.execution_count = None
    return made


def normal(path, notebook):
    "The notebook in the form that is stored; the notebook given is changed."
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        cell.id = f'cell-{number}'
        cell.metadata = nbformat.from_dict({'tags': cell.metadata.tags} if cell.metadata.get('tags') else {})
        if cell.cell_type == 'code':
            cell.execution_count = None
            cell.outputs = merged(normal_output(path, number, cell, output) for output in cell.outputs)
    return notebook


def merged(outputs):
    "The outputs that are left, with neighbouring pieces of stdout joined: how they were cut depends on the clock."
    joined = []
    for output in outputs:
        if output is None:
            continue
        if joined and output.output_type == joined[-1].output_type == 'stream':
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def text_of(notebook):
    "The notebook as the file holds it."
    return nbformat.writes(notebook).rstrip('\n') + '\n'


def run(path, hash_seed):
    "Run one notebook; the text of its stored form. Raises `Failure`."
    notebook = nbformat.read(path, 4)
    with TemporaryDirectory() as sockets:
        client = Client(notebook, timeout=SECONDS_PER_CELL, startup_timeout=120,
                        resources={'metadata': {'path': str(path.parent)}})
        client.sockets = sockets
        execute(path, client, hash_seed)
    return text_of(normal(path, notebook))


def execute(path, client, hash_seed):
    "Run the cells; raises `Failure`."
    try:
        client.execute(env=os.environ | {'PYTHONHASHSEED': hash_seed})
    except CellExecutionError as error:
        raise Failure(f'{shown(path)}: {plain(str(error)).rstrip()}') from None
    except CellTimeoutError:
        raise Failure(f'{shown(path)}: a cell took longer than {SECONDS_PER_CELL} seconds') from None
    except DeadKernelError as error:
        raise Failure(f'{shown(path)}: the kernel died: {error}') from None


def plain(text):
    "The text without the colours of a terminal."
    return re.sub(r'\x1b\[[0-9;]*m', '', text)


def difference(path, stored, made):
    "What a run changed, as a unified diff, cut to what can be read."
    lines = list(difflib.unified_diff(stored.splitlines(), made.splitlines(), 'stored', 'run again', n=1, lineterm=''))
    cut = [line if len(line) <= 300 else line[:300] + ' …' for line in lines[:80]]
    more = [f'… and {len(lines) - 80} lines more'] if len(lines) > 80 else []
    return '\n'.join([f'{shown(path)}: a run leaves a difference', *cut, *more])


def store(path, check):
    "Run a notebook and write it, or compare it with `check`; a sentence of what went wrong, or None."
    try:
        # Writing and checking use different hash seeds, so that an output that hangs on the order of a set is found.
        made = run(path, hash_seed='1' if check else '0')
    except Failure as error:
        return str(error)
    stored = path.read_text(encoding='utf-8')
    if made == stored:
        return None
    if check:
        return difference(path, stored, made)
    path.write_text(made, encoding='utf-8')
    return None


def dress(path):
    "Put the present style sheet into what a notebook has stored."
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        for output in cell.get('outputs', ()):
            if 'text/html' in output.get('data', {}):
                output.data['text/html'] = STYLE.sub(lambda _: look().content, join(output.data['text/html']))
    path.write_text(text_of(notebook), encoding='utf-8')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('paths', nargs='*', help='notebooks or folders; all of nbs/ when left out')
    parser.add_argument('--check', action='store_true', help='compare instead of writing')
    parser.add_argument('--look', action='store_true', help='run nothing, only put the present style sheet into stored outputs')
    parser.add_argument('--workers', type=int, default=2, help='how many run at a time')
    options = parser.parse_args()
    paths = find(options.paths)
    if options.look:
        for path in paths:
            dress(path)
        print(f'{len(paths)} notebooks have the present style sheet')
        return 0
    failed = 0
    with ThreadPoolExecutor(options.workers) as pool:
        for path, wrong in zip(paths, pool.map(lambda path: store(path, options.check), paths)):
            failed += wrong is not None
            print(f'{"failed" if wrong else "ok":6} {shown(path)}', flush=True)
            if wrong:
                print('\n' + wrong + '\n', flush=True)
    print(f'{len(paths) - failed} of {len(paths)} notebooks {"are as stored" if options.check else "ran"}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
