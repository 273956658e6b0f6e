/**
 * The files that the transpiler generates, as the package has them. Besides the component's code
 * there are two modules of some hundred bytes, which only connect it: they go into a script.
 * Bundlers turn files so small into `data:` addresses, which a page with a content security policy
 * may not fetch.
 */

import { trimmed } from './glue.mjs';

/** The maximum size of such a small module. */
const MOST_BYTES = 4096;

const CODE = 'reader.core.wasm';

/** The names and contents of the files of a component. */
export function packaged(files) {
  const kept = {};
  const small = {};
  for (const [name, content] of Object.entries(files)) {
    if (name === 'reader.js') kept[name] = trimmed(Buffer.from(content).toString('utf8'));
    else if (name.endsWith('.wasm') && name !== CODE) small[name] = content;
    else kept[name] = content;
  }
  const tooLarge = Object.keys(small).find((name) => small[name].length > MOST_BYTES);
  if (tooLarge !== undefined || kept[CODE] === undefined) {
    throw new Error(
      `the transpiler makes other modules than it did: ${Object.keys(files).join(', ')}`,
    );
  }
  const members = Object.entries(small).map(
    ([name, content]) => `'${name}':new Uint8Array([${[...content]}])`,
  );
  kept['small.js'] = `export const small={${members.join(',\n')}};\n`;
  kept['small.d.ts'] =
    'export declare const small: { readonly [file: string]: Uint8Array<ArrayBuffer> };\n';
  return kept;
}
