"""Make wrestling_nb/static/vega.js, the library that draws charts in a page, from the copy that vl-convert-python carries.

    python tools/build_vega.py

Needs vl-convert-python (a development dependency); nothing is fetched. The file is committed, so users need neither.
"""
from pathlib import Path

import vl_convert

TARGET = Path(__file__).resolve().parent.parent / 'wrestling_nb' / 'static' / 'vega.js'


def bundle():
    "The ES module that exports `vegaEmbed`, `vegaLite` and `vega`."
    return vl_convert.javascript_bundle('export { vegaEmbed, vegaLite, vega }')


if __name__ == '__main__':
    TARGET.write_text(bundle(), encoding='utf-8')
    print(f'{TARGET.name}: {TARGET.stat().st_size / 1e6:.2f} MB')
