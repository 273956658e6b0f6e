/**
 * The playground by keyboard, on narrow screens, in all colors and in calls that take too long; and
 * nothing leaves it. Skipped where there is no Chromium.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { skip } from './chromium.mjs';
import {
  becomes,
  browser,
  evaluate,
  example,
  hostileFolder,
  inPage,
  json,
  page,
  screenshot,
} from './playground.mjs';

test('a call that takes too long is ended, and the page goes on', { skip }, async () => {
  const { root } = hostileFolder();
  fs.writeFileSync(path.join(root, 'long.log'), 'line\n'.repeat(10_000));
  fs.truncateSync(path.join(root, 'long.log'), 64 * 2 ** 30);
  const fields = { tool: 'readroom@0.2', args: { path: 'README.md' }, folder: 'picked' };
  await inPage(fields, async (opened) => {
    await opened.locator('#folder-input').setInputFiles(root);
    await becomes(() => opened.locator('#model pre').allTextContents(), ['1\t# Picked\n']);
    await json(opened).fill('{"path": "long.log", "lines": 1, "totals": "always"}');
    await opened.getByText('This is the result of an earlier call.').waitFor();
    await json(opened).press('Control+Enter');
    await opened.locator('#facts').getByText('took more than 5 seconds and was ended').waitFor();
    await opened.getByRole('treeitem', { name: 'README.md' }).click();
    await becomes(() => opened.locator('#model pre').allTextContents(), ['1\t# Picked\n']);
  });
  fs.rmSync(path.dirname(root), { recursive: true });
});

test('on a small screen the page goes to the answer', { skip }, async () => {
  const options = { viewport: { width: 400, height: 800 }, reducedMotion: 'reduce' };
  const fields = { tool: 'readroom@0.2', args: { path: 'README.md' } };
  await inPage(
    fields,
    async (opened) => {
      const isShown = () =>
        evaluate(opened, "document.getElementById('result').getBoundingClientRect().top < 400");
      assert.equal(await isShown(), false);
      await opened.getByRole('button', { name: 'Run' }).click();
      await becomes(isShown, true);
      await opened.getByRole('treeitem', { name: 'latest.log' }).click();
      await becomes(isShown, true);
    },
    options,
  );
});

test('lines that are wrapped do not begin under their numbers', { skip }, async () => {
  const options = { viewport: { width: 400, height: 800 } };
  const fields = { tool: 'readroom@0.2', args: { path: 'src/forecast.py' } };
  // The number of the first line, and the boxes of the text behind it.
  const boxes = `(() => {
    const [number, text] = document.querySelector('#model pre').childNodes;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lefts = [...range.getClientRects()].map(({ left }) => Math.round(left));
    return { number: Math.round(number.getBoundingClientRect().right), lefts };
  })()`;
  await inPage(
    fields,
    async (opened) => {
      const { number, lefts } = await evaluate(opened, boxes);
      assert.ok(lefts.length > 1, `${lefts}`);
      assert.ok(lefts.every((left) => left >= number - 1), `${number}: ${lefts}`);
    },
    options,
  );
});

test('the facts of an answer are in one row', { skip }, async () => {
  const options = { viewport: { width: 1280, height: 900 } };
  const tops = `[...document.querySelectorAll('.facts dt')].map((each) => each.offsetTop)`;
  await inPage(
    { tool: 'readroom@0.2', args: { path: 'src/forecast.py' } },
    async (opened) => {
      const found = await evaluate(opened, tops);
      assert.equal(found.length, 7);
      assert.equal(new Set(found).size, 1);
    },
    options,
  );
});

test('everything can be done with the keyboard', { skip }, async () => {
  await inPage({ tool: 'pi@0', args: { path: 'README.md' } }, async (opened) => {
    const focused = () =>
      evaluate(
        opened,
        '(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()',
      );
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
    await becomes(async () => JSON.parse(await json(opened).inputValue()), {
      path: 'src/umbrella.ts',
    });
    await press('ArrowLeft', 'ArrowLeft');
    await becomes(() => opened.getByRole('treeitem', { name: 'umbrella.ts' }).count(), 0);
    await press('Tab', 'Tab', 'Tab');
    assert.equal(await evaluate(opened, 'document.activeElement.id'), 'tool');
    await press('Tab', 'Tab', 'Tab', '2', 'Control+Enter');
    await becomes(async () => JSON.parse(await json(opened).inputValue()), {
      path: 'src/umbrella.ts',
      limit: 2,
    });
    const expected = (await example.call('pi@0', { path: 'src/umbrella.ts', limit: 2 })).content[0]
      .text;
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

test(
  'axe finds nothing in light and dark, and nothing is wider than 320 pixels',
  { skip },
  async () => {
    const axe = fs.readFileSync(
      path.join(process.env.READROOM_TOOLS, 'axe-core', 'axe.min.js'),
      'utf8',
    );
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
            // The rest of the page is the same in each view.
            const part = view === 'Answer' ? 'document' : "'#result'";
            const { violations } = await opened.evaluate(`axe.run(${part}, ${rules})`);
            const found = violations.flatMap(({ id, nodes }) =>
              nodes.map(({ html }) => `${id}: ${html}`),
            );
            assert.deepEqual(found, [], `${view}, ${colorScheme}`);
          }
          await opened.getByRole('tab', { name: 'Answer' }).click();
          await opened.getByText('All tools, and what each equals').click();
          await screenshot(opened, `${colorScheme}`);
          await opened.setViewportSize({ width: 320, height: 800 });
          for (const view of ['Answer', 'Confinement', 'Compare']) {
            await opened.getByRole('tab', { name: view }).click();
            assert.equal(await opened.evaluate('document.documentElement.scrollWidth'), 320, view);
          }
          await screenshot(opened, `narrow-${colorScheme}`, { fullPage: true });
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
  },
);
