/**
 * The arguments of a tool as a form, from its JSON Schema. The JSON next to it is their only state.
 */

import type { Tool } from '../dist/types.js';
import { parsed } from './arguments.js';
import type { Arguments } from './arguments.js';
import { element } from './dom.js';

/** The parts of a schema that the tools use. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

interface ObjectSchema {
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
}

/** A control for one argument. Without text, the argument is not given. */
interface Control {
  readonly element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  /** Returns the value that was entered. */
  valueOf(text: string): unknown;
}

/** Returns the text of a control for a value. A list has an item on each line. */
function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the items of a list. One that begins with `{` is an object. */
function itemsIn(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => (line.startsWith('{') ? parsed(line) : undefined) ?? line);
}

function controlFor({ type, enum: choices, default: standard, ...schema }: Schema): Control {
  const placeholder = textOf(standard);
  const plain = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' };
  if (choices !== undefined || type === 'boolean') {
    const none = placeholder === '' ? 'not given' : `not given (${placeholder})`;
    const named = (choices ?? ['true', 'false']).map((name) => element('option', {}, name));
    const select = element('select', {}, element('option', { value: '' }, none), ...named);
    return { element: select, valueOf: (text) => (type === 'boolean' ? text === 'true' : text) };
  }
  if (type === 'integer' || type === 'number') {
    const { minimum: min, maximum: max } = schema;
    const step = type === 'integer' ? 1 : 'any';
    const input = element('input', { type: 'number', min, max, step, placeholder });
    return { element: input, valueOf: Number };
  }
  if (type === 'array')
    return { element: element('textarea', { rows: 2, ...plain }), valueOf: itemsIn };
  const input = element('input', { type: 'text', placeholder, ...plain });
  return {
    element: input,
    valueOf: (text) => (type === 'string' ? text : (parsed(text) ?? text)),
  };
}

function valueIn({ element: { value }, valueOf }: Control): unknown {
  return value === '' ? undefined : valueOf(value);
}

export class ArgumentForm {
  readonly #root: HTMLFieldSetElement;
  readonly #onChange: (name: string, value: unknown) => void;
  #controls = new Map<string, Control>();

  /** @param onChange - called with an argument and its value, undefined if it is not given */
  constructor(root: HTMLFieldSetElement, onChange: (name: string, value: unknown) => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Shows the fields of a tool: first those in its model's schema. */
  describe(tool: Tool): void {
    const [told, full] = [tool.parameters as ObjectSchema, tool.fullParameters as ObjectSchema];
    const [main, extra]: [HTMLElement[], HTMLElement[]] = [[], []];
    this.#controls = new Map();
    for (const [name, schema] of Object.entries(full.properties ?? {})) {
      const field = this.#field(name, schema, told.required?.includes(name) === true);
      (Object.hasOwn(told.properties ?? {}, name) ? main : extra).push(field);
    }
    const summary = `${extra.length} more that models are not told of by default`;
    const more = element('details', {}, element('summary', {}, summary), ...extra);
    this.#root.replaceChildren(element('legend', {}, 'Arguments'), ...main);
    if (extra.length > 0) this.#root.append(more);
  }

  #field(name: string, schema: Schema, isRequired: boolean): HTMLElement {
    const control = controlFor(schema);
    const id = `argument-${name}`;
    control.element.id = id;
    control.element.setAttribute('aria-describedby', `${id}-help`);
    control.element.addEventListener('input', () => this.#onChange(name, valueIn(control)));
    this.#controls.set(name, control);
    const about = schema.type === 'array' ? ' One on each line.' : '';
    return element(
      'div',
      { class: 'field' },
      element('label', { for: id }, element('code', {}, name), isRequired ? ' required' : ''),
      control.element,
      element('p', { class: 'help', id: `${id}-help` }, (schema.description ?? '') + about),
    );
  }

  /** Shows values. Undefined disables the form: the text next to it is not arguments. */
  set(values: Arguments | undefined): void {
    this.#root.disabled = values === undefined;
    if (values === undefined) return;
    for (const [name, control] of this.#controls) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      // A value being typed stays as it is: 1.0 and 1 are the same number.
      if (JSON.stringify(valueIn(control)) !== JSON.stringify(value))
        control.element.value = textOf(value);
    }
  }
}
