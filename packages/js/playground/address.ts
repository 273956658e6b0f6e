/** What is chosen on the page, as the fragment of its address: a link to a call. */

export interface Choice {
  /** The id of the tool. */
  readonly tool: string;
  /** The arguments as text, whether they are JSON or not. */
  readonly args: string;
  /** Whether the call is compared with the tool `readroom`. */
  readonly isCompared: boolean;
  /** Whether names that look like secrets are denied. */
  readonly isGuarded: boolean;
}

/** Returns a choice as a fragment, with its `#`. */
export function fragmentOf({ tool, args, isCompared, isGuarded }: Choice): string {
  const fields = new URLSearchParams({ tool, args });
  if (isCompared) fields.set('compare', 'yes');
  if (!isGuarded) fields.set('rules', 'everything');
  return `#${fields.toString()}`;
}

/** Reads a fragment, which can hold anything. What it lacks is as at first. */
export function choiceOf(fragment: string): Choice {
  const fields = new URLSearchParams(fragment.replace(/^#/u, ''));
  return {
    tool: fields.get('tool') ?? 'readroom',
    args: fields.get('args') ?? '{\n  "path": "README.md"\n}',
    isCompared: fields.get('compare') === 'yes',
    isGuarded: fields.get('rules') !== 'everything',
  };
}
