/** Writes source files and their tests: functions that call each other, constants, types. */

import { NOUNS, pascal } from './words.mjs';

/** Returns lines one level deeper. */
const deeper = (language, lines) => lines.map((line) => (line === '' ? '' : language.unit + line));

/** Encloses lines in a first and a last line. Without the latter, indentation ends them. */
function block(language, [first, last], lines) {
  return [first, ...deeper(language, lines), ...(last === undefined ? [] : [last])];
}

/** Returns the statements of a function, with the calls and constants spread over them. */
export function body({ language, noun, calls, constants, size }, { below, pick, next }) {
  const used = [...calls.map((name) => ({ name })), ...constants.map((limit) => ({ limit }))];
  const lines = [];
  let number = 0;
  const fresh = (word) =>
    language.local([word, String((number += 1))].slice(0, number > 3 ? 2 : 1));
  const simple = () => {
    const other = pick(NOUNS);
    const choice = below(6);
    if (choice === 0) return [language.log(pick(['debug', 'info', 'warn']), `${other} of ${noun}`)];
    if (choice === 1)
      return [`${language.comment} The ${other} is kept until the ${noun} is done.`];
    if (choice === 2) return [language.let(fresh(other), `${noun}.${other} + ${below(90)}`)];
    if (choice === 3)
      return [language.let(fresh(other), `${noun}.${other}.size - ${1 + below(9)}`)];
    if (choice === 4) {
      const condition = `${noun}.${other} > ${below(500)}`;
      return block(language, language.when(condition), [language.give(String(below(9)))]);
    }
    return [language.let(fresh(other), `${other}_of(${noun}, ${below(300)})`)];
  };
  while (lines.length < size || used.length > 0) {
    const item = used.length > 0 && next() < 0.5 ? used.shift() : undefined;
    let statement = simple();
    if (item?.name !== undefined) {
      statement = [language.let(fresh(pick(NOUNS)), `${item.name}(${noun}, ${below(40)})`)];
    } else if (item !== undefined) {
      const when = language.when(`${noun}.count > ${item.limit}`);
      statement = block(language, when, [language.give(item.limit)]);
    }
    if (next() < 0.25) {
      const [each, list] = [pick(NOUNS), `${noun}.${pick(NOUNS)}s`];
      lines.push(...block(language, language.each(each, list), [...simple(), ...statement]));
    } else lines.push(...statement);
    if (next() < 0.12) lines.push('');
  }
  return [...lines, language.give(`${noun}.count`)];
}

/** Writes a module. */
export function source(module, random) {
  const { language, constants, functions, methods } = module;
  const lines = [...language.begin(module), ''];
  for (const { name, value } of constants) lines.push(language.constant(name, value));
  for (const each of functions) {
    const says = `${language.comment} ${each.about}`;
    const written = body({ language, ...each }, random);
    lines.push('', says, ...block(language, language.fn(each.name, each.noun), written));
  }
  const type = language.type(pascal([module.noun, 'keeper']));
  if (type !== undefined && methods.length > 0) {
    const inside = methods.flatMap((each, at) => {
      const written = body({ language, ...each }, random);
      const method = block(language, language.method(each.name, each.noun), written);
      return at === 0 ? method : ['', ...method];
    });
    lines.push('', ...block(language, type, inside));
  }
  return `${lines.join('\n')}\n`;
}

/** Writes the tests of some functions. */
export function tests({ language, about, noun, tested }, { below, pick, next }) {
  const all = tested.flatMap(({ name, words, calls }) => {
    const title = language.suffix === 'go' ? name : `${words.join('_')}_${pick(ENDINGS)}`;
    const titled = language.suffix === 'ts' || language.suffix === 'go' ? title : `test_${title}`;
    const written = [
      language.let(noun, `${noun}_of(${below(90)})`),
      ...(next() < 0.5 ? [language.let('before', `${noun}.count + ${below(9)}`)] : []),
      ...calls.map((each) => language.equal(`${each}(${noun}, ${below(50)})`, String(below(50)))),
    ];
    const test = language.test(titled);
    const [attribute, ...rest] = test.length === 3 ? test : [undefined, ...test];
    const lines = block(language, rest, written);
    return ['', ...(attribute === undefined ? lines : [attribute, ...lines])];
  });
  const begin = `${language.comment} Tests of ${about}`;
  const held = language.suite ? block(language, language.suite(noun), all.slice(1)) : all;
  const lines = [begin, ...held];
  return `${lines.join('\n')}\n`;
}

const ENDINGS = ['is_kept', 'is_counted', 'ends_early', 'can_fail', 'is_empty', 'is_once'];
