/** Answers calls that come as lines of JSON: what the programs in this directory have in common. */

import { createInterface } from 'node:readline';

/**
 * @param answer - returns the native result of a call: `tool`, `root`, further directories that are
 *   `grants`, `directory`, `home` and `arguments`
 */
export async function answerCalls(answer) {
  for await (const text of createInterface({ input: process.stdin })) {
    const call = JSON.parse(text);
    process.env.HOME = call.home;
    process.chdir(call.directory);
    const result = await answer(call);
    process.chdir('/');
    // The reader of lines ends one at these, too.
    const line = JSON.stringify(result).replace(/[\u2028\u2029]/g, (c) =>
      c === '\u2028' ? '\\u2028' : '\\u2029',
    );
    process.stdout.write(`${line}\n`);
  }
}

/** Yields the lines of a stream: unlike those of `readline`, they end at line feeds alone. */
export async function* lines(stream) {
  let begun = [];
  for await (const piece of stream.setEncoding('utf8')) {
    const parts = piece.split('\n');
    const last = parts.pop();
    for (const part of parts) {
      yield begun.join('') + part;
      begun = [];
    }
    begun.push(last);
  }
}
