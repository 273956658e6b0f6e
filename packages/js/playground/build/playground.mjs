/**
 * The page that shows what the package does: one file, with its script, its style, the component
 * and an example inside. Its policy lets it load nothing else.
 */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { example } from './example.mjs';

const sources = path.resolve(import.meta.dirname, '..');

const ICON = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">',
  '<rect x="1" y="2" width="14" height="12" rx="2.5" fill="#2f6f5e"/>',
  '<path d="M4 6h8M4 9h8M4 12h4" stroke="#fff" stroke-width="1.3"/>',
  '</svg>',
].join('');

/** What a script or style may be, as a policy names it. */
function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Returns bytes as an element of the page carries them. */
function packed(bytes) {
  return gzipSync(bytes, { level: 9 }).toString('base64');
}

/** Returns the style sheets as one. */
async function styleOf(directory) {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.css')).sort();
  const sheets = await Promise.all(
    names.map((name) => readFile(path.join(directory, name), 'utf8')),
  );
  const { code } = await transform(sheets.join('\n'), { loader: 'css', minify: true });
  return code.trim();
}

/** Returns the script of the page. */
async function scriptOf(entry, memory) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    define: { MAX_MEMORY: String(memory) },
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
 * @param memory - the maximum memory of the component in bytes
 */
export async function playground(compiled, { version, memory }) {
  const [template, style, script, component, files] = await Promise.all([
    readFile(path.join(sources, 'page.html'), 'utf8'),
    styleOf(path.join(sources, 'styles')),
    scriptOf(path.join(sources, 'main.ts'), memory),
    readFile(path.join(compiled, 'component', 'reader.core.wasm')),
    example(path.join(sources, 'example')),
  ]);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    // Pictures of answers, and the icon of the page.
    'img-src blob: data:',
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts = {
    policy,
    icon: `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`,
    style,
    version,
    component: packed(component),
    example: packed(JSON.stringify(files)),
    script,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/gu, (_, name) => parts[name]);
}
