/** What several formats have in common. */

/** Returns the lines that begin with a number as in `pattern`, which has groups for both parts. */
export function numbered(text, pattern) {
  const lines = text.split('\n').map((line) => pattern.exec(line));
  return lines
    .filter((line) => line !== null)
    .map((line) => ({ number: Number(line[1]), text: line[2], printed: true }));
}

/** Returns the line after which opencode and its kin say that the file goes on, or else 0. */
export function afterLine(text) {
  const found = /^\((?:File has more lines|Output truncated at \d+ bytes)\. .* line (\d+)\)$/mu;
  return Number(found.exec(text)?.[1] ?? 0);
}
