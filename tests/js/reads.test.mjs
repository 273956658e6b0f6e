/**
 * The cases of our own dialect once more, as reads: a document says the same as the answer of the tool, in every kind
 * of room.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ReadError, Room } from 'readroom';
import { cannotRun, cases } from './data.mjs';
import { stringify } from './exact.mjs';
import { kinds, within } from './rooms.mjs';
import { Scene } from './scene.mjs';

/** The cases whose arguments can be options, and what is wrong with none of them can be told by a file. */
const shown = cases().filter(({ data: { call, reply, outcome, needs } }) => {
  if (call.dialect !== 'readroom' || typeof call.arguments !== 'object' || call.arguments === null)
    return false;
  if (cannotRun(needs) !== undefined || needs?.includes('non-root')) return false;
  return outcome === 'answered' || reply.error.code !== 'invalid-argument';
});

test('there are cases of each kind', () => {
  const found = new Set(shown.map(({ data: { reply } }) => reply.kind ?? reply.error.code));
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

for (const [title, options] of kinds) {
  describe(`reads: ${title}`, () => {
    for (const { name, data } of shown) {
      if (data.in_memory && title !== 'descriptors') continue;
      test(name, async () => {
        const scene = await Scene.make(data);
        try {
          await within(
            () => roomFor(data, scene, options),
            (room) => check(room, data, scene),
          );
        } finally {
          scene.remove();
        }
      });
    }
  });
}

function roomFor(data, scene, options) {
  const { cwd } = data;
  if (data.in_memory) return Room.fromFiles(scene.inMemory(data.root), { name: scene.root, cwd });
  const grants = (data.grants ?? []).map((grant) => `${scene.outside}/${grant}`);
  return new Room({ root: scene.root, grants, cwd, ...options });
}

async function check(room, data, scene) {
  const asked = scene.fillInAll(data.call.arguments);
  const told = JSON.parse((await room.call('readroom', stringify(asked))).json);
  if (asked.files === undefined) {
    const { path, ...options } = requestOf(asked);
    const answer = await room.read(path, options).catch((error) => error);
    same(answer, told, data.about);
    return;
  }
  const { files, ...limits } = asked;
  const requests = files.map((each) => (typeof each === 'string' ? each : requestOf(each)));
  const answers = await room.readMany(requests, limits);
  assert.equal(answers.length, told.files.length);
  for (const [at, answer] of answers.entries()) same(answer, told.files[at], data.about);
}

/** The arguments of the tool as a request. */
function requestOf({ block, levels, siblings, version: known, ...others }) {
  return { ...others, known, block: block === undefined ? undefined : { line: block, levels, siblings } };
}

/** Whether what was read, or why it was not, is what the tool says. */
function same(answer, told, about) {
  if (told.error !== undefined) {
    assert.ok(answer instanceof ReadError, String(answer));
    const { total, suggestions = [], ...error } = told.error;
    assert.deepEqual(answer.toJSON(), { ...error, total, suggestions }, about);
    return;
  }
  if (answer instanceof Error) throw answer;
  const { body, ...file } = answer;
  const { text: _, next, ...expected } = told;
  // The next line follows from what is there; the next cell is told.
  if (told.kind === 'notebook') expected.next = next;
  const { tag, ...more } = body;
  const given = tag === 'text' ? textOf(more, told.first) : more;
  assert.deepEqual(named({ ...file, kind: tag, ...given }), expected, about);
}

/** A text in the words of the tool, where lines that were not counted are counted from the end. */
function textOf({ first = -1, next, mark, endings, replacements, ...text }, place) {
  assert.ok(first === place || (first === -1 && place < 0));
  const from = (record) => ({ ...record, line: place < 0 ? record.line + place - 1 : record.line });
  return {
    ...text,
    first: place,
    cursor: next,
    clipped: text.clipped.map(from),
    suspicious: text.suspicious.map(from),
    byteOrderMark: mark === 'present',
    replacements: replacements === 'present',
    lineEndings: endings,
  };
}

/** The same value with names as JSON has them there, and null where there is nothing. */
function named(value) {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== 'object' || value === null) return value;
  const snake = (name) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), named(member)]));
}
