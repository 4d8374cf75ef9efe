"""A game on two printed pages, in both languages. The game's summary.toml says which rules, in the order of play; the
sentences are the ledger's."""
import html
import tomllib
from importlib.resources import files

from .places import PROCESSED

LANGUAGES = {'en': 'English', 'es': 'Español'}
FIELDS = {'en', 'es', 'steps', 'rules'}


class SummaryError(Exception):
    "A summary that cannot be made; the message names the file and what is wrong."


def read(rules):
    "The file of a game's summary, and what it says."
    file = files(f'wrestling_nb.{rules.key}') / 'summary.toml'
    if not file.is_file():
        raise SummaryError(f'{file}: each game has a summary; CONTRIBUTING says what it holds')
    return file, tomllib.loads(file.read_text(encoding='utf-8'))


def pitch(rules):
    "What a game asks of its players, in one or two sentences."
    return read(rules)[1]['pitch']


def sections(rules):
    "The sections of a game's summary, checked against its ledger."
    file, said = read(rules)
    found = said['sections']
    for number, section in enumerate(found, 1):
        wrong = section.keys() - FIELDS or {'en', 'es', 'rules'} - section.keys()
        if wrong:
            raise SummaryError(f'{file}, section {number}: {", ".join(sorted(wrong))} is missing or not known')
        for name in section['rules']:
            if rules.ledger.full(name) not in rules.ledger:
                raise SummaryError(f'{file}, section {number}: the ledger has no rule {name}')
    return found


def line(rules, name, language):
    "One rule: its sentence and where it is taught."
    entry = rules.ledger[rules.ledger.full(name)]
    link = f'<a class="summary-id" href="{entry.topic}.html#{entry.name}">{entry.name}</a>'
    return f'<li>{html.escape(entry.words(language))} {link}</li>'


def in_language(rules, found, language):
    "The whole summary in one language."
    parts = []
    for section in found:
        kind = 'ol' if section.get('steps') else 'ul'
        lines = ''.join(line(rules, name, language) for name in section['rules'])
        parts.append(f'<section><h2>{html.escape(section[language])}</h2><{kind}>{lines}</{kind}></section>')
    return f'<div class="summary-text" lang="{language}"><p class="summary-title">{html.escape(rules.title)}</p>{"".join(parts)}</div>'


def page(rules):
    "The source of the page."
    found = sections(rules)
    switch = ''.join(f'<label lang="{code}"><input type="radio" name="summary-language" value="{code}"{" checked" if code == "en" else ""}><span>{name}</span></label>'
                     for code, name in LANGUAGES.items())
    texts = ''.join(in_language(rules, found, code) for code in LANGUAGES)
    front = f'---\ntitle: "{rules.title} on two pages"\ndescription: "The turn first, then everything else; made to be printed on A4 or Letter"\ntoc: false\n---\n'
    body = f'<div class="summary"><fieldset class="switch summary-switch"><legend>Language</legend>{switch}</fieldset>{texts}</div>'
    return f'{front}\n```{{=html}}\n{body}\n```\n'


def write(games):
    "Write the summaries for the builder."
    for key, rules in games.items():
        (PROCESSED / key / 'summary.qmd').write_text(page(rules), encoding='utf-8')
