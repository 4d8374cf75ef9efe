"""Writes the archives in /from anew in /to, the same to the byte each time, with compiled code. Runs in Pyodide.

Code of others is kept in compiled form alone, which is what a page has to load. Ours keeps its source, since rules
are read from it. Compiled modules are not compared with a source when they are imported.
"""
import importlib._bootstrap_external
import importlib.util
import io
import sys
import zipfile
from pathlib import Path

OURS = 'wrestling_nb-'
LIBRARY = 'python_stdlib.zip'
# Where Pyodide puts what it loads: the places that tracebacks name.
LIBRARY_PLACE = f'/lib/python{sys.version_info.major}{sys.version_info.minor}.zip'
WHEEL_PLACE = f'/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages'
# What only other machines can run, what belongs to the page and not to Python, and what nobody asks for: tests, and of jedi
# more than a thousand small files about Python 2 and packages that are not here, which take half of the time to unpack all.
LEFT_OUT = ('.so', '.c', '.data/', '/tests/', '/django-stubs/', '/typeshed/third_party/2and3/', '/typeshed/third_party/2/', '/typeshed/stdlib/2/')


def compiled(source, place):
    "The bytes of a .pyc, marked so that nobody looks for a newer source."
    code = compile(source, place, 'exec', dont_inherit=True, optimize=0)
    return bytes(importlib._bootstrap_external._code_to_hash_pyc(code, importlib.util.source_hash(source), checked=False))


def written(name, content, place, with_source):
    "What stands in the new archive for one file of the old: pairs of name and content."
    if not name.endswith('.py'):
        return [(name, content)]
    try:
        code = compiled(content, f'{place}/{name}')
    except SyntaxError:
        # Some packages carry a template that is no Python yet.
        return [(name, content)]
    if not with_source:
        return [(name + 'c', code)]
    folder, _, file = name.rpartition('/')
    return [(name, content), (f'{folder}/__pycache__/{file.removesuffix(".py")}.{sys.implementation.cache_tag}.pyc', code)]


def is_left_out(name):
    return name.endswith('/') or any(part in name if part.endswith('/') else name.endswith(part) for part in LEFT_OUT)


def rewrite(archive):
    "The new archive as bytes."
    place = LIBRARY_PLACE if archive.name == LIBRARY else WHEEL_PLACE
    made = {}
    with zipfile.ZipFile(archive) as old:
        for name in sorted(old.namelist()):
            if not is_left_out(name):
                made.update(written(name, old.read(name), place, with_source=archive.name.startswith(OURS)))
    for record in [name for name in made if name.endswith('.dist-info/RECORD')]:
        made[record] = ''.join(f'{name},,\n' for name in made).encode()
    new = io.BytesIO()
    with zipfile.ZipFile(new, 'w') as target:
        for name, content in made.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            target.writestr(entry, content, compresslevel=9)
    return new.getvalue()


def new_name(archive):
    "A wheel from which the machine code was left out is for every machine."
    if archive.suffix != '.whl':
        return archive.name
    name, version, *_ = archive.name.split('-')
    return f'{name}-{version}-py3-none-any.whl'


for archive in sorted(Path('/from').iterdir()):
    Path('/to', new_name(archive)).write_bytes(rewrite(archive))
