/**
 * Runs real agents with the files of `packages/agents` against a scripted model, which searches,
 * finds, lists and reads. Fails unless Readroom answers and the agent's own tools are gone.
 *
 *   node tests/agents/looking.mjs --target DIR --program FILE [NAME…]
 *
 * The agents are installed below DIR from their registry. Nothing else is connected to.
 */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute, installNpm, newNode, unpackNpm } from './install.mjs';
import { startModel } from './model.mjs';
import { opencode } from './opencode.mjs';
import { named, program, target } from './options.mjs';

const files = fileURLToPath(new URL('../../packages/agents', import.meta.url));

const write = (file, content) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
};
/** Copies a file of `packages/agents`. */
const copy = (name, file) => write(file, fs.readFileSync(path.join(files, name), 'utf8'));
/** An environment with nothing of the one here but the path, to which the program is added. */
const environment = (home, more) => ({
  PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH}`,
  HOME: home,
  ...more,
});

/** What is shown of the project by tools of Readroom. */
const LOOKED = {
  search: /^notes\.txt\n2\ttwo\n\[1 line in 1 file\.(?: Not searched: \d+ hidden\.)?\]$/u,
  find: /^notes\.txt\n\[1 entry found\.(?: Left out: \d+ hidden\.)?\]$/u,
  list: /^(?:\..*\n)*notes\.txt\n\[\d+ entr(?:y|ies)\.\]$/u,
};
const PLAIN = /^1\tone\n2\ttwo\n3\tthree/u;

/**
 * Calls of the tools that look, and what is shown.
 *
 * @param names - of the tools that list, find and search
 */
const looks = ([list, find, search], glob = 'glob') => [
  [search, { pattern: 'tw.' }, LOOKED.search],
  [find, { [glob]: '*.txt' }, LOOKED.find],
  [list, {}, LOOKED.list],
];
const served = (prefix) => ['list', 'find', 'search'].map((name) => prefix + name);

const AGENTS = {
  opencode: {
    release: opencode.release,
    install: (directory) => opencode.install(directory),
    calls: [
      ...looks(['list', 'glob', 'grep'], 'pattern'),
      ['read', { filePath: 'notes.txt' }, /\n1: one\n2: two\n3: three\n/u],
    ],
    gone: [],
    run: ({ directory, project, model }) =>
      opencode.run({
        directory,
        project,
        model: model.url,
        program,
        plugIn: path.join(files, 'opencode', 'readroom.ts'),
      }),
  },

  'gemini-cli': {
    release: '0.61.0',
    install(directory) {
      installNpm(directory);
      unpackNpm(directory, '@google/gemini-cli', this.release);
    },
    calls: [
      ...looks(served('mcp_readroom_')),
      ['mcp_readroom_read', { path: 'notes.txt' }, PLAIN],
    ],
    gone: ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search'],
    async run({ directory, home, project, model }) {
      copy('gemini-cli/settings.json', path.join(project, '.gemini', 'settings.json'));
      write(path.join(home, '.gemini', 'settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      });
      const cli = path.join(directory, 'node_modules/@google/gemini-cli/bundle/gemini.js');
      const given = ['-p', 'go', '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo'];
      const env = environment(home, {
        GEMINI_API_KEY: 'none',
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GOOGLE_GEMINI_BASE_URL: model.origin,
      });
      await execute(newNode(directory), [cli, ...given], { cwd: project, env });
    },
  },

  'kimi-code': {
    release: '2.1.0',
    install(directory) {
      installNpm(directory, `@moonshot-ai/kimi-code@${this.release}`);
    },
    calls: [
      ...looks(served('mcp__readroom__')),
      ['mcp__readroom__Read', { path: 'notes.txt' }, PLAIN],
    ],
    gone: ['Read', 'Glob', 'Grep'],
    async run({ directory, home, project, model }) {
      copy('kimi-code/mcp.json', path.join(home, '.kimi-code', 'mcp.json'));
      const cli = path.join(directory, 'node_modules/@moonshot-ai/kimi-code/dist/main.mjs');
      const given = ['-p', 'go', '--agent-file', path.join(files, 'kimi-code', 'agent.md')];
      const env = environment(home, {
        KIMI_MODEL_NAME: 'scripted',
        KIMI_MODEL_API_KEY: 'none',
        KIMI_MODEL_BASE_URL: model.url,
        KIMI_MODEL_PROVIDER_TYPE: 'openai',
      });
      await execute(newNode(directory), [cli, ...given], { cwd: project, env });
    },
  },

  'claude-code': {
    release: '2.1.332',
    install(directory) {
      // The package of the SDK for a platform is the program alone.
      const platform = `${process.platform}-${process.arch}`;
      unpackNpm(directory, `@anthropic-ai/claude-agent-sdk-${platform}`, '0.3.332');
    },
    calls: [
      ...looks(served('mcp__readroom__')),
      ['mcp__readroom__Read', { file_path: 'notes.txt' }, PLAIN],
    ],
    gone: ['Read', 'Glob', 'Grep'],
    async run({ directory, home, project, model }) {
      copy('claude-code/mcp.json', path.join(project, '.mcp.json'));
      copy('claude-code/settings.json', path.join(project, '.claude', 'settings.json'));
      const trusted = { [project]: { hasTrustDialogAccepted: true } };
      write(path.join(home, '.claude.json'), { projects: trusted });
      const platform = `${process.platform}-${process.arch}`;
      const at = `node_modules/@anthropic-ai/claude-agent-sdk-${platform}/claude`;
      const env = environment(home, {
        CLAUDE_CONFIG_DIR: home,
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: model.origin,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      });
      await execute(path.join(directory, at), ['-p', 'go'], { cwd: project, env });
    },
  },
};

/** Returns the names of the tools that a request offers, in any of the APIs. */
const offered = ({ tools }) =>
  tools.flatMap(({ name, function: { name: inner } = {}, functionDeclarations: all = [] }) => [
    ...[name ?? inner].filter((each) => each !== undefined),
    ...all.map((each) => each.name),
  ]);

/** Returns the texts of the answers in a request, in any of the APIs, in their order. */
function answers({ messages = [], contents = [] }) {
  const text = (content) =>
    typeof content === 'string' ? content : content.map((part) => part.text).join('\n');
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const found = [
    ...messages.filter(({ role }) => role === 'tool'),
    ...parts.filter(({ type }) => type === 'tool_result'),
  ].map(({ content }) => text(content));
  const functions = contents.flatMap((content) => content.parts);
  const results = functions.flatMap(({ functionResponse: each }) => (each ? [each] : []));
  return [...found, ...results.map(({ response }) => response.output ?? response.error)];
}

/** Returns an answer without what an agent puts around it. */
const inner = (text) =>
  text
    .replace(/\n*<system-reminder>.*<\/system-reminder>/su, '')
    .replace(/^<untrusted_context>\n(.*)\n<\/untrusted_context>$/su, '$1')
    .replace(/^Wall time: [\d.]+ seconds\n/u, '');

for (const [name, agent] of Object.entries(AGENTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const directory = path.join(target, name);
  fs.mkdirSync(directory, { recursive: true });
  agent.install(directory);
  const [project, home] = ['project', 'home'].map((each) => path.join(directory, each));
  for (const each of [project, home]) fs.rmSync(each, { recursive: true, force: true });
  write(path.join(project, 'notes.txt'), 'one\ntwo\nthree\n');
  fs.mkdirSync(home);
  const turns = agent.calls.map(([tool, given]) => ({ call: { name: tool, arguments: given } }));
  const model = await startModel([...turns, { say: 'done' }]);
  try {
    await agent.run({ directory, home, project, model });
  } finally {
    model.stop();
  }
  const last = JSON.parse(model.requests.at(-1));
  const shown = answers(last).map(inner);
  assert.equal(shown.length, agent.calls.length, `${name} answered ${shown.length} calls`);
  for (const [at, [tool, , wanted]] of agent.calls.entries())
    assert.match(shown[at], wanted, `${name}, ${tool}`);
  const tools = offered(last);
  for (const [tool] of agent.calls) assert.ok(tools.includes(tool), `${name} lacks ${tool}`);
  for (const tool of agent.gone) assert.ok(!tools.includes(tool), `${name} has ${tool}`);
  process.stdout.write(`${name} ${agent.release}: Readroom answered ${shown.length} calls\n`);
}
