/** The facts about a call, as a list of names and values. */

import { count, counted, element, size } from './dom.js';
import { parsed } from './json-text.js';
import type { Run } from './run.js';
import { marked, unseenIn } from './text-view.js';

/** The maximum memory of the component in bytes, which the build reads from it. */
declare const MAX_MEMORY: number;

function fact(name: string, value: string, detail?: string): HTMLElement {
  return element(
    'div',
    {},
    element('dt', {}, name),
    element('dd', {}, value, detail === undefined ? undefined : element('small', {}, detail)),
  );
}

/** Returns the error of a refusal: its code and hint, if the tool has such. */
function errorOf(json: string): { code?: unknown; message?: unknown; hint?: unknown } {
  const value = parsed(json) as { error?: unknown } | undefined;
  const error = value?.error;
  return typeof error === 'object' && error !== null ? error : { message: error };
}

/** Says in a few words what a call came to. */
export function outcomeOf({ tool, reply, tokens, textBytes, trace }: Run): string {
  const about = tokens === undefined ? '' : `about ${counted(tokens, 'token')}, `;
  const time = `${trace.milliseconds.toFixed(1)} ms`;
  return `${tool} ${reply.outcome}: ${about}${size(textBytes)}, ${time}.`;
}

/** Returns the facts about a call. */
export function factsView(run: Run): HTMLElement {
  const { reply, tokens, textBytes, jsonBytes, trace, pictures } = run;
  const about = pictures === 0 ? 'estimate' : 'estimate of the text alone';
  const read = reply.facts.reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = reply.facts.reduce((sum, each) => sum + each.lines, 0);
  const unseen = unseenIn(run.text);
  return element(
    'dl',
    { class: 'facts' },
    fact('Outcome', reply.outcome),
    fact('Tokens', tokens === undefined ? 'not estimated' : `≈ ${count(tokens)}`, about),
    fact('Text', size(textBytes), `${counted(run.text.split('\n').length, 'line')}`),
    fact('JSON', size(jsonBytes)),
    ...(reply.facts.length > 0
      ? [fact('Of the file', size(read), lines > 0 ? counted(lines, 'line') : undefined)]
      : []),
    fact('Time', `${trace.milliseconds.toFixed(1)} ms`, 'in the sandbox'),
    fact('Memory', size(trace.memory), `of ${size(MAX_MEMORY)}`),
    ...(unseen > 0 ? [fact('Unseen', count(unseen), 'characters, marked')] : []),
  );
}

/** Returns the code, message and hint of a refusal. Undefined if the tool answered. */
export function refusalView({ reply, text }: Run): HTMLElement | undefined {
  if (reply.outcome === 'answered') return undefined;
  const { code, message, hint } = errorOf(reply.json);
  const said = typeof message === 'string' ? message : text;
  return element(
    'div',
    { class: 'refusal' },
    element(
      'p',
      {},
      element('strong', {}, 'Refused'),
      typeof code === 'string' ? element('code', {}, ...marked(code)) : undefined,
      element('span', {}, ...marked(said)),
    ),
    typeof hint === 'string' ? element('p', { class: 'hint' }, ...marked(hint)) : undefined,
  );
}
