/* Bundles the widgets into ../wrestling_nb/static/ (committed, so that users never need Node),
   or, with --tests, the tests into build/ for node's own test runner. */
import { build } from 'esbuild';
import { readdir, rm, stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const here = new URL('.', import.meta.url).pathname;
const target = ['chrome123', 'firefox121', 'safari17.5'];
const licence = '/*! wrestling_nb widgets | Apache-2.0 | contains Preact, MIT, (c) Jason Miller */';
const jsx = { jsx: 'automatic', jsxImportSource: 'preact' };

/* tokens.css styles a whole page. In a notebook the page is not ours: the names of the tokens may stand on the root,
   but the colour scheme is set on our own elements alone. */
const scopedTokens = {
  name: 'scoped-tokens',
  setup(bundler) {
    bundler.onLoad({ filter: /tokens\.css$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const scheme = 'color-scheme: light dark;';
      const themes = /^\[data-theme="(light|dark)"\].*\{ color-scheme: \w+; \}$/gm;
      if (!source.includes(scheme) || source.match(themes)?.length !== 2) {
        throw new Error('tokens.css has another form than build.mjs expects: see scopedTokens');
      }
      return { contents: source.replace(scheme, '').replace(themes, ''), loader: 'css' };
    });
  },
};

const bundled = { bundle: true, minify: true, target, charset: 'utf8', legalComments: 'none' };
const script = { ...bundled, format: 'esm' };

async function bundleWidgets(folder) {
  await build({
    entryPoints: { loader: `${here}src/loader.ts`, widgets: `${here}src/index.ts`, page: `${here}src/page.ts` },
    outdir: folder,
    ...script,
    banner: { js: licence },
    ...jsx,
  });
  await build({
    entryPoints: { widgets: `${here}src/styles/index.css` },
    outdir: folder,
    ...bundled,
    banner: { css: licence.replace('contains Preact, MIT, (c) Jason Miller', 'styles') },
    plugins: [scopedTokens],
  });
  /* Fetched when a set-up for throwing is shown, and not before. */
  await build({
    entryPoints: { flick: `${here}src/flick/physics.ts` },
    outdir: folder,
    ...script,
    banner: { js: '/*! wrestling_nb flick | Apache-2.0 | contains planck.js, MIT, (c) Erin Catto, Ali Shakiba */' },
  });
  /* Fetched when a reader wants to run the page, and not before. */
  await build({
    entryPoints: { live: `${here}src/live/live.tsx`, worker: `${here}src/live/worker.ts` },
    outdir: `${folder}/live`,
    ...script,
    banner: { js: licence },
    ...jsx,
  });
  await build({ entryPoints: [`${here}src/live/live.css`], outdir: `${folder}/live`, minify: true, target });
  const sizes = {};
  for (const name of ['loader.js', 'widgets.js', 'page.js', 'widgets.css', 'flick.js', 'live/live.js', 'live/worker.js', 'live/live.css']) {
    sizes[name] = gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }).length;
    console.log(`${name}  ${((await stat(`${folder}/${name}`)).size / 1024).toFixed(1)} KB, ${(sizes[name] / 1024).toFixed(1)} KB gzip`);
  }
  /* page.js has the widgets in it: a notebook loads the one, a page of the site the other. */
  const total = Math.max(sizes['widgets.js'], sizes['page.js']) + sizes['widgets.css'];
  if (total > 80 * 1024) {
    throw new Error(`The widgets may have 80 KB gzip together, they have ${(total / 1024).toFixed(1)} KB`);
  }
}

async function bundleTests() {
  await rm(`${here}build`, { recursive: true, force: true });
  const names = (await readdir(`${here}tests`)).filter((name) => /\.test\.tsx?$/.test(name));
  await build({
    entryPoints: names.map((name) => `${here}tests/${name}`),
    outdir: `${here}build`,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['happy-dom'],
    sourcemap: 'inline',
    ...jsx,
  });
}

const folder = process.argv.find((argument) => argument.startsWith('--to='))?.slice(5) ?? `${here}../wrestling_nb/static`;
await (process.argv.includes('--tests') ? bundleTests() : bundleWidgets(folder));
