/* In JupyterLab a rule's link opens the notebook of its topic inside Lab, at the rule. */

const notebookLink = /^([^?#:]+\.ipynb)#(.+)$/;

/** The path of the notebook that an element stands in, as Lab's tab tells it; null where there is no Lab. */
export function notebookPath(element: Element): string | null {
  const panel = element.closest('.jp-NotebookPanel');
  const tab = panel && panel.ownerDocument.querySelector(`.lm-TabBar-tab[data-id="${CSS.escape(panel.id)}"]`);
  return tab ? pathIn(tab.getAttribute('title') ?? '') : null;
}

/** The path in the title of a tab: its lines are `Name: pin.ipynb`, `Path: lucha_wars/pin.ipynb` and more, in Lab's language. */
export function pathIn(title: string): string | null {
  const paths = [...title.matchAll(/^[^:\n]+: (.+\.ipynb)$/gm)].map((line) => line[1] ?? '');
  return paths.at(-1) ?? null;
}

/** What Lab's own command for links is given, for a link that stands in a notebook. */
export function commandFor(link: string, from: string): { path: string; id: string } | null {
  const [, target, rule] = notebookLink.exec(link) ?? [];
  if (target === undefined || rule === undefined) {
    return null;
  }
  const path = new URL(encodeURI(target), new URL(encodeURI(from), 'lab:/')).pathname;
  return { path: decodeURIComponent(path).replace(/^\//, ''), id: `#${rule}` };
}

/** Lab follows each click up to an element that names a command. So a link gets one, a moment before Lab hears the click. */
export function openInLab(root: HTMLElement): () => void {
  const name = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest('a');
    const from = link && notebookPath(link);
    const command = link && from ? commandFor(link.getAttribute('href') ?? '', from) : null;
    if (link && command) {
      link.dataset.commandlinkerCommand = 'rendermime:handle-local-link';
      link.dataset.commandlinkerArgs = JSON.stringify(command);
    }
  };
  root.addEventListener('click', name);
  return () => root.removeEventListener('click', name);
}
