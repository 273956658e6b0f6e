/** The files of a session and of the estimate, the same on every machine. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const BENCHMARK = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The modification time of all files: some tools show it. */
const CHANGED = new Date('2026-01-05T06:00:00Z');

/** Returns the files of a directory by name. `.txt` keeps them from being treated as sources. */
function stored(directory) {
  const from = path.join(BENCHMARK, directory);
  const names = fs.readdirSync(from).filter((name) => name.endsWith('.txt'));
  const entry = (name) => [name.slice(0, -'.txt'.length), fs.readFileSync(path.join(from, name))];
  return new Map(
    names
      .sort()
      .map(entry)
      .map(([name, bytes]) => [name, bytes.toString('utf8')]),
  );
}

/** Returns the text of every file by its path. */
export function contents() {
  return stored('files');
}

/** Returns the samples on which the estimate of tokens is measured, by path. */
export function samples() {
  const named = [...stored('samples')].map(([name, text]) => [`samples/${name}`, text]);
  return new Map(named);
}

/** Returns the lines of a text. A line feed at its end starts no line. */
export function linesOf(text) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** Writes files below a directory, which is emptied first. */
export function write(root, files) {
  fs.rmSync(root, { recursive: true, force: true });
  for (const [name, text] of files) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    fs.utimesSync(file, CHANGED, CHANGED);
  }
  // Tools show a file's path, so they are given the one without links.
  return fs.realpathSync(root);
}
