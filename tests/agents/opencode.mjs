/** opencode 1.18, as its npm package has it. */

import fs from 'node:fs';
import path from 'node:path';
import { execute, installNpm } from './install.mjs';
import { openCodeEnvironment } from './opencode-environment.mjs';

const RELEASE = '1.18.33';

export const opencode = {
  release: RELEASE,

  install(directory) {
    installNpm(directory, `opencode-ai@${RELEASE}`, `@opencode-ai/plugin@${RELEASE}`);
  },

  async run({ directory, project, model, program, plugIn }) {
    const home = path.join(directory, 'home');
    fs.mkdirSync(home, { recursive: true });
    const scripted = {
      name: 'scripted',
      tool_call: true,
      attachment: true,
      modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
      limit: { context: 1_000_000, output: 8000 },
    };
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'test',
      options: { baseURL: model, apiKey: 'none' },
      models: { scripted },
    };
    const settings = {
      model: 'test/scripted',
      small_model: 'test/scripted',
      share: 'disabled',
      autoupdate: false,
      snapshot: false,
      lsp: false,
      formatter: false,
      permission: { '*': 'allow' },
      provider: { test: provider },
    };
    // Outside the project, so that it holds the same files both times.
    const configuration = path.join(home, 'config', 'opencode');
    fs.rmSync(configuration, { recursive: true, force: true });
    fs.mkdirSync(path.join(configuration, 'plugins'), { recursive: true });
    fs.writeFileSync(path.join(configuration, 'opencode.json'), JSON.stringify(settings));
    if (plugIn !== undefined) {
      fs.copyFileSync(plugIn, path.join(configuration, 'plugins', 'readroom.ts'));
      const modules = path.join(directory, 'node_modules');
      fs.symlinkSync(modules, path.join(configuration, 'node_modules'));
    }
    const platform = `opencode-${process.platform}-${process.arch}`;
    await execute(
      path.join(directory, 'node_modules', platform, 'bin', 'opencode'),
      ['run', '--format', 'json', 'go'],
      {
        cwd: project,
        env: {
          ...openCodeEnvironment(home),
          // It goes before the directory of the process.
          PWD: project,
          READROOM: program,
        },
      },
    );
  },

  /** All messages. The definition of the tool is the plug-in's own. */
  seen: (request) => JSON.parse(request).messages,
};
