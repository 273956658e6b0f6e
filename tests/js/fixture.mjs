/** The fixture of a case or an attack: files on disk, in a directory that is removed with it. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { only } from './data.mjs';
import { mapTexts, stringify } from './exact.mjs';

const KINDS = [
  'text',
  'base64',
  'repeat',
  'parts',
  'link',
  'hardlink',
  'directory',
  'fifo',
  'socket',
  'files',
];
const ENTRY = new Set([...KINDS, 'mode', 'size', 'modified_ms']);
const USUAL_TIME = 1704067200000;

/** The maximum number of repetitions of a string in memory. */
const MAX_TIMES = 100_000_000;

/** Returns why files in memory cannot be a fixture; undefined if they can. */
export function notInMemory({ root = {}, grants = [], needs = [], cwd }) {
  if (grants.length > 0) return 'a page has one grant';
  if (cwd !== undefined && 'link' in (root[cwd] ?? {})) return 'a page goes to no link';
  if (needs.includes('non-root')) return 'files in memory have no owner';
  const lacking = ['hardlink', 'fifo', 'socket', 'mode', 'size'];
  const isLacking = (entry) =>
    lacking.some((name) => name in entry) || entry.repeat?.times > MAX_TIMES;
  return Object.values(root).some(isLacking) ? 'there is no such file in memory' : undefined;
}

/** Returns the program, which drops the privileges of the superuser where that is needed. */
export function programFor({ needs = [] }, fixture) {
  const program = path.resolve(process.env.READROOM_PROGRAM);
  if (!needs.includes('non-root') || process.geteuid?.() !== 0) return program;
  const file = path.join(fixture.outside, 'unprivileged');
  const setpriv = '/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups';
  fs.writeFileSync(file, `#!/bin/sh\nexec ${setpriv} '${program}' "$@"\n`, { mode: 0o755 });
  return file;
}

export class Fixture {
  #servers = [];
  #closed = [];

  /** @param data - an object with `root` and `outside` as in tests/README.md */
  static async make(data) {
    const fixture = new Fixture();
    fixture.outside = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')));
    fs.chmodSync(fixture.outside, 0o755);
    fixture.root = path.join(fixture.outside, 'root');
    fs.mkdirSync(fixture.root);
    for (const [name, entry] of Object.entries(data.outside ?? {}))
      await fixture.#add(path.join(fixture.outside, name), entry);
    for (const [name, entry] of Object.entries(data.root ?? {}))
      await fixture.#add(path.join(fixture.root, name), entry);
    return fixture;
  }

  /** Fills in the names of the directories in a string. */
  fillIn(text) {
    return text.replaceAll('{root}', this.root).replaceAll('{outside}', this.outside);
  }

  /** Does the same for all strings in a value. */
  fillInAll(value) {
    return mapTexts(value, (text) => this.fillIn(text));
  }

  /** Returns the arguments of a call: text or bytes. */
  arguments(call) {
    const kinds = ['arguments', 'raw', 'raw_base64', 'raw_parts'].filter((kind) => kind in call);
    if (kinds.length !== 1)
      throw new Error('a call has exactly one of arguments, raw, raw_base64 and raw_parts');
    switch (kinds[0]) {
      case 'arguments':
        return stringify(this.fillInAll(call.arguments));
      case 'raw':
        return this.fillIn(call.raw);
      case 'raw_base64':
        return new Uint8Array(Buffer.from(call.raw_base64, 'base64'));
      default:
        return call.raw_parts
          .map(([text, times]) =>
            Array.from({ length: times }, (_, i) => text.replaceAll('{i}', String(i))).join(''),
          )
          .join('');
    }
  }

  /** Returns the entries of a root as files in memory. Those of a case in memory have no times. */
  inMemory({ root = {}, in_memory: isTimeless = false }) {
    const files = Object.entries(root).flatMap(([name, entry]) => {
      if ('link' in entry) return [[name, { link: this.fillIn(entry.link) }]];
      if ('directory' in entry) return [[name, { directory: true }]];
      const modified = entry.modified_ms ?? USUAL_TIME;
      const timed = (content) => (isTimeless ? content : { content, modified });
      if ('files' in entry) {
        return Array.from({ length: entry.files.count }, (_, i) => [
          `${name}/${entry.files.name.replaceAll('{i}', String(i))}`,
          timed('x\n'),
        ]);
      }
      return [[name, timed(new Uint8Array(Buffer.concat([...pieces(entry)])))]];
    });
    return Object.fromEntries(files);
  }

  async #add(name, entry) {
    only(ENTRY, entry, name);
    const kind = KINDS.filter((known) => known in entry);
    if (kind.length !== 1) throw new Error(`${name}: an entry is exactly one thing`);
    fs.mkdirSync(path.dirname(name), { recursive: true });
    switch (kind[0]) {
      case 'link':
        fs.symlinkSync(this.fillIn(entry.link), name);
        break;
      case 'hardlink':
        fs.linkSync(path.join(this.outside, entry.hardlink), name);
        break;
      case 'directory':
        fs.mkdirSync(name, { recursive: true });
        break;
      case 'fifo':
        execFileSync('mkfifo', [name]);
        break;
      case 'socket':
        this.#servers.push(await listening(name));
        break;
      case 'files':
        fs.mkdirSync(name, { recursive: true });
        for (let i = 0; i < entry.files.count; i += 1) {
          fs.writeFileSync(path.join(name, entry.files.name.replaceAll('{i}', String(i))), 'x\n');
        }
        break;
      default:
        writeFile(name, entry);
    }
    if (entry.mode !== undefined) {
      fs.chmodSync(name, Number.parseInt(entry.mode, 8));
      if (entry.directory) this.#closed.push(name);
    }
  }

  remove() {
    for (const server of this.#servers) server.close();
    // Not every directory can be emptied by its creator.
    for (const directory of this.#closed) fs.chmodSync(directory, 0o700);
    fs.rmSync(this.outside, { recursive: true, force: true });
  }
}

function listening(name) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(name, () => resolve(server.unref()));
  });
}

function writeFile(name, entry) {
  const file = fs.openSync(name, 'w');
  try {
    for (const piece of pieces(entry)) fs.writeSync(file, piece);
    if (entry.size !== undefined) fs.ftruncateSync(file, entry.size);
    // Node truncates seconds after six digits; a little more keeps the last of them.
    const modified = (entry.modified_ms ?? USUAL_TIME) / 1000 + 4e-7;
    fs.futimesSync(file, modified, modified);
  } finally {
    fs.closeSync(file);
  }
}

/** Yields the bytes of a file in pieces: there are files of a gigabyte. */
function* pieces(entry) {
  if (entry.text !== undefined) yield Buffer.from([entry.text].flat().join(''));
  else if (entry.base64 !== undefined) yield Buffer.from(entry.base64, 'base64');
  else if (entry.repeat !== undefined) {
    only(new Set(['text', 'base64', 'times']), entry.repeat, 'repeat');
    const { times, ...repeat } = entry.repeat;
    const unit = Buffer.concat([...pieces(repeat)]);
    const atOnce = Math.max(1, Math.floor(65536 / Math.max(1, unit.length)));
    const repeated = (count) => Buffer.concat(Array.from({ length: count }, () => unit));
    const piece = repeated(atOnce);
    for (let i = 0; i < Math.floor(times / atOnce); i += 1) yield piece;
    yield repeated(times % atOnce);
  } else for (const part of entry.parts) yield* pieces(part);
}
