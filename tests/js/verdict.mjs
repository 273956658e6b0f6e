/** Whether a reply is one that an attack allows. */

import { parse } from './exact.mjs';

/** Texts from outside, which stand in no answer unless files are shared by hard links. */
export function secretsOf(attack) {
  const shares = Object.values(attack.root ?? {}).some((entry) => 'hardlink' in entry);
  return shares ? [] : ['SECRET', 'root:x:0:0'];
}

/** What is wrong with a reply of our own tool, or undefined. */
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
  if (found !== undefined) return `'${found}' stands in the answer`;
  const size = Buffer.byteLength(reply.json);
  if (attack.max_output_bytes !== undefined && size > attack.max_output_bytes)
    return `an answer of ${size} bytes`;
  if (code === 'ok') return undefined;
  const length = [...(value.error.message ?? '')].length;
  if (length > Math.min(attack.max_message_chars ?? 500, 500)) return `a message of ${length} characters`;
  return value.error.hint ? undefined : 'an error without a hint';
}

/** The members of an answer: those it must have, and those it may have. */
const SHAPES = {
  mycodeagent: {
    answered: [['status', 'data', 'text', 'stats', 'context'], []],
    refused: [['status', 'data', 'text', 'error', 'stats', 'context'], []],
  },
  'kimi-cli': {
    answered: [['is_error', 'output', 'message', 'brief'], []],
    refused: [['is_error', 'output', 'message', 'brief'], []],
  },
  'dm-cc': { answered: [['title', 'output', 'metadata'], ['attachments']], refused: [['error'], []] },
  opencode: { answered: [['title', 'output', 'metadata'], ['attachments']], refused: [['error'], []] },
  pi: { answered: [['content'], ['details']], refused: [['error'], []] },
  readroom: { answered: [['path', 'size', 'version', 'body'], ['modified']], refused: [['error'], []] },
};

/** What a body has, by its kind. */
const KINDS = {
  text: ['content', 'lines', 'encoding'],
  unchanged: [],
  outline: ['entries', 'omitted'],
  notebook: ['cells', 'malformed'],
  image: ['mime', 'width', 'height'],
};

/** What is wrong with the shape of a reply of any dialect, or undefined. */
export function misshapen(dialect, { outcome, json }) {
  const value = parse(json);
  const [all, optional] = SHAPES[dialect][outcome];
  const missing = all.find((name) => !(name in value));
  if (missing !== undefined) return `there is no '${missing}'`;
  const other = Object.keys(value).find((name) => ![...all, ...optional].includes(name));
  if (other !== undefined) return `'${other}' does not belong there`;
  if (dialect === 'readroom' && outcome === 'answered') {
    if (!Object.hasOwn(KINDS, value.body.kind)) return `the kind '${value.body.kind}' is unknown`;
    const lacking = KINDS[value.body.kind].find((name) => !(name in value.body));
    if (lacking !== undefined) return `the body has no '${lacking}'`;
  }
  const isRefused = outcome === 'refused';
  let told;
  if (dialect === 'kimi-cli') {
    if (value.is_error !== isRefused) return 'is_error is wrong';
    if (isRefused && !value.brief) return 'an error without a brief';
    told = value.message;
  } else if (dialect === 'mycodeagent') {
    if ((value.status === 'error') !== isRefused) return 'the status is wrong';
    told = value.text;
  } else if (isRefused) {
    const kind = dialect === 'readroom' ? 'code' : 'type';
    if (!value.error[kind]) return `an error without a ${kind}`;
    told = value.error.message;
  } else {
    return undefined;
  }
  if (typeof told !== 'string' || told === '') return 'nothing is said';
  // Room for a path of the greatest length, said twice.
  return isRefused && Buffer.byteLength(told) > 10_000 ? `a message of ${told.length} characters` : undefined;
}
