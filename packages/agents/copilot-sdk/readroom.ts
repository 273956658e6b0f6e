// Readroom instead of the Copilot SDK's `read_file`: createSession({ tools: [readFile(directory)]
// })
import { defineTool } from '@github/copilot-sdk';
import { Room } from 'readroom';

export function readFile(root: string) {
  const room = new Room({ root });
  return defineTool('read_file', {
    description: 'Read lines of a file, with their numbers. The last line says how to go on.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'relative to the project, or absolute' },
        start: { type: 'integer', description: 'the first line, from 1' },
        lines: { type: 'integer', description: 'the most lines' },
      },
      required: ['path'],
    },
    overridesBuiltInTool: true,
    async handler(call: Record<string, unknown>) {
      const { outcome, content } = await room.call('readroom', JSON.stringify(call));
      const text = content.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
      const pictures = content.flatMap((block) =>
        block.kind === 'image'
          ? [{ type: 'image' as const, data: block.data, mimeType: block.mime }]
          : [],
      );
      return {
        textResultForLlm: text,
        resultType: outcome === 'answered' ? ('success' as const) : ('failure' as const),
        ...(pictures.length > 0 && { binaryResultsForLlm: pictures }),
      };
    },
  });
}
