/**
 * The Firefox of this system, driven by the package's own tools over WebDriver BiDi. Where a policy
 * forbids scripts, as that of the playground does, nothing can be evaluated in a page.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { HANG } from './project.mjs';

const CANDIDATES = [process.env.READROOM_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];
const executablePath = CANDIDATES.find((file) => file !== undefined && fs.existsSync(file));
const isDemanded = process.env.READROOM_DEMAND_BROWSER === '1';

/** Why tests with Firefox are skipped, or false. */
export const skip =
  executablePath === undefined && !isDemanded ? 'there is no Firefox on this system' : false;

/** Starts the browser, with light or dark pages. */
export async function launch(colorScheme) {
  assert.notEqual(
    executablePath,
    undefined,
    'there is no Firefox; install one, or name it in READROOM_FIREFOX',
  );
  const tools = path.join(process.env.READROOM_TOOLS, 'playwright-core', 'index.js');
  const { default: playwright } = await import(pathToFileURL(tools));
  // Later releases of the driver need a Firefox that is newer than the extended support release.
  return playwright._bidiFirefox.launch({
    executablePath,
    headless: true,
    timeout: HANG,
    firefoxUserPrefs: {
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
    },
  });
}
