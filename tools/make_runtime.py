"""Make the folder from which pages run Python in the browser: Pyodide, our wheel and those it needs, and the list of them.

    python tools/make_runtime.py FOLDER

What others made is pinned in browser/, fetched once and compiled once, and kept in the user's cache
(XDG_CACHE_HOME, or ~/.cache). With it, the folder is made again without a network, the same to the byte.
Needs Node 20 or later.
"""
import argparse
import configparser
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ROOT / 'browser'
CACHE = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'wrestling_nb'
PYODIDE_FILES = ('pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm')
LIBRARY = 'python_stdlib.zip'
LOCK = 'pyodide-lock.json'
# The kernel of JupyterLite brings these wheels along; without the older stand-in for one that only classic notebooks use.
KERNEL = 'jupyterlite-pyodide-kernel'
KERNEL_WHEELS = 'labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi/'
KERNEL_WHEELS_LEFT_OUT = ('widgetsnbextension-3',)
# Wanted by wheels, and nothing that Python in the browser imports: the first is the page's half of ipywidgets.
NOT_NEEDED = {'jupyterlab-widgets', 'jupyterlab'}
OURS = 'wrestling_nb'
NOT_OURS = ('__pycache__', 'notebooks')
KEPT = 6


def pins(name):
    "The versions that a file of browser/ pins: a dict from the name of a package."
    lines = [line.strip() for line in (BROWSER / name).read_text(encoding='utf-8').splitlines()]
    wanted = [Requirement(line) for line in lines if line and not line.startswith('#')]
    return {canonicalize_name(each.name): str(each.specifier).removeprefix('==') for each in wanted}


def pinned(name, package):
    "A package with its version, as pip reads it."
    return f'{package}=={pins(name)[package]}'


def run(*command, **options):
    "Run a command; what it said is shown when it fails."
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise SystemExit(f'{" ".join(map(str, command))}\n{done.stdout}{done.stderr}')
    return done.stdout


def digest_of(*files):
    "A short name for what some files say."
    return hashlib.sha256(b'\0'.join(file.read_bytes() for file in files)).hexdigest()[:16]


def cached(kind, name, make):
    """The folder of the cache with this name.

    `make(folder)` fills it the first time; half a folder is never found there. Of each kind the few used last are kept.
    """
    place = CACHE / f'{kind}-{name}'
    if not place.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE, prefix='making-') as making:
            filled = Path(making, 'filled')
            filled.mkdir()
            make(filled)
            try:
                filled.rename(place)
            except OSError:
                # Someone else made the same meanwhile.
                if not place.exists():
                    raise
    os.utime(place)
    for old in sorted(CACHE.glob(f'{kind}-*'), key=lambda each: each.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return place


def compile_archives(pyodide, source, target):
    "Write the archives in a folder anew with compiled code."
    target.mkdir(exist_ok=True)
    run('node', BROWSER / 'compile.mjs', pyodide, source, target)


# ---- what others made

def fetch_pyodide(folder):
    "The npm package of Pyodide."
    for name in ('package.json', 'package-lock.json'):
        shutil.copy(BROWSER / name, folder / name)
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', cwd=folder)


def pyodide_package():
    "The folder of Pyodide's npm package."
    name = digest_of(BROWSER / 'package.json', BROWSER / 'package-lock.json')
    return cached('pyodide', name, fetch_pyodide) / 'node_modules' / 'pyodide'


def python_version(lock):
    "Major and minor of the Python that Pyodide is."
    return '.'.join(lock['info']['python'].split('.')[:2])


def download_wheels(folder, python):
    "The wheels that browser/ pins. Where there is none for every machine, that of one machine: its machine code is left out later."
    wanted = [f'{name}=={version}' for name, version in pins('wheels.txt').items()]
    run(sys.executable, '-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--python-version', python,
        '--platform', 'any', '--platform', 'manylinux2014_x86_64', '--dest', folder, *wanted)
    with tempfile.TemporaryDirectory() as kernel:
        run(sys.executable, '-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', kernel, pinned('jupyterlite.txt', KERNEL))
        with zipfile.ZipFile(next(Path(kernel).glob('*.whl'))) as wheel:
            for inside in wheel.namelist():
                name = inside.rpartition('/')[2]
                if KERNEL_WHEELS in inside and name.endswith('.whl') and not name.startswith(KERNEL_WHEELS_LEFT_OUT):
                    Path(folder, name).write_bytes(wheel.read(inside))


def prepare_others(folder):
    "Fetch and compile everything in the runtime that is not ours."
    pyodide = pyodide_package()
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, folder / name)
    with tempfile.TemporaryDirectory() as fetched:
        download_wheels(Path(fetched), python_version(json.loads((pyodide / LOCK).read_text(encoding='utf-8'))))
        shutil.copyfile(pyodide / LIBRARY, Path(fetched, LIBRARY))
        compile_archives(pyodide, fetched, folder)


def others():
    "The folder with everything in the runtime that is not ours."
    says = [BROWSER / name for name in ('package.json', 'package-lock.json', 'wheels.txt', 'jupyterlite.txt', 'compile.mjs', 'compile.py')]
    return cached('runtime', digest_of(*says, Path(__file__)), prepare_others)


# ---- ours

def our_files():
    "The files of the package, by their names in the wheel."
    package = ROOT / OURS
    for file in sorted(package.rglob('*')):
        inside = file.relative_to(ROOT)
        if file.is_file() and not any(part in NOT_OURS for part in inside.parts):
            yield inside.as_posix(), file.read_bytes()


