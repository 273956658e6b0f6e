/** First calls, as links: each of the neutral tools, documents, history, and refused reads. */

import { fragmentOf } from './address.js';
import { argumentsText } from './arguments.js';
import type { Arguments } from './arguments.js';
import { element } from './dom.js';

/** The label, the name of the tool, and its arguments. */
const EXAMPLES: readonly (readonly [label: string, tool: string, args: Arguments])[] = [
  ['List the project', 'list', { depth: 2 }],
  ['Find a file', 'find', { glob: '*.py' }],
  ['Search for a word', 'search', { pattern: 'umbrella', context: 1 }],
  ['Find a definition', 'search', { pattern: 'rain', what: 'definitions' }],
  ['Read the end of a log', 'read', { path: 'data/station.log', start: -5 }],
  ['Outline of code', 'read', { path: 'src/forecast.py', view: 'outline' }],
  ['A sheet', 'read', { path: 'data/stations.xlsx' }],
  ['A PDF', 'read', { path: 'data/bulletin.pdf' }],
  ['Commits', 'log', {}],
  ['What a commit changed', 'diff', { at: 'HEAD' }],
  ['A file before that', 'read', { path: 'src/umbrella.ts', at: 'HEAD~1' }],
  ['A secret', 'read', { path: '.env' }],
  ['A link that leads outside', 'read', { path: 'outside.txt' }],
];

/** Returns the first arguments of a tool that reads no file, by its id. */
export function firstArguments(tool: string): Arguments | undefined {
  const [, name = 'read'] = tool.split(':');
  return name === 'read' ? undefined : EXAMPLES.find(([, of]) => of === name)?.[2];
}

/** Returns the links. `tools` are the ids of all tools. */
export function exampleLinks(tools: readonly string[]): HTMLElement[] {
  return EXAMPLES.map(([label, name, args]) => {
    const tool = tools.find((id) => /^readroom@/u.test(id) && id.endsWith(`:${name}`)) ?? '';
    const call = { tool, args: argumentsText(args) };
    const href = fragmentOf({ ...call, isCompared: false, rules: 'default' });
    return element('a', { href }, label);
  });
}
