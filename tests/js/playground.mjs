/** The playground of the site, opened from the disk in a browser. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Room } from 'readroom';
import { chromium } from './browsers.mjs';
import { HANG } from './project.mjs';

const built = process.env.READROOM_PLAYGROUND;
export const page = fs.readFileSync(built, 'utf8');
export const address = pathToFileURL(built).href;
const screenshots = path.join(process.env.READROOM_TOOLS, '..', 'screenshots');

/** Returns the data in an element of the page, unpacked. */
function carried(id) {
  const [, base64] = new RegExp(`id="${id}">([^<]*)<`, 'u').exec(page);
  return gunzipSync(Buffer.from(base64, 'base64'));
}

/** The files of the example, for a room in Node. */
function exampleFiles() {
  return Object.fromEntries(
    Object.entries(JSON.parse(carried('example'))).map(
      ([name, { link, text, base64, modified }]) => [
        name,
        link === undefined
          ? { content: text ?? Buffer.from(base64, 'base64'), modified }
          : { link },
      ],
    ),
  );
}

/** Returns a fragment: values that are not strings are JSON. */
export function fragment(fields) {
  return `#${new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`;
}

/** Waits until a value is as expected, and reports the difference if it never is. */
export async function becomes(read, expected) {
  let found;
  for (const start = Date.now(); Date.now() - start < HANG; await pause(25)) {
    found = await read();
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
  }
  assert.deepEqual(found, expected);
}

let started;

/** Returns the Chromium of this test file, which is started on first use. */
export function browser() {
  started ??= chromium.launch();
  return started;
}

/** A room in Node over the example of the page. */
export let example;

before(async () => {
  example = await Room.fromFiles(exampleFiles());
  fs.mkdirSync(screenshots, { recursive: true });
});

after(async () => {
  await (await started)?.close();
  await example?.close();
});

/**
 * Runs `action` in a new page of a browser, which is Chromium unless another is given. Fails if
 * anything was requested except the page and its own resources, if anything was logged, or if the
 * page opened a dialog.
 */
export async function inPage(fields, action, options = {}, start = address, other = undefined) {
  const viewport = { width: 1440, height: 960 };
  const context = await (other ?? (await browser())).newContext({ viewport, ...options });
  context.setDefaultTimeout(HANG);
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

/** Serves the page while `action` runs, which gets its address and the requests. */
export async function served(action) {
  const requested = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await action(`http://127.0.0.1:${server.address().port}/playground.html`, requested);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Evaluates an expression in a page, whose policy forbids the driver's usual way. */
export async function evaluate(opened, expression) {
  const session = await opened.context().newCDPSession(opened);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
  return result.value;
}

/** The field of the arguments. */
export const json = (opened) => opened.getByLabel('Arguments as JSON');

/** A file in the list of the project. */
export const file = (opened, name) =>
  opened.getByRole('navigation', { name: 'Files' }).getByRole('button', { name, exact: true });

/** A directory in the list of the project. */
export const directory = (opened, name) => opened.locator('#tree summary').getByText(name);

/** The texts in the model's view. */
export const modelTexts = (opened) => opened.locator('#model pre').allTextContents();

/** Writes the content of a page, for people to look at. */
export async function screenshot(opened, name, options = {}) {
  await opened.screenshot({ path: path.join(screenshots, `${name}.png`), ...options });
}

/** Makes a folder with hostile names and contents. Returns its path and its files. */
export function hostileFolder() {
  const root = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')), 'picked');
  const files = {
    'README.md': '# Picked\n',
    'src/<b onmouseover=alert(1)>.txt':
      '<script>alert(1)</script>\n\u202e"><img src=x onerror=alert(2)>\n',
    'src/a&amp;b.txt': 'plain\n',
    'src/deep/er/c.txt': 'deep\n',
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
