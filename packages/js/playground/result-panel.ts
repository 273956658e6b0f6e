/** What came of a call: the model's view, the native JSON, the host's view, and a comparison. */

import { comparisonView } from './compare-view.js';
import { contentView, forgetPictures, textBox } from './content-view.js';
import { byId, element } from './dom.js';
import { factsView, outcomeOf, refusalView } from './facts.js';
import { hostView, summaryOf } from './host-view.js';
import { pretty } from './json-text.js';
import type { Run } from './run.js';
import type { View } from './state.js';
import { Tabs } from './tabs.js';
import { marked } from './text-view.js';
import { toolOptions } from './tool-list.js';
import type { Tool } from '../dist/types.js';

/** What the panel reports. */
export interface ResultEvents {
  onView(view: View): void;
  onExact(isExact: boolean): void;
  /** Another tool was chosen to compare with. */
  onSecond(tool: string): void;
}

/** What the second tool came to: a run, or why it has no answer. Undefined if there is none. */
export type Second = Run | string | undefined;

export class ResultPanel {
  readonly #root = byId('result', HTMLElement);
  readonly #status = byId('status', HTMLElement);
  readonly #facts = byId('facts', HTMLElement);
  readonly #model = byId('model', HTMLElement);
  readonly #native = byId('native', HTMLElement);
  readonly #host = byId('host', HTMLElement);
  readonly #comparison = byId('comparison', HTMLElement);
  readonly #second = byId('second', HTMLSelectElement);
  readonly #exact = byId('exact', HTMLInputElement);
  readonly #tabs: Tabs;
  #run: Run | undefined;
  /** What the native JSON shows. */
  #nativeShown: { readonly json: string; readonly isExact: boolean } | undefined;

  constructor({ onView, onExact, onSecond }: ResultEvents) {
    this.#tabs = new Tabs(byId('tabs', HTMLElement), (view) => onView(view as View));
    this.#exact.addEventListener('change', () => onExact(this.#exact.checked));
    this.#second.addEventListener('change', () => onSecond(this.#second.value));
  }

  /** Offers tools to compare with. */
  offer(tools: readonly Tool[]): void {
    this.#second.replaceChildren(...toolOptions(tools));
  }

  /** Scrolls to the answer if the page shows none of it. */
  reveal(): void {
    const { top, bottom } = this.#root.getBoundingClientRect();
    if (top < window.innerHeight * 0.75 && bottom > 0) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#root.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
  }

  /** Says that a call is under way. */
  begin(): void {
    this.#root.setAttribute('aria-busy', 'true');
  }

  /** Chooses what is shown. */
  look(view: View, isExact: boolean, second: string | undefined): void {
    this.#tabs.show(view);
    if (second !== undefined) this.#second.value = second;
    this.#exact.checked = isExact;
    this.#showNative();
  }

  /** Says whether what is shown comes from another call than this one. */
  check(tool: string, args: string): void {
    const run = this.#run;
    byId('stale', HTMLElement).hidden =
      run === undefined || (run.tool === tool && run.args === args);
  }

  /** Shows an answer. */
  show(run: Run, second: Second, secondNote: string, root: string): void {
    this.#run = run;
    forgetPictures();
    this.#root.setAttribute('aria-busy', 'false');
    this.#root.dataset['outcome'] = run.reply.outcome;
    const refusal = refusalView(run);
    this.#facts.replaceChildren(...(refusal === undefined ? [] : [refusal]), factsView(run));
    this.#model.replaceChildren(...contentView(run.reply.content, 'What the model sees'));
    this.#showNative();
    const summary = element('p', { class: 'summary' }, ...marked(summaryOf(run.trace, root)));
    this.#host.replaceChildren(summary, hostView(run.trace, root));
    this.#compare(run, second, secondNote);
    const compared = typeof second === 'object' ? ` ${outcomeOf(second)}` : '';
    // Sighted people have the same in the facts.
    this.#setStatus(outcomeOf(run) + compared, false);
  }

  /** Shows that there is no answer, and why. */
  fail(message: string): void {
    this.#run = undefined;
    this.#nativeShown = undefined;
    byId('stale', HTMLElement).hidden = true;
    this.#root.setAttribute('aria-busy', 'false');
    this.#root.dataset['outcome'] = 'failed';
    for (const part of [this.#facts, this.#model, this.#native, this.#host, this.#comparison])
      part.replaceChildren();
    const refusal = element('div', { class: 'refusal' }, element('p', {}, ...marked(message)));
    this.#facts.replaceChildren(refusal);
    this.#setStatus(message, false);
  }

  /** Says something that is no answer. */
  announce(message: string): void {
    this.#setStatus(message, true);
  }

  #setStatus(message: string, isSeen: boolean): void {
    this.#status.textContent = message;
    this.#status.classList.toggle('unseen-text', !isSeen);
  }

  #showNative(): void {
    if (this.#run === undefined) return;
    const { json } = this.#run.reply;
    const isExact = this.#exact.checked;
    // The panel looks again at every key that is typed.
    if (this.#nativeShown?.json === json && this.#nativeShown.isExact === isExact) return;
    this.#nativeShown = { json, isExact };
    const text = isExact ? json : pretty(JSON.parse(json));
    this.#native.replaceChildren(textBox('Native JSON', ...marked(text)));
  }

  #compare(run: Run, second: Second, note: string): void {
    if (second === undefined) {
      this.#comparison.replaceChildren();
      return;
    }
    if (typeof second === 'string') {
      this.#comparison.replaceChildren(element('p', { class: 'empty' }, ...marked(second)));
      return;
    }
    const asked = element('p', { class: 'asked' }, 'Its arguments: ');
    asked.append(element('code', {}, ...marked(second.args)), note === '' ? '' : ` ${note}`);
    this.#comparison.replaceChildren(asked, ...comparisonView(run, second));
  }
}
