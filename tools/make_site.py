"""Build the documentation site in _docs/: with Quarto where it is installed, with smalldocs elsewhere.

    python tools/make_site.py

Both read _quarto.yml. They get the notebooks as nbdev processes them (directives obeyed, hidden cells gone), from
the folder _proc/, which is made anew.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from nbdev.serve import proc_nbs

ROOT = Path(__file__).resolve().parent.parent
PROCESSED = ROOT / '_proc'
SITE = ROOT / '_docs'


def builder():
    "The command that builds a site in the folder it runs in."
    if shutil.which('quarto'):
        return ['quarto', 'render']
    return [sys.executable, '-c', 'from smalldocs.cli import main; main()', 'render', '--quiet']


def main():
    os.chdir(ROOT)
    shutil.rmtree(PROCESSED, ignore_errors=True)
    proc_nbs('nbs', force=True)
    shutil.copy(ROOT / '_quarto.yml', PROCESSED / '_quarto.yml')
    subprocess.run(builder(), cwd=PROCESSED, check=True)
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.move(PROCESSED / '_docs', SITE)
    print(f'the site is in {SITE.relative_to(ROOT)}/: {len(list(SITE.rglob("*.html")))} pages')


if __name__ == '__main__':
    main()
