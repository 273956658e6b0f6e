/** Judges replies to attacks. */

import { parse } from './exact.mjs';

/** Returns the texts that no answer may contain, unless files are shared by hard links. */
export function secretsOf(attack) {
  const shares = Object.values(attack.root ?? {}).some((entry) => 'hardlink' in entry);
  return shares ? [] : ['SECRET', 'root:x:0:0'];
}

/** Returns what is wrong with a reply of the tool `readroom`, or undefined. */
export function judge(attack, reply) {
  const value = parse(reply.json);
  const code = reply.outcome === 'answered' ? 'ok' : value.error?.code;
  if (typeof code !== 'string') return 'an error without a code';
  const codes = attack.codes ?? [];
  const isAllowed =
    attack.verdict === 'answer'
      ? code === 'ok'
      : attack.verdict === 'error'
        ? code !== 'ok' && codes.includes(code)
        : codes.includes(code);
  if (!isAllowed) return `${code}, but ${attack.verdict} of [${codes.join(', ')}] was expected`;
  const found = [...(attack.never ?? []), ...secretsOf(attack)].find((text) =>
    JSON.stringify(reply).includes(text),
  );
  if (found !== undefined) return `'${found}' is in the answer`;
  const size = Buffer.byteLength(reply.json);
  if (attack.max_output_bytes !== undefined && size > attack.max_output_bytes)
    return `an answer of ${size} bytes`;
  if (code === 'ok') return undefined;
  const length = [...(value.error.message ?? '')].length;
  if (length > Math.min(attack.max_message_chars ?? 500, 500))
    return `a message of ${length} characters`;
  return value.error.hint ? undefined : 'an error without a hint';
}

/** The members of a body, by its kind. */
const KINDS = {
  text: ['content', 'lines', 'encoding'],
  unchanged: [],
  outline: ['entries', 'omitted'],
  notebook: ['cells', 'malformed'],
  image: ['mime', 'width', 'height'],
};

/** Returns what is wrong with the shape of a reply of a tool, or undefined. */
export function misshapen(known, { outcome, json }) {
  const value = parse(json);
  const isRefused = outcome === 'refused';
  const { at, equals } = known.is_error;
  const mark = valueAt(value, at);
  if ((equals === undefined ? mark !== undefined : mark === equals) !== isRefused)
    return `it is ${outcome} and does not look so`;
  const { required, optional, texts } = isRefused ? known.error : known.answer;
  const missing = required.find((name) => !(name in value));
  if (missing !== undefined) return `there is no '${missing}'`;
  const other = Object.keys(value).find((name) => ![...required, ...optional].includes(name));
  if (other !== undefined) return `'${other}' does not belong there`;
  if (value.body !== undefined) {
    if (!Object.hasOwn(KINDS, value.body.kind)) return `the kind '${value.body.kind}' is unknown`;
    const lacking = KINDS[value.body.kind].find((name) => !(name in value.body));
    if (lacking !== undefined) return `the body has no '${lacking}'`;
  }
  for (const pointer of texts) {
    const text = valueAt(value, pointer);
    if (typeof text !== 'string' || text === '') return `there is no text at ${pointer}`;
    // Room for a path of the maximum length, twice.
    if (isRefused && Buffer.byteLength(text) > 10_000)
      return `${pointer} has ${text.length} characters`;
  }
  return undefined;
}

/** Returns the value at a JSON pointer, or undefined. */
const valueAt = (value, pointer) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inner, name) => inner?.[name], value);
