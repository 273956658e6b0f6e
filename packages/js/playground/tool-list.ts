/** The choice of a tool: all of them, grouped by agent, with what each equals. */

import { element } from './dom.js';
import type { Tool } from '../dist/types.js';

/** Returns the agent in the id of a tool. */
function agentOf(id: string): string {
  return id.split('@')[0] ?? id;
}

/** Returns the options of a list of tools, grouped by agent. */
export function toolOptions(tools: readonly Tool[]): HTMLElement[] {
  const groups = new Map<string, HTMLElement>();
  for (const { id } of tools) {
    const agent = agentOf(id);
    const group = groups.get(agent) ?? element('optgroup', { label: agent });
    groups.set(agent, group);
    group.append(element('option', { value: id }, id));
  }
  return [...groups.values()];
}

/** Returns what a tool equals and how that is known. */
export function aboutTool({ name, release, basis }: Tool): HTMLElement[] {
  const line = element('p', {}, 'The model calls it ', element('code', {}, name), '. It equals ');
  line.append(element('strong', {}, release), `. ${basis}`);
  return [line];
}

/** Returns a table of all tools. */
export function toolTable(tools: readonly Tool[]): HTMLElement {
  const cell = (text: string): HTMLElement => element('td', {}, text);
  const rows = tools.map(({ id, name, release, basis }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('code', {}, id)),
      element('td', {}, element('code', {}, name)),
      cell(release),
      cell(basis),
    ),
  );
  const heads = ['Tool', 'Name', 'Equals', 'How that is known'];
  return element(
    'table',
    {},
    element('caption', { class: 'unseen-text' }, 'All tools'),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head))),
    ),
    element('tbody', {}, ...rows),
  );
}
