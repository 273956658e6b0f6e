/** The arguments of a tool as a form. Their only state is the JSON beside it. */

import { element } from './dom.js';
import { excessOf, parsed } from './json-text.js';
import type { Field } from './schema.js';
import type { Arguments } from './translate.js';

/** The value of a field, or undefined if the argument is not given. */
type Value = unknown;

/** Reports that a field has another value. */
type Change = (value: Value) => void;

/** A field in the page. */
interface FieldControl {
  readonly root: HTMLElement;
  /** Shows a value that was written elsewhere. */
  set(value: Value): void;
}

function textOf(value: Value): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns what was typed as an item or argument: JSON if it is an object, a list or a number. */
function typed(text: string): Value {
  const isRead = /^\s*[[{]/u.test(text) && excessOf(text) === undefined;
  return isRead ? (parsed(text) ?? text) : text;
}

/** Returns what the bounds of a number are, in words. */
function bounds({ kind, minimum, maximum }: Field): string {
  const what = kind === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined)
    return `${what} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${what} from ${minimum}`;
  return maximum === undefined ? what : `${what} up to ${maximum}`;
}

function inputFor(field: Field, id: string, help: string, change: Change): FieldControl {
  const isNumber = field.kind === 'integer' || field.kind === 'number';
  const common = { id, 'aria-describedby': help, autocomplete: 'off', spellcheck: 'false' };
  const control = element('input', {
    ...common,
    type: 'text',
    inputmode: isNumber ? 'decimal' : undefined,
    placeholder: field.standard,
    'aria-required': field.isRequired ? 'true' : undefined,
  });
  const complaint = element('p', { class: 'complaint', hidden: true });
  const complain = (value: Value): void => {
    const isFine =
      !isNumber ||
      value === undefined ||
      (typeof value === 'number' &&
        (field.kind === 'number' || Number.isInteger(value)) &&
        value >= (field.minimum ?? -Infinity) &&
        value <= (field.maximum ?? Infinity));
    complaint.hidden = isFine;
    complaint.textContent = isFine ? '' : `The tool takes ${bounds(field)}.`;
    if (isFine) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  };
  control.addEventListener('input', () => {
    const text = control.value;
    // A number that is not one is sent as text: the tool says what is wrong with it.
    const number = /^\s*-?\d+(\.\d+)?\s*$/u.test(text) ? Number(text) : text;
    let value: Value = isNumber ? number : typed(text);
    if (text === '' && !field.isRequired) value = undefined;
    complain(value);
    change(value);
  });
  return {
    root: element('div', {}, control, complaint),
    set(value) {
      complain(value);
      if (textOf(value) !== control.value) control.value = textOf(value);
    },
  };
}

function selectFor(field: Field, id: string, help: string, change: Change): FieldControl {
  const choices = field.kind === 'boolean' ? ['true', 'false'] : field.choices;
  const none =
    field.standard === undefined ? 'not given' : `not given (${textOf(parsed(field.standard))})`;
  const control = element(
    'select',
    { id, 'aria-describedby': help },
    element('option', { value: '' }, none),
    ...choices.map((choice) => element('option', { value: choice }, choice)),
  );
  control.addEventListener('change', () => {
    const { value } = control;
    if (value === '') change(undefined);
    else change(field.kind === 'boolean' ? value === 'true' : value);
  });
  return {
    root: element('div', {}, control),
    set(value) {
      control.value = textOf(value);
    },
  };
}

function listFor(field: Field, id: string, help: string, change: Change): FieldControl {
  const rows = element('div', { class: 'rows' });
  const add = element('button', { type: 'button', id, class: 'small' }, 'Add an item');
  let items: Value[] = [];
  const publish = (): void => change(items.length === 0 ? undefined : items);
  const draw = (): void => {
    const drawn = items.map((item, at) => {
      const control = element('input', {
        type: 'text',
        'aria-label': `${field.name}, item ${at + 1}`,
        'aria-describedby': help,
        autocomplete: 'off',
        spellcheck: 'false',
      });
      control.value = textOf(item);
      control.addEventListener('input', () => {
        items = items.map((other, place) => (place === at ? typed(control.value) : other));
        publish();
      });
      const name = `Remove item ${at + 1} of ${field.name}`;
      const remove = element('button', { type: 'button', class: 'small', 'aria-label': name }, '×');
      remove.addEventListener('click', () => {
        items = items.filter((_, other) => other !== at);
        publish();
        draw();
        add.focus();
      });
      return element('div', { class: 'row' }, control, remove);
    });
    rows.replaceChildren(...drawn);
    add.disabled = items.length >= (field.maxItems ?? Infinity);
  };
  add.addEventListener('click', () => {
    items = [...items, ''];
    publish();
    draw();
    rows.querySelector<HTMLInputElement>('.row:last-child input')?.focus();
  });
  return {
    root: element('div', {}, rows, add),
    set(value) {
      const given: Value[] = Array.isArray(value) ? value : [];
      if (JSON.stringify(given) === JSON.stringify(items)) return;
      items = given;
      draw();
    },
  };
}

function shownField(field: Field, change: Change): FieldControl {
  const id = `argument-${field.name}`;
  const help = `${id}-help`;
  const make =
    field.kind === 'list'
      ? listFor
      : field.kind === 'choice' || field.kind === 'boolean'
        ? selectFor
        : inputFor;
  const shown = make(field, id, help, change);
  const about = field.kind === 'list' ? ' An item that begins with { is read as JSON.' : '';
  const label = element(
    'label',
    { for: id },
    element('code', {}, field.name),
    field.isRequired ? element('span', { class: 'required' }, 'required') : undefined,
  );
  const root = element(
    'div',
    { class: 'field' },
    label,
    shown.root,
    element('p', { class: 'help', id: help }, field.help + about),
  );
  return { root, set: shown.set };
}

export class ArgumentForm {
  readonly #root: HTMLFieldSetElement;
  readonly #onChange: (name: string, value: unknown) => void;
  #fields = new Map<string, FieldControl>();

  /** @param onChange - called with an argument and its value, undefined if it is not given */
  constructor(root: HTMLFieldSetElement, onChange: (name: string, value: unknown) => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Shows the fields of a tool. */
  describe(fields: readonly Field[]): void {
    this.#fields = new Map(
      fields.map((field) => [
        field.name,
        shownField(field, (value) => this.#onChange(field.name, value)),
      ]),
    );
    const rootOf = ({ name }: Field): HTMLElement | undefined => this.#fields.get(name)?.root;
    const extra = fields.filter(({ isExtra }) => isExtra);
    const more = element(
      'details',
      {},
      element('summary', {}, `${extra.length} more that models are not told of by default`),
      ...extra.map(rootOf),
    );
    const main = fields.filter(({ isExtra }) => !isExtra).map(rootOf);
    this.#root.replaceChildren(
      element('legend', {}, 'Arguments'),
      ...main.filter((root) => root !== undefined),
      ...(extra.length > 0 ? [more] : []),
    );
  }

  /** Shows values. Undefined switches the form off: what stands in the JSON is not an object. */
  set(values: Arguments | undefined): void {
    this.#root.disabled = values === undefined;
    if (values === undefined) return;
    for (const [name, shown] of this.#fields)
      shown.set(Object.hasOwn(values, name) ? values[name] : undefined);
  }
}
