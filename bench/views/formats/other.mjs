/**
 * A dialect that has no plug-in yet: arguments and notices are guessed by the names that are
 * common. Whether that is right is checked: what it shows is compared with the file.
 */

import { numbered } from '../lib/notation.mjs';

const PATHS = ['path', 'filePath', 'file_path', 'absolute_path', 'target_file', 'file'];
const STARTS = ['start', 'start_line', 'line_offset', 'offset', 'from', 'start_line_one_indexed'];
const COUNTS = ['lines', 'limit', 'n_lines', 'max_lines', 'count'];
const NUMBER = /^ *(\d+)(?:\t|→| ?\| ?|: ?)(.*)$/su;

/** Returns a plug-in for a tool by its schema. */
export function guessed(dialect, { inputSchema }) {
  const known = Object.keys(inputSchema.properties ?? {});
  const named = (names) => names.find((name) => known.includes(name));
  const [path = known[0], start, count] = [named(PATHS), named(STARTS), named(COUNTS)];
  const base = inputSchema.properties[start]?.minimum === 0 ? 0 : 1;
  return {
    dialect,
    isGuessed: true,
    call: (wanted) => ({
      [path]: wanted.path,
      ...(start && wanted.start && { [start]: wanted.start - 1 + base }),
      ...(count && wanted.lines && { [count]: wanted.lines }),
    }),
    parse(blocks, args) {
      const text = blocks.join('\n');
      const call = /Next: (\{.*\})\]?$/mu.exec(text);
      const next = new RegExp(`\\b${start} ?[=:]? ?(\\d+)`, 'u').exec(text.slice(-400));
      const lines = numbered(text, NUMBER);
      const first = (args[start] ?? base) - base + 1;
      const bare = text.split('\n').map((line, at) => ({ number: first + at, text: line }));
      return {
        lines: lines.length > 0 ? lines : bare.map((line) => ({ ...line, printed: false })),
        outline: [],
        ...(next && { next: { ...args, [start]: Number(next[1]) } }),
        ...(call && { next: JSON.parse(call[1]) }),
      };
    },
  };
}
