/** Answers calls that come as lines of JSON: what the programs in this directory have in common. */

import { createInterface } from 'node:readline';

/**
 * @param answer - returns the native result of a call: `tool`, `directory`, `home` and `arguments`
 */
export async function answerCalls(answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const call = JSON.parse(line);
    process.env.HOME = call.home;
    process.chdir(call.directory);
    const result = await answer(call);
    process.chdir('/');
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
}
