"""Small pages made of what notebooks show, to test what comes alive on a page without building the whole site."""
import html
import re
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / 'wrestling_nb' / 'static'
FRAME = '''<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../static/widgets.css">
<link class="quarto-color-scheme" rel="stylesheet" href="data:text/css,">
<style>body {{ margin: 0 auto; max-width: 860px; padding: 16px; font: 1rem/1.5 sans-serif; background: #f6f1e7; color: #1d1d1f; color-scheme: light }}
@media (scripting: none) and (prefers-color-scheme: dark) {{ body {{ background: #171512; color: #f4ecdd; color-scheme: dark }} }}
.quarto-dark body {{ background: #171512; color: #f4ecdd; color-scheme: dark }} pre {{ overflow-x: auto }} main > * {{ margin: 0 0 16px }}</style>
<script type="module" src="../static/page.js"></script></head>
<body><a class="quarto-color-scheme-toggle" href="" onclick="document.documentElement.classList.toggle('quarto-dark'); return false">Light or dark</a>
<main><h1>{title}</h1><div class="wnb wnb-live"></div>
{content}
</main></body></html>
'''


def marked(output, cell):
    "What a cell shows, with the name of the cell on each widget; the style sheet is the page's own."
    return '' if output.startswith('<style>') else output.replace('<div class="wnb" data-kind=', f'<div class="wnb" data-cell="{cell}" data-kind=')


def content_of(notebook):
    "The cells of a notebook as HTML: headings, paragraphs, code and what the code shows."
    for cell in notebook.cells:
        if cell.cell_type == 'markdown':
            for part in filter(None, cell.source.split('\n\n')):
                level = len(part) - len(part.lstrip('#'))
                tag = f'h{level}' if level else 'p'
                yield f'<{tag}>{html.escape(part.lstrip("# "))}</{tag}>'
            continue
        code = re.sub(r'^#\|.*\n?', '', cell.source, flags=re.MULTILINE)
        yield f'<pre tabindex="0"><code>{html.escape(code)}</code></pre>'
        for output in cell.outputs:
            yield marked(output.get('data', {}).get('text/html', ''), cell.id)


def write_page(folder, name, title, content):
    "A page of a site in a folder; `name` is like lucha_wars/pin."
    path = folder / f'{name}.html'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FRAME.format(title=html.escape(title), content=content), encoding='utf-8')


def write_site(folder):
    "A small site: a page for each notebook of a game, and the static files."
    shutil.copytree(STATIC, folder / 'static', ignore=shutil.ignore_patterns('*.py', '__pycache__'))
    for path in sorted((ROOT / 'nbs' / 'lucha_wars').glob('*.ipynb')):
        write_page(folder, f'lucha_wars/{path.stem}', path.stem, '\n'.join(content_of(nbformat.read(path, 4))))


class Quiet(SimpleHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *arguments):
        "Says nothing."


@contextmanager
def served(folder):
    "Serve a folder on a free port; yields the address."
    server = ThreadingHTTPServer(('127.0.0.1', 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f'http://127.0.0.1:{server.server_port}'
    finally:
        server.shutdown()
        server.server_close()
