/**
 * Installs the readers that `cargo bench --bench speed -- Peers` compares with, from their
 * registries.
 *
 *   node bench/peers/install.mjs --target target/peers
 */

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installNpm, newNode, run } from '../../tests/agents/install.mjs';
import { pi } from '../../tests/agents/pi.mjs';

const SERVER = '@modelcontextprotocol/server-filesystem';
const SERVER_RELEASE = '2026.8.31';
const RUST = 'rust-mcp-filesystem';
const RUST_RELEASE = '0.4.5';

const { values } = parseArgs({ options: { target: { type: 'string' } } });
if (values.target === undefined) throw new Error('say where to install: --target DIR');
const target = path.resolve(values.target);
const [server, agent] = ['server', 'pi'].map((name) => path.join(target, name));
for (const directory of [server, agent]) fs.mkdirSync(directory, { recursive: true });

installNpm(server, `${SERVER}@${SERVER_RELEASE}`);
pi.install(agent);
run(target, 'cargo', 'install', '--quiet', '--locked', '--root', target, `${RUST}@${RUST_RELEASE}`);

/** The command that the benchmark starts for each, to which it adds the root. */
const commands = {
  server: [newNode(agent), path.join(server, 'node_modules', SERVER, 'dist', 'index.js')],
  rust: [path.join(target, 'bin', RUST)],
  pi: [newNode(agent), fileURLToPath(new URL('pi.mjs', import.meta.url)), agent],
};
fs.writeFileSync(path.join(target, 'commands.json'), `${JSON.stringify(commands, null, 2)}\n`);
