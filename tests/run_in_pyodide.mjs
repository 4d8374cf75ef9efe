// Runs a notebook in Pyodide's Python, as its IPython runs it, without a browser.
//
//     node run_in_pyodide.mjs RUNTIME NOTEBOOKS notebook
//
// Prints as JSON: null, or the first cell that failed and why.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [runtime, folder, notebook] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(runtime, 'pyodide.mjs')));
const say = (text) => process.stderr.write(`${text}\n`);
const python = await loadPyodide({ indexURL: path.resolve(runtime) + path.sep, stdout: say, stderr: say });
await python.loadPackage(['wrestling-nb', 'ipython'], { messageCallback() {} });
python.mountNodeFS('/nbs', path.resolve(folder));
await python.runPythonAsync(`
import json, os, traceback
from pathlib import Path
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance(colors='nocolor')
shell.display_pub.publish = lambda *data, **more: None

async def run(name):
    path = Path('/nbs', name)
    os.chdir(path.parent)
    for cell in json.loads(path.read_text())['cells']:
        if cell['cell_type'] == 'code':
            done = await shell.run_cell_async(''.join(cell['source']), store_history=True)
            error = done.error_before_exec or done.error_in_exec
            if error:
                return f'{cell["id"]}: {"".join(traceback.format_exception(error)[-3:])}'
`);
console.log(JSON.stringify((await python.globals.get('run')(notebook)) ?? null));
