/** The reference server of MCP for files: a new one for each call, since its directory is fixed. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import { answerCalls, lines } from './calls.mjs';

const server = path.resolve('node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');

await answerCalls(async ({ tool, root, grants, directory, arguments: given }) => {
  const name = tool.split(':')[1] ?? 'read_text_file';
  const child = spawn(process.execPath, [server, root, ...grants], {
    cwd: directory,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answers = lines(child.stdout);
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (id, method, params) => {
    send({ id, method, params });
    for (;;) {
      const { value, done } = await answers.next();
      if (done) throw new Error('the server ended');
      const message = JSON.parse(value);
      if (message.id === id && message.method === undefined) return message;
    }
  };
  const clientInfo = { name: 'recorder', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  const { result, error } = await ask(2, 'tools/call', { name, arguments: given });
  child.kill();
  return result ?? { error };
});
