"""Where everything lies, and what the project says of itself."""
from configparser import ConfigParser
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NOTEBOOKS = ROOT / 'nbs'
OWN = ROOT / 'site'                      # our style sheet, pictures and hand-written pages
WIDGETS = ROOT / 'wrestling_nb' / 'static'
PROCESSED = ROOT / '_proc'               # what the builder is given
SITE = ROOT / '_site'                    # what it makes
EVERY_RULE = Path('explorer.ipynb')      # the page that belongs to no game


@cache
def settings():
    "The project's settings.ini."
    parser = ConfigParser(delimiters=['='], interpolation=None)
    parser.read(ROOT / 'settings.ini', encoding='utf-8')
    return parser['DEFAULT']


def address():
    "The address of the site's first page, with a slash at its end."
    said = settings()
    return f'{said["doc_host"].rstrip("/")}/{said["doc_baseurl"].strip("/")}/'


def base():
    "The path of that address: '/' or '/wrestling_nb/'."
    return f'/{settings()["doc_baseurl"].strip("/")}/'.replace('//', '/')


def repository():
    "The address of the repository."
    return settings()['git_url'].rstrip('/')


def branch():
    return settings()['branch']


def up(path):
    "The way from a page to the site's top: '../' for 'lucha_wars/pin.html', '' for 'index.html'."
    return '../' * (len(Path(path).parts) - 1)


def notebooks():
    "The notebooks of the site, as paths below nbs/, in order."
    found = (path.relative_to(NOTEBOOKS) for path in NOTEBOOKS.rglob('*.ipynb'))
    return sorted(path for path in found if not any(part.startswith(('.', '_')) for part in path.parts))
