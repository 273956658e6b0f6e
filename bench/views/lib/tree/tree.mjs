/** Makes a tree of 303 files, the same on every machine, from a seed. */

import { digest } from '../workspace.mjs';
import * as documents from './documents.mjs';
import { LANGUAGES } from './languages.mjs';
import { choices } from './random.mjs';
import { source, tests } from './sources.mjs';
import * as texts from './texts.mjs';
import { LIMITS, NOUNS, QUALITIES, VERBS, snake, upper } from './words.mjs';

/** The areas of each language, and how many modules and tests an area has. */
const LAYOUT = [
  {
    of: 'rust',
    areas: 8,
    modules: 8,
    tested: 2,
    at: (area) => [`crates/${area}/src`, `crates/${area}/tests`],
  },
  {
    of: 'python',
    areas: 6,
    modules: 7,
    tested: 3,
    at: (area) => [`services/${area}`, `services/${area}/tests`],
  },
  {
    of: 'typescript',
    areas: 6,
    modules: 6,
    tested: 2,
    at: (area) => [`web/src/${area}`, `web/test/${area}`],
  },
  { of: 'go', areas: 5, modules: 5, tested: 2, at: (area) => [`cmd/${area}`, `cmd/${area}`] },
];

/** The number of files of each other kind. */
const OTHERS = { toml: 18, yaml: 12, json: 8, markdown: 25, log: 6, script: 8 };

