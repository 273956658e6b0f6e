// The loop of an agent that reads a repository through Readroom, with a scripted model in place of
// a real one.
//
// node agent.mjs [DIRECTORY], where the package readroom is installed

import { readFileSync } from 'node:fs';
import { openaiContent, openaiTools, Room } from 'readroom';

const agent = 'readroom';
const script = JSON.parse(readFileSync(new URL('script.json', import.meta.url)));

// Returns the next message of the model. A real agent calls its service here, with these messages
// and tools.
const model = async (messages, tools) => script.shift();

const room = new Room({ root: process.argv[2] ?? '.' });
const session = room.session();
const tools = openaiTools(await room.tools(), { api: 'chat', ids: [agent] });
const messages = [{ role: 'user', content: 'What is this, and what is it built of?' }];
let message = await model(messages, tools);
while (message.tool_calls) {
  messages.push(message);
  for (const call of message.tool_calls) {
    const { name, arguments: args } = call.function;
    const tool = `${agent}:${name}`;
    const reply = await session.call(tool, args);
    messages.push({
      role: 'tool',
      tool_call_id: call.id,
      content: openaiContent(reply, { api: 'chat' }),
    });
    console.log(`* ${name} ${args}`);
    console.log(reply.text.split('\n').slice(0, 10).join('\n'));
  }
  message = await model(messages, tools);
}
console.log(message.content);
await room.close();
