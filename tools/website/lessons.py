"""Notebooks as nbdev processed them, made ready for either builder, and what lies beside each page.

Both builders obey `label`, `echo`, `code-fold` and `code-summary`, so nothing else is written into a cell. In the
notebooks of a game the rule itself stands open; the code that draws, checks or asks is folded, and what only fetches
words is not shown. The style sheet that each notebook brings along for JupyterLab is taken out: the site has it once.
"""
import ast
import json
import re
from shutil import copyfile

import nbformat

from .places import EVERY_RULE, NOTEBOOKS, PROCESSED, ROOT, SITE, branch, notebooks, repository, up

DIRECTIVE = re.compile(r'^#\|.*\n?', re.MULTILINE)
EXPORTED = re.compile(r'^#\|\s*exports?\b', re.MULTILINE)
CONFIGURES = re.compile(r'^#\|\s*default_exp\b', re.MULTILINE)
SHOW_DOC = re.compile(r'^show_doc\((.+)\)\s*$', re.MULTILINE)
STYLE = re.compile(r'<style>/\*! wrestling_nb widgets.*?</style>\s*', re.DOTALL)
DISPLAY = re.compile(r'<div class="wnb" data-kind="(\w+)"')
LINK = re.compile(r'(\]\()(\.\./[^)\s]+)')
RULE_LINK = re.compile(r'"((?:[a-z_]+/)?)([a-z]+)\.ipynb(#\2\.[a-z0-9-]+)"')
FRONT_MATTER = re.compile(r'^output-file:.*\n', re.MULTILINE)
# A page of one thing has all the width.
WIDE = 'page-layout: custom\ntoc: false\n'
# What is folded says what it is of.
SUMMARIES = {'walk': 'Code of this walkthrough', 'odds': 'Code of this chart', 'quiz': 'Code of this exercise', 'play': 'Code of this match', 'flick': 'Code of this ring', 'deck': 'Code of this editor', 'explore': 'Code of this explorer'}
CHECKS, PICTURE, HELPER, VALUE = 'Code of this check', 'Code of this table', 'Code that helps below', 'Code and its result'


def plain(source):
    "The code of a cell without its directives."
    return DIRECTIVE.sub('', source).strip('\n')


def is_imports(source):
    "Does the code only import?"
    statements = ast.parse(plain(source)).body
    return bool(statements) and all(isinstance(statement, (ast.Import, ast.ImportFrom)) for statement in statements)


