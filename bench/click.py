"""One action in `play`: from the click on an option to the new view drawn, in JupyterLab in a headless Chromium.

    python bench/click.py [--actions N]

Plays a whole match against an agent by clicks of the page. The clock starts with the click's own event and stops when the
first frame that shows the kernel's answer has been handed to the screen. Prints one table as JSON.
"""
import argparse
import json
import random
import shutil
import statistics
import sys
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ACTIONS = 60
LONGEST = 100
CELLS = (
    '''
from wrestling_nb.core.words import both
from wrestling_nb.lucha_wars.components import Ring
from wrestling_nb.lucha_wars.game import game as lucha
from wrestling_nb.shows.page import look
from wrestling_nb.shows.play import Play
''',
    'look()',
    "match = Play(lucha, Ring(), seats=('', 'careful'), seed=7, title=both('Two players', 'Dos jugadores'))\nmatch",
)
# Resolves to the milliseconds from the click to the frame after the last change that the answer made.
CLICK = '''(button) => new Promise((resolve) => {
  const widget = button.closest('.w-play');
  let begun = 0;
  let latest = 0;
  const observer = new MutationObserver(() => {
    const mine = ++latest;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (mine === latest) {
          observer.disconnect();
          resolve(performance.now() - begun);
        }
      };
      channel.port2.postMessage(null);
    });
  });
  button.addEventListener('click', (event) => {
    begun = event.timeStamp;
    observer.observe(widget, { subtree: true, childList: true, characterData: true });
  }, { capture: true, once: true });
  button.click();
})'''


@contextmanager
def played(name='bench.ipynb'):
    "A page of JupyterLab in which the match waits for its first click."
    from playwright.sync_api import sync_playwright
    sys.path.insert(0, str(ROOT / 'tests'))
    from conftest import OPTIONS, find_browser
    from lab import Lab, open_notebook, run_all
    with sync_playwright() as playwright, Lab(extra={name: CELLS}) as lab:
        browser = playwright.chromium.launch(executable_path=find_browser(), headless=True, args=OPTIONS)
        with lab.page(browser) as page:
            open_notebook(page, name)
            wrong = run_all(page)
            if wrong:
                raise RuntimeError(wrong[0])
            yield page
        browser.close()


def times(actions):
    "How long each of a number of actions took, in milliseconds; a match that ends is followed by another."
    picks = random.Random(1)
    found = []
    with played() as page:
        while len(found) < actions:
            again = page.locator('.w-play [data-k="again"]')
            options = page.locator('.w-play .opt:not([aria-disabled])')
            button = again if again.count() else options.nth(picks.randrange(options.count()))
            found.append(button.evaluate(CLICK))
            # the widget is free for the next click when the frame is over
            page.wait_for_timeout(20)
    return found


def measure(actions=ACTIONS):
    "Rows for the table of bench/run.py; none, said aloud, where there is no Chromium."
    sys.path.insert(0, str(ROOT / 'tests'))
    from conftest import BROWSERS
    if not any(map(shutil.which, BROWSERS)):
        print('no Chromium on the path: the click was NOT measured', file=sys.stderr)
        return []
    found = times(actions)
    median = statistics.median(found)
    return [{'work': 'one action in play, from click to drawn view', 'ours': round(median, 1), 'peer': float(LONGEST), 'ratio': round(LONGEST / median, 2),
             'unit': 'milliseconds', 'peer_version': f'the goal, JupyterLab {version("jupyterlab")}'}]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('--actions', type=int, default=ACTIONS)
    found = times(parser.parse_args().actions)
    spread = statistics.quantiles(found, n=10)
    print(json.dumps({'actions': len(found), 'median_ms': round(statistics.median(found), 1), 'fast_tenth_ms': round(spread[0], 1),
                      'slow_tenth_ms': round(spread[-1], 1), 'longest_ms': round(max(found), 1)}))


if __name__ == '__main__':
    main()
