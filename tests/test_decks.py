"""The deck editor believes nothing that the page says, keeps what is typed for what it is, and writes files that the game reads."""
import json
import re
import tomllib
from random import Random

import pytest
from lab import Lab, ask_kernel, open_notebook, run_all

from wrestling_nb.all_time_wrestling.agents import agents_for
from wrestling_nb.all_time_wrestling.components import FOLDER, ROSTER, roster_from
from wrestling_nb.all_time_wrestling.decks import FILES, Box
from wrestling_nb.all_time_wrestling.game import game as atw
from wrestling_nb.core.components import ComponentError
from wrestling_nb.core.drive import chance, play
from wrestling_nb.core.view import view
from wrestling_nb.shows.deck import MOST_CARDS, deck_editor

EVIL = '<img src=x onerror=alert(1)>"</script>'


@pytest.fixture
def editor(tmp_path):
    return deck_editor(Box(tmp_path / 'box'), 'Kurt Angle')


def key_of(editor, name):
    return next(key for key, card in editor.box.cards(editor.owner).items() if card['name'] == name)


def answer(editor, **message):
    editor.panel.receive(message)
    return editor.panel.state


def set_field(editor, card, field, value):
    return answer(editor, type='change', card=key_of(editor, card), field=field, value=value)


FORGED = [
    {'type': 'change'},
    {'type': 'change', 'card': 'KEY', 'field': 'damage', 'value': 1, 'more': 1},
    {'type': 'change', 'card': 'c1', 'field': 'damage', 'value': 1},
    {'type': 'change', 'card': ['KEY'], 'field': 'damage', 'value': 1},
    {'type': 'change', 'card': 'KEY', 'field': 'wrestler', 'value': 'Shumba'},
    {'type': 'change', 'card': 'KEY', 'field': 'source', 'value': 'rulebook'},
    {'type': 'change', 'card': 'KEY', 'field': ['damage'], 'value': 1},
    {'type': 'change', 'card': 'KEY', 'field': 'damage', 'value': None},
    {'type': 'change', 'card': 'KEY', 'field': 'damage', 'value': 1.5},
    {'type': 'change', 'card': 'KEY', 'field': 'damage', 'value': 10 ** 30},
    {'type': 'change', 'card': 'KEY', 'field': 'damage', 'value': {'__class__': 1}},
    {'type': 'change', 'card': 'KEY', 'field': 'name', 'value': 'x' * 61},
    {'type': 'change', 'card': 'KEY', 'field': 'name', 'value': 'two\nlines'},
    {'type': 'change', 'card': 'KEY', 'field': 'name', 'value': 'a \ud800 half'},
    {'type': 'change', 'card': 'KEY', 'field': 'left', 'value': [['circle red']]},
    {'type': 'change', 'card': 'KEY', 'field': 'left', 'value': ['circle red'] * 9},
    {'type': 'remove', 'card': 'c1'},
    {'type': 'confirm', 'card': None},
    {'type': 'owner', 'owner': ['Shumba']},
    {'type': 'owner', 'owner': 'Nobody'},
    {'type': 'undo'},
    {'type': 'save', 'folder': '/'},
    {'type': 'add', 'owner': 'Shumba'},
]


@pytest.mark.parametrize('message', FORGED, ids=json.dumps)
def test_a_forged_message_is_refused_and_changes_nothing(editor, message):
    key = key_of(editor, 'Moonsault')
    before = editor.state()
    after = answer(editor, **{name: key if value == 'KEY' else [key] if value == ['KEY'] else value for name, value in message.items()})
    assert after['notice']['kind'] == 'refused' and after['notice']['say']['en'].endswith('Nothing has changed.')
    assert editor.state() == before
    assert not editor.box.folder.exists()


