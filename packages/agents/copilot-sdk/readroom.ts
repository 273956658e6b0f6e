// Readroom instead of the Copilot SDK's `view`, `glob` and `grep`:
// createSession({ tools: await tools(directory) })
import { type Tool, defineTool } from '@github/copilot-sdk';
import { Room } from 'readroom';

/** The built-in tools that ours replace, by the names of ours. */
const BUILT_IN = new Map([
  ['read', 'view'],
  ['find', 'glob'],
  ['search', 'grep'],
]);

/** Returns `view`, `list`, `glob` and `grep`, which are Readroom's tools with other names. */
export async function tools(root: string): Promise<Tool<any>[]> {
  const room = new Room({ root });
  const own = (await room.tools()).filter(({ id }) => id.startsWith('readroom@'));
  return own.map(({ id, name, description, parameters }) =>
    defineTool(BUILT_IN.get(name) ?? name, {
      description,
      parameters,
      overridesBuiltInTool: BUILT_IN.has(name),
      defer: 'never',
      async handler(call: object, { signal }) {
        const options = { signal, contentOnly: true };
        const { outcome, content, text } = await room.call(id, call, options);
        return {
          textResultForLlm: text,
          resultType: outcome === 'answered' ? ('success' as const) : ('failure' as const),
          binaryResultsForLlm: content.flatMap((part) =>
            part.kind === 'image'
              ? [{ type: 'image' as const, data: part.data, mimeType: part.mime }]
              : [],
          ),
        };
      },
    }),
  );
}
