/**
 * The page that demonstrates the package: one file, with its script, its style, the component and
 * an example inside. Its policy lets it load nothing else.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { example } from './example.mjs';

const sources = path.resolve(import.meta.dirname, '..');

/** The hash of a script or style, as a policy names it. */
function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Returns bytes as an element of the page carries them. */
function packed(bytes) {
  return gzipSync(bytes, { level: 9 }).toString('base64');
}

/** Returns the style sheet of the page. */
async function styleOf(file) {
  const { code } = await transform(await readFile(file, 'utf8'), { loader: 'css', minify: true });
  return code.trim();
}

/** Returns the script of the page. */
async function scriptOf(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
  });
  const text = outputFiles[0].text.trim();
  // Inside an element these end the script, or change how it is read.
  if (/<\/script|<!--/iu.test(text)) throw new Error('the script cannot stand in a page');
  return text;
}

/**
 * Returns the page.
 *
 * @param compiled - the directory of the compiled package
 */
export async function playground(compiled, version) {
  const [template, style, script, component, files] = await Promise.all([
    readFile(path.join(sources, 'page.html'), 'utf8'),
    styleOf(path.join(sources, 'style.css')),
    scriptOf(path.join(sources, 'main.ts')),
    readFile(path.join(compiled, 'component', 'reader.core.wasm')),
    example(path.join(sources, 'example')),
  ]);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    // Pictures of answers.
    'img-src data:',
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts = {
    policy,
    style,
    version,
    component: packed(component),
    example: packed(JSON.stringify(files)),
    script,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/gu, (_, name) => parts[name]);
}