@pytest.mark.parametrize(('card', 'field', 'value', 'words'), [
    ('Moonsault', 'damage', 99, 'from 0 to 12'),
    ('Moonsault', 'damage', True, 'whole number'),
    ('Moonsault', 'damage', 'two', "'two'"),
    ('Moonsault', 'damage', 6, 'as that of the finisher'),
    ('Moonsault', 'name', '', 'not empty'),
    ('Moonsault', 'name', 'Punches', 'twice'),
    ('Moonsault', 'name', 'Moon + Sault', 'played together'),
    ('Moonsault', 'category', 'Dance', 'one of Grapple'),
    ('Moonsault', 'pin', 1, 'true or false'),
    ('Moonsault', 'right', ['circle pink'], 'a list out of'),
    ('Ankle Lock', 'rampaging', True, 'cannot be rampaging'),
])
def test_what_does_not_fit_is_kept_and_told_at_its_card_and_field(editor, card, field, value, words):
    key = key_of(editor, card)
    state = set_field(editor, card, field, value)
    shown = next(each for each in state['cards'] if each['id'] == key)
    assert shown['values'][field] == value and [problem['field'] for problem in shown['problems']] == [field]
    assert words in shown['problems'][0]['say']['en'] and shown['problems'][0]['say']['es'] != shown['problems'][0]['say']['en']
    assert answer(editor, type='save')['notice']['kind'] == 'refused' and not editor.box.folder.exists()
    with pytest.raises(ComponentError, match=re.escape(shown['problems'][0]['say']['en'])):
        editor.box.roster()
    assert not any(each['problems'] for each in answer(editor, type='undo')['cards'])


def test_a_deck_as_a_whole_is_told_beside_its_cards(editor):
    state = set_field(editor, 'Punches', 'finisher', True)
    assert 'has 2 finishers' in state['problems'][0]['en'] and not any(card['problems'] for card in state['cards'])
    for card in list(editor.box.cards('Kurt Angle'))[:-1]:
        state = answer(editor, type='remove', card=card)
    assert 'no opening hand' in state['problems'][-1]['en']


def test_text_of_a_user_is_never_markup(editor):
    set_field(editor, 'Moonsault', 'name', EVIL)
    page = editor.plain_html()
    assert '<img' not in page and page.count('</script>') == 1
    assert '&lt;img src=x' in page
    editor.box.save()
    assert EVIL in Box(editor.box.folder).roster()['Kurt Angle'].deck


def test_an_unchanged_box_is_ours_again(editor):
    files = editor.box.save()
    assert roster_from(*files) == ROSTER
    for kind, name in FILES.items():
        ours, theirs = (tomllib.loads((folder / name).read_text(encoding='utf-8'))[kind] for folder in (FOLDER, editor.box.folder))
        assert {(entry.get('wrestler'), entry['name']): entry for entry in ours} == {(entry.get('wrestler'), entry['name']): entry for entry in theirs}


def test_what_was_saved_is_gone_on_with(editor):
    set_field(editor, 'Moonsault', 'damage', 3)
    answer(editor, type='confirm', card=key_of(editor, 'Punches'))
    state = answer(editor, type='add')
    set_field(editor, 'New card 1', 'name', 'Suplex "of\\ mine" ñ')
    assert state['added'] in editor.box.cards('Kurt Angle')
    state = answer(editor, type='save')
    assert state['notice'] is None and [file['name'] for file in state['saved']['files']] == ['wrestlers.toml', 'cards.toml', 'abilities.toml']
    assert sorted(path.name for path in editor.box.folder.iterdir()) == sorted(FILES.values())
    again = Box(editor.box.folder)
    assert again.roster() == editor.box.roster() and len(again.cards('Kurt Angle')) == 16
    deck = again.roster()['Kurt Angle'].deck
    assert dict(deck['Moonsault'].source)['damage'] == 'published' and 'invented' not in dict(deck['Punches'].source).values()
    assert answer(editor, type='undo')['saved'] is None


def test_a_deck_does_not_grow_for_ever(editor):
    for _ in range(MOST_CARDS):
        state = answer(editor, type='add')
    assert state['notice']['kind'] == 'refused' and len(state['cards']) == MOST_CARDS


@pytest.mark.parametrize(('name', 'old', 'new', 'words'), [
    ('wrestlers.toml', 'health = 13', 'health = -13', ('Jax Felix', 'health', '-13')),
    ('abilities.toml', 'kind = "reversal"', 'kind = "permanent"', ('abilities', 'permanent')),
    ('cards.toml', 'wrestler = "Jax Felix"', 'wrestler = "Nobody"', ('Strike Combo', 'wrestler', 'Nobody')),
    ('cards.toml', 'damage = 1', 'damage = 2020-01-01', ('Strike Combo', 'damage')),
    ('cards.toml', 'damage = 1', 'damige = 1', ('Strike Combo', 'damige')),
    ('cards.toml', '[[card]]', '[[card', ('not TOML',)),
    ('cards.toml', '[[card]]', '[[cart]]', ('[[card]]',)),
])
def test_a_file_that_no_field_could_mend_is_refused(editor, name, old, new, words):
    editor.box.save()
    path = editor.box.folder / name
    path.write_text(path.read_text(encoding='utf-8').replace(old, new), encoding='utf-8')
    with pytest.raises(ComponentError) as error:
        Box(editor.box.folder)
    assert name in str(error.value) and all(word in str(error.value) for word in words), error.value


