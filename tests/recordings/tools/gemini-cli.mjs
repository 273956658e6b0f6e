/** The tool of gemini-cli's core, with a configuration that has nothing but its directory. */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerCalls } from './calls.mjs';

// What the package prints is no answer.
console.log = console.warn = console.error = console.debug = () => {};

// Where it keeps what it knows of projects: the home directory of a case need not be there.
process.env.GEMINI_CLI_HOME = path.resolve('home');
const core = path.resolve('node_modules/@google/gemini-cli-core/dist/index.js');
const { Config, ReadFileTool } = await import(pathToFileURL(core).href);
const bus = { publish() {}, subscribe() {}, unsubscribe() {} };

await answerCalls(async ({ root, directory, arguments: given }) => {
  const config = new Config({
    sessionId: 'recording',
    targetDir: directory,
    cwd: directory,
    debugMode: false,
    model: 'gemini-2.5-pro',
    includeDirectories: root === directory ? [] : [root],
  });
  await config.storage.initialize();
  const tool = new ReadFileTool(config, bus);
  let invocation;
  try {
    invocation = tool.build(given);
  } catch (error) {
    // The directory for temporary files is the host's.
    const [message] = error.message.split(' or the project temp directory: ');
    return { error: { type: 'invalid_tool_params', message } };
  }
  return invocation.execute({ abortSignal: new AbortController().signal });
});
