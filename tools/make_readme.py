"""Write README.md from nbs/index.ipynb.

    python tools/make_readme.py [--check]

Text is taken as it is, code without its directives, and of an output its plain text. A cell that begins with
`#| hide` is left out, and so is the code of `#| echo: false` and the output of `#| output: false`. Links and pictures
of the notebook are made to work from the top folder.
"""
import re
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
INDEX = ROOT / 'nbs' / 'index.ipynb'
README = ROOT / 'README.md'
DIRECTIVE = re.compile(r'^#\|.*\n?', re.MULTILINE)
LINK = re.compile(r'(\]\(|\b(?:src|href)=")(?!\w+:|#|/)([^)"\s]+)')


def directives(source):
    "The directives of a cell: a set of texts such as 'hide' and 'echo: false'."
    return {re.sub(r'\s*:\s*', ': ', line[2:].strip()) for line in source.splitlines() if line.startswith('#|')}


def from_top(text):
    "The text with its links seen from the top folder instead of nbs/."
    def moved(link):
        target = (INDEX.parent / link[2]).resolve()
        return link[1] + (target.relative_to(ROOT).as_posix() if target.is_relative_to(ROOT) else link[2])
    return LINK.sub(moved, text)


def fenced(text, language=''):
    return f'```{language}\n{text.strip()}\n```'


def told(output):
    "The plain text of an output, or nothing."
    text = output.get('text') if output.output_type == 'stream' else output.get('data', {}).get('text/plain', '')
    return fenced(text) if text and 'text/html' not in output.get('data', {}) else ''


def parts(notebook):
    "The pieces of the README, in order."
    for cell in notebook.cells:
        said = directives(cell.source)
        if 'hide' in said or any(name.startswith('default_exp') for name in said) or cell.cell_type == 'raw':
            continue
        if cell.cell_type == 'markdown':
            yield from_top(cell.source.strip())
            continue
        code = DIRECTIVE.sub('', cell.source)
        if code.strip() and 'echo: false' not in said:
            yield fenced(code, 'python')
        if 'output: false' not in said:
            yield from filter(None, map(told, cell.outputs))


def main():
    text = '\n\n'.join(parts(nbformat.read(INDEX, 4))) + '\n'
    if '--check' in sys.argv[1:]:
        if not README.exists() or README.read_text(encoding='utf-8') != text:
            raise SystemExit('README.md is not what nbs/index.ipynb says; `make readme` writes it')
    else:
        README.write_text(text, encoding='utf-8')


if __name__ == '__main__':
    main()
