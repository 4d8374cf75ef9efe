"""Serve the site on this machine, as a host of static pages does.

    python tools/serve_site.py [--port 8000] [folder]

The folder is _site/ if none is named. It is served under the path that it has when published (doc_baseurl in
settings.ini), and at the top too. A page that is not there is answered with 404.html.
"""
import argparse
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from website.places import SITE, base

# What a browser insists on, whatever the machine's own table says.
KINDS = {'.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.json': 'application/json',
         '.ipynb': 'application/json', '.wasm': 'application/wasm', '.whl': 'application/zip', '.zip': 'application/zip', '.svg': 'image/svg+xml',
         '.png': 'image/png', '.txt': 'text/plain; charset=utf-8', '.xml': 'application/xml', '.woff2': 'font/woff2', '.toml': 'text/plain; charset=utf-8'}


class Pages(SimpleHTTPRequestHandler):
    "Answers with the files of a folder."
    extensions_map = SimpleHTTPRequestHandler.extensions_map | KINDS
    protocol_version = 'HTTP/1.1'

    def translate_path(self, path):
        return super().translate_path('/' + path[len(base()):] if path.startswith(base()) else path)

    def send_error(self, code, message=None, explain=None):
        page = Path(self.directory, '404.html')
        if code != HTTPStatus.NOT_FOUND or not page.exists():
            return super().send_error(code, message, explain)
        text = page.read_bytes()
        self.send_response(code)
        self.send_header('Content-Type', KINDS['.html'])
        self.send_header('Content-Length', str(len(text)))
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(text)

    def end_headers(self):
        # The next build is seen at the next look.
        self.send_header('Cache-Control', 'no-cache')
        super().end_headers()

    def log_message(self, format, *arguments):
        pass


def server(folder=SITE, port=0):
    "A server of a folder on this machine; with port 0 the system chooses one that is free."
    return ThreadingHTTPServer(('127.0.0.1', port), partial(Pages, directory=str(folder)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('folder', nargs='?', default=SITE, type=Path)
    parser.add_argument('--port', type=int, default=8000)
    asked = parser.parse_args()
    if not (asked.folder / 'index.html').exists():
        raise SystemExit(f'{asked.folder} holds no site; `make site` builds it')
    with server(asked.folder, asked.port) as pages:
        print(f'http://127.0.0.1:{pages.server_port}{base()} shows the site (Ctrl-C ends it)', flush=True)
        try:
            pages.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == '__main__':
    main()