def our_description(settings):
    "The metadata of our wheel: of what settings.ini requires, the part that the browser has."
    needs = [line.strip() for line in settings['requirements'].splitlines() if line.strip()]
    needs = [need for need in needs if canonicalize_name(Requirement(need).name) not in NOT_NEEDED]
    head = ['Metadata-Version: 2.4', f'Name: {settings["lib_name"]}', f'Version: {settings["version"]}', f'Summary: {settings["description"]}',
            'License-Expression: Apache-2.0', 'License-File: LICENSE', f'Requires-Python: >={settings["min_python"]}']
    return '\n'.join([*head, *(f'Requires-Dist: {need}' for need in needs)]) + '\n'


def write_our_wheel(folder):
    """The wheel of the tree as it stands.

    Nothing has to be built in the tree, and the notebooks stay out: pages show those themselves.
    """
    parser = configparser.ConfigParser(delimiters=['='], interpolation=None)
    parser.read(ROOT / 'settings.ini', encoding='utf-8')
    settings = parser['DEFAULT']
    name = f'{settings["lib_name"]}-{settings["version"]}'
    about = f'{name}.dist-info'
    wheel = Path(folder, f'{name}-py3-none-any.whl')
    with zipfile.ZipFile(wheel, 'w') as archive:
        for inside, content in our_files():
            archive.writestr(zipfile.ZipInfo(inside), content)
        archive.writestr(zipfile.ZipInfo(f'{about}/METADATA'), our_description(settings))
        archive.writestr(zipfile.ZipInfo(f'{about}/WHEEL'), 'Wheel-Version: 1.0\nGenerator: make_runtime\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
        archive.writestr(zipfile.ZipInfo(f'{about}/licenses/LICENSE'), (ROOT / 'LICENSE').read_bytes())
        archive.writestr(zipfile.ZipInfo(f'{about}/RECORD'), '')
    return wheel


def our_wheel():
    "The path of our compiled wheel, compiled again only where something in it has changed."
    with tempfile.TemporaryDirectory() as written:
        wheel = write_our_wheel(written)
        name = digest_of(wheel, *(BROWSER / name for name in ('compile.mjs', 'compile.py', 'package-lock.json')))
        place = cached('ours', name, lambda folder: compile_archives(pyodide_package(), written, folder))
    return place / wheel.name


# ---- the list of what is there

def imports_of(wheel):
    "The modules and packages at the top of a wheel."
    tops = {Path(name).parts[0].split('.')[0] for name in wheel.namelist() if name.endswith(('.py', '.pyc')) and '.dist-info/' not in name}
    return sorted(top for top in tops if top.isidentifier())


def needs_of(wheel, environment):
    "The requirements of a wheel that hold in an environment."
    name = next(name for name in wheel.namelist() if name.endswith('.dist-info/METADATA'))
    described = HeaderParser().parsestr(wheel.read(name).decode())
    needs = [Requirement(line) for line in described.get_all('Requires-Dist', [])]
    return [need for need in needs if (need.marker is None or need.marker.evaluate(environment)) and canonicalize_name(need.name) not in NOT_NEEDED]


def browser_environment(lock):
    "What the conditions of requirements are asked about."
    return {'python_version': python_version(lock), 'python_full_version': lock['info']['python'], 'implementation_name': 'cpython',
            'platform_python_implementation': 'CPython', 'sys_platform': 'emscripten', 'platform_system': 'Emscripten', 'platform_machine': 'wasm32',
            'os_name': 'posix', 'extra': ''}


def make_lock(folder):
    "Write the list of the wheels in a folder in place of Pyodide's own, which names hundreds that are not there."
    lock = json.loads((pyodide_package() / LOCK).read_text(encoding='utf-8'))
    environment = browser_environment(lock)
    found = {parse_wheel_filename(file.name)[0]: file for file in sorted(folder.glob('*.whl'))}
    lock['packages'] = {}
    for name, file in found.items():
        version = str(parse_wheel_filename(file.name)[1])
        with zipfile.ZipFile(file) as wheel:
            needs = needs_of(wheel, environment)
            imports = imports_of(wheel)
        for need in needs:
            other = found.get(canonicalize_name(need.name))
            if other is None or not need.specifier.contains(parse_wheel_filename(other.name)[1], prereleases=True):
                raise SystemExit(f'{file.name} needs {need}, and in browser/ stands {other.name if other else "none"}')
        lock['packages'][name] = {
            'name': name, 'version': version, 'file_name': file.name, 'install_dir': 'site', 'package_type': 'package', 'unvendored_tests': False,
            'sha256': hashlib.sha256(file.read_bytes()).hexdigest(), 'imports': imports,
            'depends': sorted({canonicalize_name(need.name) for need in needs})}
    (folder / LOCK).write_text(json.dumps(lock, indent=1, sort_keys=True) + '\n', encoding='utf-8')


def make_runtime(folder):
    "Make the folder anew."
    folder = Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(others(), folder, copy_function=shutil.copyfile)
    wheel = our_wheel()
    shutil.copyfile(wheel, folder / wheel.name)
    make_lock(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=Path, help='is made anew')
    folder = parser.parse_args().folder
    make_runtime(folder)
    files = [file for file in folder.iterdir() if file.is_file()]
    print(f'{folder}: {len(files)} files, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB')


if __name__ == '__main__':
    main()
