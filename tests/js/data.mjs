/** The cases and attacks of the repository, as tests/README.md specifies them. */

import fs from 'node:fs';
import path from 'node:path';
import { Exact, parse } from './exact.mjs';

/** The repository's directory `tests`. */
const tests = process.env.READROOM_TESTS;
if (tests === undefined)
  throw new Error('READROOM_TESTS must name the directory of the cases and attacks');

const CASE = new Set([
  'about',
  'source',
  'root',
  'outside',
  'cwd',
  'home',
  'grants',
  'policy',
  'in_memory',
  'needs',
  'lenient',
  'call',
  'outcome',
  'reply',
  'content',
  'render',
  'tool',
]);
const ATTACK = new Set([
  'name',
  'threat',
  'about',
  'needs',
  'outside',
  'root',
  'meanwhile',
  'calls',
  'call',
  'verdict',
  'codes',
  'never',
  'long',
  'max_output_bytes',
  'max_message_chars',
  'max_guest_mib',
  'max_descriptor_growth',
]);
const CALL = new Set(['tool', 'arguments', 'raw', 'raw_base64', 'raw_parts']);
const MEANWHILE = new Set(['swap', 'append', 'truncate', 'root_by_link', 'replace_root']);
const NEEDS = new Set(['unix', 'non-root', 'policy', 'memory']);

/** Fails for an unknown member: a typo must not disable a check. */
export function only(known, object, where) {
  const unknown = Object.keys(object).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`${where}: there is no member '${unknown}'`);
}

function checkCommon(fixture, where) {
  only(CALL, fixture.call, `${where}: call`);
  for (const need of fixture.needs ?? [])
    if (!NEEDS.has(need)) throw new Error(`${where}: nothing is known of '${need}'`);
}

const sorted = (directory) => fs.readdirSync(directory).sort();
const read = (...names) => parse(fs.readFileSync(path.join(...names), 'utf8'));

/** Returns all cases: their names and data. */
export function cases() {
  const found = [];
  const directory = path.join(tests, 'cases');
  for (const tool of sorted(directory)) {
    for (const file of sorted(path.join(directory, tool))) {
      const name = `${tool}/${path.basename(file, '.json')}`;
      const data = read(directory, tool, file);
      only(CASE, data, name);
      checkCommon(data, name);
      if (!data.about || !data.source)
        throw new Error(`${name}: a case says what it is about and where it comes from`);
      if (data.call.tool.split(':')[0] !== tool)
        throw new Error(`${name}: it calls ${data.call.tool}`);
      found.push({ name, data });
    }
  }
  if (found.length === 0) throw new Error('there are no cases');
  return found;
}

/** Whether a case is in the fifth that READROOM_FIFTH chooses, from 0 to 4. Without it, all are. */
export function isChosen({ name }) {
  const fifth = process.env.READROOM_FIFTH;
  const sum = Buffer.from(name).reduce((sum, byte) => sum + byte, 0);
  return fifth === undefined || sum % 5 === Number(fifth);
}

/** Returns all attacks: their names with their groups, and data. */
export function attacks() {
  const found = [];
  const directory = path.join(tests, 'attacks');
  for (const file of sorted(directory)) {
    const group = read(directory, file);
    only(new Set(['about', 'attacks']), group, file);
    for (const data of group.attacks) {
      const name = `${path.basename(file, '.json')}/${data.name}`;
      only(ATTACK, data, name);
      only(MEANWHILE, data.meanwhile ?? {}, `${name}: meanwhile`);
      checkCommon(data, name);
      if (!['answer', 'error', 'either', 'ended'].includes(data.verdict))
        throw new Error(`${name}: the verdict is unknown`);
      found.push({ name, data });
    }
  }
  if (found.length === 0) throw new Error('there are no attacks');
  return found;
}

/** Returns why something cannot run here, or undefined. */
export function cannotRun(needs = []) {
  if (needs.includes('unix') && process.platform === 'win32') return 'it needs unix';
  return undefined;
}

/** Everything that is granted may be read. */
export const EVERYTHING = { rules: 'everything', agentignore: false };

/**
 * Returns a value without the parts that are not part of an answer: elapsed time, and in versions
 * the time at which a file last changed in any way.
 */
export function withoutTime(value) {
  if (typeof value === 'string') return value.replaceAll(/\(Took \d+ms\)/gu, '(Took 0ms)');
  if (Array.isArray(value)) return value.map(withoutTime);
  if (typeof value !== 'object' || value === null || value instanceof Exact) return value;
  const changed = Object.create(null);
  for (const [name, member] of Object.entries(value))
    changed[name] = memberWithoutTime(name, member);
  return changed;
}

function memberWithoutTime(name, value) {
  if (name === 'time_ms') return 0;
  if (name === 'version' && typeof value === 'string') return value.split('-', 3).join('-');
  return withoutTime(value);
}

/**
 * Returns a value with its long strings expanded: `{"$repeat": [[text, times], …]}` is all of
 * these.
 */
export function repeated(value) {
  if (Array.isArray(value)) return value.map(repeated);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== null)
    return value;
  if (Array.isArray(value.$repeat)) {
    return value.$repeat
      .map(([text, times]) => {
        const numbers = Array.from({ length: times }, (_, i) => i + 1);
        return numbers.map((n) => numbered(text, n)).join('');
      })
      .join('');
  }
  const changed = Object.create(null);
  for (const [name, member] of Object.entries(value)) changed[name] = repeated(member);
  return changed;
}

/** A string with `{n}` filled in, also as `{n+100}`, `{n:5}` and `{n:05}`. */
function numbered(text, n) {
  return text.replaceAll(/\{n(?:\+(\d+))?(?::(0?)(\d+))?\}/gu, (_, more, zeros, width) =>
    String(n + Number(more ?? 0)).padStart(Number(width ?? 0), zeros === '0' ? '0' : ' '),
  );
}
