/** JSON with exact numbers: JavaScript's own parser rounds large ones, and reads 2.0 as 2. */

/**
 * A number that is not a safe integer. Two are equal if both are integers or both are not, and the
 * value is the same.
 */
export class Exact {
  #token;

  constructor(token) {
    this.#token = token;
    if (/[.eE]/u.test(token)) this.fraction = Number(token);
    else this.integer = BigInt(token);
  }

  get token() {
    return this.#token;
  }
}

/** Reads JSON text. Objects have no prototype, so that every name can be a member. */
export function parse(text) {
  let at = 0;
  const fail = () => {
    throw new SyntaxError(`unexpected '${text.slice(at, at + 20)}' at ${at}`);
  };
  const space = () => {
    while (' \n\r\t'.includes(text[at]) && at < text.length) at += 1;
  };
  const take = (what) => {
    if (!text.startsWith(what, at)) fail();
    at += what.length;
  };
  const string = () => {
    const start = at;
    at += 1;
    while (text[at] !== '"') {
      if (at >= text.length) fail();
      at += text[at] === '\\' ? 2 : 1;
    }
    at += 1;
    return JSON.parse(text.slice(start, at));
  };
  const list = (close, item) => {
    at += 1;
    space();
    if (text[at] === close) {
      at += 1;
      return;
    }
    for (;;) {
      space();
      item();
      space();
      if (text[at] === close) break;
      take(',');
    }
    at += 1;
  };
  const value = () => {
    space();
    const first = text[at];
    if (first === '"') return string();
    if (first === '{') {
      const object = Object.create(null);
      list('}', () => {
        const name = string();
        space();
        take(':');
        object[name] = value();
      });
      return object;
    }
    if (first === '[') {
      const items = [];
      list(']', () => items.push(value()));
      return items;
    }
    for (const [word, meaning] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ]) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return meaning;
      }
    }
    const [token] = /^-?\d+(\.\d+)?([eE][+-]?\d+)?/u.exec(text.slice(at, at + 400)) ?? fail();
    at += token.length;
    return /^-?\d+$/u.test(token) && Number.isSafeInteger(Number(token))
      ? Number(token)
      : new Exact(token);
  };
  const read = value();
  space();
  if (at !== text.length) fail();
  return read;
}

/** Writes a value from `parse` as compact JSON. */
export function stringify(value) {
  if (value instanceof Exact) return value.token;
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${stringify(member)}`)
    .join(',')}}`;
}

/** Returns the same value with every string changed. */
export function mapTexts(value, change) {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value instanceof Exact || typeof value !== 'object' || value === null) return value;
  const changed = Object.create(null);
  for (const [name, member] of Object.entries(value)) changed[name] = mapTexts(member, change);
  return changed;
}
