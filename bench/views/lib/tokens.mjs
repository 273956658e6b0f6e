/** Counts tokens with the vocabularies that gpt-tokenizer ships. */

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const VOCABULARIES = ['o200k_base', 'cl100k_base'];

/**
 * @typedef {(text: string) => number} Count
 *
 * Loads the vocabularies that npm installed.
 * @returns {Promise<{o200k_base: Count, cl100k_base: Count}>}
 */
export async function counters(target) {
  const require = createRequire(path.join(target, 'package.json'));
  const counts = {};
  for (const name of VOCABULARIES) {
    const file = require.resolve(`gpt-tokenizer/cjs/encoding/${name}`);
    const { default: module, countTokens = module.countTokens } = await import(pathToFileURL(file));
    // A file may contain what looks like a special token: it is text.
    counts[name] = remembering((text) => countTokens(text, { disallowedSpecial: new Set() }));
  }
  return counts;
}

/** Several tasks read the same pages. */
function remembering(count) {
  const known = new Map();
  return (text) => {
    const key = text.length < 64 ? text : createHash('sha256').update(text).digest('base64');
    if (!known.has(key)) known.set(key, count(text));
    return known.get(key);
  };
}
