/** Lets a model do the tasks, over an OpenAI-compatible chat-completions endpoint. */

import { number, table } from './markdown.mjs';
import { MAX_CALLS } from './reader.mjs';
import { grade, question } from './tasks.mjs';

const SYSTEM =
  'You answer questions about files of a project. Look at them with the tool; never guess.';
const MAX_TRIES = 4;

/**
 * @typedef {object} Endpoint
 * @property {string} url such as http://127.0.0.1:8080/v1
 * @property {string} model
 * @property {string} [key]
 * @property {number} [wait] milliseconds before a request is tried again, at first
 */

/** Asks for the next message, again after a while if the endpoint is busy. */
async function complete({ url, model, key, wait = 2000 }, messages, tools) {
  const address = `${url.replace(/\/+$/u, '')}/chat/completions`;
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages, tools }),
    });
    if (response.ok) return response.json();
    const said = (await response.text()).slice(0, 500);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || tries === MAX_TRIES) throw new Error(`status ${response.status}: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, wait * 2 ** (tries - 1)));
  }
}

/**
 * Runs one task to its end.
 *
 * @param {Endpoint} endpoint
 * @param {import('./formats.mjs').Format} format
 * @returns {Promise<{grade: string, calls: number, tokens: number, prompt: number, written: number,
 *   answer: string}>} `tokens` are those of the calls and answers, as in the other half; `prompt`
 *   and `written` what the endpoint says that it took and gave, over all requests
 */
export async function perform(endpoint, format, task, text, count) {
  const { name, description, inputSchema } = format.definition;
  const tools = [{ type: 'function', function: { name, description, parameters: inputSchema } }];
  const messages = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: question(task) },
  ];
  const result = { grade: 'none', calls: 0, tokens: 0, prompt: 0, written: 0, answer: '' };
  for (;;) {
    const { choices, usage } = await complete(endpoint, messages, tools);
    const { message } = choices[0];
    result.prompt += usage?.prompt_tokens ?? 0;
    result.written += usage?.completion_tokens ?? 0;
    if (!message.tool_calls?.length) {
      result.answer = message.content ?? '';
      result.grade = grade(task, text, result.answer);
      return result;
    }
    messages.push(message);
    for (const { id, function: called } of message.tool_calls) {
      if (result.calls === MAX_CALLS) return { ...result, grade: 'calls' };
      const blocks = await shown(format, called);
      result.calls += 1;
      result.tokens += [called.arguments, ...blocks].reduce((sum, part) => sum + count(part), 0);
      messages.push({ role: 'tool', tool_call_id: id, content: blocks.join('\n') });
    }
  }
}

/** Returns what a call shows. What is wrong with it, the model is told. */
async function shown(format, { name, arguments: written }) {
  if (name !== format.definition.name) return [`there is no tool ${name}`];
  let args;
  try {
    args = JSON.parse(written || '{}');
  } catch (error) {
    return [`the arguments are no JSON: ${error.message}`];
  }
  try {
    return (await format.answer(args)).blocks;
  } catch (error) {
    return [error.message];
  }
}

/** Runs all tasks in all formats, one after the other. `report` is told of each. */
export async function measure(endpoint, formats, tasks, files, count, report) {
  const results = [];
  for (const format of formats) {
    for (const task of tasks) {
      let result;
      try {
        result = await perform(endpoint, format, task, files.get(task.file), count);
      } catch (error) {
        // Such as a conversation that has become too long: that is a result too.
        result = { grade: 'error', calls: 0, tokens: 0, prompt: 0, written: 0, answer: `${error}` };
      }
      results.push({ format: format.id, task: task.id, kind: task.kind, ...result });
      report(results.at(-1));
    }
  }
  return results;
}

export function print(model, results) {
  const formats = [...new Set(results.map(({ format }) => format))];
  const rows = formats.map((format) => {
    const own = results.filter((result) => result.format === format);
    const graded = (wanted) => own.filter(({ grade: got }) => got === wanted).length;
    const sum = (of) => own.reduce((total, result) => total + result[of], 0);
    return [
      format,
      `${graded('right')} of ${own.length}`,
      ...['spaces', 'wrong', 'none', 'calls', 'error'].map((each) => `${graded(each)}`),
      ...['calls', 'tokens', 'prompt', 'written'].map((each) => number(sum(each))),
    ];
  });
  return [
    `### Answers of ${model}\n`,
    `"Spaces": right but for white space. "None": no answer in tags. "Too many": more than ` +
      `${MAX_CALLS} calls. Tokens are those of calls and answers in o200k; the last two columns ` +
      `are what the endpoint counted.\n`,
    table(
      [
        'format',
        'right',
        'spaces',
        'wrong',
        'none',
        'too many',
        'error',
        'calls',
        'tokens',
        'prompt',
        'written',
      ],
      rows,
    ),
  ].join('\n');
}
