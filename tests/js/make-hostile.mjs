/**
 * Puts another component into a copy of the installed package: one that does everything a reader
 * must not do, so that tests see whether the host alone keeps bytes in.
 */

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The component has the types of streams, none of which the host returns. */
const STREAMS = '({InputStream:class{},OutputStream:class{},Error:class{}})';

/**
 * @param tools - the build directory of the package
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
  const { packaged } = await from('build', 'modules.mjs');
  const { files } = await transpileBytes(fs.readFileSync(component), {
    name: 'reader',
    instantiation: 'sync',
    nodejsCompat: false,
    minify: true,
  });
  const made = packaged(files);
  made['reader.js'] = made['reader.js'].replaceAll(/\w+\[`wasi:io\/\w+`\]/gu, STREAMS);
  for (const [name, content] of Object.entries(made)) {
    if (!name.endsWith('.d.ts'))
      fs.writeFileSync(path.join(directory, 'dist', 'component', name), content);
  }
}
