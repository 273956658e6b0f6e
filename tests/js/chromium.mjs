/** The Chromium of this system, driven by the package's own tools. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { HANG } from './project.mjs';

const CANDIDATES = [
  process.env.READROOM_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = CANDIDATES.find((file) => file !== undefined && fs.existsSync(file));
const isDemanded = process.env.READROOM_DEMAND_BROWSER === '1';

/** Why tests with a browser are skipped, or false. */
export const skip =
  executablePath === undefined && !isDemanded ? 'there is no Chromium on this system' : false;

/** Starts a browser that loads nothing by itself. */
export async function launch() {
  assert.notEqual(
    executablePath,
    undefined,
    'there is no Chromium; install one, or name it in READROOM_CHROMIUM',
  );
  const tools = path.join(process.env.READROOM_TOOLS, 'playwright-core', 'index.mjs');
  const { chromium } = await import(pathToFileURL(tools));
  return chromium.launch({
    executablePath,
    headless: true,
    timeout: HANG,
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
}
