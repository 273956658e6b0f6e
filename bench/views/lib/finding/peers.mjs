/** The ways of other agents: their tools as the program has them, and ripgrep where it has none. */

import { Server } from '../server.mjs';

/** How many lines Claude Code's search shows. */
const MAX_GREP = 250;

/** Makes a call, and returns its arguments as they are written, with the text of the answer. */
async function show(server, tool, args) {
  // A tool may refuse a document: a model reads its error like an answer.
  const { blocks } = await server.call(args, tool);
  return { args: JSON.stringify(args), text: blocks.join('\n') };
}

/** Numbers the lines of an excerpt that starts at a line of a file. */
function plain(file, start, lines) {
  return lines.map((text, at) => ({ file, number: start + at, text }));
}

/** pi's own search, which finds at most 100 lines unless more are requested. */
function pi(server) {
  return {
    id: 'pi: grep, find, read',
    async read({ path, start = 1, lines }) {
      const args = { path, offset: start, ...(lines && { limit: lines }) };
      const shown = await show(server, 'read', args);
      const [content] = shown.text.split(/\n\n\[(?:Showing lines|\d+ more lines)/u);
      return { ...shown, lines: plain(path, start, content.split('\n')) };
    },
    async search(call) {
      if (call.pattern === undefined) {
        const shown = await show(server, 'find', { pattern: call.glob });
        return { ...shown, lines: [], found: shown.text.split('\n').filter((line) => line !== '') };
      }
      const shown = await show(server, 'grep', call);
      const base = call.path === undefined ? '' : `${call.path}/`;
      const hits = shown.text
        .split('\n')
        .map((line) => /^(.+?):(\d+): (.*)$/su.exec(line))
        .filter((match) => match !== null)
        // A truncated line is not the line.
        .map(([, file, number, text]) => ({
          file: base + file,
          number: Number(number),
          text: text.endsWith('... [truncated]') ? undefined : text,
        }));
      const limit = /matches limit reached\. Use limit=(\d+)/u.exec(shown.text);
      const more = limit === null ? [] : [{ ...call, limit: Number(limit[1]) }];
      return { ...shown, lines: hits, hits, more };
    },
  };
}

/** Claude Code's search is ripgrep, and a page of its results. */
function claudeCode(server, rg) {
  return {
    id: 'Claude Code: Grep, Glob, Read',
    async read({ path, start = 1, lines }) {
      const args = { file_path: path, offset: start, ...(lines && { limit: lines }) };
      const shown = await show(server, 'Read', args);
      const matches = shown.text.split('\n').map((line) => /^ *(\d+)[→\t](.*)$/su.exec(line));
      const numbered = matches.filter((match) => match !== null);
      return {
        ...shown,
        lines: numbered.map(([, number, text]) => ({ file: path, number: Number(number), text })),
      };
    },
    async search({ offset = 0, ...call }) {
      const found = await rg.search(call);
      if (call.pattern === undefined) {
        return { ...found, args: JSON.stringify({ pattern: `**/${call.glob}` }) };
      }
      const page = found.hits.slice(offset, offset + MAX_GREP);
      const isCut = found.hits.length > offset + MAX_GREP;
      const note = isCut ? `\n[Showing results with pagination = limit: ${MAX_GREP}]` : '';
      const args = { ...call, output_mode: 'content', '-n': true, ...(offset > 0 && { offset }) };
      const lines = page.map(({ file, number, text }) => `${file}:${number}:${text}\n`);
      return {
        args: JSON.stringify(args),
        text: lines.join('') + note,
        lines: page,
        hits: page,
        more: isCut ? [{ ...call, offset: offset + MAX_GREP }] : [],
      };
    },
  };
}

/** MCP's server-filesystem lists and reads; it has no search of text. */
function filesystem(server) {
  const call = (tool, path) => show(server, tool, { path });
  return {
    id: 'server-filesystem: list_directory, read_text_file',
    async list(path) {
      const shown = await call('list_directory', path);
      const names = shown.text
        .split('\n')
        .map((line) => /^\[(DIR|FILE)\] (.*)$/u.exec(line))
        .map(([, kind, name]) => (kind === 'DIR' ? `${name}/` : name));
      return { ...shown, lines: [], names };
    },
    async read({ path }) {
      const shown = await call('read_text_file', path);
      return { ...shown, lines: plain(path, 1, shown.text.split('\n')) };
    },
  };
}

/**
 * Opens the tools of other agents.
 *
 * @param {import('./finder.mjs').Way | undefined} rg Claude Code's way needs it
 * @returns {Promise<{searches: import('./finder.mjs').Way[],
 *   walks: import('./walk.mjs').Walker[], close: () => Promise<void>}>}
 */
export async function openPeers(program, root, rg) {
  const ids = ['pi@1.5', 'claude-code@2.1', 'mcp-filesystem@2.0'];
  const servers = await Promise.all(ids.map((tool) => Server.start(program, root, { tool })));
  const [ofPi, ofClaudeCode, ofFilesystem] = servers;
  return {
    searches: [pi(ofPi), ...(rg === undefined ? [] : [claudeCode(ofClaudeCode, rg)])],
    walks: [filesystem(ofFilesystem)],
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}
