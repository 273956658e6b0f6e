/**
 * Tools for the Claude Agent SDK, the package `@anthropic-ai/claude-agent-sdk`, which is not needed
 * to make them.
 *
 * @packageDocumentation
 */

import { fileName, named, unversioned } from './adapters.js';
import type { ToolOptions } from './adapters.js';
import type { Content, ReadFacts } from './contract.js';
import { serverOf } from './mcp-server.js';
import type { ServedTool } from './mcp-server.js';
import type { ReadingRoom } from './room.js';
import type { Tool } from './types.js';

const SERVER = 'readroom';

/** The tool with the arguments of the SDK's `Read`, and those that look around. */
const IDS = ['claude-code', 'readroom:list', 'readroom:find', 'readroom:search'];

/** The SDK's tools whose arguments a tool understands. */
const BUILT_IN: { readonly [id: string]: string } = {
  'claude-code': 'Read',
  'readroom:read': 'Read',
  'readroom:find': 'Glob',
  'readroom:search': 'Grep',
};

/** Options for the SDK's `query`. */
export interface ClaudeOptions {
  /** A server in this process with the tools. */
  mcpServers: { readroom: { type: 'sdk'; name: string; instance: any } };
  /** The tools, which are called without asking for permission. */
  allowedTools: string[];
  /**
   * The SDK's `Glob` and `Grep`, if there are tools for them. Its `Read` is not among them: without
   * it no file could be edited in the message in which it was read.
   */
  disallowedTools: string[];
  /** The tools that answer calls of the SDK's `Read`, `Glob` and `Grep`. */
  toolAliases: { [builtIn: string]: string };
}

/** The part of the SDK's query that is needed. */
export interface ClaudeQuery {
  seedReadState?: (path: string, modified: number) => Promise<void>;
}

/** Tools for one query. */
export interface ClaudeTools {
  options: ClaudeOptions;
  /**
   * Makes `Edit` and `Write` accept a file that a tool has read, from the next message of the user
   * on. For older models, which Claude Code requires to read it first. Returns the query.
   */
  attach: <Query extends ClaudeQuery>(query: Query) => Query;
}

/**
 * Returns tools for one `query` of the SDK.
 *
 * @param options - the tools; by default `claude-code`, which answers for the SDK's `Read`, and
 *   `list`, `find` and `search` of `readroom`
 * @throws `TypeError` if two tools have the same name
 */
export async function tools(room: ReadingRoom, options: ToolOptions = {}): Promise<ClaudeTools> {
  let query: ClaudeQuery | undefined;
  /** Informs the SDK of the files that a call has read. */
  async function seed(id: string, args: object, facts: readonly ReadFacts[]): Promise<void> {
    for (const { realPath, modified, size, bytes } of facts) {
      // A directory has no time, and a file that was only looked up has no bytes.
      if (modified === undefined || (bytes === 0 && size > 0)) continue;
      // The model will use the same name again.
      const path = (await room.requestedPath(id, args)) ?? realPath;
      await query?.seedReadState?.(path, modified);
    }
  }
  const toolAliases: ClaudeOptions['toolAliases'] = {};
  const offered = { ...options, ids: options.ids ?? IDS };
  const served = named(await room.tools(), offered, (tool, name): ServedTool => {
    const builtIn = BUILT_IN[unversioned(tool.id)];
    if (builtIn !== undefined) toolAliases[builtIn] ??= qualified(name);
    return {
      definition: definitionOf(tool, name),
      async call(args, signal) {
        const reply = await room.call(tool.id, args, { signal, contentOnly: true });
        // The file was read, even if the query has ended or does not know this request.
        if (query !== undefined) await seed(tool.id, args, reply.facts).catch(() => {});
        return { content: reply.content.map(partOf), isError: reply.outcome === 'refused' };
      },
    };
  });
  return {
    options: {
      mcpServers: { readroom: { type: 'sdk', name: SERVER, instance: serverOf(SERVER, served) } },
      allowedTools: served.map(({ definition }) => qualified(definition.name)),
      disallowedTools: ['Glob', 'Grep'].filter((name) => name in toolAliases),
      toolAliases,
    },
    attach(given) {
      query = given;
      return given;
    },
  };
}

/** Returns the name by which the SDK knows a tool of the server. */
const qualified = (name: string): string => `mcp__${SERVER}__${name}`;

function definitionOf(tool: Tool, name: string): ServedTool['definition'] {
  const { description, parameters } = tool;
  return {
    name,
    description,
    inputSchema: parameters,
    annotations: { readOnlyHint: true, openWorldHint: false },
    _meta: {
      // A longer result is kept in a file, which no tool of the room can read.
      'anthropic/maxResultSizeChars': 500_000,
      // A definition that is only loaded later is repeated in every error.
      'anthropic/alwaysLoad': true,
    },
  };
}

function partOf(part: Content): object {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { mime: mimeType, data } = part;
  if (part.kind === 'image') return { type: 'image', data, mimeType };
  const uri = `readroom:${fileName(mimeType)}`;
  return { type: 'resource', resource: { uri, mimeType, blob: data } };
}
