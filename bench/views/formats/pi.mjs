/** The text as it stands. To name a line, a reader has to count. */

export const dialect = 'pi@0';

export function call({ path, start, lines }) {
  return { path, ...(start && { offset: start }), ...(lines && { limit: lines }) };
}

export function parse([text], args) {
  const ending = /(?:^|\n\n)(\[[^\n]*\buse offset=(\d+)[^\n]*\])$/iu.exec(text);
  const body = ending === null ? text : text.slice(0, ending.index);
  const first = args.offset ?? 1;
  const numbered = (line, at) => ({ number: first + at, text: line, printed: false });
  const lines = body.split('\n').map(numbered);
  // In place of a line that is too long there is only the notice.
  const isShown = ending === null || ending.index > 0;
  return {
    lines: isShown ? lines : [],
    outline: [],
    ...(ending && { next: { ...args, offset: Number(ending[2]) } }),
  };
}
