"""Write a ledger kept as YAML as the `ledger.toml` of a game's folder.

    python tools/ledger_to_toml.py <yaml file> <toml file>

Every field is kept, in its order; a field whose value is null is left out, because TOML has no null. What was
written is read back and compared, so that a file that exists is complete.
"""
import sys
from pathlib import Path

import yaml

from wrestling_nb.core.toml import to_toml


def without_null(value):
    "The same value without fields that are null."
    if isinstance(value, dict):
        return {name: without_null(part) for name, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_null(part) for part in value]
    return value


if __name__ == '__main__':
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    ledger = without_null(yaml.safe_load(Path(sys.argv[1]).read_text(encoding='utf-8')))
    try:
        text = to_toml(ledger)
    except ValueError as error:
        raise SystemExit(f'{error}; nothing was written') from None
    Path(sys.argv[2]).write_text(text, encoding='utf-8')
