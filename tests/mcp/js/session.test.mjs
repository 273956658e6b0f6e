/** What the official clients see, over every transport. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connected, PNG, project, served, ways } from './clients.mjs';

const made = [];
after(() => made.forEach((root) => fs.rmSync(root, { recursive: true })));

function newProject() {
  const root = project();
  made.push(root);
  return root;
}

/** Calls end only when they are cancelled, and there is one slot. */
const patient = ['time=60min', 'cpu=60min', 'concurrency=1', 'queue=0ms'].flatMap((limit) => [
  '--limit',
  limit,
]);

/** Two of three lines as a model is shown them. */
const twoLines = '1\tone\n2\ttwo\n[Lines 1-2 of 3.]';

const read = (client, args, options) =>
  client.callTool({ name: 'read', arguments: args }, ...(options ?? []));
/** The former SDK takes a schema before the options. */
const withOptions = (way, options) =>
  way.name.includes('former') ? [undefined, options] : [options];

for (const way of ways) {
  test(`${way.name}: tools are listed and called`, () =>
    connected(way, newProject(), [], async (client) => {
      assert.equal(client.getServerVersion().name, 'readroom');
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['read', 'list', 'find', 'search'],
      );
      assert.equal(tools[0].annotations.readOnlyHint, true);
      assert.equal(tools[0].outputSchema, undefined);
      const result = await read(client, { path: 'src/abc.txt', lines: 2 });
      assert.equal(result.content[0].text, twoLines);
      assert.equal(result.structuredContent, undefined);
    }));

  test(`${way.name}: structured content fits its schema`, () =>
    connected(way, newProject(), ['--structured'], async (client) => {
      const { tools } = await client.listTools();
      assert.equal(tools[0].outputSchema.type, 'object');
      // The SDK checks the result by the schema, and throws if it does not match.
      const result = await read(client, { path: 'src/abc.txt', lines: 2 });
      assert.equal(result.content[0].text, twoLines);
      const { content, next } = result.structuredContent.body;
      assert.equal(content, 'one\ntwo\n');
      const more = await read(client, { path: 'src/abc.txt', cursor: next.cursor });
      assert.equal(more.structuredContent.body.content, 'three\n');
    }));

  test(`${way.name}: errors are results`, () =>
    connected(way, newProject(), ['--structured'], async (client) => {
      await client.listTools();
      const result = await read(client, { path: 'src/abd.txt' });
      assert.equal(result.isError, true);
      const { code, hint, suggestions } = result.structuredContent.error;
      assert.deepEqual([code, suggestions], ['not-found', ['src/abc.txt']]);
      assert.ok(result.content[0].text.includes(hint));
      assert.match((await read(client, { path: 7 })).content[0].text, /path must be a string/u);
      await assert.rejects(client.callTool({ name: 'reed', arguments: {} }), { code: -32602 });
    }));

  test(`${way.name}: pictures are images`, () =>
    connected(way, newProject(), ['--tool', 'pi'], async (client) => {
      const { content } = await read(client, { path: 'a.png' });
      assert.deepEqual(content[1], { type: 'image', data: PNG, mimeType: 'image/png' });
    }));

  test(`${way.name}: files are resources, in pages`, async () => {
    const root = newProject();
    const names = Array.from(
      { length: 250 },
      (_, number) => `file ${String(number).padStart(3, '0')}`,
    );
    for (const name of names) fs.writeFileSync(path.join(root, name), 'x');
    await connected(way, root, [], async (client) => {
      const listed = [];
      let cursor;
      do {
        // The current SDK walks all pages by itself unless it is given a cursor.
        const page = await client.listResources(cursor === undefined ? undefined : { cursor });
        listed.push(...page.resources);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      assert.deepEqual(
        listed.map(({ name }) => name).filter((name) => name.startsWith('file')),
        names,
      );
      await assert.rejects(client.listResources({ cursor: 'nonsense' }), { code: -32602 });
      const { resourceTemplates } = await client.listResourceTemplates();
      const uri = resourceTemplates[0].uriTemplate.replace('{+path}', 'src/abc.txt');
      assert.equal((await client.readResource({ uri })).contents[0].text, 'one\ntwo\nthree\n');
      const picture = listed.find(({ name }) => name === 'a.png');
      assert.equal((await client.readResource({ uri: picture.uri })).contents[0].blob, PNG);
      await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), ({ code }) =>
        [-32002, -32602].includes(code),
      );
    });
  });

  test(`${way.name}: calls are cancelled, and tell how far they are`, () =>
    connected(way, newProject(), patient, async (client) => {
      const stop = new AbortController();
      const told = [];
      const onprogress = ({ progress }) => {
        told.push(progress);
        if (told.length === 3) stop.abort(new Error('enough'));
      };
      const options = withOptions(way, { signal: stop.signal, onprogress });
      await assert.rejects(read(client, { path: 'endless.txt', start: 1_000_000 }, options));
      assert.ok(
        told.length >= 3 && told.every((progress, at) => progress > (told[at - 1] ?? 0)),
        `${told}`,
      );
      if (way.keeps) return;
      // There is one slot, and it is free again.
      for (;;) {
        const result = await read(client, { path: 'src/abc.txt' });
        if (result.isError !== true) break;
        assert.match(result.content[0].text, /busy/u);
        await sleep(20);
      }
    }));

  test(`${way.name}: many calls at once`, () =>
    connected(way, newProject(), [], async (client) => {
      const calls = Array.from({ length: 64 }, (_, number) =>
        read(client, { path: 'src/abc.txt', start: (number % 3) + 1 }),
      );
      (await Promise.all(calls)).forEach((result, number) =>
        assert.ok(result.content[0].text.startsWith(`${(number % 3) + 1}\t`)),
      );
    }));

  if (way.token !== undefined) {
    test(`${way.name}: it is needed`, () =>
      served(['mcp', '--root', newProject()], way.token, async (url) => {
        for (const headers of [{}, { Authorization: `Bearer ${way.token}x` }]) {
          const client = way.sdk.client(way.mode);
          const statuses = [];
          const noting = async (...given) => {
            const response = await fetch(...given);
            statuses.push(response.status);
            return response;
          };
          const transport = new way.sdk.Http(url, { requestInit: { headers }, fetch: noting });
          await assert.rejects(client.connect(transport));
          assert.deepEqual([...new Set(statuses)], [401]);
          await client.close();
        }
      }));
  }
}
