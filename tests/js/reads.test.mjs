/**
 * The cases of our own tool once more, as reads: a document equals the tool's answer, by the rules
 * of docs/json.md, in every kind of room.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ReadError, Room } from 'readroom';
import { cannotRun, cases } from './data.mjs';
import { stringify } from './exact.mjs';
import { PageRoom } from './page-room.mjs';
import { within } from './rooms.mjs';
import { Fixture, notInMemory } from './fixture.mjs';

/** The arguments that are options of a read. */
const NAMES =
  'path files start cursor block unit levels siblings view lines bytes tokens column columns ' +
  'encoding totals known_version';

/**
 * Returns whether the tool takes arguments as they are, and its budgets are those of a read: a
 * tool's are for the whole model's view.
 */
function isLiteral(given) {
  const { bytes, tokens, path = '', files = [] } = given;
  // Another name, and the default of an argument that is left out.
  const isOther = ([name, value]) =>
    !NAMES.split(' ').includes(name) || value === 0 || value === '';
  if (Object.entries(given).some(isOther)) return false;
  const many = Array.isArray(files) ? files : [];
  const paths = [path, ...many.map((file) => file?.path ?? file)];
  const isPlain = !paths.some((each) => /^["'`]|[:(]\d| line \d|#|::/u.test(each));
  if (typeof given.block === 'string') return false;
  return bytes === undefined && tokens === undefined && isPlain;
}

/** The cases whose arguments can be options. */
const shown = cases().filter(({ data: { call, reply, content, outcome, needs, lenient } }) => {
  const { tool, arguments: given } = call;
  if (tool !== 'readroom@0.4:read' || typeof given !== 'object' || given === null) return false;
  if (lenient || !isLiteral(call.arguments)) return false;
  // Rejected by a read: another spelling of a path, and an empty string for an absent cursor.
  if (JSON.stringify(content ?? []).includes('[Taken as ') || call.arguments.cursor === '')
    return false;
  // The outline of a directory is a map, and blame is another function.
  if (reply.mapped !== undefined || given.view === 'blame') return false;
  if (['byte-limit', 'token-limit'].includes(reply.body?.stopped)) return false;
  if (cannotRun(needs) !== undefined || needs?.includes('non-root')) return false;
  return outcome === 'answered' || reply.error.code !== 'invalid-argument';
});

test('there are cases of each kind', () => {
  const found = new Set(
    shown.map(({ data: { reply } }) => reply.body?.kind ?? reply.error?.code ?? 'files'),
  );
  for (const kind of [
    'text',
    'unchanged',
    'outline',
    'notebook',
    'image',
    'files',
    'not-found',
    'unsupported',
  ]) {
    assert.ok(found.has(kind), kind);
  }
});

for (const title of ['program', 'page']) {
  describe(`reads: ${title}`, () => {
    for (const { name, data } of shown) {
      if (title === 'page' && notInMemory(data) !== undefined) continue;
      // Its typed errors name the rule that denied a read.
      if (data.policy !== undefined) continue;
      test(name, async () => {
        const fixture = await Fixture.make(data);
        try {
          await within(
            () => roomFor(data, fixture, title === 'page'),
            (room) => check(room, data, fixture),
          );
        } finally {
          fixture.remove();
        }
      });
    }
  });
}

function roomFor(data, fixture, isPage) {
  const { cwd } = data;
  if (data.in_memory || isPage) {
    const files = fixture.inMemory(data);
    return (isPage ? PageRoom : Room).fromFiles(files, { name: fixture.root, cwd });
  }
  const grants = (data.grants ?? []).map((grant) => `${fixture.outside}/${grant}`);
  return new Room({ root: fixture.root, grants, cwd });
}

async function check(room, data, fixture) {
  const asked = fixture.fillInAll(data.call.arguments);
  const told = JSON.parse((await room.call('readroom', stringify(asked))).json);
  if (asked.files === undefined) {
    const { path, ...options } = requestOf(asked);
    const answer = await room.read(path, options).catch((error) => error);
    assert.deepEqual(asJson(answer), told, data.about);
    return;
  }
  const { files, ...limits } = asked;
  const requests = files.map((each) => (typeof each === 'string' ? each : requestOf(each)));
  assert.deepEqual({ files: asJson(await room.readMany(requests, limits)) }, told, data.about);
}

/** Returns the arguments of the tool as a request. */
function requestOf({ known_version: knownVersion, ...others }) {
  return { ...others, knownVersion };
}

/** Returns a value as the tool writes it. */
function asJson(value) {
  if (value instanceof ReadError) return { error: asJson(value.toJSON()) };
  if (value instanceof Error) throw value;
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object') return value;
  const snake = (name) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [snake(name), asJson(member)]));
}
