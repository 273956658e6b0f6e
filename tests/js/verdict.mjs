/** Judges replies to attacks. */

import { parse } from './exact.mjs';

/** Returns the strings that no answer may contain, unless files are shared by hard links. */
function secretsOf(attack) {
  const shares = Object.values(attack.root ?? {}).some((entry) => 'hardlink' in entry);
  return shares ? [] : ['SECRET', 'root:x:0:0'];
}

/** Returns the fault of a reply of the tool `readroom`, or undefined. */
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
