"""The notebooks are the source of everything: each runs in a fresh kernel, and nothing differs afterwards."""
import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted(path for path in (ROOT / 'nbs').rglob('*.ipynb') if '.ipynb_checkpoints' not in path.parts)
names = [path.relative_to(ROOT).as_posix() for path in NOTEBOOKS]
every_notebook = pytest.mark.parametrize('name', names)


def cells(name):
    return json.loads((ROOT / name).read_text(encoding='utf-8'))['cells']


def text(cell):
    return ''.join(cell['source'])


@pytest.fixture(scope='module')
def runs():
    "What the tool says of each notebook when all are run again: a dict from name to the complaint, or ''."
    done = subprocess.run([sys.executable, 'tools/run_notebooks.py', '--check'], cwd=ROOT, capture_output=True, text=True, check=False)
    pieces = re.split(r'^(ok|failed) +(nbs/\S+\.ipynb)$', done.stdout, flags=re.MULTILINE)
    said = {name: '' if word == 'ok' else complaint.strip()
            for word, name, complaint in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True)}
    assert said.keys() == set(names), done.stdout + done.stderr
    return said


@every_notebook
def test_a_notebook_runs_in_a_fresh_kernel_and_leaves_no_difference(name, runs):
    assert not runs[name], runs[name]


def test_the_package_is_what_the_notebooks_export(tmp_path):
    for part in ('settings.ini', 'pyproject.toml'):
        shutil.copy(ROOT / part, tmp_path / part)
    ignored = shutil.ignore_patterns('__pycache__', '.ipynb_checkpoints', '_quarto.yml')
    shutil.copytree(ROOT / 'nbs', tmp_path / 'nbs', ignore=ignored)
    shutil.copytree(ROOT / 'wrestling_nb', tmp_path / 'wrestling_nb', ignore=ignored)
    exporter = 'from nbdev.doclinks import nbdev_export; nbdev_export.__wrapped__()'
    subprocess.run([sys.executable, '-c', exporter], cwd=tmp_path, check=True, capture_output=True, text=True)
    ours = {path.relative_to(ROOT): path.read_text(encoding='utf-8') for path in (ROOT / 'wrestling_nb').rglob('*.py')}
    made = {path.relative_to(tmp_path): path.read_text(encoding='utf-8') for path in (tmp_path / 'wrestling_nb').rglob('*.py')}
    assert ours.keys() == made.keys()
    assert [str(path) for path in ours if ours[path] != made[path]] == []


def test_every_module_comes_from_a_notebook():
    exported = {match[1].replace('.', '/') + '.py' for name in names for cell in cells(name)
                if (match := re.search(r'^#\|\s*default_exp\s+(\S+)', text(cell), re.MULTILINE))}
    modules = {path.relative_to(ROOT / 'wrestling_nb').as_posix() for path in (ROOT / 'wrestling_nb').rglob('*.py')}
    assert {module for module in modules if Path(module).name not in ('__init__.py', '_modidx.py')} == exported


@every_notebook
def test_a_notebook_begins_with_its_title_and_one_sentence(name):
    first = cells(name)[0]
    assert first['cell_type'] == 'markdown'
    if name != 'nbs/index.ipynb':
        assert re.fullmatch(r'# [^\n]+\n+> [^\n]+', text(first).strip()), text(first)


@every_notebook
def test_a_notebook_is_stored_in_the_form_that_leaves_no_noise(name):
    assert [cell['id'] for cell in cells(name)] == [f'cell-{number}' for number in range(len(cells(name)))]
    for cell in cells(name):
        assert cell.get('execution_count') is None
        for output in cell.get('outputs', ()):
            assert output['output_type'] != 'error'
            assert set(output.get('data', {})) <= {'text/html', 'text/plain', 'image/svg+xml'}


@every_notebook
def test_exported_cells_have_no_star_import_and_no_print(name):
    for cell in cells(name):
        if re.search(r'^#\|\s*exports?\b', text(cell), re.MULTILINE):
            assert not re.search(r'^from \S+ import \*', text(cell), re.MULTILINE), text(cell)
        elif cell['cell_type'] == 'code':
            assert not re.search(r'^print\(', text(cell), re.MULTILINE), text(cell)


WRONG = {
    'an error': ('1 / 0', 'ZeroDivisionError'),
    'a memory address': ('object()', 'memory address'),
    'a warning': ('import warnings; warnings.warn("old")', 'wrote to stderr'),
    'a path of this machine': (f'{str(ROOT / "nbs")!r}', 'path of this machine'),
}


def test_what_cannot_be_stored_fails_with_the_cell_shown(tmp_path):
    for name, (source, _) in WRONG.items():
        cell = {'cell_type': 'code', 'id': 'a', 'source': source, 'metadata': {}, 'outputs': [], 'execution_count': None}
        notebook = {'cells': [cell], 'metadata': {}, 'nbformat': 4, 'nbformat_minor': 5}
        (tmp_path / f'{name}.ipynb').write_text(json.dumps(notebook))
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    done = subprocess.run([sys.executable, 'tools/run_notebooks.py', str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    for source, complaint in WRONG.values():
        assert source in done.stdout and complaint in done.stdout
    assert before == {path: path.read_text() for path in tmp_path.iterdir()}


def test_a_new_style_sheet_changes_nothing_else_in_a_notebook(tmp_path):
    stored = (ROOT / 'nbs/lucha_wars/pin.ipynb').read_text(encoding='utf-8')
    old = re.sub(r'<style>/\*! wrestling_nb widgets.*?</style>', '<style>/*! wrestling_nb widgets */</style>', stored, flags=re.DOTALL)
    assert len(old) < len(stored)
    copy = tmp_path / 'pin.ipynb'
    copy.write_text(old, encoding='utf-8')
    subprocess.run([sys.executable, 'tools/run_notebooks.py', '--look', str(copy)], cwd=ROOT, check=True, capture_output=True)
    assert copy.read_text(encoding='utf-8') == stored


@every_notebook
def test_imports_stand_alone_in_their_cell(name):
    # nbdev runs each cell that imports something, and nothing but exported cells before it, when it makes the site.
    for cell in cells(name):
        if cell['cell_type'] == 'code':
            statements = ast.parse(text(cell)).body
            imports = [statement for statement in statements if isinstance(statement, (ast.Import, ast.ImportFrom))]
            assert not imports or len(imports) == len(statements), text(cell)


def test_the_readme_is_what_the_index_says():
    subprocess.run([sys.executable, 'tools/make_readme.py', '--check'], cwd=ROOT, check=True, capture_output=True)
