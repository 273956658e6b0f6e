/** Writes large files that are the same on every machine, from a seed. */

const COMPONENTS = ['cache', 'disk', 'http', 'index', 'link', 'pack', 'plan', 'queue', 'worker'];
const VERBS = ['opened', 'closed', 'renewed', 'skipped', 'queued', 'compiled', 'copied', 'read'];
const NOUNS = ['unit', 'archive', 'segment', 'request', 'module', 'table', 'error page', 'lease'];
const OWNERS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron'];

/** Returns a generator of numbers in [0, 1): mulberry32. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a generator of numbers, and one that chooses from a list with it. */
export function choices(seed) {
  const next = random(seed);
  const below = (end) => Math.floor(next() * end);
  return { next, below, pick: (list) => list[below(list.length)] };
}

/**
 * Writes a log in which the words `error` and `failed` are also in harmless lines.
 *
 * @param {{seed: number, bytes: number, failure: number, warning: number}} options where the first
 *   line of level ERROR and the first of level WARN are, as parts of the log
 */
export function log({ seed, bytes, failure, warning }) {
  const { next, below, pick } = choices(seed);
  const lines = [];
  let size = 0;
  let time = Date.UTC(2026, 0, 5, 6, 0, 0);
  let failed = false;
  let warned = false;
  while (size < bytes) {
    time += below(90);
    const at = new Date(time).toISOString();
    const who = `${pick(COMPONENTS)}[${1000 + below(64)}]`;
    let line;
    if (!warned && size >= bytes * warning) {
      warned = true;
      line = `${at} WARN  ${who} ${91 + below(8)}% of the space is used`;
    } else if (!failed && size >= bytes * failure) {
      failed = true;
      line = `${at} ERROR ${who} checksum of ${pick(NOUNS)} ${below(90000)} does not match`;
    } else if (failed && next() < 0.002) {
      line = `${at} ERROR ${who} ${pick(NOUNS)} ${below(90000)} is not available`;
    } else if (warned && next() < 0.004) {
      line = `${at} WARN  ${who} slow: ${100 + below(900)} ms`;
    } else if (next() < 0.02) {
      line = `${at} INFO  ${who} ${below(200)} done, 0 failed, last error: none`;
    } else {
      const level = next() < 0.3 ? 'DEBUG' : 'INFO ';
      const what = `${pick(VERBS)} ${pick(NOUNS)} ${below(90000)}`;
      line = `${at} ${level} ${who} ${what} in ${below(99)} ms`;
    }
    lines.push(line);
    size += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Assembles a source file of many lines from shorter ones. Each is a module, and what it declares
 * has the number of the module in its name, so that no two declarations are alike.
 */
export function assembled({ seed, lines: wanted, sources }) {
  const { below } = choices(seed);
  const parts = [];
  let count = 0;
  let bag = [];
  for (let number = 1; count < wanted; number += 1) {
    const suffix = `_m${String(number).padStart(2, '0')}`;
    if (bag.length === 0) bag = [...sources];
    const [source] = bag.splice(below(bag.length), 1);
    const declared = /^(\s*(?:pub(?:\(\w+\))? )?(?:fn|struct|enum|const|type) )(\w+)/gmu;
    const names = new Set([...source.matchAll(declared)].map((match) => match[2]));
    const renamed = source
      .replaceAll(/^\/\/!.*\n\n?/gmu, '')
      // In a comment, the name of a function can be an ordinary word.
      .replaceAll(/\b(?:[A-Z]\w*|[a-z_]\w*(?=[(<]))/gu, (word) =>
        names.has(word) ? `${word}${suffix}` : word,
      );
    const body = renamed.trimEnd().split('\n');
    const indented = body.map((line) => (line === '' ? '' : `    ${line}`));
    const part = [`mod part${suffix} {`, ...indented, '}', ''];
    parts.push(...part);
    count += part.length;
  }
  return `${parts.slice(0, -1).join('\n')}\n`;
}

/** Writes one line of JSON. */
export function minified({ seed, records }) {
  const { below, pick, next } = choices(seed);
  const all = Array.from({ length: records }, (_, index) => ({
    id: `r-${String(index).padStart(4, '0')}`,
    owner: `${pick(OWNERS)}-${100 + below(900)}`,
    size: below(1_000_000),
    ratio: Math.round(next() * 10000) / 10000,
    tags: [pick(NOUNS), pick(VERBS)],
  }));
  return `${JSON.stringify({ version: 3, records: all })}\n`;
}
