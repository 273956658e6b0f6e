/** `00012| text` in tags. The offset counts the lines that are skipped. */

import { afterLine, numbered } from '../lib/notation.mjs';

export const dialect = 'opencode@1.1';

export function call({ path, start, lines }) {
  return { filePath: path, ...(start && { offset: start - 1 }), ...(lines && { limit: lines }) };
}

export function parse([text], args) {
  const last = afterLine(text);
  return {
    lines: numbered(text, /^(\d{5,})\| (.*)$/su),
    outline: [],
    ...(last && { next: { ...args, offset: last } }),
  };
}
