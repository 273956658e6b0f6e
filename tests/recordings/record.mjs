/**
 * Gives the calls of our cases to the tools that the dialects equal, and says what differs.
 *
 *   node tests/recordings/record.mjs --target DIR [TOOL …]
 *
 * Each tool is installed below DIR from its registry, in the release that it names. The exit status
 * is 0 if every case gets the recorded answer, but for those in `differences.json`, each of which
 * has a reason.
 */

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { releases } from './releases.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
process.env.READROOM_TESTS = path.dirname(here);
const { cases, repeated, withoutTime } = await import('../js/data.mjs');
const { mapTexts, parse } = await import('../js/exact.mjs');
const { Fixture } = await import('../js/fixture.mjs');

/** No tool takes as long, unless it waits for something that never comes. */
const MAX_TIME = 60_000;

const { values: options, positionals: named } = parseArgs({
  options: { target: { type: 'string' } },
  allowPositionals: true,
});
if (options.target === undefined) throw new Error('name where to install: --target DIR');
const target = path.resolve(options.target);
const differences = JSON.parse(fs.readFileSync(path.join(here, 'differences.json'), 'utf8'));

/** Records a tool's answers. Returns whether a difference is new, or gone. */
async function record(release) {
  const directory = path.join(target, release.tool);
  fs.mkdirSync(directory, { recursive: true });
  release.install(directory);
  const known = differences[release.tool] ?? {};
  const caller = new Caller(release, directory);
  const counts = { agree: 0, differ: 0, skipped: 0 };
  const news = [];
  for (const { name, data } of cases()) {
    const [tool, title] = name.split('/');
    if (tool !== release.tool) continue;
    const why = cannotBeAsked(data);
    if (why !== undefined) {
      counts.skipped += 1;
      continue;
    }
    const { given, expected } = await both(caller, data, release);
    const isSame = isDeepStrictEqual(given, expected);
    counts[isSame ? 'agree' : 'differ'] += 1;
    if (isSame && title in known) news.push(`${title}: agrees now`);
    if (!isSame && !(title in known)) {
      news.push(`${title}:\n${shown(given)}\n  in place of\n${shown(expected)}`);
    }
  }
  caller.end();
  const { agree, differ, skipped } = counts;
  process.stdout.write(
    `${release.tool}, ${release.release}: ${agree} agree, ${differ} differ, ` +
      `${skipped} cannot be asked\n`,
  );
  for (const text of news) process.stdout.write(`  ${text}\n`);
  return news.length > 0;
}

/** Returns the answer of the tool and the recorded one, as values that can be compared. */
async function both(caller, data, release) {
  const fixture = await Fixture.make(data);
  try {
    const given = await caller.call({
      tool: data.call.tool,
      root: fixture.root,
      grants: (data.grants ?? []).map((grant) => path.join(fixture.outside, grant)),
      directory: path.join(fixture.root, data.cwd ?? ''),
      home: data.home === undefined ? '/nonexistent' : fixture.fillIn(data.home),
      arguments: JSON.parse(fixture.arguments(data.call)),
    });
    const comparable = release.comparable ?? ((value) => value);
    return {
      given: comparable(wellFormed(withoutTime(parse(given))), fixture),
      expected: comparable(withoutTime(fixture.fillInAll(repeated(data.reply))), fixture),
    };
  } finally {
    fixture.remove();
  }
}

/** A half of a surrogate pair is U+FFFD here: a string of the contract holds none. */
function wellFormed(value) {
  return mapTexts(value, (text) => text.toWellFormed());
}

/** Returns why a case is nothing that the tool could be asked, or undefined. */
function cannotBeAsked({ call, needs, policy, root = {}, outside = {} }) {
  if (!('arguments' in call) && !isObject(call.raw)) return 'no agent gives it such text';
  if (needs?.includes('non-root') && process.geteuid?.() === 0) return 'the superuser reads it';
  if (policy !== undefined) return 'its host decides';
  const entries = [...Object.values(root), ...Object.values(outside)];
  if (entries.some((entry) => 'fifo' in entry || 'socket' in entry)) return 'it would wait forever';
  return undefined;
}

function isObject(text = '') {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function shown(value) {
  const text = JSON.stringify(value, null, 1) ?? 'nothing';
  return text.length > 1500 ? `${text.slice(0, 1500)}…` : text;
}

/** The program that calls a tool: a line of JSON for each call and for each answer. */
class Caller {
  #child;
  #answers;

  constructor({ program }, directory) {
    const [command, ...given] = program(directory, path.join(here, 'tools'));
    this.#child = spawn(command, given, { cwd: directory, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Returns the answer as JSON text. */
  async call(call) {
    this.#child.stdin.write(`${JSON.stringify(call)}\n`);
    const timer = setTimeout(() => this.#child.kill(), MAX_TIME);
    const { value, done } = await this.#answers.next();
    clearTimeout(timer);
    if (done) throw new Error(`the tool ended or hung at ${JSON.stringify(call)}`);
    return value;
  }

  end() {
    this.#child.stdin.end();
  }
}

let isChanged = false;
for (const release of releases) {
  if (named.length > 0 && !named.includes(release.tool)) continue;
  isChanged = (await record(release)) || isChanged;
}
process.exitCode = isChanged ? 1 : 0;
