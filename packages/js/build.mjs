/**
 * Builds the package: transpiles the component to JavaScript, compiles the sources, and combines
 * both. Builds the playground of the site from it.
 *
 *   node build.mjs --component FILE [--out DIR]
 */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transpileBytes } from '@bytecodealliance/jco-transpile';
import { packaged } from './build/modules.mjs';
import { playground } from './playground/build/playground.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

const { values } = parseArgs({
  options: { component: { type: 'string' }, out: { type: 'string' } },
});
if (values.component === undefined)
  throw new Error('name the component: node build.mjs --component FILE');
const component = path.resolve(values.component);
const out = path.resolve(values.out ?? path.join(here, 'dist'));
const generated = path.join(here, 'generated', 'component');

await rm(generated, { recursive: true, force: true });
await rm(out, { recursive: true, force: true });

const { files } = await transpileBytes(await readFile(component), {
  name: 'reader',
  instantiation: 'sync',
  nodejsCompat: false,
  minify: true,
});
for (const [name, content] of Object.entries(packaged(files))) {
  const file = path.join(generated, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

const tsc = path.join(here, 'node_modules', 'typescript', 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '-p', here, '--outDir', out], { stdio: 'inherit' });
await cp(generated, path.join(out, 'component'), { recursive: true });
await cp(component, path.join(out, 'component.wasm'));

// The playground is a page of the site, and not part of the package.
execFileSync(process.execPath, [tsc, '-p', path.join(here, 'playground')], { stdio: 'inherit' });
const { version } = JSON.parse(await readFile(path.join(here, 'package.json'), 'utf8'));
const page = await playground(out, version);
await writeFile(path.join(here, 'playground.html'), page);

// The package carries the licenses of the repository.
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'LICENSE-glyph-names']) {
  const license = path.join(here, '..', '..', name);
  if (existsSync(license)) await cp(license, path.join(here, name));
}
