/**
 * The playground of the package as it is installed, opened from the disk in Chromium: it answers as
 * the package does in Node, and nothing leaves the page. Skipped where there is no Chromium.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Room } from 'readroom';
import { launch, skip } from './chromium.mjs';

const file = fileURLToPath(import.meta.resolve('readroom/playground.html'));
const page = fs.readFileSync(file, 'utf8');
const address = pathToFileURL(file).href;
const screenshots = path.join(process.env.READROOM_TOOLS, '..', 'playground');

/** Returns what an element of the page carries, unpacked. */
function carried(id) {
  const [, base64] = new RegExp(`id="${id}">([^<]*)<`, 'u').exec(page);
  return gunzipSync(Buffer.from(base64, 'base64'));
}

/** The files of the example, for a room in Node. */
function exampleFiles() {
  return Object.fromEntries(
    Object.entries(JSON.parse(carried('example'))).map(([name, { link, text, base64, modified }]) => [
      name,
      link === undefined ? { content: text ?? Buffer.from(base64, 'base64'), modified } : { link },
    ]),
  );
}

function fragment(fields) {
  return `#${new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`;
}

/** Waits until something is as expected, and says how it differs if it never is. */
async function becomes(read, expected) {
  let found;
  for (let i = 0; i < 200; i += 1) {
    found = await read();
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    await pause(25);
  }
  assert.deepEqual(found, expected);
}

/** Returns an answer without the time that it took. */
function timeless(text) {
  return text.replaceAll(/\(Took \d+ms\)/gu, '').replaceAll(/(time_ms\\?": ?)\d+/gu, '$10');
}

let browser;
let example;

before(async () => {
  if (skip) return;
  browser = await launch();
  example = await Room.fromFiles(exampleFiles());
  fs.mkdirSync(screenshots, { recursive: true });
});

after(async () => {
  await browser?.close();
  await example?.close();
});

/**
 * Runs `action` in a new page. Fails if anything was requested but the page itself and what it made,
 * if anything was logged, or if the page opened a dialog.
 */
async function inPage(fields, action, options = {}, start = address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 960 }, ...options });
  const opened = await context.newPage();
  const complaints = [];
  opened.on('console', (message) => complaints.push(message.text()));
  opened.on('pageerror', (error) => complaints.push(error.message));
  opened.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('blob:') && !url.startsWith('data:') && url.split('#')[0] !== start)
      complaints.push(`requested: ${url}`);
  });
  try {
    await opened.goto(start + (fields === undefined ? '' : fragment(fields)));
    await opened.locator('#result[aria-busy=false]').waitFor();
    await action(opened, context);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Evaluates an expression in a page, whose policy forbids what the driver does otherwise. */
async function evaluate(opened, expression) {
  const session = await opened.context().newCDPSession(opened);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
  return result.value;
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

const json = (opened) => opened.getByLabel('Arguments as JSON');

test('every tool answers as in Node, for texts, notebooks, encodings and errors', { skip }, async () => {
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
      await becomes(() => shown(opened), await answered(example, tool, JSON.stringify(args, null, 2)));
    }
    assert.equal(calls.length, 11 + 16);
  });
});

test('tokens are the estimate of the component, and facts are those of the call', { skip }, async () => {
  await inPage({ tool: 'pi@0', args: { path: 'src/forecast.py' } }, async (opened) => {
    const { body } = await example.read('src/forecast.py');
    const facts = await opened.locator('#facts').textContent();
    assert.ok(facts.includes(`Tokens≈ ${body.tokens}`), facts);
    assert.match(facts, /^Outcomeanswered.*Memory\d\.\d MB/u);
    const status = await opened.locator('#status').textContent();
    assert.match(status, new RegExp(`^pi@0 answered: about ${body.tokens} tokens, `, 'u'));
  });
});

