"The code keeps to the rules of style in pyproject.toml."
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_no_name_is_unused_and_no_import_out_of_order():
    done = subprocess.run([sys.executable, '-m', 'ruff', 'check', '--output-format', 'concise', 'wrestling_nb', 'tools', 'tests', 'bench'], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
