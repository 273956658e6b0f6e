/**
 * The playground in Firefox: its tools answer as in Node, and its policy lets it request nothing.
 * Skipped without Firefox.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { firefox } from './browsers.mjs';
import {
  becomes,
  example,
  file,
  inPage,
  json,
  page,
  screenshot,
} from './playground.mjs';

/** The page without its policy: so that the driver can query positions. */
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-'));
const unrestricted = path.join(directory, 'playground.html');
const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/u;
fs.writeFileSync(unrestricted, page.replace(policy, ''));
after(() => fs.rmSync(directory, { recursive: true }));

const { skip } = firefox;

/** Runs `action` in a new page of a new Firefox. */
async function inFirefox(fields, action, { colorScheme, ...options } = {}, start = undefined) {
  const browser = await firefox.launch(colorScheme);
  const viewport = { width: 1280, height: 900 };
  try {
    await inPage(fields, action, { viewport, ...options }, start, browser);
  } finally {
    await browser.close();
  }
}

const model = (opened) => opened.locator('#model pre').first().textContent();

test('the tools answer as in Node', { skip }, async () => {
  await inFirefox({ tool: 'readroom@0.4:read', args: { path: 'README.md' } }, async (opened) => {
    const calls = [
      ['readroom@0.4:list', {}],
      ['readroom@0.4:find', { glob: '*.py' }],
      ['readroom@0.4:search', { pattern: 'rain' }],
      ['readroom@0.4:diff', { at: 'HEAD' }],
      ['readroom@0.4:read', { path: 'data/bulletin.pdf' }],
      ['readroom@0.4:read', { path: 'data/stations.xlsx' }],
      ['readroom@0.4:read', { path: '../outside.txt' }],
      ['readroom@0.4:read', { path: '.env' }],
      ['pi@1.5:read', { path: 'data/june.json' }],
    ];
    let chosen = 'readroom@0.4:read';
    for (const [tool, args] of calls) {
      // Another tool is called at once, and its first arguments are written.
      if (tool !== chosen) await opened.getByLabel('Tool', { exact: true }).selectOption(tool);
      await opened.locator('#status').filter({ hasText: `${tool} ` }).waitFor();
      chosen = tool;
      await json(opened).fill(JSON.stringify(args));
      await json(opened).press('Control+Enter');
      const { content } = await example.call(tool, args);
      await becomes(() => model(opened), content[0].text);
    }
  });
});

test('matches are marked, and the file that is read is in sight', { skip }, async () => {
  const fields = { tool: 'readroom@0.4:search', args: { pattern: 'umbrella', path: 'src' } };
  await inFirefox(fields, async (opened) => {
    const marks = await opened.locator('#model mark').allTextContents();
    assert.deepEqual(marks, ['umbrella', 'umbrella']);
    await opened.getByRole('link', { name: 'A file before that' }).click();
    await opened.locator('#tree [aria-current]').getByText('umbrella.ts').waitFor();
  });
});

test('a file is opened by a click, and a picture is drawn', { skip }, async () => {
  await inFirefox({ tool: 'pi@1.5:read', args: { path: 'data/sky.png' } }, async (opened) => {
    await opened.getByRole('img', { name: 'The picture that the tool returned, image/' }).waitFor();
    await file(opened, 'README.md').click();
    const { content } = await example.call('pi@1.5:read', { path: 'README.md' });
    await becomes(() => model(opened), content[0].text);
  });
});

for (const colorScheme of ['light', 'dark']) {
  test(`the page goes to the answer on a small screen, ${colorScheme}`, { skip }, async () => {
    const fields = { tool: 'readroom@0.4:search', args: { pattern: 'rain' }, compare: 'yes' };
    await inFirefox(
      fields,
      async (opened) => {
        await screenshot(opened, `firefox-${colorScheme}`);
        await opened.setViewportSize({ width: 400, height: 800 });
        const top = async () => (await opened.locator('#result').boundingBox()).y;
        assert.ok((await top()) > 400);
        await opened.getByRole('button', { name: 'Run' }).click();
        await becomes(async () => (await top()) < 400, true);
        await screenshot(opened, `firefox-narrow-${colorScheme}`);
      },
      { colorScheme, reducedMotion: 'reduce' },
      pathToFileURL(unrestricted).href,
    );
  });
}
