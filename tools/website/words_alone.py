"""Topics of a ledger that have no notebook yet: a page with the words of their rules, so that every rule has its address.

A notebook of the topic's name takes the place of the page.
"""
import html

from wrestling_nb.shows.lesson import words

from .lessons import STYLE
from .order import topics
from .places import PROCESSED


def page(rules, topic):
    "The source of a topic's page."
    said = STYLE.sub('', words(rules, *(entry.id for entry in rules.ledger.topic(topic.slug)))._repr_html_())
    quoted = [text.replace('"', '\\"') for text in (topic.en, topic.goal)]
    return (f'---\ntitle: "{quoted[0]}"\ndescription: "{quoted[1]}"\n---\n\n'
            f'```{{=html}}\n<p class="lead" lang="es">{html.escape(topic.es)}</p>\n'
            f'<p>This topic has its rules in words so far. Its code, examples and odds are to come.</p>\n{said}\n```\n')


def write(games):
    "Write the pages for the builder."
    for key, rules in games.items():
        for topic in rules.ledger.topics:
            if topic not in topics(rules):
                (PROCESSED / key / f'{topic.slug}.qmd').write_text(page(rules, topic), encoding='utf-8')
