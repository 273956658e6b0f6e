/** The state of the page, as the fragment of its address: a link to a call. */

import { rulesNamed } from './folder.js';
import type { Rules } from './folder.js';

export interface Choice {
  /** The id of the tool. */
  readonly tool: string;
  /** The arguments as text, whether they are JSON or not. */
  readonly args: string;
  /** Whether the call is compared with the tool `readroom`. */
  readonly isCompared: boolean;
  readonly rules: Rules;
}

/** Returns a choice as a fragment, with its `#`. */
export function fragmentOf({ tool, args, isCompared, rules }: Choice): string {
  const fields = new URLSearchParams({ tool, args });
  if (isCompared) fields.set('compare', 'yes');
  if (rules !== 'default') fields.set('rules', rules);
  return `#${fields.toString()}`;
}

/** Reads a fragment, which can hold anything. Missing parts have their defaults. */
export function choiceOf(fragment: string): Choice {
  const fields = new URLSearchParams(fragment.replace(/^#/u, ''));
  return {
    tool: fields.get('tool') ?? 'readroom',
    args: fields.get('args') ?? '{\n  "path": "README.md"\n}',
    isCompared: fields.get('compare') === 'yes',
    rules: rulesNamed(fields.get('rules')),
  };
}
