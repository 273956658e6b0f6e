/** The files that the tasks are about, as they stand on every machine. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { assembled, log, minified } from './generate.mjs';

export const BENCHMARK = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** When all files were changed: some tools show it. */
const CHANGED = new Date('2026-01-05T06:00:00Z');

/** Returns the files of a directory by name. `.txt` keeps them from being taken for sources. */
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
  const files = stored('files');
  const sources = ['declaration.rs', 'window.rs'].map((name) => files.get(name));
  files.set('assembled.rs', assembled({ seed: 11, lines: 6000, sources }));
  files.set('records.min.json', minified({ seed: 12, records: 600 }));
  const logs = {
    'service.log': { seed: 13, bytes: 60_000, failure: 0.7, warning: 0.2 },
    'test.log': { seed: 14, bytes: 600_000, failure: 0.6, warning: 0.3 },
    'build.log': { seed: 15, bytes: 5_000_000, failure: 0.7, warning: 0.15 },
  };
  for (const [name, options] of Object.entries(logs)) files.set(name, log(options));
  return files;
}

/** Returns the samples for which the estimate of tokens is measured, by path. */
export function samples() {
  const named = [...stored('samples')].map(([name, text]) => [`samples/${name}`, text]);
  return new Map(named);
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
  // Tools show where a file lies, so they are given the name without links.
  return fs.realpathSync(root);
}
