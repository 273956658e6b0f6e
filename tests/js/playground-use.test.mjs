/**
 * The playground by keyboard, on narrow screens, in all colors and in calls that take too long; and
 * nothing leaves it. Skipped without Chromium.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { chromium } from './browsers.mjs';
import {
  becomes,
  browser,
  directory,
  evaluate,
  example,
  file,
  hostileFolder,
  inPage,
  json,
  modelTexts,
  page,
  screenshot,
  served,
} from './playground.mjs';

const { skip } = chromium;

test('a call that takes too long is ended, and the page still works', { skip }, async () => {
  const { root } = hostileFolder();
  fs.writeFileSync(path.join(root, 'long.log'), 'line\n'.repeat(10_000));
  fs.truncateSync(path.join(root, 'long.log'), 64 * 2 ** 30);
  await inPage({ tool: 'readroom@0.4:read', args: { path: 'README.md' } }, async (opened) => {
    await opened.locator('#folder-input').setInputFiles(root);
    await becomes(() => modelTexts(opened), ['1\t# Picked\n']);
    await json(opened).fill('{"path": "long.log", "lines": 1, "totals": "always"}');
    await opened.getByText('Run the call to see its result.').waitFor();
    await json(opened).press('Control+Enter');
    await opened.locator('#facts').getByText('took more than 5 seconds and was ended').waitFor();
    await file(opened, 'README.md').click();
    await becomes(() => modelTexts(opened), ['1\t# Picked\n']);
  });
  fs.rmSync(path.dirname(root), { recursive: true });
});

test('on a small screen the page goes to the answer', { skip }, async () => {
  const options = { viewport: { width: 400, height: 800 }, reducedMotion: 'reduce' };
  const fields = { tool: 'readroom@0.4:read', args: { path: 'README.md' } };
  await inPage(
    fields,
    async (opened) => {
      const isShown = () =>
        evaluate(opened, "document.getElementById('result').getBoundingClientRect().top < 400");
      assert.equal(await isShown(), false);
      await opened.getByRole('button', { name: 'Run' }).click();
      await becomes(isShown, true);
      await file(opened, 'latest.log').click();
      await becomes(isShown, true);
    },
    options,
  );
});

test('the facts of an answer are in one row', { skip }, async () => {
  const options = { viewport: { width: 1280, height: 900 } };
  const tops = `[...document.querySelectorAll('#facts dt')].map((each) => each.offsetTop)`;
  await inPage(
    { tool: 'readroom@0.4:read', args: { path: 'src/forecast.py' } },
    async (opened) => {
      const found = await evaluate(opened, tops);
      assert.equal(found.length, 6);
      assert.equal(new Set(found).size, 1);
    },
    options,
  );
});

test('everything can be done with the keyboard', { skip }, async () => {
  await inPage({ tool: 'pi@0', args: { path: 'README.md' } }, async (opened) => {
    const focused = () =>
      evaluate(opened, '(document.activeElement.id || document.activeElement.textContent).trim()');
    const press = async (...keys) => {
      for (const key of keys) await opened.keyboard.press(key);
    };
    await press('Tab');
    assert.equal(await focused(), 'List the project');
    for (let i = 0; i < 13; i += 1) await press('Tab');
    assert.equal(await focused(), 'open');
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    assert.equal(await focused(), 'src');
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    assert.equal(await evaluate(opened, outline), 'solid');
    await press('Enter');
    await file(opened, 'umbrella.ts').waitFor();
    await press('Tab', 'Tab', 'Enter');
    await becomes(async () => JSON.parse(await json(opened).inputValue()), {
      path: 'src/umbrella.ts',
    });
    await opened.locator('#tree [aria-current]').getByText('umbrella.ts').waitFor();
    await press('Shift+Tab', 'Shift+Tab', 'Enter');
    await file(opened, 'umbrella.ts').waitFor({ state: 'hidden' });
    await opened.getByRole('button', { name: 'Run' }).focus();
    await press('Tab');
    assert.equal(await focused(), 'tool');
    await press('Tab', 'Tab', 'Tab', 'Tab');
    assert.equal(await focused(), 'argument-limit');
    await press('2', 'Control+Enter');
    const args = { path: 'src/umbrella.ts', limit: 2 };
    await becomes(async () => JSON.parse(await json(opened).inputValue()), args);
    const expected = (await example.call('pi@0', args)).content[0].text;
    await becomes(() => modelTexts(opened), [expected]);
    // Every element that gets the focus is visible.
    const hidden = [];
    for (let i = 0; i < 40; i += 1) {
      await press('Tab');
      const place = 'document.activeElement.getBoundingClientRect().width > 0';
      if (!(await evaluate(opened, place))) hidden.push(await focused());
    }
    assert.deepEqual(hidden, []);
  });
});

test(
  'axe finds nothing in light and dark, and nothing is wider than 320 pixels',
  { skip },
  async () => {
    const axe = fs.readFileSync(
      path.join(process.env.READROOM_TOOLS, 'axe-core', 'axe.min.js'),
      'utf8',
    );
    const args = { path: 'hostile/invisible.js' };
    for (const colorScheme of ['light', 'dark']) {
      // Axe is not part of the page, so the policy of the page is off.
      const options = { colorScheme, bypassCSP: true };
      await inPage(
        { tool: 'pi@0', args, compare: 'yes' },
        async (opened) => {
          await opened.evaluate(axe);
          const all = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }";
          await directory(opened, 'src').click();
          await opened.getByText('What the model is told').click();
          const check = async (what) => {
            const { violations } = await opened.evaluate(`axe.run(document, ${all})`);
            const found = violations.flatMap(({ id, nodes }) =>
              nodes.map(({ html }) => `${id}: ${html}`),
            );
            assert.deepEqual(found, [], `${what}, ${colorScheme}`);
          };
          await check('an answer');
          await screenshot(opened, `${colorScheme}`);
          await json(opened).fill('{');
          await json(opened).press('Control+Enter');
          await opened.locator('#result[data-outcome=refused]').waitFor();
          await check('an error');
          await json(opened).fill(JSON.stringify(args));
          await json(opened).press('Control+Enter');
          await opened.locator('#comparison pre').waitFor();
          await opened.setViewportSize({ width: 320, height: 800 });
          assert.equal(await opened.evaluate('document.documentElement.scrollWidth'), 320);
          await screenshot(opened, `narrow-${colorScheme}`, { fullPage: true });
          const search = 'readroom@0.4:search';
          await opened.getByLabel('Tool', { exact: true }).selectOption(search);
          await opened.locator('#status').filter({ hasText: `${search} ` }).waitFor();
          await json(opened).fill('{"pattern": "ad.min"}');
          await json(opened).press('Control+Enter');
          await opened.locator('mark .unseen').waitFor();
          await check('a search');
          assert.equal(await opened.evaluate('document.documentElement.scrollWidth'), 320);
        },
        options,
      );
    }
    const fields = { args: { path: 'no.txt' } };
    await inPage(
      fields,
      async (opened) => {
        await opened.getByText('does not exist').first().waitFor();
        await screenshot(opened, 'forced-colors');
      },
      { forcedColors: 'active', reducedMotion: 'reduce' },
    );
  },
);

test(
  'a policy in the page lets it request nothing, from the disk and from a host',
  { skip },
  async () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/u.exec(page);
    const directives = Object.fromEntries(
      policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
    );
    assert.equal(directives['default-src'], "'none'");
    assert.equal(directives['connect-src'], "'none'");
    assert.match(directives['script-src'], /^'sha256-[^']+' 'wasm-unsafe-eval'$/u);
    assert.match(directives['style-src'], /^'sha256-[^']+'$/u);
    assert.doesNotMatch(page.replaceAll(/<script.*?<\/script>/gsu, ''), /(?:src|href)="(?!data:)/u);
    await served(async (host, requested) => {
      await inPage(undefined, async () => {}, {}, host);
      assert.deepEqual(requested, ['/playground.html']);
      const context = await (await browser()).newContext();
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
    });
  },
);
