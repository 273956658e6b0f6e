// Makes calls through the JavaScript package as often as it is told, and says how long they took.
//
// Standard input has one JSON object a line: what to `read` or `call`, and how many `runs`; so has the output: the
// nanoseconds of all of them, and the answer.

import { createInterface } from 'node:readline';
import { Room } from 'readroom';

const room = new Room({ root: process.argv[2] });
const session = room.session();
for await (const line of createInterface({ input: process.stdin })) {
  const { read, call, runs } = JSON.parse(line);
  const { path, ...options } = read ?? {};
  const once = read
    ? async () => (await room.read(path, options)).body.content
    : async () => (await session.call(...call)).json;
  let answer;
  const started = process.hrtime.bigint();
  for (let run = 0; run < runs; run += 1) answer = await once();
  const nanoseconds = Number(process.hrtime.bigint() - started);
  console.log(JSON.stringify({ nanoseconds, answer }));
}
await room.close();
