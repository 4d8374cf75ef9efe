"""What is asked for where no peer does the same work: rates that ours has to reach."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from worker import serve  # noqa: E402

RATES = {'attack': 100, 'playouts': 2000}

serve({'version': lambda round: (0, ''), **{work: lambda round, rate=rate: (rate, None) for work, rate in RATES.items()}})