def test_a_file_with_wrong_cards_is_opened_and_mended(editor):
    editor.box.save()
    path = editor.box.folder / 'cards.toml'
    path.write_text(path.read_text(encoding='utf-8').replace('damage = 1\n', 'damage = 99\n', 1).replace('cost = 1\n', '', 1), encoding='utf-8')
    opened = deck_editor(Box(editor.box.folder), 'Jax Felix')
    card = opened.panel.state['cards'][0]
    assert [problem['field'] for problem in card['problems']] == ['damage', 'cost'] and card['face'] is None
    for field in ('damage', 'cost'):
        state = set_field(opened, card['name'], field, 1)
    assert not state['cards'][0]['problems'] and opened.box.roster() == ROSTER


def test_a_folder_that_cannot_be_written_is_told(editor):
    editor.box.folder.write_text('a file')
    notice = answer(editor, type='save')['notice']
    assert notice['kind'] == 'refused' and 'could not be written' in notice['say']['en'] and str(editor.box.folder) not in notice['say']['en']


def test_agents_play_with_the_cards_of_the_box(editor):
    for key, card in list(editor.box.cards('Kurt Angle').items()):
        editor.box.change(key, 'name', f'My {card["name"]}')
    mine = atw.variant('A box', key='test: a box', roster={'Kurt Angle': editor.box.roster()['Kurt Angle'], 'Shumba': ROSTER['Shumba']})
    _, thumb = agents_for(mine)['heuristic']
    result, _ = play(mine, mine.opening, 'match', answer=chance(lambda ask, position: thumb(ask, view(position, ask.who)), Random(1)))
    assert result[0] in (0, 1, None)
    del atw.variants['test: a box']


# ---- in JupyterLab

NOTEBOOK = (
    """
from wrestling_nb.all_time_wrestling.components import roster_from
from wrestling_nb.all_time_wrestling.decks import Box
from wrestling_nb.shows.deck import deck_editor
""",
    "box = Box('my_box')\ndeck_editor(box, 'Kurt Angle')",
)


def test_in_jupyterlab_a_card_is_typed_in_by_keyboard_and_the_box_saved(browser, complaints):
    with Lab(extra={'box.ipynb': NOTEBOOK}) as lab, lab.page(browser, opened=complaints.watch) as page:
        open_notebook(page, 'box.ipynb')
        assert not run_all(page)
        deck = page.locator('.w-deck')
        deck.get_by_role('button', name='Moonsault').press('Enter')
        damage = deck.get_by_label('Damage', exact=True)
        damage.press('ControlOrMeta+a')
        page.keyboard.type('13')
        page.keyboard.press('Tab')
        deck.locator('.cardform .misfit').wait_for()
        deck.get_by_role('button', name='Save the box').press('Enter')
        page.get_by_text('Not saved yet. Kurt Angle, Moonsault').wait_for()
        assert not (lab.folder / 'my_box').exists()
        damage.press('ControlOrMeta+a')
        page.keyboard.type('3')
        page.keyboard.press('Enter')
        deck.locator('.cardform .misfit').wait_for(state='detached')
        deck.get_by_role('switch', name='Pin').press('Space')
        deck.get_by_role('switch', name='Pin: yes').wait_for()
        deck.get_by_role('button', name='Save the box').press('Enter')
        deck.get_by_text('Saved in the folder my_box').wait_for()
        assert sorted(path.name for path in (lab.folder / 'my_box').iterdir()) == sorted(FILES.values())
        told = ask_kernel(page, "(lambda card: [card.damage, card.pin])(roster_from(*['my_box/' + name for name in ('wrestlers.toml', 'cards.toml', 'abilities.toml')])['Kurt Angle'].deck['Moonsault'])")
        assert told == [3, True]
    assert not complaints, complaints
