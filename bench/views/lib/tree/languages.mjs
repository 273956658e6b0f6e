/**
 * The syntax of each language for the parts of the made-up project.
 *
 * @typedef {object} Language
 * @property {string} suffix of its files
 * @property {string} unit the indentation of a level
 * @property {(words: string[]) => string} name of a function
 * @property {(words: string[]) => string} local name of a variable
 * @property {(module: object) => string[]} begin the lines before everything else
 * @property {(name: string, value: number) => string} constant
 * @property {(name: string, noun: string) => [string, string]} fn first and last line
 * @property {(name: string) => [string, string]} type what holds methods
 * @property {(name: string, noun: string) => [string, string]} method
 * @property {(name: string) => [string, string]} test
 * @property {(about: string) => [string, string]} [suite] what holds tests
 * @property {(name: string, value: string) => string} let
 * @property {(condition: string) => [string, string]} when
 * @property {(item: string, list: string) => [string, string]} each
 * @property {(level: string, text: string) => string} log
 * @property {(value: string) => string} give
 * @property {(left: string, right: string) => string} equal
 * @property {string} comment
 */

import { camel, pascal, snake } from './words.mjs';

/** @type {Language} */
const rust = {
  suffix: 'rs',
  unit: '    ',
  name: snake,
  local: snake,
  comment: '//',
  begin: ({ about, imports }) => [
    `//! ${about}`,
    '',
    ...imports.map(({ module, name }) => `use crate::${module}::${name};`),
    'use tracing::{debug, info, warn};',
  ],
  constant: (name, value) => `pub const ${name}: usize = ${value};`,
  fn: (name, noun) => [
    `pub fn ${name}(${noun}: &mut ${pascal([noun])}, limit: usize) -> usize {`,
    '}',
  ],
  type: (name) => [`impl ${name} {`, '}'],
  method: (name, noun) => [
    `pub fn ${name}(&self, ${noun}: &mut ${pascal([noun])}) -> usize {`,
    '}',
  ],
  test: (name) => ['#[test]', `fn ${name}() {`, '}'],
  let: (name, value) => `let ${name} = ${value};`,
  when: (condition) => [`if ${condition} {`, '}'],
  each: (item, list) => [`for ${item} in &${list} {`, '}'],
  log: (level, text) => `${level}!("${text}");`,
  give: (value) => `return ${value};`,
  equal: (left, right) => `assert_eq!(${left}, ${right});`,
};

/** @type {Language} */
const python = {
  suffix: 'py',
  unit: '    ',
  name: snake,
  local: snake,
  comment: '#',
  begin: ({ about, imports }) => [
    `"""${about}"""`,
    '',
    'import logging',
    '',
    ...imports.map(({ module, name }) => `from .${module} import ${name}`),
    '',
    'log = logging.getLogger(__name__)',
  ],
  constant: (name, value) => `${name} = ${value}`,
  fn: (name, noun) => [`def ${name}(${noun}, limit=None):`],
  type: (name) => [`class ${name}:`],
  method: (name, noun) => [`def ${name}(self, ${noun}):`],
  test: (name) => [`def ${name}():`],
  let: (name, value) => `${name} = ${value}`,
  when: (condition) => [`if ${condition}:`],
  each: (item, list) => [`for ${item} in ${list}:`],
  log: (level, text) => `log.${level}("${text}")`,
  give: (value) => `return ${value}`,
  equal: (left, right) => `assert ${left} == ${right}`,
};

/** @type {Language} */
const typescript = {
  suffix: 'ts',
  unit: '  ',
  name: camel,
  local: camel,
  comment: '//',
  begin: ({ about, imports }) => [
    `/** ${about} */`,
    '',
    ...imports.map(({ module, name }) => `import { ${name} } from './${module}.js';`),
    `import { log } from '../log.js';`,
  ],
  constant: (name, value) => `export const ${name} = ${value};`,
  fn: (name, noun) => [
    `export function ${name}(${noun}: ${pascal([noun])}, limit = 0): number {`,
    '}',
  ],
  type: (name) => [`export class ${name} {`, '}'],
  method: (name, noun) => [`${name}(${noun}: ${pascal([noun])}): number {`, '}'],
  test: (name) => [`test('${name.replaceAll('_', ' ')}', () => {`, '});'],
  suite: (about) => [`describe('${about}', () => {`, '});'],
  let: (name, value) => `const ${name} = ${value};`,
  when: (condition) => [`if (${condition}) {`, '}'],
  each: (item, list) => [`for (const ${item} of ${list}) {`, '}'],
  log: (level, text) => `log.${level}('${text}');`,
  give: (value) => `return ${value};`,
  equal: (left, right) => `expect(${left}).toBe(${right});`,
};

/** @type {Language} */
const go = {
  suffix: 'go',
  unit: '\t',
  name: pascal,
  local: camel,
  comment: '//',
  begin: ({ about, area }) => [
    `// Package ${area}: ${about}`,
    `package ${area}`,
    '',
    'import (',
    '\t"log/slog"',
    ')',
  ],
  constant: (name, value) => `const ${name} = ${value}`,
  fn: (name, noun) => [`func ${name}(${noun} *${pascal([noun])}, limit int) int {`, '}'],
  type: () => undefined,
  test: (name) => [`func Test${name}(t *testing.T) {`, '}'],
  let: (name, value) => `${name} := ${value}`,
  when: (condition) => [`if ${condition} {`, '}'],
  each: (item, list) => [`for _, ${item} := range ${list} {`, '}'],
  log: (level, text) => `slog.${pascal([level])}("${text}")`,
  give: (value) => `return ${value}`,
  equal: (left, right) => `require.Equal(t, ${left}, ${right})`,
};

export const LANGUAGES = { rust, python, typescript, go };
