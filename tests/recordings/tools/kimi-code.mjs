/**
 * kimi-code's tool `Read`, and what calls its tools, from the bundle of its program. The bundle
 * exports neither, so a copy of it exports them in place of starting the program.
 */

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerCalls } from './calls.mjs';

const bundle = path.resolve('node_modules/@moonshot-ai/kimi-code/dist/main.mjs');
const START = /^main\(\);$/mu;
const NAMES = ['ReadTool', 'HostFileSystem', 'AgentToolExecutorService'];
const INITS = ['init_readTool', 'init_hostFsService', 'init_toolExecutorService'];

const source = fs.readFileSync(bundle, 'utf8');
if (!START.test(source)) throw new Error('the bundle does not start its program where it did');
const copy = path.join(path.dirname(bundle), 'exported.mjs');
const exported = [...NAMES, ...INITS].join(', ');
fs.writeFileSync(copy, source.replace(START, `export { ${exported} };`));
const program = await import(pathToFileURL(copy).href);
for (const init of INITS) program[init]();
const { ReadTool, HostFileSystem, AgentToolExecutorService } = program;

/** What stands in place of a tool's text if that is empty. */
const EMPTY = 'Tool output is empty.';

const host = new HostFileSystem();
const journals = { isWireJournalPath: () => false, truncateForModel: ({ result }) => result };

/** The runtime of an agent on this machine, as far as the tool asks for it. */
function runtime(homeDir) {
  const local = {
    identity: { workspaceId: 'w', runtimeId: 'local', generation: 1 },
    environment: { osKind: 'Linux', pathClass: 'posix', homeDir },
    workspace: { mapRoots: (roots) => roots },
    path: { ...path.posix, separator: '/' },
    fs: host,
  };
  return { inspect: () => local, acquire: () => ({ runtime: local, dispose() {} }) };
}

function readTool(directory, grants, home) {
  return new ReadTool(
    runtime(home),
    { workDir: directory, additionalDirs: grants },
    { catalog: { getSkillRoots: () => [] } },
    journals,
    { get: () => undefined },
    { getModelCapabilities: () => ({ image_in: false, video_in: false }) },
    { isToolActive: () => false },
    { resolve: () => undefined },
    { open: async () => undefined },
  );
}

function executor(tool) {
  return new AgentToolExecutorService(
    { agentId: 'main' },
    { resolve: () => tool, list: () => [{ name: tool.name, source: 'builtin' }] },
    { dispatch() {} },
    { track2() {} },
    journals,
    { contributeState() {}, get: () => new Map(), set() {} },
  );
}

await answerCalls(async ({ directory, grants, home, arguments: given }) => {
  const tool = readTool(directory, grants, home);
  const call = { id: '1', name: tool.name, arguments: JSON.stringify(given) };
  const options = { turnId: '1', signal: new AbortController().signal };
  for await (const { result } of executor(tool).execute([call], options)) {
    const { output, note, isError, truncated } = result;
    return { output: output === EMPTY ? '' : output, note, isError, truncated };
  }
});
