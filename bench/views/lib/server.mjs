/** A client of `readroom mcp` over standard input and output: it gets what a model is shown. */

import { spawn } from 'node:child_process';
import readline from 'node:readline';

/** The placeholder for the root in texts, so that counts do not depend on its path. */
const ROOT = '/project';

/**
 * @typedef {object} Definition a tool's description for a model
 * @property {string} name
 * @property {string} description
 * @property {object} inputSchema
 *
 * @typedef {object} Answer
 * @property {string[]} blocks the texts that a model is shown
 * @property {boolean} isError
 */

export class Server {
  #child;
  #root;
  #waiting = new Map();
  #id = 0;
  #complaint = '';
  #ended;

  /** @type {Definition[]} */
  definitions;

  /** Starts a server that offers one tool, or those that it offers by itself. */
  static async start(program, root, { tool, flags = [] }) {
    const server = new Server(program, root, [...(tool ? ['--tool', tool] : []), ...flags]);
    try {
      await server.#request('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'views', version: '1' },
      });
      server.#send({ method: 'notifications/initialized' });
      const { tools } = await server.#request('tools/list', {});
      server.definitions = tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      }));
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  constructor(program, root, options) {
    const { READROOM_MCP_TOKEN: _, ...environment } = process.env;
    this.#root = root;
    this.#child = spawn(program, ['mcp', '--root', root, ...options], { env: environment });
    this.#child.stderr.on('data', (data) => (this.#complaint += data));
    // A server that has exited takes no requests; its exit is reported below.
    this.#child.stdin.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      const end = (why) => {
        const error = new Error(`the server ended: ${why}${this.#complaint}`);
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
        resolve();
      };
      this.#child.on('error', (error) => end(`${error.message} `));
      this.#child.on('close', () => end(''));
    });
    readline.createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(`the server refused: ${error.message}`));
    });
  }

  /** The definition of the only tool, or of the first. */
  get definition() {
    return this.definitions[0];
  }

  /** @returns {Promise<Answer>} */
  async call(args, name = this.definition.name) {
    const parameters = { name, arguments: args };
    const { content, isError = false } = await this.#request('tools/call', parameters);
    const blocks = content.map((block) => block.text ?? `[${block.type}]`);
    return { blocks: blocks.map((text) => text.replaceAll(this.#root, ROOT)), isError };
  }

  async close() {
    this.#child.stdin.end();
    await this.#ended;
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #request(method, params) {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      if (this.#child.exitCode !== null) {
        reject(new Error(`the server ended: ${this.#complaint}`));
        return;
      }
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }
}
