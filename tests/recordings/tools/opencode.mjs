/** opencode's tool, by the program's own command for calling one. */

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { openCodeEnvironment } from '../../agents/opencode-environment.mjs';
import { answerCalls } from './calls.mjs';

const installed = process.cwd();
const platform = `opencode-${process.platform}-${process.arch}`;
const program = path.join(installed, 'node_modules', platform, 'bin', 'opencode');
const home = path.join(installed, 'home');
const env = openCodeEnvironment(home);

/** Returns what the program printed, or that it is cut: it ends before a long answer is written. */
function parsed(text) {
  try {
    return JSON.parse(text).result;
  } catch {
    return { title: '', output: `an answer that is cut after ${text.length} characters` };
  }
}

await answerCalls(({ root, directory, arguments: given }) => {
  const params = JSON.stringify(given);
  const call = ['debug', 'agent', 'build', '--pure', '--tool', 'read', '--params', params];
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
