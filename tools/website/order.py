"""_quarto.yml for the builder: what is written by hand, and the lists that follow from the games and modules."""
import re
from pathlib import Path

import nbformat
import yaml

from .places import EVERY_RULE, NOTEBOOKS, PROCESSED, ROOT, address, branch, notebooks, repository

# A game's notebooks that are not topics of its ledger, in the order in which they are read; others follow by name.
AFTER_TOPICS = ('match', 'throws', 'best_play', 'decks')
BEHIND = ('components', 'board', 'table', 'agents', 'game')


def topics(rules):
    "The topics of a game that have a notebook, in the order of its ledger."
    return [topic for topic in rules.ledger.topics if (NOTEBOOKS / rules.key / f'{topic.slug}.ipynb').exists()]


def lessons(rules):
    """The pages of a game as the builder finds them: those to learn from, in order, and those behind them. A topic
    without a notebook has a page with its words alone."""
    notebooks = {path.stem for path in (NOTEBOOKS / rules.key).glob('*.ipynb')}
    slugs = [topic.slug for topic in rules.ledger.topics]
    learned = [f'{slug}.ipynb' if slug in notebooks else f'{slug}.qmd' for slug in slugs]
    learned += [f'{name}.ipynb' for name in AFTER_TOPICS if name in notebooks]
    others = notebooks - set(slugs) - set(AFTER_TOPICS)
    behind = [name for name in BEHIND if name in others] + sorted(others - set(BEHIND))
    return learned, [f'{name}.ipynb' for name in behind]


def game_sidebar(rules):
    "The sidebar of one game."
    learned, behind = lessons(rules)
    folder = rules.key
    return {'id': folder, 'style': 'floating', 'collapse-level': 2, 'contents': [
        {'section': rules.title, 'contents': [f'{folder}/{name}' for name in learned] + [f'{folder}/summary.qmd']},
        {'section': 'How it is made', 'contents': [f'{folder}/{name}' for name in behind]}]}


def reference_sidebar(modules):
    "The sidebar of the reference: a section for each package."
    sections = {}
    for module in modules:
        sections.setdefault(module.package, []).append({'text': module.short, 'href': module.page})
    contents = [{'text': 'All modules', 'href': 'api/index.qmd'}]
    for package, entries in sections.items():
        contents += [{'section': package, 'contents': entries}] if package else entries
    return {'id': 'reference', 'style': 'floating', 'collapse-level': 2, 'contents': contents}


def configure(games, modules):
    "Write _proc/_quarto.yml."
    config = yaml.safe_load((ROOT / '_quarto.yml').read_text(encoding='utf-8'))
    website = config['website']
    website['site-url'] = address()
    website['repo-url'] = repository()
    website['repo-branch'] = branch()
    website['sidebar'] = [game_sidebar(rules) for rules in games.values()] + website['sidebar'] + [reference_sidebar(modules)]
    learn = [{'text': rules.title, 'href': f'{key}/{lessons(rules)[0][0]}'} for key, rules in games.items()]
    summaries = [{'text': f'{rules.title}, to print', 'href': f'{key}/summary.qmd'} for key, rules in games.items()]
    for entry in website['navbar']['left']:
        if entry.get('text') == 'Learn':
            del entry['href']
            entry['menu'] = learn + [{'text': '---'}] + summaries
    text = yaml.safe_dump(config, allow_unicode=True, sort_keys=False)
    (PROCESSED / '_quarto.yml').write_text(text, encoding='utf-8')


def places(games):
    "Where each notebook stands in the site, said in a few words: {path: 'Lucha Wars, topic 6 of 14'}."
    said = {path: '' for path in notebooks()}
    for key, rules in games.items():
        slugs = [topic.slug for topic in rules.ledger.topics]
        for path in said:
            if path.parts[0] == key:
                topic = f', topic {slugs.index(path.stem) + 1} of {len(slugs)}' if path.stem in slugs else ''
                said[path] = rules.title + topic
    del said[Path('index.ipynb')]
    return said


def told(rules, name):
    "The title and the sentence of a game's page."
    if name.endswith('.ipynb'):
        return first_words(Path(rules.key, name))
    topic = next(topic for topic in rules.ledger.topics if f'{topic.slug}.qmd' == name)
    return topic.en, topic.goal


def first_words(path):
    "The title and the sentence of a notebook, from its first cell."
    first = nbformat.read(NOTEBOOKS / path, 4).cells[0].source
    title, sentence = re.match(r'# (.*)\n+> (.*)', first).groups()
    return title, sentence


def overview(games, modules):
    "All pages by section, as machines are told of them: (heading, [(path, title, sentence), …])."
    sections = []
    for key, rules in games.items():
        learned, behind = lessons(rules)
        pages = [(Path(key, name).with_suffix('.html').as_posix(), *told(rules, name)) for name in learned + behind]
        sections.append((rules.title, [*pages, (f'{key}/summary.html', f'{rules.title} on two pages', 'The rules in the order of play, in English and Spanish')]))
    sections.append(('All games', [(EVERY_RULE.with_suffix('.html').as_posix(), *first_words(EVERY_RULE))]))
    others = [path for path in notebooks() if path.parts[0] not in games and path not in (Path('index.ipynb'), EVERY_RULE)]
    sections.append(('For developers', [(path.with_suffix('.html').as_posix(), *first_words(path)) for path in others]))
    sections.append(('Reference', [(module.page.replace('.qmd', '.html'), module.name, module.sentence) for module in modules]))
    return sections
