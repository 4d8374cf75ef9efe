"""The ledgers of all games: whole, connected, in both languages."""
from collections import Counter
from importlib.resources import files

import pytest

from wrestling_nb.core.games import games
from wrestling_nb.core.ledger import KINDS, Ledger, LedgerError
from wrestling_nb.core.rules import Unknown

LEDGERS = {key: rules.ledger for key, rules in games().items()}
SIZES = {'all_time_wrestling': (158, 14, 'atw.'), 'lucha_wars': (155, 14, 'lucha.')}

every_game = pytest.mark.parametrize('key', LEDGERS)


@every_game
def test_ids_are_unique_and_links_resolve(key):
    ledger = LEDGERS[key]
    ids = [entry.id for entry in ledger.rules]
    assert [id for id, number in Counter(ids).items() if number > 1] == []
    assert {other for entry in ledger.rules for other in entry.see} <= set(ids)
    assert {id for missing in ledger.missing for id in missing.needed_by} <= set(ids)
    assert all(id.startswith(ledger.prefix) for id in ids)


@every_game
def test_every_topic_has_rules_and_a_goal(key):
    ledger = LEDGERS[key]
    assert all(ledger.topic(topic.slug) for topic in ledger.topics)
    assert sum(len(ledger.topic(topic.slug)) for topic in ledger.topics) == len(ledger.rules)
    assert all(topic.goal and topic.en and topic.es for topic in ledger.topics)


@every_game
def test_every_rule_speaks_both_languages_and_can_be_checked(key):
    for entry in LEDGERS[key].rules:
        assert entry.kind in KINDS
        assert entry.en and entry.es and entry.en != entry.es, entry.id
        assert entry.checks, entry.id
        assert all(check.given and check.then and check.source for check in entry.checks), entry.id
        assert all(gap.question and gap.default and gap.why for gap in entry.gaps), entry.id


@every_game
def test_one_number_has_one_value(key):
    assert LEDGERS[key].params()


@every_game
def test_ids_are_found_with_and_without_the_prefix(key):
    ledger = LEDGERS[key]
    for entry in ledger.rules:
        assert ledger[entry.name] is ledger[entry.id] is entry
    with pytest.raises(Unknown, match='near it are'):
        ledger[ledger.rules[0].name + 'x']


@pytest.mark.parametrize('key', sorted(SIZES.keys() & LEDGERS.keys()))
def test_no_rule_of_a_known_rulebook_is_lost(key):
    rules, topics, prefix = SIZES[key]
    ledger = LEDGERS[key]
    assert (len(ledger.rules), len(ledger.topics), ledger.prefix) == (rules, topics, prefix)


@pytest.mark.parametrize('key', LEDGERS)
def test_search_ignores_accents_and_capitals(key):
    ledger = LEDGERS[key]
    for entry in ledger.rules[:20]:
        assert entry in ledger.search(entry.es.upper(), 'es')
        assert entry in ledger.search(entry.es.translate(str.maketrans('áéíóúñü', 'aeiounu')), 'es')
    assert ledger.search('no rule speaks like this') == ()


def broken(key, old, new):
    "The sentence about the ledger of a game in which `old` is written as `new`."
    text = files(f'wrestling_nb.{key}').joinpath('ledger.toml').read_text(encoding='utf-8')
    assert old in text
    with pytest.raises(LedgerError) as error:
        Ledger.read(text.replace(old, new, 1))
    return str(error.value)


@every_game
def test_a_mistake_is_told_with_file_entry_and_field(key):
    first = LEDGERS[key].rules[0]
    place = f'ledger.toml: rule {first.id}: '
    assert broken(key, f'kind = "{first.kind}"', 'kind = "magic"').startswith(place + "kind is 'magic'; it must be one of component,")
    assert broken(key, f'section = "{first.section}"\nkind', 'kind').startswith(place + 'section is missing')
    assert broken(key, f'id = "{first.id}"\n', f'id = "{first.id}"\ncolour = "red"\n').startswith(place + 'colour is not a field of a rule')
    assert broken(key, f'id = "{LEDGERS[key].rules[1].id}"\n', f'id = "{first.id}"\n').startswith(place + 'id comes twice')
    assert 'this is not TOML' in broken(key, '[[topics]]', '[[topics')
    truncated = files(f'wrestling_nb.{key}').joinpath('ledger.toml').read_text(encoding='utf-8')[:5000]
    with pytest.raises(LedgerError):
        Ledger.read(truncated)


def test_a_folder_without_a_ledger_is_told(tmp_path):
    with pytest.raises(LedgerError, match='there is no ledger.toml'):
        Ledger.load(tmp_path)
