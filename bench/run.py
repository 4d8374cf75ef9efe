"""Ours against the peers, interleaved in one run: `make bench`, or `python bench/run.py [--rounds N] [work ...]`.

Each library runs in a process of its own and is asked for one measurement after another, ours first, in every round, so
that whatever else the machine does disturbs all alike. Rates are per second of CPU time of the process measured; the
figures are medians over the rounds. Where both work out the same thing, the answers are compared and must be equal;
whole matches are compared by how long they are and how they end.

The peers live in bench/peers/.venv, which is made from bench/peers/requirements.txt when it is not there.
Writes bench/results.json: a list of {work, ours, peer, ratio, unit, peer_version}; `ratio` says how many times faster
ours is.
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PEERS = HERE / 'peers' / '.venv'
PYTHON = PEERS / 'bin' / 'python'
# work, what it is called in the table, unit, the peers' scripts
WORKS = (
    ('grapple', 'exact: grapple with Dodges and ties', 'answers/s', ('icepool', 'dyce')),
    ('pin', 'exact: pin with reverse pins', 'answers/s', ('icepool', 'dyce')),
    ('combo', 'exact: when to stop a Combo', 'answers/s', ('icepool', 'dyce')),
    ('matches', 'random legal play, whole matches', 'decisions/s', ('openspiel', 'openspiel, lean')),
    ('cards', 'random legal play, All Time Wrestling, dominoes there', 'decisions/s', ('openspiel, dominoes',)),
    ('leduc', 'random legal play, leduc there', 'decisions/s', ('rlcard',)),
    ('kickouts', 'exact: kick-outs with the best use of stamina', 'tables/s', ('icepool', 'dyce')),
    ('attack', 'exact: an attack with all its windows, 100/s asked for', 'answers/s', ('asked for',)),
    ('playouts', 'search: to the next change of initiative, 2000/s asked for', 'playouts/s', ('asked for',)),
    ('pig', 'best play: Pig to 20', 'states/s', ('openspiel, value iteration',)),
    ('best', 'best play: the whole match, Pig to 20 there', 'states/s', ('openspiel, value iteration',)),
)
SCRIPTS = {'icepool': 'icepool_rules.py', 'dyce': 'dyce_rules.py', 'openspiel': 'openspiel_lucha.py',
           'openspiel, lean': 'openspiel_lucha.py', 'rlcard': 'rlcard_leduc.py', 'openspiel, dominoes': 'openspiel_dominoes.py', 'openspiel, value iteration': 'openspiel_pig.py', 'asked for': 'asked_for.py'}


class Worker:
    "A process that measures on request."
    def __init__(self, python, script, *args):
        self.process = subprocess.Popen([str(python), str(script), *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, cwd=HERE)
        self.version = self.ask('version', 0)[1]

    def ask(self, work, round):
        "`(rate, answer)`; raises `RuntimeError` with what the worker says when it fails."
        self.process.stdin.write(json.dumps({'work': work, 'round': round}) + '\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        reply = json.loads(line) if line else {'error': 'it stopped without an answer'}
        if 'error' in reply:
            raise RuntimeError(f'{work}: {reply["error"]}')
        return reply['rate'], reply['answer']

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def ready():
    "Make the peers' environment when it is not there."
    done = PEERS / 'ready'
    wanted = (HERE / 'peers' / 'requirements.txt').read_text()
    if done.exists() and done.read_text() == wanted:
        return
    print('making bench/peers/.venv; this takes a minute …', flush=True)
    subprocess.run([sys.executable, '-m', 'venv', str(PEERS)], check=True)
    subprocess.run([str(PYTHON), '-m', 'pip', 'install', '--quiet', '--requirement', str(HERE / 'peers' / 'requirements.txt')], check=True)
    done.write_text(wanted)


def same(work, mine, theirs):
    "Whether two answers agree; matches agree when their means are within four standard errors."
    if mine is None or theirs is None:
        return True
    if work != 'matches':
        return mine == theirs
    for what in ('red', 'pins'):
        shares = [answer[what] / answer['matches'] for answer in (mine, theirs)]
        error = math.sqrt(sum(max(share * (1 - share), 0.001) / answer['matches'] for share, answer in zip(shares, (mine, theirs), strict=True)))
        if abs(shares[0] - shares[1]) > 4 * error:
            return False
    lengths = [answer['decisions'] / answer['matches'] for answer in (mine, theirs)]
    # the number of decisions of a match spreads by about a quarter of itself
    return abs(lengths[0] - lengths[1]) < 4 * lengths[0] * 0.35 * math.sqrt(sum(1 / answer['matches'] for answer in (mine, theirs)))


def summed(answers):
    return {key: sum(answer[key] for answer in answers) for key in answers[0]}


def compare(rounds, chosen):
    "Measure all chosen works; returns rows of the table."
    ours = Worker(sys.executable, HERE / 'ours.py')
    names = dict.fromkeys(peer for work, _, _, peers in WORKS if work in chosen for peer in peers)
    peers = {name: Worker(PYTHON, HERE / 'peers' / SCRIPTS[name], *(['lean'] if 'lean' in name else [])) for name in names}
    rates, answers = {}, {}
    for round in range(rounds):
        for work, _, _, against in WORKS:
            if work not in chosen:
                continue
            for who, worker in (('ours', ours), *((name, peers[name]) for name in against)):
                rate, answer = worker.ask(work, round)
                rates.setdefault((work, who), []).append(rate)
                answers.setdefault((work, who), []).append(answer)
    for worker in (ours, *peers.values()):
        worker.close()
    rows = []
    for work, title, unit, against in WORKS:
        if work not in chosen:
            continue
        mine = answers[work, 'ours']
        for name in against:
            theirs = answers[work, name]
            if not same(work, summed(mine), summed(theirs)) if work == 'matches' else not all(map(lambda a, b: same(work, a, b), mine, theirs)):
                raise SystemExit(f'{title}: ours and {name} do not work out the same thing: {mine[0]} and {theirs[0]}')
            rows.append(row(f'{title}', statistics.median(rates[work, 'ours']), statistics.median(rates[work, name]), unit, f'{name} {peers[name].version}'))
    return rows


def row(work, ours, peer, unit, version, smaller_is_better=False):
    ratio = peer / ours if smaller_is_better else ours / peer
    return {'work': work, 'ours': round(ours, 3), 'peer': round(peer, 3), 'ratio': round(ratio, 2), 'unit': unit, 'peer_version': version}


PLAIN = 'import altair'


def seconds(text):
    began = time.perf_counter()
    subprocess.run([sys.executable, '-c', text], check=True, capture_output=True, cwd=HERE)
    return time.perf_counter() - began


def first_chart(rounds):
    "How much longer than `import altair` our import and first chart take, in seconds of the clock."
    text = (HERE / 'first_chart.py').read_text()
    seconds(text), seconds(PLAIN)
    pairs = [(seconds(text), seconds(PLAIN)) for _ in range(rounds)]
    ours, plain = (statistics.median(column) for column in zip(*pairs, strict=True))
    from importlib.metadata import version
    work = f'import wrestling_nb and the first chart ({ours - plain:+.2f} s beside import altair)'
    return row(work, ours, plain, 'seconds', f'altair {version("altair")}', True)


def table(rows):
    lines = [f'{"work":72} {"ours":>12} {"peer":>12} {"times":>7}  {"unit":12} peer']
    lines += [f'{line["work"]:72} {line["ours"]:>12,} {line["peer"]:>12,} {line["ratio"]:>7}  {line["unit"]:12} {line["peer_version"]}' for line in rows]
    return '\n'.join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('works', nargs='*', help='works to measure: ' + ', '.join([work for work, *_ in WORKS] + ['chart', 'click']))
    parser.add_argument('--rounds', type=int, default=7)
    wanted = parser.parse_args()
    chosen = wanted.works or [work for work, *_ in WORKS] + ['chart', 'click']
    ready()
    rows = compare(wanted.rounds, chosen)
    if 'chart' in chosen:
        rows.append(first_chart(min(5, wanted.rounds)))
    if 'click' in chosen:
        from click import measure
        rows += measure()
    print(table(rows), flush=True)
    if not wanted.works:
        (HERE / 'results.json').write_text(json.dumps(rows, indent=1, ensure_ascii=False) + '\n')


if __name__ == '__main__':
    main()
