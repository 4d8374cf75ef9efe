"""The first page: one rule to play, the games, what can be done here; then what the notebook says to all its readers.

The words of the first screen stand here. What is said of a game comes from its folder, and the rule that is played
from the notebook, nbs/index.ipynb. Cells with the tag `readme` are for README.md alone.
"""
import html

import nbformat

from .lessons import html_of
from .places import NOTEBOOKS, PROCESSED
from .summary import pitch

FRONT = '''---
title: "wrestling_nb"
pagetitle: "wrestling_nb: wrestling games, every rule playable"
title-block-style: none
page-layout: custom
toc: false
description: "Learn, teach and tinker with the rules of four pro-wrestling tabletop games. Every rule in words, in code, in an example and in odds."
---'''

EVENT = '''<div class="event">
<div class="event-words"><p class="caps">Tonight’s rule · Lucha Wars · Combination Attack</p>
<h1>Roll again <span>or</span> stop?</h1>
<p class="lead">Every Hit adds to one blow. A blank loses them all, and your rival strikes back with the same die.</p>
<p>That is one rule of one game. <b>wrestling_nb</b> teaches pro-wrestling tabletop games this way: each rule in words, in code, in an example to step through, and in odds that bend when you turn a number. In English and Spanish, in notebooks you can change.</p>
<p class="buttons"><a class="button go" href="lucha_wars/combo.html">Learn this rule</a> <a class="button" href="lucha_wars/match.html">Play a match</a></p>
<div class="page-live"><div class="wnb wnb-live"></div></div></div>
<div class="event-play">{play}</div>
</div>
<div class="ropes" role="separator"></div>'''

BILL = '''<section class="bill" aria-labelledby="bill"><h2 id="bill">On the bill</h2><ul>{games}</ul></section>'''

GAME = '''<li><a href="{first}"><span class="bill-name">{title}</span><span class="bill-words">{words}</span><span class="bill-count"><b>{rules}</b> rules, {taught} of {topics} topics taught</span></a></li>'''

DOORS = '''<section class="doors" aria-labelledby="doors"><h2 id="doors">What you can do here</h2><div>
<div><h3>Learn a game</h3><ul>
<li><a href="lucha_wars/pin.html">Step through an example</a> Board, words and code move together.</li>
<li><a href="lucha_wars/pin.html#check-yourself">Check yourself</a> The rules engine grades the answer and gives the reason.</li>
<li><a href="lucha_wars/match.html">Play a match</a> A refused move always says why.</li></ul></div>
<div><h3>Teach and design</h3><ul>
<li><a href="lucha_wars/combo.html#for-designers">Turn a knob</a> Exact odds, beside those of the printed game.</li>
<li><a href="lucha_wars/summary.html">Print the rules</a> Two pages, the turn first, in two languages.</li>
<li><a href="explorer.html">Find any rule</a> By words of either language, with its code, its numbers and what leads to it.</li>
<li><a href="lab/coverage.html">See what is covered</a> Every rule: modelled, taught, tested, shown.</li></ul></div>
<div><h3>Build with it</h3><ul>
<li><a href="core/rules.html">Read how a rule is written</a> Each line names its sentence of the rulebook.</li>
<li><a href="core/exact.html">Compute exact odds</a> Endless chains of reversals solved.</li>
<li><a href="api/index.html">Look up a function</a> The reference, from the docstrings.</li></ul></div>
</div></section>'''


def raw(text):
    "A cell of HTML that both builders leave as it is."
    return nbformat.v4.new_markdown_cell(f'```{{=html}}\n{text}\n```')


def bill(games):
    "The list of the games."
    lines = []
    for key, rules in games.items():
        taught = [topic for topic in rules.ledger.topics if (NOTEBOOKS / key / f'{topic.slug}.ipynb').exists()]
        lines.append(GAME.format(first=f'{key}/{taught[0].slug}.html', title=html.escape(rules.title), words=html.escape(pitch(rules)),
                                 rules=len(rules.ledger.rules), taught=len(taught), topics=len(rules.ledger.topics)))
    return BILL.format(games=''.join(lines))


def prepare(games):
    "Make the first page from the processed notebook."
    path = PROCESSED / 'index.ipynb'
    notebook = nbformat.read(path, 4)
    played = next(cell for cell in notebook.cells if 'data-kind=' in html_of(cell))
    kept = [cell for cell in notebook.cells if cell.cell_type != 'raw' and cell is not played and 'readme' not in cell.metadata.get('tags', ())]
    top = EVENT.format(play=html_of(played)) + bill(games) + DOORS
    notebook.cells = [nbformat.v4.new_raw_cell(FRONT), raw(top), *kept]
    nbformat.write(notebook, path)
