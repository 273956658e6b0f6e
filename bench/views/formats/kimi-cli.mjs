/** `    12⇥text`, with a message in tags before it, which names the lines and no next call. */

import { numbered } from '../lib/notation.mjs';

export const dialect = 'kimi-cli@1.0';

export function call({ path, start, lines }) {
  return { path, ...(start && { line_offset: start }), ...(lines && { n_lines: lines }) };
}

export function parse([message, text = ''], args) {
  const read = /(\d+) lines read from file starting from line (\d+)\./u.exec(message);
  const ended = read === null || message.includes('End of file reached');
  const next = ended ? undefined : Number(read[1]) + Number(read[2]);
  return {
    lines: numbered(text, /^ *(\d+)\t(.*)$/su),
    outline: [],
    ...(next && { next: { ...args, line_offset: next } }),
  };
}