def is_call_of(source, *names):
    "Is the code nothing but one call of a function with one of these names?"
    statements = ast.parse(plain(source)).body
    call = statements[0].value if len(statements) == 1 and isinstance(statements[0], ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names


def html_of(cell):
    return ''.join(output.get('data', {}).get('text/html', '') for output in cell.get('outputs', ()))


def summary(cell):
    "What the folded code of a cell is called."
    shown = html_of(cell)
    kind = DISPLAY.search(shown)
    if kind:
        return SUMMARIES[kind[1]]
    if 'data-check=' in shown:
        return CHECKS
    if shown:
        return PICTURE
    return VALUE if cell.outputs else HELPER


def directed(cell, **directives):
    "Put directives before the code of a cell, in place of those it has by these names."
    source = cell.source
    for name in directives:
        source = re.sub(rf'^#\|\s*{name}:.*\n?', '', source, flags=re.MULTILINE)
    said = ''.join(f'#| {name}: {value}\n' for name, value in directives.items())
    cell.source = said + source


def to_pages(shown, path, games):
    "The HTML with its links to rules leading to pages instead of notebooks, from outside the game's folder too."
    game = next((key for key, rules in games.items() if f'"{rules.ledger.prefix}' in shown or f' {rules.ledger.prefix}' in shown), None)
    way = '' if game is None or path.parts[0] == game else f'{up(path)}{game}/'
    return RULE_LINK.sub(lambda link: f'"{up(path) + link[1] if link[1] else way}{link[2]}.html{link[3]}"', shown)


def marked(cell, path, games):
    "Take the style sheet out of the outputs and say in each display which cell it is of."
    for output in cell.outputs:
        data = output.get('data', {})
        if 'text/html' in data:
            bare = STYLE.sub('', data['text/html'])
            named = DISPLAY.sub(rf'<div class="wnb" data-cell="{cell.id}" data-kind="\1"', bare)
            data['text/html'] = to_pages(named, path, games)
    cell.outputs = [output for output in cell.outputs if output.get('data', {}).get('text/html') != '']


def of_a_game(cell):
    "How a cell of a notebook for players is shown; False for one that is left out."
    if SHOW_DOC.search(cell.source):
        return False
    if re.search(r'^#\|\s*code-summary: "Exported source"', cell.source, re.MULTILINE):
        cell.source = re.sub(r'^#\|\s*code-(?:fold|summary):.*\n', '', cell.source, flags=re.MULTILINE)
    elif is_imports(cell.source):
        return False
    elif is_call_of(cell.source, 'words'):
        directed(cell, echo='false')
    else:
        directed(cell, **{'code-fold': 'true', 'code-summary': f'"{summary(cell)}"'})
    return True


def to_repository(source, folder):
    "The text with links that lead out of the notebooks' folder leading to the repository."
    def moved(link):
        target = (folder / link[2]).resolve()
        if target.is_relative_to(NOTEBOOKS):
            return link[0]
        return f'{link[1]}{repository()}/blob/{branch()}/{target.relative_to(ROOT).as_posix()}'
    return LINK.sub(moved, source)


def prepared(notebook, path, games):
    "Make a processed notebook ready for a builder."
    kept = []
    for cell in notebook.cells:
        if cell.cell_type == 'raw':
            cell.source = FRONT_MATTER.sub('', cell.source)
            if path == EVERY_RULE:
                cell.source = cell.source.replace('---\n', f'---\n{WIDE}', 1)
        elif cell.cell_type == 'markdown':
            if cell.source.startswith('<!-- WARNING: THIS FILE WAS AUTOGENERATED'):
                continue
            cell.source = to_repository(cell.source, (NOTEBOOKS / path).parent)
        else:
            documented = SHOW_DOC.search(cell.source)
            if (path.parts[0] in games or path == EVERY_RULE) and not of_a_game(cell):
                continue
            marked(cell, path, games)
            if is_call_of(cell.source, 'look'):
                continue
            directed(cell, label=f'doc-{documented[1].replace(".", "-")}' if documented else cell.id)
        kept.append(cell)
    notebook.cells = kept
    return notebook


def prepare(games):
    "Make all processed notebooks ready; what code each page shows is returned: {path: {id of a cell, …}}."
    shown = {}
    for path in notebooks():
        notebook = prepared(nbformat.read(PROCESSED / path, 4), path, games)
        nbformat.write(notebook, PROCESSED / path)
        shown[path] = {cell.id for cell in notebook.cells
                       if cell.cell_type == 'code' and not re.search(r'^#\|\s*echo:\s*false', cell.source, re.MULTILINE)}
    return shown


def cells(path, shown):
    "All code cells of a notebook, in order, as the page gives them to Python when the reader asks for it."
    for cell in nbformat.read(NOTEBOOKS / path, 4).cells:
        if cell.cell_type == 'code' and not CONFIGURES.search(cell.source):
            yield {'id': cell.id, 'source': plain(cell.source), 'shown': cell.id in shown, 'exported': bool(EXPORTED.search(cell.source))}


def put_beside(shown):
    "Put each notebook beside its page, to be downloaded, and its cells, to be run."
    for path, ids in shown.items():
        copyfile(NOTEBOOKS / path, SITE / path)
        told = {'notebook': path.with_suffix('').as_posix(), 'cells': list(cells(path, ids))}
        (SITE / path).with_suffix('.cells.json').write_text(json.dumps(told, ensure_ascii=False, indent=1) + '\n', encoding='utf-8')
