"""Build the documentation site in _site/: with Quarto where it is installed, with smalldocs elsewhere.

    python tools/make_site.py

Both read _quarto.yml and are given the folder _proc/, made anew: the notebooks as nbdev processes them (directives
obeyed, hidden cells gone), the pages of the reference and the printed summaries. What is in website/ does the parts.
"""
import os
import shutil
import subprocess
import sys

from make_lite import make_lite
from nbdev.serve import proc_nbs
from website import finish, home, lessons, order, reference, summary, words_alone
from website.icons import lighten
from website.places import PROCESSED, ROOT, SITE

from wrestling_nb.core.games import games

# What smalldocs says of lines that are there for Quarto.
KNOWN = ('execute.enabled is ignored', 'smalldocs compiles no Sass')


def build():
    "Run the builder in _proc/. What it warns of fails the build: a warning is a broken link, or a line it does not read."
    if shutil.which('quarto'):
        command = ['quarto', 'render']
    else:
        command = [sys.executable, '-c', 'from smalldocs.cli import main; main()', 'render', '--quiet']
    done = subprocess.run(command, cwd=PROCESSED, text=True, stderr=subprocess.PIPE, check=False)
    warnings = [line for line in done.stderr.splitlines() if line.lower().startswith('warn') and not any(known in line for known in KNOWN)]
    if done.returncode or warnings:
        raise SystemExit('\n'.join(warnings) or done.stderr)


def main():
    os.chdir(ROOT)
    shutil.rmtree(PROCESSED, ignore_errors=True)
    proc_nbs('nbs', force=True)
    found, modules = games(), reference.modules()
    finish.own_files()
    shown = lessons.prepare(found)
    home.prepare(found)
    reference.write(modules)
    summary.write(found)
    words_alone.write(found)
    order.configure(found, modules)
    build()
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.move(PROCESSED / '_site', SITE)
    lessons.put_beside(shown)
    finish.widget_files()
    make_lite(SITE / 'lite')
    finish.finish(found, order.places(found), reference.anchors(modules))
    finish.searchable(found)
    finish.for_machines(order.overview(found, modules))
    lighten(SITE)
    print(f'the site is in {SITE.relative_to(ROOT)}/: {len(finish.pages())} pages')


if __name__ == '__main__':
    main()
