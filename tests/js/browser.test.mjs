/**
 * The package in a browser, as it is installed: no bundler, one page, one worker. Skipped where there is no
 * Chromium.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CANDIDATES = [
  process.env.READROOM_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = CANDIDATES.find((file) => file !== undefined && fs.existsSync(file));
const isDemanded = process.env.READROOM_DEMAND_BROWSER === '1';
const skip = executablePath === undefined && !isDemanded ? 'there is no Chromium on this system' : false;

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const here = path.dirname(fileURLToPath(import.meta.url));
const installed = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('readroom'))));

/** Serves the package and the page. */
function serve() {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [, place, ...names] = pathname.split('/');
    const root = place === 'package' ? installed : path.join(here, 'page');
    const file = path.join(root, place === '' ? 'index.html' : path.join('/', names.join('/')));
    fs.readFile(file, (error, bytes) => {
      if (error === null) response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/plain');
      else response.statusCode = 404;
      response.end(bytes);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test('in memory, a picked directory, and both in a worker', { skip, timeout: 120_000 }, async () => {
  assert.notEqual(
    executablePath,
    undefined,
    'there is no Chromium; install one, or name it in READROOM_CHROMIUM',
  );
  const tools = path.join(process.env.READROOM_TOOLS, 'playwright-core', 'index.mjs');
  const { chromium } = await import(pathToFileURL(tools));
  const server = await serve();
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const page = await browser.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction('globalThis.outcome !== undefined');
    const { failed, checked } = await page.evaluate('globalThis.outcome');
    assert.equal(failed, undefined);
    assert.deepEqual(checked, ['memory', 'picked in a page', 'memory', 'picked in a worker']);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('favicon') && !text.includes('404')),
      [],
    );
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
});