test('a picture is drawn, and a link that leads out is refused and shown', { skip }, async () => {
  await inPage({ tool: 'pi@1.5', args: { path: 'data/sky.png' } }, async (opened) => {
    await opened.getByRole('img', { name: 'The picture that the tool returned, image/png' }).waitFor();
    await opened.getByText('image/png, 320 × 180 pixels').waitFor();
    await opened.screenshot({ path: path.join(screenshots, 'picture.png') });
    await opened.getByRole('treeitem', { name: /^outside\.txt/u }).click();
    await opened.getByRole('tab', { name: 'Confinement' }).click();
    const row = opened.getByRole('row', { name: /^read link/u });
    const link = 'read link/project/outside.txtto ../../etc/passwd, which leads out of the project';
    await becomes(() => row.allTextContents(), [link]);
    const panel = await opened.getByRole('tabpanel').textContent();
    assert.match(panel, /1 link leads out of the project.*outside \/project that were asked for: none/u);
    await opened.screenshot({ path: path.join(screenshots, 'error.png') });
    await opened.getByRole('treeitem', { name: '.env', exact: true }).click();
    const denied = opened.getByRole('row', { name: /denied by a rule/u });
    await becomes(() => denied.allTextContents(), ['look at/project/.envdenied by a rule of the project']);
    await opened.getByRole('checkbox', { name: /^Deny secrets/u }).uncheck();
    await opened.getByRole('row', { name: 'read /project/.env 31 bytes' }).waitFor();
    await opened.getByRole('tab', { name: 'Answer' }).click();
    await becomes(() => opened.locator('#model pre').allTextContents(), ['WEATHER_API_KEY=not-a-real-key\n']);
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
    assert.deepEqual(await value(), { path: 'README.md', start: 3, view: 'outline', siblings: true });
    await opened.getByLabel('levels').fill('-1');
    assert.equal(await opened.getByText('The tool takes a whole number from 0.').count(), 1);
    await opened.getByLabel('start', { exact: true }).fill('');
    await opened.getByLabel('view', { exact: true }).selectOption('');
    assert.deepEqual(await value(), { path: 'README.md', siblings: true, levels: -1 });
    await json(opened).fill('{"files": ["README.md", {"path": "src/umbrella.ts", "lines": 2}], "lines": 7}');
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
    const alert = await opened.getByRole('alert').textContent();
    assert.match(alert, /^Not JSON at line 3, column 1: expected a name in double quotes\./u);
    assert.ok(await opened.getByLabel('lines', { exact: true }).isDisabled());
    await opened.getByRole('button', { name: /^Run/u }).click();
    const expected = (await example.call('readroom', broken)).content[0].text;
    await becomes(() => opened.locator('#model pre').allTextContents(), [expected]);
    await json(opened).fill('{"path": "README.md", "limit": 1e400}');
    assert.equal(await opened.getByRole('alert').count(), 0);
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
    assert.match(summary, /The second takes about \d+ \w+ tokens \([+-]?\d+ %\)\. .* 10 written differently/u);
    await opened.screenshot({ path: path.join(screenshots, 'comparison.png') });
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
    await opened.getByText('Choose a second tool').waitFor();
    await opened.goBack();
    await opened.getByRole('heading', { name: 'Native JSON' }).waitFor();
    await opened.goForward();
    await opened.goForward();
    await opened.locator('.difference').waitFor();
    // What is not as the page would write it is kept to the letter.
    await json(opened).fill('{"path":"README.md"');
    const kept = await evaluate(opened, 'location.href');
    await again.goto(kept);
    await becomes(() => json(again).inputValue(), '{"path":"README.md"');
  });
});

