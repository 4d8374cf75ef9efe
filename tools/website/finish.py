"""What no builder does: marks on pages, the widgets' files, a light icon font, rules that are found, addresses for machines."""
import html
import json
import re
from shutil import copyfile, copytree, ignore_patterns

from .places import EVERY_RULE, OWN, PROCESSED, SITE, WIDGETS, address, base, branch, repository, settings, up
from .states import gathered

TITLE_BLOCK = re.compile(r'(<header id="title-block-header".*?</header>)', re.DOTALL)
# A kernel sends these scripts itself; pages have them inside of page.js.
KERNELS = ('loader.js', 'widgets.js')
# A line of code with ids at its end: what stands before it, the code, the spaces that align the ids, the ids with the end of the line.
MARGIN = re.compile(r'^(.*<code[^>]*>)?(.*?  )( *)(<span class="co"># <a class="clause".*?</a></span>[^<\n]*(?:</span>)?(?:\n|(?=</code>)))', re.MULTILINE)
# What stands in both languages is shown in the one that is read from the first paint on, so that nothing moves later.
LANGUAGE = '''<script>try { var read = localStorage.getItem('wrestling_nb.language') } catch { } document.documentElement.dataset.wnbLanguage = read === 'es' ? 'es' : 'en'</script>'''
# Scripts that the builder loads before the page is drawn and that nothing on the page waits for.
WAITING = re.compile(r'<script src="([^"]*(?:bootstrap|fuse|popper|tippy|anchor|clipboard|quarto)[^"]*\.js)"></script>')


def own_files():
    "Our style sheet and pictures, where the builder finds them."
    copytree(OWN, PROCESSED / 'static', ignore=lambda _, names: [name for name in names if name.endswith('.qmd')], dirs_exist_ok=True)
    for page in OWN.glob('*.qmd'):
        copyfile(page, PROCESSED / page.name)


def widget_files():
    "What pages load to come alive, as it lies in the package."
    copytree(WIDGETS, SITE / 'static', ignore=ignore_patterns('*.py', '__pycache__', *KERNELS), dirs_exist_ok=True)


def pages():
    "The pages that were built, as paths below the site, in order. JupyterLite's are its own."
    found = (path.relative_to(SITE) for path in SITE.rglob('*.html'))
    return sorted(path for path in found if path.parts[0] != 'lite')


def to_here(text, page, references):
    """Links to the published site made relative. nbdev links a name to the page of its notebook; the name is told in
    the reference, so that is where the link goes."""
    def moved(link):
        target, _, anchor = html.unescape(link[1]).partition('#')
        if not (SITE / target).exists():
            return link[0]
        if anchor and target in references:
            target = references[target]
            anchor = names_of(target).get(anchor.lower(), '')
        return f'href="{html.escape(up(page) + target)}{"#" + html.escape(anchor) if anchor else ""}"'
    return re.sub(rf'href="{re.escape(address())}([^"]*)"', moved, text)


NAMES = {}


def names_of(page):
    "The anchors of a reference page by their small letters, which is how nbdev writes them."
    if page not in NAMES:
        NAMES[page] = {name.lower(): name for name in re.findall(r'\bid="([^"]+)"', (SITE / page).read_text(encoding='utf-8'))}
    return NAMES[page]


def actions(page, place):
    "Where the reader stands, and what can be done with the page besides reading it."
    name = page.with_suffix('.ipynb')
    lite = f'<a href="{up(page)}lite/notebooks/index.html?path={name.as_posix()}">Open in JupyterLite</a> '
    where = f'<span class="page-place">{html.escape(place)}</span> ' if place else ''
    return (f'<div class="page-actions">{where}<span class="page-links">{lite}<a href="{name.name}" download>Download the notebook</a> '
            f'<a href="{repository()}/blob/{branch()}/nbs/{name.as_posix()}">See it in the repository</a></span></div>'
            '<div class="page-live"><div class="wnb wnb-live"></div></div>')


def area(page, games):
    "Which part of the bar a page belongs to."
    first = page.parts[0]
    if first in games:
        return 'learn'
    if page == EVERY_RULE.with_suffix('.html'):
        return 'rules'
    return {'api': 'reference', 'index.html': 'home', '404.html': 'none'}.get(first, 'develop')


def clauses(text, page, games):
    """The ledger ids in the margin of a game's rules as links to the words of each rule. A walkthrough marks them by
    `data-rule` while it runs."""
    rules = games.get(page.parts[0])
    if not rules:
        return text
    def linked(comment):
        return re.sub(r'[a-z]+\.[a-z0-9-]+', lambda name: clause(rules, name[0]), comment[0])
    return MARGIN.sub(r'\1<span class="margined">\2<span class="gap">\3</span>\4</span>', re.sub(r'<span class="co">#[^<]*</span>', linked, text))


def clause(rules, name):
    "One ledger id as a link."
    if name not in rules.ledger:
        return name
    entry = rules.ledger[name]
    return f'<a class="clause" data-rule="{entry.id}" href="{entry.topic}.html#{entry.name}">{name}</a>'


# Words of code that our sheet draws in another way than the rest; the last two are our own.
DRAWN = 'kw|cf|im|st|ch|ss|do|co|margined|gap'


def lighter(block):
    "A block of code with fewer marks: neighbours of one colour are one, and what has the colour of the text needs none."
    def joined(alike):
        return f'<span class="{alike[1]}">{re.sub(r"</?span[^>]*>", "", alike[0])}</span>'
    code = re.sub(rf'<span class="(?!(?:{DRAWN})")\w+">([^<]*)</span>', r'\1', block[0])
    code = re.sub(r'<span class="(\w+)">[^<]*</span>(?:<span class="\1">[^<]*</span>)+', joined, code)
    return code.replace('&#x27;', "'")


