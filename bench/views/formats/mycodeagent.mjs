/** An envelope of JSON: `  12 | text` inside a JSON string, and a notice in another. */

export const dialect = 'mycodeagent';

export function call({ path, start, lines }) {
  return { path, ...(start && { start_line: start }), ...(lines && { limit: lines }) };
}

export function parse([answer], args) {
  const { data, text } = JSON.parse(answer);
  const next = /Use start_line=(\d+) to continue/u.exec(text);
  return {
    lines: [...(data.content ?? '').matchAll(/^ *(\d+) \| (.*)$/gmu)].map((line) => ({
      number: Number(line[1]),
      text: line[2],
      printed: true,
    })),
    outline: [],
    ...(next && { next: { ...args, start_line: Number(next[1]) } }),
  };
}
