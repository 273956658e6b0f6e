/**
 * Puts another component into a copy of the installed package: one that does what a reader must not, so that
 * tests see whether the host alone keeps bytes in.
 */

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The component knows the types of streams, of which the host hands out none. */
const STREAMS = '({InputStream:class{},OutputStream:class{},Error:class{}})';

/**
 * @param tools - where the package was built
 * @param component - the file of the other component
 * @param directory - where the copy of the package is
 */
export async function makeHostile(tools, component, directory) {
  const from = (...names) => import(pathToFileURL(path.join(tools, ...names)));
  const { transpileBytes } = await from(
    'node_modules',
    '@bytecodealliance',
    'jco-transpile',
    'dist',
    'index.js',
  );
  const { trimmed } = await from('build', 'glue.mjs');
  const { files } = await transpileBytes(fs.readFileSync(component), {
    name: 'reader',
    instantiation: 'sync',
    nodejsCompat: false,
    minify: true,
  });
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('.wasm')) fs.writeFileSync(path.join(directory, 'dist', 'component', name), content);
  }
  const glue = trimmed(Buffer.from(files['reader.js']).toString('utf8'));
  const connected = glue.replaceAll(/\w+\[`wasi:io\/\w+`\]/gu, STREAMS);
  fs.writeFileSync(path.join(directory, 'dist', 'component', 'reader.js'), connected);
}
