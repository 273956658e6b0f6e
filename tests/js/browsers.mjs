/** The browsers of this system, driven by the package's own tools. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { HANG } from './project.mjs';

const isDemanded = process.env.READROOM_DEMAND_BROWSER === '1';

/**
 * A browser of this system.
 *
 * @param {string} name
 * @param {string[]} places its usual paths; the variable `READROOM_<NAME>` comes before them
 * @param {(playwright: object, options: object, given: unknown) => Promise<object>} start
 */
function browserOf(name, places, start) {
  const variable = `READROOM_${name.toUpperCase()}`;
  const executablePath = [process.env[variable], ...places].find(
    (file) => file !== undefined && fs.existsSync(file),
  );
  return {
    /** Why tests with it are skipped, or false. */
    skip:
      executablePath === undefined && !isDemanded ? `there is no ${name} on this system` : false,

    /** Starts the browser. */
    async launch(given) {
      const advice = `there is no ${name}; install one, or name it in ${variable}`;
      assert.notEqual(executablePath, undefined, advice);
      const tools = path.join(process.env.READROOM_TOOLS, 'playwright-core', 'index.js');
      const { default: playwright } = await import(pathToFileURL(tools));
      return start(playwright, { executablePath, headless: true, timeout: HANG }, given);
    },
  };
}

/** Chromium, which loads nothing by itself. */
export const chromium = browserOf(
  'Chromium',
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  (playwright, options) =>
    playwright.chromium.launch({
      ...options,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    }),
);

/**
 * Firefox, over WebDriver BiDi, with light or dark pages. If a policy forbids scripts, like that of
 * the playground, nothing can be evaluated in a page.
 */
export const firefox = browserOf(
  'Firefox',
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  // Later releases of the driver need a Firefox that is newer than the extended support release.
  (playwright, options, colorScheme) =>
    playwright._bidiFirefox.launch({
      ...options,
      firefoxUserPrefs: {
        'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      },
    }),
);
