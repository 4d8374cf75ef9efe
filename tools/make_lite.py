"""Make the folder in which every notebook opens and runs in the browser: JupyterLite, with the runtime of make_runtime in it.

    python tools/make_lite.py FOLDER

JupyterLite is pinned in browser/jupyterlite.txt and lives in an environment of its own in the user's cache: in that of the
project it would show up in JupyterLab, and what people install there would show up in the site. The folder asks no other
host for anything.
"""
import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import distributions
from pathlib import Path

from make_runtime import BROWSER, OURS, ROOT, cached, digest_of, make_runtime, pinned, pins, run
from packaging.utils import canonicalize_name

NOTEBOOKS = ROOT / 'nbs'
APPS = ('lab', 'notebooks')
EXTENSIONS = 'share/jupyter/labextensions'
# Comes with a package that lists the notebooks, and has no use here.
EXTENSIONS_LEFT_OUT = ('jupyterlab_pygments',)
# The time of the notebooks where no repository tells it.
LONG_AGO = '315532800'
ICON = 'lab/favicon.ico'
RUNTIME = 'static/pyodide'
LICENSES = 'licenses.txt'
LICENSE_WORDS = ('licen', 'copying', 'notice')
NOT_PACKAGES = """
Pyodide (static/pyodide): MPL-2.0, source at https://github.com/pyodide/pyodide
Python and its standard library, in compiled form (static/pyodide): PSF-2.0, source at https://github.com/python/cpython;
the text of the licence is the one of typing_extensions below
JupyterLab and what its pages are made of: build/third-party-licenses.json, and the files of that name in extensions/
"""


def python_of(environment):
    "The Python of a virtual environment."
    return environment / ('Scripts/python.exe' if os.name == 'nt' else 'bin/python')


def make_environment(folder):
    "An environment with JupyterLite and the pages' halves of the widgets."
    run(sys.executable, '-m', 'venv', folder)
    pip = [python_of(folder), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
    run(*pip, '--requirement', BROWSER / 'jupyterlite.txt')
    run(*pip, '--no-deps', pinned('wheels.txt', 'anywidget'))
    for name in EXTENSIONS_LEFT_OUT:
        shutil.rmtree(folder / EXTENSIONS / name)


def environment():
    "The folder of JupyterLite's environment."
    says = digest_of(BROWSER / 'jupyterlite.txt', BROWSER / 'wheels.txt', Path(__file__))
    return cached('jupyterlite', f'{says}-python{platform.python_version()}', make_environment)


def time_of_the_notebooks():
    "When the notebooks were last committed, in seconds: what the list of files says, the same however often the folder is made."
    asked = subprocess.run(['git', 'log', '-1', '--format=%ct', '--', NOTEBOOKS], cwd=ROOT, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or LONG_AGO


def build(folder):
    "JupyterLite with our notebooks, in a folder that does not exist."
    with tempfile.TemporaryDirectory() as place:
        source, notebooks = Path(place, 'source'), Path(place, 'notebooks')
        shutil.copytree(NOTEBOOKS, notebooks, ignore=shutil.ignore_patterns('.*', '_*'))
        source.mkdir()
        for name in ('jupyter-lite.json', 'overrides.json'):
            shutil.copyfile(BROWSER / name, source / name)
        apps = [part for app in APPS for part in ('--apps', app)]
        run(python_of(environment()), '-m', 'jupyterlite_core', 'build', '--lite-dir', source, '--output-dir', folder.resolve(), '--contents', notebooks,
            '--no-sourcemaps', '--no-unused-shared-packages', *apps,
            cwd=source, env=os.environ | {'SOURCE_DATE_EPOCH': time_of_the_notebooks(), 'JUPYTER_NO_CONFIG': '1'})


def name_icons(folder):
    "Say in each page where its icon lies. The scripts say it too, after the browser has looked for one at the top of the server."
    for page in folder.rglob('index.html'):
        icon = os.path.relpath(folder / ICON, page.parent).replace(os.sep, '/')
        text = page.read_text(encoding='utf-8')
        page.write_text(text.replace('<head>', f'<head>\n    <link rel="icon" href="{icon}">', 1), encoding='utf-8')


# ---- what belongs to others

def packages(folder):
    "The packages of others in the folder, as `importlib.metadata` tells of them: in the runtime, and in JupyterLite's environment."
    wanted = {*pins('jupyterlite.txt')} - {'jupyter-server'}
    installed = distributions(path=[str(place) for place in environment().rglob('site-packages')])
    found = [package for package in installed if canonicalize_name(package.name) in wanted]
    found += distributions(path=[str(wheel) for wheel in (folder / RUNTIME).glob('*.whl') if not wheel.name.startswith(OURS)])
    return sorted(found, key=lambda package: package.name.lower())


def license_of(package):
    "The name of a package's licence."
    about = package.metadata
    classes = [line.rpartition(' :: ')[2] for line in about.get_all('Classifier', []) if line.startswith('License ::')]
    return about['License-Expression'] or ', '.join(classes) or about['License'] or 'that of the package which brings it'


def license_texts(package):
    "The texts about its licence that a package carries."
    files = [file for file in package.files if '.dist-info/' in str(file) and any(word in file.name.lower() for word in LICENSE_WORDS)]
    return [file.read_text(encoding='utf-8').strip() for file in sorted(files)]


def write_licenses(folder):
    "The page that says whose work the folder carries."
    lines = [f'The notebooks and the package wrestling_nb are ours (Apache-2.0). They run on the work of others.\n\n{NOT_PACKAGES.strip()}\n']
    for package in packages(folder):
        lines += [f'{"=" * 80}\n{package.name} {package.version}: {license_of(package)}\n{"=" * 80}\n', *(f'{text}\n' for text in license_texts(package))]
    (folder / LICENSES).write_text('\n'.join(lines), encoding='utf-8')


# ---- all of it

def make_lite(folder):
    "Make the folder anew."
    folder = Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    build(folder)
    name_icons(folder)
    make_runtime(folder / RUNTIME)
    write_licenses(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=Path, help='is made anew')
    folder = parser.parse_args().folder
    make_lite(folder)
    files = [file for file in folder.rglob('*') if file.is_file()]
    print(f'{folder}: {len(files)} files, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB')


if __name__ == '__main__':
    main()
