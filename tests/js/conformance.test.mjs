/** Every case under tests/cases: one test per case and kind of room. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Room } from 'readroom';
import { cannotRun, cases, knownDifferences, repeated, withNeeds, withoutTime } from './data.mjs';
import { parse } from './exact.mjs';
import { Fixture } from './fixture.mjs';

const known = knownDifferences();
const runner = process.env.READROOM_RUNNER;

/** Loads the component while its files can be read. */
await (await Room.fromFiles({})).tools();

/**
 * The kinds of rooms. A worker runs the same code as a room without one, and takes a while to
 * start: all cases of two tools show that nothing is lost on the way.
 */
const kinds = [
  { title: 'descriptors', options: {}, isFull: true },
  { title: 'best-effort', options: { bestEffort: true }, isFull: false },
  {
    title: 'worker',
    options: { worker: true },
    isFull: false,
    tools: ['readroom@0.2', 'kimi-cli@1.0'],
  },
  ...(runner === undefined ? [] : [{ title: 'runner', options: { runner }, isFull: false }]),
];

for (const { title, options, isFull, tools } of kinds) {
  describe(title, () => {
    for (const { name, data } of cases()) {
      if (tools !== undefined && !tools.includes(data.call.tool)) continue;
      const why = cannotRun(data.needs) ?? cannotShow(title, data);
      test(name, why === undefined ? {} : { skip: why }, async () => {
        if (!(name in known)) return run(data, options, isFull);
        await assert.rejects(
          run(data, options, isFull),
          undefined,
          `passes, but is a known difference: ${known[name]}`,
        );
      });
    }
  });
}
if (runner === undefined) test('runner', { skip: 'READROOM_RUNNER names no program' }, () => {});

function cannotShow(title, { in_memory: inMemory, needs }) {
  if (title === 'descriptors') return undefined;
  if (inMemory) return 'it is the same in every kind of room';
  if (title !== 'best-effort' && needs?.includes('non-root'))
    return 'privileges are given up in one thread only';
  return undefined;
}

async function run(data, options, isFull) {
  const fixture = await Fixture.make(data);
  const room = await roomFor(data, fixture, options);
  try {
    const sent = fixture.arguments(data.call);
    const { tool } = data.call;
    const reply = await withNeeds(data.needs, () => room.call(tool, sent));
    assert.equal(reply.outcome, data.outcome, reply.json);
    const same = (given, expected) =>
      assert.deepEqual(
        withoutTime(given),
        withoutTime(fixture.fillInAll(repeated(expected))),
        data.about,
      );
    same(parse(reply.json), data.reply);
    // The program returns no content.
    if (data.content !== undefined && options.runner === undefined)
      same(bare(reply.content), data.content);
    if (!isFull) return;
    if (data.render !== undefined) {
      const draw = (fold) => room.renderResult(tool, sent, reply, fold);
      const drawn = Object.assign(Object.create(null), {
        call: await room.renderCall(tool, sent),
        collapsed: await draw('collapsed'),
        expanded: await draw('expanded'),
      });
      assert.deepEqual(withoutTime(drawn), fixture.fillInAll(data.render));
    }
    if (data.tool !== undefined) {
      const { snippet, guidelines } = (await room.tools()).find(({ id }) => id === tool);
      assert.deepEqual(bare({ snippet, guidelines }), data.tool);
    }
  } finally {
    await room.close();
    fixture.remove();
  }
}

/** The same value in objects without a prototype, as `parse` makes them. */
function bare(value) {
  return parse(JSON.stringify(value));
}

function roomFor(data, fixture, options) {
  const cwd = data.cwd;
  const home = data.home === undefined ? undefined : fixture.fillIn(data.home);
  if (data.in_memory)
    return Room.fromFiles(fixture.inMemory(data.root), { name: fixture.root, cwd, home });
  const grants = (data.grants ?? []).map((grant) => `${fixture.outside}/${grant}`);
  return new Room({ root: fixture.root, grants, cwd, home, ...options });
}
