/** pi, as its npm package has it. */

import fs from 'node:fs';
import path from 'node:path';
import { execute, installNpm, newNode, unpackNpm } from './install.mjs';

const PACKAGE = '@earendil-works/pi-coding-agent';
const RELEASE = '1.5.2';

export const pi = {
  release: RELEASE,

  install(directory) {
    // Some of what the package depends on is not published; its bundle needs only these.
    installNpm(directory, '@silvia-odwyer/photon-node@0.3.4', 'jiti@2.7.0', 'typebox@1.3.27');
    unpackNpm(directory, PACKAGE, RELEASE);
  },

  async run({ directory, project, model, program, plugIn }) {
    const home = path.join(directory, 'home');
    fs.mkdirSync(home, { recursive: true });
    const scripted = { id: 'scripted', input: ['text', 'image'], contextWindow: 1_000_000 };
    const api = 'openai-completions';
    const provider = { baseUrl: model, api, apiKey: 'none', models: [scripted] };
    const models = JSON.stringify({ providers: { test: provider } });
    fs.writeFileSync(path.join(home, 'models.json'), models);
    const cli = path.join(directory, 'node_modules', PACKAGE, 'dist', 'bundle', 'cli.js');
    const tools = ['--tools', 'read,ls,find,grep'];
    const alone = ['--no-session', '-ne', '-ns', '-np', '-nc', '-na', ...tools];
    const extension = plugIn === undefined ? [] : ['-e', plugIn];
    await execute(
      newNode(directory),
      [cli, '--mode', 'json', '--model', 'test/scripted', ...alone, ...extension, 'go'],
      {
        cwd: project,
        env: {
          ...process.env,
          HOME: home,
          PI_CODING_AGENT_DIR: home,
          PI_OFFLINE: '1',
          PI_SKIP_VERSION_CHECK: '1',
          PI_TELEMETRY: '0',
          READROOM: program,
        },
      },
    );
  },

  /** Everything, byte for byte. */
  seen: (request) => request,
};
