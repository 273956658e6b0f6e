/** Every case under tests/cases: one test per case and kind of room. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Room } from 'readroom';
import { cannotRun, cases, EVERYTHING, repeated, withNeeds, withoutTime } from './data.mjs';
import { parse, stringify } from './exact.mjs';
import { Fixture } from './fixture.mjs';
import { WORKER } from './project.mjs';

const isRoot = process.geteuid?.() === 0;
const program = process.env.READROOM_TEST_PROGRAM;

/** Loads the component while its files can be read. */
await (await Room.fromFiles({})).tools();

/**
 * The kinds of rooms. One by paths has another file system alone: the cases of the tool that has
 * most of them, and of one that lists, show it. A worker takes a while to start: one tool shows
 * that nothing is lost on the way, and `reads.test.mjs` makes the reads of another one in it.
 */
const kinds = [
  { title: 'descriptors', options: { engine: 'component' }, isFull: true },
  {
    title: 'best-effort',
    options: { bestEffort: true },
    isFull: false,
    tools: ['readroom@0.2', 'dm-cc@1'],
  },
  {
    title: 'worker',
    options: WORKER,
    isFull: false,
    tools: ['kimi-cli@1.0'],
  },
  ...(program === undefined ? [] : [{ title: 'program', options: { program }, isFull: true }]),
];

for (const { title, options, isFull, tools } of kinds) {
  describe(title, () => {
    for (const { name, data } of cases()) {
      if (tools !== undefined && !tools.includes(data.call.tool)) continue;
      const why = cannotRun(data.needs) ?? cannotShow(title, data);
      test(name, why === undefined ? {} : { skip: why }, () => run(data, options, isFull));
    }
  });
}
if (program === undefined)
  test('program', { skip: 'READROOM_TEST_PROGRAM names no program' }, () => {});

function cannotShow(title, { in_memory: inMemory, needs, policy }) {
  const isHere = title !== 'program';
  if (isHere && policy !== undefined && policy !== 'default')
    return 'the component has no other rules in this process';
  if (title === 'descriptors') return undefined;
  if (inMemory) return 'it is the same in every kind of room';
  if (title === 'worker' && needs?.includes('non-root'))
    return 'privileges are given up in one thread only';
  return undefined;
}

/** Returns the program as someone without privileges runs it. */
function unprivileged(program, fixture) {
  const file = path.join(fixture.outside, 'unprivileged');
  const setpriv = '/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups';
  const script = `#!/bin/sh\nexec ${setpriv} '${path.resolve(program)}' "$@"\n`;
  fs.writeFileSync(file, script, { mode: 0o755 });
  return file;
}

async function run(data, options, isFull) {
  const fixture = await Fixture.make(data);
  const room = await roomFor(data, fixture, options);
  try {
    const sent = fixture.arguments(data.call);
    const { tool } = data.call;
    const reply = await withNeeds(options.program === undefined ? data.needs : [], () =>
      room.call(tool, sent),
    );
    assert.equal(reply.outcome, data.outcome, reply.json);
    const same = (given, expected) =>
      assert.deepEqual(
        withoutTime(given),
        withoutTime(fixture.fillInAll(repeated(expected))),
        data.about,
      );
    same(parse(reply.json), data.reply);
    if (data.content !== undefined)
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
  if (data.in_memory) {
    const policy = EVERYTHING;
    return Room.fromFiles(fixture.inMemory(data.root), { name: fixture.root, cwd, home, policy });
  }
  const grants = (data.grants ?? []).map((grant) => `${fixture.outside}/${grant}`);
  const policy = policyOf(data.policy, fixture);
  const isUnprivileged =
    options.program !== undefined && isRoot && data.needs?.includes('non-root');
  const program = isUnprivileged ? unprivileged(options.program, fixture) : options.program;
  return new Room({ root: fixture.root, grants, cwd, home, policy, ...options, program });
}

/** Returns the policy that a case decides by. */
function policyOf(policy, fixture) {
  if (policy === undefined) return EVERYTHING;
  return policy === 'default' ? {} : { rules: JSON.parse(stringify(fixture.fillInAll(policy))) };
}
