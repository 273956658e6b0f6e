/**
 * The package in a browser, as installed: no bundler, one page, one worker. Skipped without
 * Chromium.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from './browsers.mjs';
import { HANG } from './project.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const here = path.dirname(fileURLToPath(import.meta.url));
const installed = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('readroom'))));

/**
 * Serves the package and the page, with a content security policy if the address has one.
 *
 * @param asked - the list to which requested paths are added
 */
function serve(asked = []) {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const policy = searchParams.get('policy');
    if (policy !== null) response.setHeader('content-security-policy', policy);
    asked.push(pathname);
    const [, area, ...names] = pathname.split('/');
    const root = area === 'package' ? installed : path.join(here, 'page');
    const file = path.join(root, area === '' ? 'index.html' : path.join('/', names.join('/')));
    fs.readFile(file, (error, bytes) => {
      if (error === null)
        response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/plain');
      else response.statusCode = 404;
      response.end(bytes);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const { skip } = chromium;

/** Runs `action` in a page of a browser. */
async function inPage(asked, action) {
  // The browser first: without one, a running server would keep the test from ending.
  const browser = await chromium.launch();
  const server = await serve(asked);
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(HANG);
    await action(page, `http://127.0.0.1:${server.address().port}/`);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

test('in memory, a picked directory, and both in a worker', { skip, timeout: 120_000 }, () =>
  inPage([], async (page, address) => {
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    // Browsers request that by themselves.
    const isOurs = (message) => !message.location().url.endsWith('/favicon.ico');
    page.on('console', (message) => isOurs(message) && complaints.push(message.text()));
    await page.goto(address);
    await page.waitForFunction('globalThis.outcome !== undefined');
    const { failed, checked } = await page.evaluate('globalThis.outcome');
    assert.equal(failed, undefined);
    assert.deepEqual(checked, ['memory', 'picked in a page', 'memory', 'picked in a worker']);
    assert.deepEqual(complaints, []);
  }),
);

test(
  'a strict policy, and errors that name what a page lacks',
  { skip, timeout: 120_000 },
  async () => {
    const asked = [];
    await inPage(asked, async (page, address) => {
      const outcome = async (policy) => {
        await page.goto(`${address}page/strict.html?policy=${encodeURIComponent(policy)}`);
        // The policy forbids the page to evaluate the expression that would read a variable.
        return page.textContent('p');
      };
      const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
      assert.equal(await outcome(strict), 'text');
      // Everything that a bundler has to include.
      assert.deepEqual(
        [...new Set(asked.filter((name) => name.endsWith('.wasm')))],
        ['/package/dist/component/reader.core.wasm'],
      );
      assert.match(
        await outcome(strict.replace("'wasm-unsafe-eval'", '')),
        /^CallError: .*'wasm-unsafe-eval'.*Content-Security-Policy$/u,
      );
      assert.match(
        await outcome(strict.replace("connect-src 'self'", '')),
        /^CallError: .*connect-src/u,
      );
      await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
      assert.match(
        await outcome(strict),
        /^CallError: .*answered 404; serve .*reader\.core\.wasm/u,
      );
    });
  },
);
