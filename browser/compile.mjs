// Runs compile.py in Pyodide itself, for only the Python that will read the code can write it.
//
//     node compile.mjs PYODIDE FROM TO
//
// PYODIDE is the folder of its npm package. Every .whl and .zip in FROM is written anew in TO.
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [pyodide, from, to] = process.argv.slice(2).map((folder) => path.resolve(folder));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, 'pyodide.mjs')));
// The order of a set in the code must not differ from run to run.
const python = await loadPyodide({ indexURL: pyodide + path.sep, env: { PYTHONHASHSEED: '0' } });
python.mountNodeFS('/from', from);
python.mountNodeFS('/to', to);
python.runPython(await readFile(new URL('compile.py', import.meta.url), 'utf8'));
