/**
 * Clients of the official SDK for TypeScript, as clients.py has them for Python.
 *
 *   node clients.mjs URL CLIENTS <requests
 *
 * Standard input has requests as lines of JSON, each with its answer. The clients make them again
 * and again until it ends, and print their counts as JSON. READROOM_MCP_TOKEN is the token.
 */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import readline from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_RETRIES = 5;
const CALLS_PER_CONNECTION = 25;
const CALL_TIMEOUT = 40_000;
const MODES = ['auto', 'legacy', { pin: '2026-07-28' }];

const [url, clients] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.READROOM_MCP_TOKEN}` };
const counts = { calls: 0, retried: 0, wrong: 0, lost: 0 };
const requests = [];
let finished = false;

/** Runs `action` with a connected client. */
async function connected(mode, action) {
  const client = new Client(
    { name: 'tests', version: '1' },
    { versionNegotiation: { mode } },
  );
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    await action(client);
  } finally {
    await client.close().catch(() => {});
  }
}

/** Makes calls one after the other, and counts what becomes of them. */
async function call(mode, index) {
  let failures = 0;
  while (!finished) {
    try {
      await connected(mode, async (client) => {
        for (let count = 0; count < CALLS_PER_CONNECTION && !finished; count += 1) {
          const { answer, ...request } = requests[index % requests.length];
          const result = await client.callTool(
            { name: 'read', arguments: request },
            { timeout: CALL_TIMEOUT },
          );
          const text = result.content.map((content) => content.text).join('\n');
          if (result.isError && text.includes('busy')) throw new Error(text);
          if (result.isError || text !== answer) {
            counts.wrong += 1;
            console.error(`wrong: ${JSON.stringify(request)}: ${text.slice(0, 400)}`);
          }
          counts.calls += 1;
          index += 1;
          failures = 0;
        }
      });
    } catch (error) {
      failures += 1;
      counts.retried += 1;
      if (failures > MAX_RETRIES) {
        console.error(`lost: ${JSON.stringify(requests[index % requests.length])}: ${error}`);
        counts.lost += 1;
        index += 1;
        failures = 0;
      }
      await sleep(50 * 2 ** failures);
    }
  }
}

const lines = readline.createInterface({ input: process.stdin });
const running = [];
for await (const line of lines) {
  if (line === 'start') {
    for (let client = 0; client < Number(clients); client += 1) {
      running.push(call(MODES[client % MODES.length], client * 17));
    }
  } else {
    requests.push(JSON.parse(line));
  }
}
finished = true;
await Promise.all(running);
console.log(JSON.stringify(counts));
