/** Shows what the component asked its host for, and says what it did not get. */

import { below } from '../dist/browser/names.js';
import { count, counted, element, size } from './dom.js';
import type { HostRequest, Step, CallTrace } from './messages.js';
import { marked } from './text-view.js';

const STEPS: { readonly [Name in Step]: string } = {
  look: 'look at',
  open: 'open',
  link: 'read link',
  list: 'list',
  read: 'read',
};

const CODES: { readonly [code: string]: string } = {
  'no-entry': 'there is no such name',
  access: 'permission denied',
  'not-directory': 'not a directory',
  'is-directory': 'a directory',
  'name-too-long': 'the name is too long',
  loop: 'a link is not opened',
};

/** Returns the absolute name that a link leads to, as text. */
function targetOf({ path, found }: HostRequest): string {
  return found.startsWith('/') ? found : `${path.slice(0, path.lastIndexOf('/'))}/${found}`;
}

/** Returns whether a link leads out of the root. */
export function leadsOut(request: HostRequest, root: string): boolean {
  return request.step === 'link' && below(root, climbed(targetOf(request))) === undefined;
}

/** Resolves `..`, above the top too, where `/` stays `/`. */
function climbed(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

function linksThat(number: number, one: string, several: string): string {
  return `${counted(number, 'link')} ${number === 1 ? one : several}`;
}

/** Says in a few sentences what a call did. */
export function summaryOf(trace: CallTrace, root: string): string {
  const { requests } = trace;
  const names = new Set(requests.map(({ path }) => path));
  const opened = new Set(
    requests
      .filter(({ step, outcome }) => step === 'open' && outcome === 'given')
      .map(({ path }) => path),
  );
  const links = new Set(requests.filter(({ step }) => step === 'link').map(({ path }) => path));
  const out = requests.filter((each) => leadsOut(each, root)).length;
  const inside = links.size - out;
  const bytes = requests.reduce((sum, { step, amount }) => sum + (step === 'read' ? amount : 0), 0);
  if (names.size === 0) return 'The component asked for no name.';
  const outside = [...names].filter((path) => below(root, path) === undefined).length;
  return [
    `The component asked about ${counted(names.size, 'name')} and opened ${opened.size || 'none'}.`,
    bytes > 0 ? `It read ${size(bytes)}.` : '',
    inside > 0 ? `${linksThat(inside, 'stays', 'stay')} inside; the host followed none.` : '',
    out > 0 ? `${linksThat(out, 'leads', 'lead')} out of the project.` : '',
    `It asked for ${outside === 0 ? 'nothing' : counted(outside, 'name')} outside ${root}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function foundText(request: HostRequest, root: string): string {
  const { step, found, outcome, amount, times } = request;
  if (outcome === 'failed') return CODES[found] ?? found;
  const often = times > 1 ? ` in ${count(times)} steps` : '';
  if (step === 'read') return `${counted(amount, 'byte')}${often}`;
  if (step === 'list') return counted(amount, 'name');
  if (step === 'link')
    return `to ${found}${leadsOut(request, root) ? ', which leads out of the project' : ''}`;
  return found.replaceAll('-', ' ').replace('symbolic ', '');
}

/** Returns the steps of a call as a table. */
export function hostView({ requests, more }: CallTrace, root: string): HTMLElement {
  const rows = requests.map((each) => {
    const isRefused = each.outcome !== 'given' || leadsOut(each, root);
    return element(
      'tr',
      { class: isRefused ? 'refused' : undefined },
      element('td', {}, STEPS[each.step]),
      element('td', {}, element('code', {}, ...marked(each.path))),
      element('td', {}, ...marked(foundText(each, root))),
    );
  });
  const head = ['Step', 'Name', 'The host answered'].map((name) =>
    element('th', { scope: 'col' }, name),
  );
  const table = element(
    'table',
    {},
    element('caption', {}, 'Every step, in order. A name is one plain name in an open directory.'),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
  const rest = more > 0 ? element('p', {}, `${counted(more, 'more step')} not shown.`) : undefined;
  return element('div', { class: 'host' }, rows.length > 0 ? table : undefined, rest);
}