/** Returns the content of every file by its path: its text, or the bytes of a workbook. */
export function tree(seed) {
  const random = choices(seed);
  const files = new Map();
  const names = LAYOUT.flatMap((layout) => addAreas(layout, random, files));
  addOthers(names, random, files);
  addDocuments(random, files);
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the digest of all paths and contents. */
export function treeDigest(files) {
  return digest(JSON.stringify([...files]));
}

function shuffled(list, { below }) {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

/** Adds the areas of a language, and returns the names of their functions. */
function addAreas({ of, areas, modules, tested, at }, random, files) {
  const language = LANGUAGES[of];
  const combined = VERBS.flatMap((verb) =>
    QUALITIES.flatMap((quality) => NOUNS.map((noun) => [verb, quality, noun])),
  );
  const pool = shuffled(combined, random);
  const all = [];
  for (const area of shuffled(NOUNS, random).slice(0, areas)) {
    const nouns = shuffled(NOUNS, random).slice(0, modules);
    const made = nouns.map((noun) => moduleOf({ language, area, noun, pool }, random));
    link(made, random);
    const [sources, testing] = at(area);
    for (const each of made) {
      files.set(`${sources}/${each.noun}.${language.suffix}`, source(each, random));
      all.push(...each.functions.map(({ name }) => name));
    }
    for (const each of made.slice(0, tested)) {
      const file = language.suffix === 'ts' ? `${each.noun}.test` : `${each.noun}_test`;
      files.set(`${testing}/${file}.${language.suffix}`, tests(testsOf(each, random), random));
    }
  }
  return all;
}

/** Plans a module: a few functions in most, many in some. */
function moduleOf({ language, area, noun, pool }, { below, pick, next }) {
  const count = next() < 0.15 ? 14 + below(14) : 2 + below(8);
  const functions = pool.splice(0, count).map((words) => ({
    name: language.name(words),
    words,
    noun: pick(NOUNS),
    about: `The ${words[1]} ${words[2]} is what ${pick(NOUNS)} ${below(90)} has.`,
    size: 3 + below(next() < 0.2 ? 30 : 9),
  }));
  const methods = shuffled(VERBS, { below })
    .slice(0, below(5))
    .map((verb) => ({ name: verb, noun: pick(NOUNS), size: 3 + below(12) }));
  const constants = shuffled(LIMITS, { below })
    .slice(0, 1 + below(3))
    .map((limit) => ({ name: upper([area, noun, limit]), value: 10 * (1 + below(90)) }));
  const about = `The ${noun} of each ${pick(NOUNS)} in ${area}.`;
  return { language, area, noun, about, functions, methods, constants, imports: [] };
}

/** Lets functions of an area call each other and use its constants. */
function link(modules, { below, pick, next }) {
  const known = modules.flatMap((module) =>
    module.functions.map(({ name }) => ({ name, module: module.noun })),
  );
  const limits = modules.flatMap(({ constants }) => constants.map(({ name }) => name));
  for (const module of modules) {
    for (const each of [...module.functions, ...module.methods]) {
      const called = Array.from({ length: below(4) }, () => pick(known));
      each.calls = [...new Set(called.map(({ name }) => name))].filter(
        (name) => name !== each.name,
      );
      each.constants = next() < 0.3 ? [pick(limits)] : [];
      const others = called.filter((other) => other.module !== module.noun);
      module.imports.push(...others);
    }
    const imported = module.imports.map((each) => [each.name, each]);
    module.imports = [...new Map(imported).values()];
  }
}

function testsOf({ language, about, noun, functions }, { below }) {
  const tested = functions
    .filter((_, at) => at % 3 < 2)
    .map((each) => ({ ...each, calls: [each.name, ...each.calls.slice(0, below(2))] }));
  return { language, about, noun, tested };
}

function addOthers(names, random, files) {
  const { below, pick } = random;
  const each = (kind, name, write) => {
    const nouns = shuffled(NOUNS, random);
    for (let at = 0; at < OTHERS[kind]; at += 1) files.set(name(nouns[at], at), write(at));
  };
  each(
    'toml',
    (noun, at) => `config/${at % 2 ? 'live' : 'test'}/${noun}.toml`,
    () => texts.toml(4 + below(12), random),
  );
  each(
    'yaml',
    (noun, at) => `deploy/${at % 2 ? 'east' : 'west'}/${noun}.yaml`,
    () => texts.yaml(3 + below(9), random),
  );
  each(
    'json',
    (noun) => `config/schema/${noun}.json`,
    () => texts.json(2 + below(12), random),
  );
  each(
    'markdown',
    (noun) => `docs/${noun}.md`,
    (at) =>
      texts.markdown(
        { title: `Notes ${at}`, names: sample(names, random), parts: 2 + below(9) },
        random,
      ),
  );
  each(
    'log',
    (noun) => `logs/${noun}.log`,
    (at) => texts.log(LOGS[at], random),
  );
  each(
    'script',
    (noun) => `scripts/${snake([pick(VERBS), noun])}.sh`,
    () => texts.script({ steps: 2 + below(9) }, random),
  );
}

/** Adds a workbook of quotas, a handbook of six pages, and a notebook of twelve cells. */
function addDocuments({ below, pick }, files) {
  const quotas = Array.from({ length: 90 }, (_, at) => [
    `session-${100 + at}`,
    `${pick(NOUNS)}-team`,
    10 * (1 + below(900)),
    below(60),
  ]);
  const rows = [['session', 'owner', 'limit', 'minutes'], ...quotas];
  files.set('docs/quotas.xlsx', documents.workbook('Quotas', rows));
  const sentence = () =>
    `A ${pick(QUALITIES)} ${pick(NOUNS)} is kept ${below(90)} minutes after its ${pick(NOUNS)}.`;
  const pages = Array.from({ length: 6 }, () => Array.from({ length: 24 }, sentence));
  files.set('docs/handbook.pdf', documents.pdf(pages));
  const cells = NOUNS.slice(0, 12).map((noun) => ({
    source: [`${noun} = fit_${noun}(rows, ${below(90)})`, `print("error", ${noun}.error)`],
    printed: [`${noun}s: ${below(9000)}`, `error 0.${1000 + below(9000)}`],
  }));
  files.set('notebooks/errors.ipynb', documents.notebook(cells));
}

const sample = (names, random) => Array.from({ length: 8 }, () => random.pick(names));

/** Error codes: some are in one log only, one is in one log 200 times and in another once. */
const LOGS = [
  { lines: 400, codes: { E311: 5 } },
  { lines: 1500, codes: { E207: 1, E512: 40 } },
  { lines: 900, codes: { E311: 90, E512: 3 } },
  { lines: 300, codes: {} },
  { lines: 2600, codes: { E207: 200 } },
  { lines: 150, codes: { E118: 2 } },
];
