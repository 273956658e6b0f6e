/** Elements of the page. Text only ever becomes text: there is no way here to write markup. */

/** The children of an element, in order. */
export type Child = Node | string | undefined;

/** Attributes: `true` sets an empty one, `undefined` and `false` set none. */
export type Attributes = { readonly [name: string]: string | number | boolean | undefined };

/** Returns a new element. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(attribute, '');
    else if (value !== undefined && value !== false) made.setAttribute(attribute, String(value));
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Returns an element of the page. Throws if the page has no such element. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no element '${id}' of this kind`);
  return found;
}

/** Returns a number with separators. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** Returns a number and its noun, which takes an `s` for more than one. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Returns a number of bytes in the largest unit that fits, as the program does. */
export function size(bytes: number): string {
  let [value, unit] = [bytes, ''];
  for (const larger of ['KiB', 'MiB', 'GiB']) {
    // A number that would be rounded to 1024.0 gets the next unit.
    if (value < 1023.95) break;
    [value, unit] = [value / 1024, larger];
  }
  return unit === '' ? counted(bytes, 'byte') : `${value.toFixed(1)} ${unit}`;
}