def finished(text, page, games, places, references):
    "A page with what we add."
    top = up(page)
    text = gathered(clauses(to_here(text, page, references), page, games), page)
    text = re.sub(r'<pre.*?</pre>', lighter, text, flags=re.DOTALL)
    # What can be scrolled can be reached by keyboard.
    text = text.replace('<pre', '<pre tabindex="0"')
    text = WAITING.sub(r'<script src="\1" defer></script>', text)
    head = f'{LANGUAGE}<link rel="stylesheet" href="{top}static/widgets.css"><script type="module" src="{top}static/page.js"></script>'
    # Our sheet has the last word over the widgets' on what both say of the page itself.
    sheet = re.search(r'<link[^>]*static/site\.css[^>]*>', text)
    text = text.replace(sheet[0], head + sheet[0], 1)
    text = text.replace('<body', f'<body data-area="{area(page, games)}"', 1)
    text = re.sub(r'(<body[^>]*>)', r'\1<a class="skip" href="#quarto-document-content">Skip to the content</a>', text, count=1)
    # smalldocs takes a picture's path from the folder of each page.
    text = re.sub(rf'content="{re.escape(address())}[^"]*(static/card\.png)"', rf'content="{address()}\1"', text)
    text = text.replace('<div class="nav-footer-center">', f'<div class="nav-footer-center"><a href="{top}lite/licenses.txt">Licences of what is carried along</a>', 1)
    text = headed(told_apart(text))
    if page.with_suffix('.ipynb') in places:
        text = TITLE_BLOCK.sub(lambda block: block[1] + actions(page, places[page.with_suffix('.ipynb')]), text, count=1)
    if page.name == '404.html':
        # It is shown under any address, so its links begin at the top.
        text = text.replace('<head>', f'<head><base href="{base()}">', 1).replace('href="#quarto-document-content"', f'href="{base()}404.html#quarto-document-content"')
    return text


def told_apart(text):
    "The parts of a page under names of their own, for those who go from part to part by ear."
    text = text.replace('<nav class="navbar', '<nav aria-label="Site" class="navbar', 1)
    text = text.replace('<nav class="quarto-secondary-nav', '<nav aria-label="Where this page stands" class="quarto-secondary-nav', 1)
    text = text.replace('<nav id="quarto-sidebar"', '<nav id="quarto-sidebar" aria-label="Pages"', 1)
    text = text.replace('<nav id="TOC"', '<nav id="TOC" aria-labelledby="toc-title"', 1)
    text = text.replace('<div class="toc-actions">', '<div class="toc-actions" role="region" aria-label="About this page">', 1)
    # What opens and closes a section is a button, which the keyboard reaches; builders make it a landmark of its own.
    return re.sub(r'<a (class="sidebar-item-(?:text|toggle)[^>]*) role="navigation"([^>]*)>(.*?)</a>', r'<button type="button" \1\2>\3</button>', text)


FIRST_DISPLAY = re.compile(r'(</h1>(?:(?!<h2).)*?)(<div class="wnb" [^>]*data-kind=)', re.DOTALL)


def headed(text):
    "A display above the first heading of a page, which has a heading of its own, stands under one that is heard and not seen."
    return FIRST_DISPLAY.sub(r'\1<h2 class="visually-hidden">At a glance</h2>\2', text, count=1)


def finish(games, places, references):
    "Finish all pages; `places` says of each notebook where in the site it stands."
    for page in pages():
        path = SITE / page
        path.write_text(finished(path.read_text(encoding='utf-8'), page, games, places, references), encoding='utf-8')


def searchable(games):
    """What the search finds: each rule by its id and its words in both languages, and first. Who looks for a rule of a
    game is led to its lesson, so the reference of the games' modules is left out."""
    path = SITE / 'search.json'
    reference = tuple(f'api/{key}/' for key in games)
    kept = [entry for entry in json.loads(path.read_text(encoding='utf-8')) if not entry['href'].startswith(reference)]
    path.write_text(json.dumps([*found_rules(games), *kept], ensure_ascii=False), encoding='utf-8')


def found_rules(games):
    "An entry of the search for each rule of each game."
    for key, rules in games.items():
        for entry in rules.ledger.rules:
            place = f'{key}/{entry.topic}.html#{entry.name}'
            yield {'objectID': place, 'href': place, 'title': entry.name, 'section': f'{rules.title}: {entry.section}', 'text': f'{entry.en} {entry.es}'}


def listed():
    "The pages that people may come to from elsewhere."
    return [page for page in pages() if page.name != '404.html']


def for_machines(sections):
    "sitemap.xml, robots.txt and llms.txt. `sections` is a list of a heading and its pages: (path, title, sentence)."
    here = address()
    urls = ''.join(f'  <url><loc>{html.escape(here + page.as_posix())}</loc></url>\n' for page in listed())
    (SITE / 'sitemap.xml').write_text('<?xml version="1.0" encoding="UTF-8"?>\n'
                                      f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n', encoding='utf-8')
    (SITE / 'robots.txt').write_text(f'User-agent: *\nAllow: /\nSitemap: {here}sitemap.xml\n', encoding='utf-8')
    lines = [f'# {settings()["title"]}', '', f'> {settings()["description"]}', '']
    for heading, entries in sections:
        lines += [f'## {heading}', '']
        lines += [f'- [{title}]({here}{path}): {sentence}' for path, title, sentence in entries]
        lines.append('')
    (SITE / 'llms.txt').write_text('\n'.join(lines), encoding='utf-8')
    (SITE / '.nojekyll').write_text('')


