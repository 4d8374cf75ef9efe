"""The builder's icon font with the icons that the site uses, and no others: whole, it weighs more than a page."""
import logging
import re

from fontTools import subset
from fontTools.ttLib import TTFont

ICON = re.compile(r'\.bi-([\w-]+)::before\s*\{\s*content:\s*"\\([0-9a-f]+)"\s*;?\s*\}')
NAME = re.compile(r'\bbi-([\w-]+)')
CONTENT = re.compile(r'content:\s*"\\(f[0-9a-f]{3})"')


def lighten(site):
    "Cut the icon fonts of a site, and the style sheets that name their icons, down to what the site uses."
    sheets = list((site / 'site_libs').rglob('bootstrap-icons*.css'))
    others = [path for path in site.rglob('*') if path.suffix in ('.html', '.js', '.css') and path not in sheets and 'lite' not in path.relative_to(site).parts]
    used, codes = set(), set()
    for path in others:
        text = path.read_text(encoding='utf-8')
        used.update(NAME.findall(text))
        codes.update(int(code, 16) for code in CONTENT.findall(text))
    for sheet in sheets:
        text = sheet.read_text(encoding='utf-8')
        codes.update(int(code, 16) for name, code in ICON.findall(text) if name in used)
        sheet.write_text(ICON.sub(lambda rule: rule[0] if rule[1] in used else '', text), encoding='utf-8')
    for path in (site / 'site_libs').rglob('bootstrap-icons.woff*'):
        cut(path, codes)


# The font has two bytes that nobody reads, and the library says so.
logging.getLogger('fontTools').setLevel(logging.ERROR)


def cut(path, codes):
    "Write a font again with the glyphs of these characters alone."
    options = subset.Options()
    options.flavor = path.suffix.removeprefix('.')
    options.layout_features = []
    font = TTFont(path, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    font.flavor = options.flavor
    font.save(path)
