/**
 * The playground answers as the package does in Node, and keeps what is chosen. Skipped where there
 * is no Chromium.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Room } from 'readroom';
import { skip } from './chromium.mjs';
import {
  address,
  becomes,
  evaluate,
  example,
  fragment,
  hostileFolder,
  inPage,
  json,
  screenshot,
} from './playground.mjs';

/** Returns an answer without the time that it took. */
function timeless(text) {
  return text.replaceAll(/\(Took \d+ms\)/gu, '').replaceAll(/(time_ms\\?": ?)\d+/gu, '$10');
}

/** What a page shows of an answer: the texts for the model, and the native JSON as returned. */
async function shown(opened) {
  const texts = await opened.locator('#model pre').allTextContents();
  const [json] = await opened.locator('#native pre').allTextContents();
  return timeless(JSON.stringify([texts, json]));
}

/** What the package answers in Node. */
async function answered(room, tool, args) {
  const { content, json } = await room.call(tool, args);
  const texts = content.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  return timeless(JSON.stringify([texts, json]));
}

test(
  'every tool answers as in Node, for texts, notebooks, encodings and errors',
  { skip },
  async () => {
    await inPage({ json: 'exact' }, async (opened) => {
      const calls = [
        ['readroom@0.2', { path: 'data/june.ipynb' }],
        ['readroom@0.2', { path: 'src/forecast.py', view: 'outline' }],
        ['readroom@0.2', { path: 'data/station.log', start: -5 }],
        ['readroom@0.2', { path: 'notes/utf-16.txt' }],
        ['readroom@0.2', { path: 'notes/shift-jis.txt', encoding: 'shift_jis' }],
        ['readroom@0.2', { files: ['README.md', 'no.txt'] }],
        ['pi@1.5', { path: 'data/june.json' }],
        ['kimi-cli@1.52', { path: 'latest.log', line_offset: -3 }],
        ['opencode@1.18', { filePath: 'hostile/invisible.js' }],
        ['gemini-cli@0.61', { file_path: 'notes/latin-1.txt' }],
        ['opencode@1.1', { filePath: 'reedme.md' }],
      ];
      for (const { id } of await example.tools()) {
        const args = await example.argumentsFor(id, { path: 'README.md' });
        calls.push([id, JSON.parse(args)]);
      }
      for (const [tool, args] of calls) {
        await opened.goto(address + fragment({ tool, args, json: 'exact' }));
        await becomes(
          () => shown(opened),
          await answered(example, tool, JSON.stringify(args, null, 2)),
        );
      }
      assert.equal(calls.length, 11 + 16);
    });
  },
);

test(
  'tokens are the estimate of the component, and facts are those of the call',
  { skip },
  async () => {
    await inPage({ tool: 'pi@0', args: { path: 'src/forecast.py' } }, async (opened) => {
      const { body } = await example.read('src/forecast.py');
      const facts = await opened.locator('#facts').textContent();
      assert.ok(facts.includes(`Tokens≈ ${body.tokens}`), facts);
      assert.match(facts, /^Outcomeanswered.*Memory\d\.\d MiBof 128\.0 MiB/u);
      const status = await opened.locator('#status').textContent();
      assert.match(status, new RegExp(`^pi@0 answered: about ${body.tokens} tokens, `, 'u'));
    });
  },
);

test('a picture is drawn, and a link that leads out is refused and shown', { skip }, async () => {
  await inPage({ tool: 'pi@1.5', args: { path: 'data/sky.png' } }, async (opened) => {
    await opened
      .getByRole('img', { name: 'The picture that the tool returned, image/png' })
      .waitFor();
    await opened.getByText('image/png, 320 × 180 pixels').waitFor();
    await screenshot(opened, 'picture');
    await opened.getByRole('treeitem', { name: /^outside\.txt/u }).click();
    await opened.getByRole('tab', { name: 'Confinement' }).click();
    const row = opened.getByRole('row', { name: /^read link/u });
    const link = 'read link/project/outside.txtto ../../etc/passwd, which leads out of the project';
    await becomes(() => row.allTextContents(), [link]);
    const panel = await opened.getByRole('tabpanel').textContent();
    assert.match(
      panel,
      /1 link leads out of the project\. It asked for nothing outside \/project\./u,
    );
    await screenshot(opened, 'error');
    await opened.getByRole('treeitem', { name: '.env', exact: true }).click();
    await opened.getByRole('tab', { name: 'Answer' }).click();
    await opened.locator('#model pre').filter({ hasText: 'permission denied' }).waitFor();
    // The component itself applies the policy: it opens no such name.
    await opened.getByRole('tab', { name: 'Confinement' }).click();
    await opened.getByRole('tabpanel').getByText('The component asked').waitFor();
    const taken = opened.getByRole('row', { name: /^(open|read).*\/\.env/u });
    await becomes(() => taken.allTextContents(), []);
    await opened.getByRole('checkbox', { name: /^Deny secrets/u }).uncheck();
    await opened.getByRole('row', { name: 'read /project/.env 31 bytes' }).waitFor();
    await opened.getByRole('tab', { name: 'Answer' }).click();
    await becomes(
      () => opened.locator('#model pre').allTextContents(),
      ['WEATHER_API_KEY=not-a-real-key\n'],
    );
  });
});

test('form and JSON stay in step, and broken JSON says where', { skip }, async () => {
  await inPage({ tool: 'readroom', args: { path: 'README.md' } }, async (opened) => {
    assert.match(await opened.locator('#status').textContent(), /^readroom@0\.2 answered/u);
  });
  await inPage({ tool: 'readroom@0.2', args: { path: 'README.md' } }, async (opened) => {
    const value = async () => JSON.parse(await json(opened).inputValue());
    await opened.getByLabel('start', { exact: true }).fill('3');
    assert.deepEqual(await value(), { path: 'README.md', start: 3 });
    await opened.getByText('14 more').click();
    await opened.getByLabel('view', { exact: true }).selectOption('outline');
    await opened.getByLabel('siblings').selectOption('true');
    assert.deepEqual(await value(), {
      path: 'README.md',
      start: 3,
      view: 'outline',
      siblings: true,
    });
    await opened.getByLabel('levels').fill('-1');
    assert.equal(await opened.getByText('The tool takes a whole number from 0.').count(), 1);
    await opened.getByLabel('start', { exact: true }).fill('');
    await opened.getByLabel('view', { exact: true }).selectOption('');
    assert.deepEqual(await value(), { path: 'README.md', siblings: true, levels: -1 });
    await json(opened).fill(
      '{"files": ["README.md", {"path": "src/umbrella.ts", "lines": 2}], "lines": 7}',
    );
    assert.equal(await opened.getByLabel('lines', { exact: true }).inputValue(), '7');
    const second = opened.getByLabel('files, item 2');
    assert.equal(await second.inputValue(), '{"path":"src/umbrella.ts","lines":2}');
    await second.fill('src/forecast.py');
    await opened.getByRole('button', { name: 'Remove item 1 of files' }).click();
    await opened.getByRole('button', { name: 'files', exact: true }).click();
    await opened.getByLabel('files, item 2').fill('b');
    assert.deepEqual(await value(), { files: ['src/forecast.py', 'b'], lines: 7 });
    const broken = '{\n  "path": "README.md",\n}';
    await json(opened).fill(broken);
    const alert = await opened.locator('#json-complaint:visible').textContent();
    assert.match(alert, /^Not JSON at line 3, column 1: expected a name in double quotes\./u);
    assert.ok(await opened.getByLabel('lines', { exact: true }).isDisabled());
    await opened.getByRole('button', { name: /^Run/u }).click();
    const expected = (await example.call('readroom', broken)).content[0].text;
    await becomes(() => opened.locator('#model pre').allTextContents(), [expected]);
    const places = [
      ['', 1, 1],
      ['{"a" 1}', 1, 6],
      ['{"a": 01}', 1, 8],
      ['{"a":\n  "b\n"}', 2, 5],
      ['{"a": "\\x"}', 1, 8],
      ['[1, 2', 1, 6],
      ['{"a": nul}', 1, 7],
      ['{"a": 1} 2', 1, 10],
    ];
    for (const [text, line, column] of places) {
      assert.throws(() => JSON.parse(text));
      await json(opened).fill(text);
      const said = await opened.locator('#json-complaint:visible').textContent();
      assert.ok(
        said.startsWith(`Not JSON at line ${line}, column ${column}: `),
        `${text}: ${said}`,
      );
    }
    await json(opened).fill('[]');
    await opened.getByText('This is JSON, but arguments are an object.').waitFor();
    await json(opened).fill('{"path": "README.md", "limit": 1e400}');
    assert.equal(await opened.locator('#json-complaint:visible').count(), 0);
  });
});

test('a comparison carries the read to another tool and shows what differs', { skip }, async () => {
  const args = { file_path: 'src/forecast.py', start_line: 20, end_line: 29 };
  await inPage({ tool: 'gemini-cli@0.61', args, view: 'compare' }, async (opened) => {
    await opened.getByLabel('Compare with').selectOption('opencode@1.1');
    const given = '{"filePath":"src/forecast.py","offset":19,"limit":10}';
    await opened.getByText(given).waitFor();
    const [one, other] = [
      (await example.call('gemini-cli@0.61', args)).content[0].text,
      (await example.call('opencode@1.1', given)).content[0].text,
    ];
    const side = async (name) => {
      const cells = opened.locator(`.difference td.${name}`);
      return (await cells.allTextContents()).join('\n');
    };
    assert.equal(await side('first'), one);
    assert.equal(await side('second'), other);
    assert.equal(await opened.locator('.difference tr.changed').count(), 10);
    const summary = await opened.locator('#comparison .summary').textContent();
    assert.match(
      summary,
      /The second takes about \d+ \w+ tokens \([+-]?\d+ %\)\. .* 10 written differently/u,
    );
    await screenshot(opened, 'comparison');
    await opened.getByLabel('Compare with').selectOption('mcp-filesystem@2026.8:read_text_file');
    await opened.getByText('read_text_file cannot express these lines.').waitFor();
    // The read goes along when another tool is chosen.
    await opened.getByLabel('Tool', { exact: true }).selectOption('kimi-cli@1.0');
    const carriedOver = { path: 'src/forecast.py', line_offset: 20, n_lines: 10 };
    await becomes(async () => JSON.parse(await json(opened).inputValue()), carriedOver);
  });
});

test('the address keeps what is chosen, and back and forward follow it', { skip }, async () => {
  const fields = { tool: 'pi@0', args: { path: 'src/umbrella.ts', limit: 3 } };
  await inPage(fields, async (opened, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
    await opened.getByRole('tab', { name: 'Compare' }).click();
    // A comparison begins with a tool of another agent.
    await opened.locator('.difference').waitFor();
    await opened.getByLabel('Compare with').selectOption('dm-cc@1');
    await opened.locator('.difference').waitFor();
    await opened.getByRole('button', { name: 'Copy link' }).click();
    await becomes(() => opened.locator('#status').textContent(), 'The link is copied.');
    const link = opened.url();
    assert.equal(link, address + fragment({ ...fields, with: 'dm-cc@1', view: 'compare' }));
    const again = await context.newPage();
    await again.goto(link);
    await again.locator('.difference').waitFor();
    assert.equal(
      await again.locator('.difference').textContent(),
      await opened.locator('.difference').textContent(),
    );
    await opened.goBack();
    await becomes(() => opened.getByLabel('Compare with').inputValue(), 'readroom@0.2');
    await opened.goBack();
    await opened.getByRole('heading', { name: 'Native JSON' }).waitFor();
    await opened.goForward();
    await opened.goForward();
    await opened.locator('.difference').waitFor();
    // What is not as the page would write it is kept to the letter.
    await json(opened).fill('{"path":"README.md"');
    await opened.getByRole('button', { name: 'Copy link' }).click();
    await again.goto(await evaluate(opened, 'location.href'));
    await becomes(() => json(again).inputValue(), '{"path":"README.md"');
  });
});

test('an address can name unknown tools and hold any text', { skip }, async () => {
  const fields = { tool: 'x', args: { path: 'src/forecast.py' }, with: 'x' };
  await inPage(fields, async (opened) => {
    const [{ id }] = await example.tools();
    assert.equal(await opened.getByLabel('Tool', { exact: true }).inputValue(), id);
    const answersTo = async (args) => {
      const expected = (await example.call(id, args)).content[0].text;
      await becomes(async () => JSON.parse(await json(opened).inputValue()), args);
      await becomes(() => opened.locator('#model pre').allTextContents(), [expected]);
    };
    await answersTo(fields.args);
    // Another file, so that the answer shows when the click has had its effect.
    await opened.getByRole('treeitem', { name: 'README.md' }).click();
    await answersTo({ path: 'README.md' });
    const typed = '['.repeat(5000) + ']'.repeat(5000);
    await opened.locator('#argument-path').fill(typed);
    assert.deepEqual(JSON.parse(await json(opened).inputValue()), { path: typed });
  });
  const deep = `{"path":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  await inPage({ args: deep, view: 'compare' }, async (opened) => {
    assert.equal(await json(opened).inputValue(), deep);
    await opened.getByText('This is nested too deeply: the page reads at most 100').waitFor();
    await opened.getByLabel('Compare with').selectOption('pi@0');
    await opened.getByText('there is nothing to compare').waitFor();
    await opened.getByLabel('Tool', { exact: true }).selectOption('pi@1.5');
    assert.equal(await json(opened).inputValue(), deep);
  });
});

test('native JSON is drawn once for an answer and its form', { skip }, async () => {
  await inPage({ args: { path: 'README.md' } }, async (opened) => {
    const mark = () => evaluate(opened, "void (document.querySelector('#native pre').id = 'old')");
    const old = () => opened.locator('#old').count();
    await mark();
    await opened.getByLabel('start', { exact: true }).fill('3');
    assert.equal(await old(), 1);
    await json(opened).press('Control+Enter');
    await becomes(old, 0);
    await mark();
    await opened.locator('#exact').click();
    await becomes(old, 0);
  });
});

test(
  'a folder is opened or dropped, and hostile names and contents stay text',
  { skip },
  async () => {
    const { root, files } = hostileFolder();
    const room = await Room.fromFiles(files);
    await inPage({ tool: 'opencode@2', json: 'exact' }, async (opened) => {
      const drawn = () =>
        evaluate(opened, "document.querySelectorAll('img, script, b, iframe').length");
      const before = await drawn();
      const look = async (name) => {
        await becomes(() => opened.locator('#folder-name').textContent(), 'picked');
        await becomes(
          () => opened.locator('#model pre').allTextContents(),
          [(await room.call('opencode@2', { path: 'README.md' })).content[0].text],
        );
        const directory = opened.getByRole('treeitem', { name: 'src' });
        if ((await directory.getAttribute('aria-expanded')) === 'false') await directory.click();
        await opened.getByRole('treeitem', { name, exact: true }).click();
        const expected = (await room.call('opencode@2', { path: `src/${name}` })).content[0].text;
        await becomes(() => opened.locator('#model pre').allTextContents(), [expected]);
      };
      await opened.locator('#folder-input').setInputFiles(root);
      await look('<b onmouseover=alert(1)>.txt');
      await opened.locator('.unseen[data-name="U+202E"]').first().waitFor();
      assert.match(opened.url(), /&folder=picked$/u);
      await json(opened).fill('{"path": "hidden/a.txt"}');
      await json(opened).press('Control+Enter');
      await opened.locator('#result[data-outcome=refused]').waitFor();
      await json(opened).fill('{"path": "../outside.txt"}');
      await json(opened).press('Control+Enter');
      await opened.getByRole('tab', { name: 'Confinement' }).click();
      await opened.getByText(/It asked for nothing outside/u).waitFor();
      await opened.getByRole('tab', { name: 'Answer' }).click();
      await opened.getByRole('button', { name: 'Example' }).click();
      await becomes(() => opened.locator('#folder-name').textContent(), 'Example project');

      const session = await opened.context().newCDPSession(opened);
      const data = { items: [], files: [root], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'])
        await session.send('Input.dispatchDragEvent', { type, x: 100, y: 200, data });
      // Chromium's handles do not list names with '<'.
      await look('a&amp;b.txt');
      assert.equal(await drawn(), before);
    });
    // A link names a folder and never holds its files.
    const fields = { tool: 'pi@0', args: { path: 'README.md' }, folder: 'picked' };
    await inPage(fields, async (opened) => {
      await opened.locator('#facts').getByText('a folder named picked').waitFor();
      await opened.locator('#folder-input').setInputFiles(root);
      await becomes(() => opened.locator('#model pre').allTextContents(), ['# Picked\n']);
    });
    await room.close();
    fs.rmSync(path.dirname(root), { recursive: true });
  },
);
