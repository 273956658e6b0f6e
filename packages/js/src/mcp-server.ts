/**
 * A server of the Model Context Protocol in this process, which has tools and nothing else.
 */

import { VERSION } from './version.js';

/** @internal The result of a tool. */
export interface Result {
  content: object[];
  isError: boolean;
}

/** @internal A tool as the server offers it. */
export interface ServedTool {
  definition: { name: string; [member: string]: unknown };
  /** Rejects with a message for the model if there is no result. */
  call: (args: object, signal: AbortSignal) => Promise<Result>;
}

/** The part of a transport that is needed, as the official package has it. */
interface Transport {
  start: () => Promise<void>;
  send: (message: object) => Promise<void>;
  onmessage?: (message: Message) => void;
  onclose?: () => void;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: any;
}

/** @internal Returns a server that can be connected to any number of transports. */
export function serverOf(name: string, tools: readonly ServedTool[]) {
  /** Answers a request, or returns `undefined` if there is no such method. */
  async function answer(method: string, params: any, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case 'initialize': {
        // The part used here is the same in every version.
        const { protocolVersion } = params;
        const serverInfo = { name, version: VERSION };
        return { protocolVersion, capabilities: { tools: {} }, serverInfo };
      }
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: tools.map(({ definition }) => definition) };
      case 'tools/call': {
        const tool = tools.find(({ definition }) => definition.name === params.name);
        if (tool === undefined) throw new TypeError(`there is no tool '${params.name}'`);
        return tool.call(params.arguments ?? {}, signal);
      }
      default:
        return undefined;
    }
  }
  return {
    async connect(transport: Transport): Promise<void> {
      const underWay = new Map<string | number, AbortController>();
      transport.onclose = () => {
        for (const call of underWay.values()) call.abort();
      };
      transport.onmessage = async ({ id, method, params }) => {
        if (method === 'notifications/cancelled') underWay.get(params.requestId)?.abort();
        if (id === undefined || method === undefined) return;
        const call = new AbortController();
        underWay.set(id, call);
        const result = await answer(method, params, call.signal).catch(
          ({ message }: Error): Result => ({
            content: [{ type: 'text', text: message }],
            isError: true,
          }),
        );
        underWay.delete(id);
        if (call.signal.aborted) return;
        const error = { code: -32601, message: `there is no method '${method}'` };
        const answered = result === undefined ? { error } : { result };
        // An answer that cannot be sent is dropped.
        await transport.send({ jsonrpc: '2.0', id, ...answered }).catch(() => {});
      };
      await transport.start();
    },
  };
}
