/** The call: a tool, and its arguments as a form and as JSON, which stay in step. */

import { byId, element } from './dom.js';
import { ArgumentForm } from './form.js';
import { placeOfError } from './json-place.js';
import { argumentsText, excessOf, MAX_DEPTH, parsed } from './json-text.js';
import { fieldsOf } from './schema.js';
import { aboutTool, toolOptions, toolTable } from './tool-list.js';
import type { Arguments } from './translate.js';
import type { Tool } from '../dist/types.js';

/** What the panel reports. */
export interface CallEvents {
  /** Another tool was chosen. */
  onTool(tool: string): void;
  /** The arguments are other text. */
  onArguments(text: string): void;
  onRun(): void;
}

/** Returns arguments if a text is an object in JSON that the page reads. */
export function argumentsIn(text: string): Arguments | undefined {
  if (excessOf(text) !== undefined) return undefined;
  const value = parsed(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Arguments) : undefined;
}

/** Returns why a text is not arguments. Undefined if it is. */
export function complaintOf(text: string): string | undefined {
  switch (excessOf(text)) {
    case 'too long':
      return 'This is longer than arguments can be, which is 64 KiB.';
    case 'too deep':
      return `This is nested too deeply: the page reads at most ${MAX_DEPTH} levels.`;
    case undefined: {
      if (argumentsIn(text) !== undefined) return undefined;
      const place = placeOfError(text);
      return place === undefined
        ? 'This is JSON, but arguments are an object.'
        : `Not JSON at line ${place.line}, column ${place.column}: expected ${place.expected}.`;
    }
  }
}

export class CallPanel {
  readonly #tool = byId('tool', HTMLSelectElement);
  readonly #about = byId('about-tool', HTMLElement);
  readonly #described = byId('described', HTMLElement);
  readonly #json = byId('json', HTMLTextAreaElement);
  readonly #complaint = byId('json-complaint', HTMLElement);
  readonly #note = byId('call-note', HTMLElement);
  readonly #form: ArgumentForm;
  #tools: readonly Tool[] = [];
  #shown: string | undefined;
  /** The text that was read last, and what it holds. */
  #read: { readonly text: string; readonly args: Arguments | undefined } | undefined;

  constructor({ onTool, onArguments, onRun }: CallEvents) {
    this.#form = new ArgumentForm(byId('arguments', HTMLFieldSetElement), (name, value) => {
      // A changed argument keeps its place, and one that is not given is not written.
      this.#json.value = argumentsText({ ...this.#arguments, [name]: value });
      this.#complain();
      onArguments(this.#json.value);
    });
    this.#tool.addEventListener('change', () => onTool(this.#tool.value));
    this.#json.addEventListener('input', () => {
      this.#complain();
      this.#form.set(this.#arguments);
      onArguments(this.#json.value);
    });
    byId('call', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      onRun();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onRun();
    });
  }

  /** Offers tools. */
  offer(tools: readonly Tool[]): void {
    this.#tools = tools;
    this.#tool.replaceChildren(...toolOptions(tools));
    byId('all-tools', HTMLElement).replaceChildren(toolTable(tools));
  }

  /** Shows a tool and arguments. */
  show(id: string, args: string): void {
    const tool = this.#tools.find((each) => each.id === id);
    if (tool !== undefined && this.#shown !== id) {
      this.#shown = id;
      this.#tool.value = id;
      this.#about.replaceChildren(...aboutTool(tool));
      this.#described.textContent = tool.description;
      this.#form.describe(fieldsOf(tool));
    }
    if (this.#json.value !== args) this.#json.value = args;
    this.#complain();
    this.#form.set(this.#arguments);
  }

  /** Says what a person should know about the arguments. */
  note(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = text === '';
  }

  /** The arguments in the field, or undefined if its text is not arguments. */
  get #arguments(): Arguments | undefined {
    const text = this.#json.value;
    if (this.#read?.text !== text) this.#read = { text, args: argumentsIn(text) };
    return this.#read.args;
  }

  /** Shows why the text is not arguments. */
  #complain(): void {
    const isFine = this.#arguments !== undefined;
    this.#complaint.hidden = isFine;
    this.#json.setAttribute('aria-invalid', String(!isFine));
    if (isFine) return;
    const why = complaintOf(this.#json.value) ?? '';
    const rest = ' The form is off until this is corrected. Run sends the text as it is.';
    this.#complaint.replaceChildren(element('strong', {}, why), rest);
  }
}
