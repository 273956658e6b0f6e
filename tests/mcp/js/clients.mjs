/** The official clients over every transport, and the servers that they connect to. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FormerStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  StreamableHTTPClientTransport as FormerHttp,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

const program = process.env.READROOM;
const identity = { name: 'tests', version: '1' };
export const TOKEN = 'a-token-for-the-tests';
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNwaDgAAAKEAYEYanSHAAAAAElFTkSuQmCC';

const current = {
  client: (mode) => new Client(identity, { versionNegotiation: { mode } }),
  Stdio: StdioClientTransport,
  Http: StreamableHTTPClientTransport,
};
const former = { client: () => new FormerClient(identity), Stdio: FormerStdio, Http: FormerHttp };

/**
 * A name, the SDK, the requested version of the protocol, the transport, and whether the client
 * keeps the connection of a call that it cancels, so that the call goes on.
 */
export const ways = [
  { name: 'stdio', sdk: current, mode: 'auto' },
  { name: 'stdio with a session', sdk: current, mode: 'legacy' },
  { name: 'stdio, former SDK', sdk: former },
  { name: 'http', sdk: current, mode: 'auto', http: true },
  { name: 'http, newest version', sdk: current, mode: { pin: '2026-07-28' }, http: true },
  { name: 'http, older version', sdk: current, mode: 'legacy', http: true, keeps: true },
  { name: 'http, former SDK', sdk: former, http: true, keeps: true },
  { name: 'http with a token', sdk: current, mode: 'auto', http: true, token: TOKEN },
  { name: 'http with a token, former SDK', sdk: former, http: true, token: TOKEN, keeps: true },
];

/** Makes a few files, and one that is too large to read to its end. */
export function project() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'readroom-')));
  fs.mkdirSync(path.join(root, 'src'));
  fs.writeFileSync(path.join(root, 'src/abc.txt'), 'one\ntwo\nthree\n');
  fs.writeFileSync(path.join(root, 'README.md'), '# A project\n');
  fs.writeFileSync(path.join(root, 'a.png'), Buffer.from(PNG, 'base64'));
  fs.writeFileSync(path.join(root, 'endless.txt'), 'text\n'.repeat(4096));
  fs.truncateSync(path.join(root, 'endless.txt'), 2 ** 40);
  return root;
}

/** Runs `action` with a connected client. */
export async function connected(way, root, more, action) {
  const args = ['mcp', '--root', root, ...more];
  const client = way.sdk.client(way.mode);
  if (!way.http) {
    await client.connect(new way.sdk.Stdio({ command: program, args }));
    try {
      return await action(client);
    } finally {
      await client.close();
    }
  }
  return served(args, way.token, async (url) => {
    const headers = way.token === undefined ? {} : { Authorization: `Bearer ${way.token}` };
    await client.connect(new way.sdk.Http(url, { requestInit: { headers } }));
    try {
      return await action(client);
    } finally {
      await client.close();
    }
  });
}

/** Runs `action` with the URL of a server, which has to end well when it is stopped. */
export async function served(args, token, action) {
  const env = { ...process.env, ...(token === undefined ? {} : { READROOM_MCP_TOKEN: token }) };
  const server = spawn(program, [...args, '--http', '127.0.0.1:0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  try {
    const [line] = await once(readline.createInterface({ input: server.stderr }), 'line');
    const result = await action(new URL(line.replace('readroom: serving ', '')));
    server.kill('SIGTERM');
    const [status] = await ended;
    if (status !== 0) throw new Error(`the server ended with ${status}`);
    return result;
  } finally {
    server.kill('SIGKILL');
  }
}
