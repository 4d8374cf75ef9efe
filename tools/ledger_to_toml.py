"""Write a ledger kept as YAML as the `ledger.toml` of a game's folder.

    python tools/ledger_to_toml.py <yaml file> <toml file>

Every field is kept, in its order; a field whose value is null is left out, because TOML has no null. What was
written is read back and compared, so that a file that exists is complete.
"""
import json
import re
import sys
import tomllib
from pathlib import Path

import yaml


def key(name):
    "A key of TOML: bare where that is allowed, quoted elsewhere."
    return name if re.fullmatch(r'[A-Za-z0-9_-]+', name) else json.dumps(name, ensure_ascii=False)


def inline(value):
    "A value on one line."
    if isinstance(value, dict):
        inside = ', '.join(f'{key(name)} = {inline(part)}' for name, part in value.items())
        return f'{{ {inside} }}' if inside else '{}'
    if isinstance(value, list):
        return f'[{", ".join(inline(part) for part in value)}]'
    if isinstance(value, (str, bool, int, float)):
        return json.dumps(value, ensure_ascii=False)
    raise SystemExit(f'TOML has no place for {value!r}')


def field(name, value):
    "One field of an entry; a list of texts or tables gets a line for each."
    if isinstance(value, list) and any(isinstance(part, dict) or ' ' in str(part) for part in value):
        inside = ''.join(f'  {inline(part)},\n' for part in value)
        return f'{key(name)} = [\n{inside}]\n'
    return f'{key(name)} = {inline(value)}\n'


def without_null(value):
    "The same value without fields that are null."
    if isinstance(value, dict):
        return {name: without_null(part) for name, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_null(part) for part in value]
    return value


def is_table_list(value):
    return isinstance(value, list) and bool(value) and all(isinstance(part, dict) for part in value)


def to_toml(ledger):
    "The text of a ledger: what is said of the whole first, then its entries, one table each."
    text = ''.join(field(name, value) for name, value in ledger.items() if not is_table_list(value))
    for name, entries in ledger.items():
        if is_table_list(entries):
            for entry in entries:
                text += f'\n[[{key(name)}]]\n' + ''.join(field(*pair) for pair in entry.items())
    return text


if __name__ == '__main__':
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    ledger = without_null(yaml.safe_load(Path(sys.argv[1]).read_text(encoding='utf-8')))
    text = to_toml(ledger)
    if tomllib.loads(text) != ledger:
        raise SystemExit('what TOML reads back is not what YAML said; nothing was written')
    Path(sys.argv[2]).write_text(text, encoding='utf-8')
