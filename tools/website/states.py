"""What brings the displays of a page to life, so that the page itself stays light.

In a notebook each display carries its own state. On a page the states stand together at the end, where each part is
told once for all of them, and the charts have how they are drawn and their numbers in a file beside the page: it is
fetched when the first of them comes into view. Until then, and without scripts, a chart is its picture, its sentence
and its table.
"""
import json
import re

from wrestling_nb.shows.chart import key_of
from wrestling_nb.shows.page import packed, script_json, unpacked

from .places import SITE

STATE = re.compile(r'(<script type="application/json" class="wnb-state">)(.*?)(</script>)', re.DOTALL)


def gathered(text, page):
    "The page with the states of its displays at its end, and a number in the place of each; the file beside it is written."
    states, numbers = [], []

    def number_of(script):
        state = unpacked(json.loads(script[2]))
        if state['kind'] == 'odds':
            numbers.append({name: state[name] for name in ('spec', 'columns', 'grid')})
            state = at_first(state, len(numbers) - 1)
        states.append(state)
        return f'{script[1]}{len(states) - 1}{script[3]}'

    text = STATE.sub(number_of, text)
    if not states:
        return text
    beside = page.with_suffix('.numbers.json')
    if numbers:
        (SITE / beside).write_text(script_json(packed(numbers)) + '\n', encoding='utf-8')
    told = f'<script type="application/json" class="wnb-states" data-numbers="{beside.name}">{script_json(packed(states))}</script>'
    return text.replace('</body>', f'{told}</body>', 1)


def at_first(chart, place):
    "The state of a chart without what lies beside the page, at the `place` there."
    first = key_of(control['value'] for control in chart['controls'])
    beside = {'place': place, 'say': chart['grid'][first]['say'], 'height': chart['spec']['height']}
    return {**chart, 'spec': None, 'columns': [], 'grid': {}, 'beside': beside}
