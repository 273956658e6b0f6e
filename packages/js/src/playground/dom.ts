/** Elements of the page. Text only ever becomes text: there is no way here to write markup. */

/** What an element holds, in order. */
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

/** Returns a number of bytes for people. */
export function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  const digits = bytes < 10_000 ? 2 : bytes < 100_000 ? 1 : 0;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(digits)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
