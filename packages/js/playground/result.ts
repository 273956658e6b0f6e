/** The result of a call: the facts, the model's view, the native JSON, and a comparison. */

import type { Content, MatchLine, Reply, SearchResults } from '../dist/contract.js';
import { pretty } from './arguments.js';
import { byId, count, counted, element, size } from './dom.js';
import { linesBox, marked, textBox, unseenIn } from './text.js';

/** A call that got an answer. */
export interface Run {
  readonly tool: string;
  readonly args: string;
  readonly reply: Pick<Reply, 'outcome' | 'json' | 'content' | 'facts'>;
  readonly milliseconds: number;
  /** The text that the model is shown. */
  readonly text: string;
  /** The estimated tokens of the text. */
  readonly tokens: number;
}

/** The types of images that are drawn. Others, such as SVG, can be active content. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
]);

/** Its results, which errors do not have. */
type Found = Partial<SearchResults>;

/** The tool whose answers say where lines match. */
const SEARCH = /^readroom@.*:search$/u;

/** Returns the lines that a search found, in the order in which they are shown. */
function foundBy({ tool, reply }: Run): readonly MatchLine[] {
  if (!SEARCH.test(tool)) return [];
  const value = JSON.parse(reply.json) as Found & { searches?: readonly Found[] };
  const files = (value.searches ?? [value]).flatMap(({ files = [] }) => files);
  return files.flatMap(({ groups }) => groups.flatMap(({ lines }) => lines));
}

/** Returns the text of an answer, without its pictures. */
export function textOf(content: readonly Content[]): string {
  return content.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns elements for the parts of an answer. */
function contentView(run: Run, label: string): HTMLElement[] {
  const { content } = run.reply;
  return content.map((part, at) => {
    const name = content.length === 1 ? label : `${label}, part ${at + 1} of ${content.length}`;
    if (part.kind === 'text') return linesBox(name, part.text, foundBy(run));
    const { mime, data } = part;
    const about = `${mime}, ${size(atob(data).length)}`;
    if (!PICTURES.has(mime)) return element('p', {}, `A file: ${about}`);
    const alt = `The picture that the tool returned, ${mime}`;
    const picture = element('img', { alt, src: `data:${mime};base64,${data}` });
    return element('figure', {}, picture, element('figcaption', {}, about));
  });
}

function fact(name: string, value: string, detail = ''): HTMLElement {
  return element(
    'div',
    {},
    element('dt', {}, name),
    element('dd', {}, value, element('small', {}, detail)),
  );
}

/** Returns the facts about a call. */
function factsView({ reply, text, tokens, milliseconds }: Run): HTMLElement {
  const isAllText = reply.content.every(({ kind }) => kind === 'text');
  const sum = (of: 'bytes' | 'lines'): number =>
    reply.facts.reduce((total, each) => total + each[of], 0);
  const facts = [
    fact('Outcome', reply.outcome),
    fact('Tokens', `≈ ${count(tokens)}`, isAllText ? 'estimate' : 'estimate of the text alone'),
    fact('Text', size(bytesOf(text))),
    fact('JSON', size(bytesOf(reply.json))),
    fact('Time', `${milliseconds.toFixed(1)} ms`),
  ];
  const lines = sum('lines');
  const isFile = reply.facts.some(({ version }) => version !== undefined);
  if (isFile)
    facts.push(fact('Of the file', size(sum('bytes')), lines > 0 ? counted(lines, 'line') : ''));
  const unseen = unseenIn(text);
  if (unseen > 0) facts.push(fact('Unseen', count(unseen), 'characters, marked'));
  return element('dl', {}, ...facts);
}

/** Returns how many tokens another answer takes, compared with the first one. */
export function differenceOf(first: number, second: number): string {
  if (first === second) return `The same number of tokens, about ${count(first)}.`;
  const [by, word] = [Math.abs(second - first), second > first ? 'more' : 'fewer'];
  const percent = first === 0 ? '' : ` (${Math.round((by / first) * 100)} %)`;
  return `About ${counted(by, `${word} token`)}${percent}.`;
}

export class ResultPanel {
  readonly #root = byId('result', HTMLElement);
  readonly #status = byId('status', HTMLElement);
  readonly #facts = byId('facts', HTMLElement);
  readonly #model = byId('model', HTMLElement);
  readonly #native = byId('native', HTMLElement);
  readonly #compared = byId('compared', HTMLElement);
  readonly #comparison = byId('comparison', HTMLElement);

  /** Shows that a call is under way. */
  begin(): void {
    this.#root.setAttribute('aria-busy', 'true');
  }

  /**
   * Shows an answer.
   *
   * @param second - the call that it is compared with, or why there is none
   */
  show(run: Run, second: Run | string | undefined): void {
    const { tool, reply, tokens } = run;
    this.#facts.replaceChildren(factsView(run));
    this.#model.replaceChildren(...contentView(run, 'What the model sees'));
    this.#native.replaceChildren(textBox('Native JSON', pretty(JSON.parse(reply.json))));
    this.#compared.hidden = second === undefined;
    this.#comparison.replaceChildren(...this.#comparisonOf(run, second));
    this.#end(reply.outcome, `${tool} ${reply.outcome}: about ${counted(tokens, 'token')}.`);
  }

  #comparisonOf(run: Run, second: Run | string | undefined): HTMLElement[] {
    if (second === undefined) return [];
    if (typeof second === 'string') return [element('p', {}, ...marked(second))];
    const { tool, args, tokens } = second;
    const call = element('code', {}, ...marked(`${tool} ${args}`));
    return [
      element('p', {}, call, ` ${differenceOf(run.tokens, tokens)}`),
      ...contentView(second, `What ${tool} shows`),
    ];
  }

  /** Shows that there is no answer, and why. */
  fail(message: string): void {
    const parts = [this.#facts, this.#model, this.#native, this.#comparison];
    for (const part of parts) part.replaceChildren();
    this.#facts.append(element('p', { class: 'complaint' }, ...marked(message)));
    this.#end('failed', message);
  }

  /** Shows a message that is not an answer. */
  announce(message: string): void {
    this.#status.textContent = message;
    this.#status.classList.remove('spoken');
  }

  #end(outcome: string, message: string): void {
    this.#root.dataset['outcome'] = outcome;
    this.#root.setAttribute('aria-busy', 'false');
    this.announce(message);
    // The content below says the same, but only visually.
    this.#status.classList.add('spoken');
  }

  /** Scrolls to the answer if the page shows none of it. */
  reveal(): void {
    const { top, bottom } = this.#root.getBoundingClientRect();
    if (top > window.innerHeight * 0.75 || bottom < 0) this.#root.scrollIntoView();
  }
}