/** Makes a folder with hostile names and contents. Returns its path, and its files for a room in Node. */
function hostileFolder() {
  const root = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')), 'picked');
  const files = {
    'README.md': '# Picked\n',
    'src/<b onmouseover=alert(1)>.txt': '<script>alert(1)</script>\n\u202e"><img src=x onerror=alert(2)>\n',
    'src/a&amp;b.txt': 'plain\n',
    '.agentignore': 'hidden/\n',
    'hidden/a.txt': 'hidden\n',
    'wide.txt': `${'x'.repeat(100_000)}\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
  return { root, files };
}

test('a folder is opened or dropped, and hostile names and contents stay text', { skip }, async () => {
  const { root, files } = hostileFolder();
  const room = await Room.fromFiles(files);
  await inPage({ tool: 'opencode@2', json: 'exact' }, async (opened) => {
    const drawn = () => evaluate(opened, "document.querySelectorAll('img, script, b, iframe').length");
    const before = await drawn();
    const look = async (name) => {
      await becomes(() => opened.locator('#folder-name').textContent(), 'picked');
      await becomes(() => opened.locator('#model pre').allTextContents(), [
        (await room.call('opencode@2', { path: 'README.md' })).content[0].text,
      ]);
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
    await opened.getByText('The component asked for no name.').waitFor();
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
});

test('everything can be done with the keyboard', { skip }, async () => {
  await inPage({ tool: 'pi@0', args: { path: 'README.md' } }, async (opened) => {
    const focused = () =>
      evaluate(opened, '(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()');
    const press = async (...keys) => {
      for (const key of keys) await opened.keyboard.press(key);
    };
    await press('Tab');
    assert.equal(await focused(), 'Copy link');
    await press('Tab', 'Tab');
    assert.equal(await focused(), 'data');
    const outline = "getComputedStyle(document.activeElement.querySelector('.name')).outlineStyle";
    assert.equal(await evaluate(opened, outline), 'solid');
    await press('s', 'ArrowRight');
    await opened.getByRole('treeitem', { name: 'umbrella.ts' }).waitFor();
    await press('ArrowRight', 'ArrowDown', 'Enter');
    await becomes(async () => JSON.parse(await json(opened).inputValue()), { path: 'src/umbrella.ts' });
    await press('ArrowLeft', 'ArrowLeft');
    assert.equal(await opened.getByRole('treeitem', { name: 'umbrella.ts' }).count(), 0);
    await press('Tab', 'Tab', 'Tab');
    assert.equal(await evaluate(opened, 'document.activeElement.id'), 'tool');
    await press('Tab', 'Tab', 'Tab', '2', 'Control+Enter');
    await becomes(async () => JSON.parse(await json(opened).inputValue()), {
      path: 'src/umbrella.ts',
      limit: 2,
    });
    const expected = (await example.call('pi@0', { path: 'src/umbrella.ts', limit: 2 })).content[0].text;
    await becomes(() => opened.locator('#model pre').allTextContents(), [expected]);
    await opened.getByRole('tab', { name: 'Answer' }).focus();
    await press('ArrowRight');
    assert.equal(await focused(), 'Confinement');
    await opened.getByRole('tabpanel', { name: 'Confinement' }).waitFor();
    await press('End');
    await opened.getByRole('tabpanel', { name: 'Compare' }).waitFor();
    // Every place that the key reaches can be seen.
    const seen = [];
    for (let i = 0; i < 40; i += 1) {
      await press('Tab');
      const place = 'document.activeElement.getBoundingClientRect().width > 0';
      if (!(await evaluate(opened, place))) seen.push(await focused());
    }
    assert.deepEqual(seen, []);
  });
});

test('axe finds nothing in light and dark, and nothing is wider than 320 pixels', { skip }, async () => {
  const axe = fs.readFileSync(path.join(process.env.READROOM_TOOLS, 'axe-core', 'axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark']) {
    const fields = { tool: 'readroom@0.2', args: { path: 'hostile/invisible.js' }, with: 'pi@0' };
    // Axe is not part of the page, so the policy of the page is off.
    const options = { colorScheme, bypassCSP: true };
    await inPage(
      fields,
      async (opened) => {
        await opened.getByText('All tools, and what each equals').click();
        await opened.evaluate(axe);
        const all = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }";
        // Only the colors are others.
        const rules = colorScheme === 'light' ? all : "{ runOnly: ['color-contrast'] }";
        for (const view of ['Answer', 'Confinement', 'Compare']) {
          await opened.getByRole('tab', { name: view }).click();
          const { violations } = await opened.evaluate(`axe.run(${rules})`);
          const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
          assert.deepEqual(found, [], `${view}, ${colorScheme}`);
        }
        await opened.getByRole('tab', { name: 'Answer' }).click();
        await opened.getByText('All tools, and what each equals').click();
        await opened.screenshot({ path: path.join(screenshots, `${colorScheme}.png`) });
        await opened.setViewportSize({ width: 320, height: 800 });
        for (const view of ['Answer', 'Confinement', 'Compare']) {
          await opened.getByRole('tab', { name: view }).click();
          assert.equal(await opened.evaluate('document.documentElement.scrollWidth'), 320, view);
        }
        await opened.screenshot({ path: path.join(screenshots, `narrow-${colorScheme}.png`), fullPage: true });
      },
      options,
    );
  }
  const fields = { args: { path: 'no.txt' } };
  await inPage(
    fields,
    async (opened) => {
      await opened.getByText('does not exist').first().waitFor();
      await opened.screenshot({ path: path.join(screenshots, 'forced-colors.png') });
    },
    { forcedColors: 'active', reducedMotion: 'reduce' },
  );
});

test('a policy in the page lets it request nothing, from the disk and from a host', { skip }, async () => {
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/u.exec(page);
  const directives = Object.fromEntries(
    policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
  );
  assert.equal(directives['default-src'], "'none'");
  assert.equal(directives['connect-src'], "'none'");
  assert.match(directives['script-src'], /^'sha256-[^']+' 'wasm-unsafe-eval'$/u);
  assert.match(directives['style-src'], /^'sha256-[^']+'$/u);
  assert.doesNotMatch(page.replaceAll(/<script.*?<\/script>/gsu, ''), /(?:src|href)="(?!data:)/u);
  const requested = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${server.address().port}/playground.html`;
  try {
    await inPage(undefined, async () => {}, {}, host);
    assert.deepEqual(requested, ['/playground.html']);
    const context = await browser.newContext();
    const opened = await context.newPage();
    await opened.goto(host);
    await opened.locator('#result[aria-busy=false]').waitFor();
    const tries = `(async () => {
      const tried = await fetch('/a').then(() => 'fetched', () => 'refused');
      const image = new Image();
      const drawn = new Promise((resolve) => {
        image.onload = () => resolve('drawn');
        image.onerror = () => resolve('refused');
      });
      image.src = '/b';
      return [tried, await drawn];
    })()`;
    assert.deepEqual(await evaluate(opened, tries), ['refused', 'refused']);
    assert.deepEqual(requested, ['/playground.html', '/playground.html']);
    await context.close();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
