"""The command `wrestling-nb`, as people type it."""
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from wrestling_nb.command import LIST, main, place
from wrestling_nb.core.games import games

GAMES = games()
FIRST = {key: rules.ledger.rules[0] for key, rules in GAMES.items()}


def run(capsys, *arguments):
    "The exit code, the answer and the complaint."
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_games_lists_every_game(capsys):
    code, out, _ = run(capsys, 'games')
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(GAMES)


@pytest.mark.parametrize('key', GAMES)
def test_rule_says_words_numbers_checks_and_links(key, capsys):
    for entry in GAMES[key].ledger.rules:
        code, out, _ = run(capsys, 'rule', entry.id)
        plain = ' '.join(out.split())
        assert code == 0
        assert ' '.join(entry.en.split()) in plain
        assert all(other in out for other in entry.see)
        assert all(f' {name} = ' in out for name in entry.params)
        assert out.count('\n  ? ') == len(entry.gaps)
        assert all(f'\n  {number}. ' in out for number in range(1, len(entry.checks) + 1))


@pytest.mark.parametrize('key', GAMES)
def test_rule_speaks_spanish(key, capsys):
    code, out, _ = run(capsys, 'rule', FIRST[key].id, '--language', 'es')
    assert code == 0
    assert ' '.join(FIRST[key].es.split()) in ' '.join(out.split())


@pytest.mark.parametrize('arguments, said', [
    (('rule', 'no.such.rule'), r"there is no rule 'no\.such\.rule'"),
    (('coverage', 'no_such_game'), r"there is no game 'no_such_game'"),
    (('search', 'xyzzy'), "no rule speaks of 'xyzzy'"),
])
def test_what_does_not_exist_gets_one_sentence_and_exit_code_2(arguments, said, capsys):
    code, out, error = run(capsys, *arguments)
    assert (code, out) == (2, '')
    assert re.search(said, error)
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize('key', GAMES)
def test_unknown_names_are_answered_with_near_ones(key, capsys):
    entry = FIRST[key]
    assert entry.id in run(capsys, 'rule', entry.id[:-1] + 'x')[2]
    assert key in run(capsys, 'coverage', key[:-1])[2]
    assert entry.topic in run(capsys, 'coverage', key, '--topics', 'nowhere')[2]


@pytest.mark.parametrize('key', GAMES)
def test_coverage_counts_each_rule_of_the_topics_asked_for(key, capsys):
    topic = GAMES[key].ledger.topics[0].slug
    entries = GAMES[key].ledger.topic(topic)
    code, out, _ = run(capsys, 'coverage', key, '--topics', topic)
    done, asked = map(int, re.fullmatch(r'(\d+) of (\d+) rules complete', out.splitlines()[-1]).groups())
    assert asked == len(entries)
    assert all(any(line.startswith(entry.id + ' ') for line in out.splitlines()) for entry in entries)
    assert code == (0 if done == asked else 1)


def test_help_and_version(capsys):
    for option in ('--help', '--version'):
        with pytest.raises(SystemExit) as end:
            main([option])
        assert end.value.code == 0
    assert 'wrestling_nb' in capsys.readouterr().out


@pytest.fixture
def shipped(tmp_path):
    "A folder of notebooks as a package ships it."
    source = tmp_path / 'shipped'
    (source / 'core').mkdir(parents=True)
    (source / 'index.ipynb').write_text('first')
    (source / 'core' / 'dice.ipynb').write_text('first')
    return source


def test_changed_notebooks_are_kept_and_old_ones_renewed(shipped, tmp_path):
    folder = tmp_path / 'mine'
    assert place(shipped, folder).written == ('core/dice.ipynb', 'index.ipynb')
    assert place(shipped, folder).same == ('core/dice.ipynb', 'index.ipynb')
    (folder / 'index.ipynb').write_text('mine')
    for notebook in shipped.rglob('*.ipynb'):
        notebook.write_text('second')
    again = place(shipped, folder)
    assert (again.written, again.kept) == (('core/dice.ipynb',), ('index.ipynb',))
    assert 'index.ipynb' in str(again)
    assert (folder / 'index.ipynb').read_text() == 'mine'


def test_a_file_of_the_same_name_that_was_there_before_is_kept(shipped, tmp_path):
    folder = tmp_path / 'mine'
    folder.mkdir()
    (folder / 'index.ipynb').write_text('something of my own')
    (folder / LIST).write_text('this is not JSON')
    assert place(shipped, folder).kept == ('index.ipynb',)
    assert json.loads((folder / LIST).read_text()).keys() == {'core/dice.ipynb'}


def test_the_notebooks_of_a_checkout_are_not_copied_onto_themselves(shipped):
    placed = place(shipped, shipped)
    assert placed.same and not placed.written
    assert not (shipped / LIST).exists()


def test_lab_opens_jupyterlab_and_prints_its_address(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name not in ('DISPLAY', 'WAYLAND_DISPLAY')}
    environment |= {'JUPYTER_DATA_DIR': str(tmp_path / 'data'), 'JUPYTER_RUNTIME_DIR': str(tmp_path / 'runtime'),
                    'JUPYTER_CONFIG_DIR': str(tmp_path / 'config')}
    command = [sys.executable, '-c', 'import sys; from wrestling_nb.command import main; sys.exit(main())', 'lab', str(tmp_path / 'lab'),
               '--no-browser', '--', '--ServerApp.port_retries=50']
    log = tmp_path / 'log'
    with log.open('w') as stream:
        server = subprocess.Popen(command, stdout=stream, stderr=stream, env=environment, start_new_session=True)
    try:
        address = None
        limit = time.monotonic() + 60
        while address is None and time.monotonic() < limit and server.poll() is None:
            address = re.search(r'http://127\.0\.0\.1:\d+/lab\S*', log.read_text())
            time.sleep(0.2)
        assert address, log.read_text()
        with urllib.request.urlopen(address[0], timeout=30) as answer:
            assert answer.status == 200
        placed = {path.relative_to(tmp_path / 'lab') for path in (tmp_path / 'lab').rglob('*.ipynb')}
        assert Path('command.ipynb') in placed
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)
