/** opencode's tool, by the program's own command for calling one. */

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { answerCalls } from './calls.mjs';

const installed = process.cwd();
const program = path.join(installed, 'node_modules', `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode');
const home = path.join(installed, 'home');
const env = {
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: path.join(home, 'config'),
  XDG_DATA_HOME: path.join(home, 'data'),
  XDG_CACHE_HOME: path.join(home, 'cache'),
  XDG_STATE_HOME: path.join(home, 'state'),
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
};

/** Returns what the program printed, or that it is cut: it ends before a long answer is written. */
function parsed(text) {
  try {
    return JSON.parse(text).result;
  } catch {
    return { title: '', output: `an answer that is cut after ${text.length} characters` };
  }
}

await answerCalls(({ root, directory, arguments: given }) => {
  const call = ['debug', 'agent', 'build', '--pure', '--tool', 'read', '--params', JSON.stringify(given)];
  const { status, stdout, stderr } = spawnSync(program, call, {
    cwd: directory,
    env,
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
  });
  if (status !== 0) {
    const [, message] = /Unexpected error\s*?\n\n(.*)\n$/su.exec(stderr) ?? [undefined, stderr];
    return { error: { type: 'Error', message } };
  }
  const { title, output, metadata, attachments } = parsed(stdout);
  return {
    // Without a repository, titles are relative to the directory of the system.
    title: path.relative(root, path.join('/', title)),
    output,
    metadata,
    ...(attachments && {
      attachments: attachments.map(({ type, mime, url }) => ({ type, mime, url })),
    }),
  };
});
