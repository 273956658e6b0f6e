/** `12: text` in tags, with the path before it. */

import { afterLine, numbered } from '../lib/notation.mjs';

export const dialect = 'dm-cc';

export function call({ path, start, lines }) {
  return { filePath: path, ...(start && { offset: start }), ...(lines && { limit: lines }) };
}

export function parse([text], args) {
  const last = afterLine(text);
  return {
    lines: numbered(text, /^(\d+): (.*)$/su),
    outline: [],
    ...(last && { next: { ...args, offset: last + 1 } }),
  };
}
