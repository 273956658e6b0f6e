/** What the page shows, as the fragment of its address. */

import { argumentsText, excessOf, parsed } from './json-text.js';

export type View = 'answer' | 'host' | 'compare';

export const VIEWS: readonly View[] = ['answer', 'host', 'compare'];

export interface State {
  /** The id of the tool. */
  readonly tool: string;
  /** The arguments as JSON text, or whatever stands there instead. */
  readonly args: string;
  /** The tool that is compared with. */
  readonly second: string | undefined;
  readonly view: View;
  /** Whether the native JSON is shown exactly as it was returned. */
  readonly isExact: boolean;
  /** The name of the folder that was opened, undefined for the example. */
  readonly folder: string | undefined;
  /** Whether names that look like secrets are denied. */
  readonly isGuarded: boolean;
}

export const FIRST: State = {
  tool: 'readroom@0.2',
  args: '{\n  "path": "README.md"\n}',
  second: undefined,
  view: 'answer',
  isExact: false,
  folder: undefined,
  isGuarded: true,
};

/** Writes a state as a fragment, with its `#`. */
export function fragmentOf(state: State): string {
  const fields = new URLSearchParams();
  fields.set('tool', state.tool);
  const value = excessOf(state.args) === undefined ? parsed(state.args) : undefined;
  // Arguments that stand as the page writes them need no spaces; others are kept to the letter.
  if (value !== undefined && argumentsText(value) === state.args)
    fields.set('args', JSON.stringify(value));
  else fields.set('text', state.args);
  if (state.second !== undefined) fields.set('with', state.second);
  if (state.view !== FIRST.view) fields.set('view', state.view);
  if (state.isExact) fields.set('json', 'exact');
  if (state.folder !== undefined) fields.set('folder', state.folder);
  if (!state.isGuarded) fields.set('rules', 'everything');
  return `#${fields.toString()}`;
}

/** Returns arguments as the page writes them, or as they stand if they are too long or deep. */
function argumentsOf(text: string): string {
  if (excessOf(text) !== undefined) return text;
  const value = parsed(text);
  return value === undefined ? FIRST.args : argumentsText(value);
}

/** Reads a fragment, which anybody can have made. What it lacks is as at first. */
export function stateOf(fragment: string): State {
  const fields = new URLSearchParams(fragment.replace(/^#/u, ''));
  const view = VIEWS.find((name) => name === fields.get('view'));
  return {
    tool: fields.get('tool') ?? FIRST.tool,
    args: fields.get('text') ?? argumentsOf(fields.get('args') ?? ''),
    second: fields.get('with') ?? undefined,
    view: view ?? FIRST.view,
    isExact: fields.get('json') === 'exact',
    folder: fields.get('folder') ?? undefined,
    isGuarded: fields.get('rules') !== 'everything',
  };
}
